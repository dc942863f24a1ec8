"""Planted defects, each put into a copy of the tree, where the tests named must fail."""
