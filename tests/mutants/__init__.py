"""Planted defects: faults as a programmer makes them, each put into a copy of the tree, where the tests named must fail."""
