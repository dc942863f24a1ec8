# `make play` and `make test` start from a bare machine with Python 3.11 or newer.
PYTHON ?= python3
JOBS ?= 2
VENV := .venv
BIN := $(VENV)/bin
DEEP ?=

.PHONY: play setup test lint deep bench clean

play: $(VENV)/.play  ## install what playing needs and sit down at a table
	$(BIN)/cardtui yaniv --bots harel greedy semirandom

setup: $(VENV)/.setup  ## install everything: playing, training, tests

test: setup lint  ## all tests and checks
	$(BIN)/pytest -n $(JOBS)

lint: setup
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports

deep: setup  ## the deep runs, many hours on two cores; DEEP="yaniv-laws mutants fuzz" for some parts, DEEP="--scale 0.01" for a quick look
	$(BIN)/python -m tests.deep --jobs $(JOBS) $(DEEP)

bench: setup  ## the headline figures
	$(BIN)/cardtui bench
	for part in startup latency swap; do $(BIN)/python benchmarks/$$part.py || failed=1; done; exit $$failed

clean:
	rm -rf $(VENV) build dist *.egg-info

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "cardtui needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.play: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

$(VENV)/.setup: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable '.[train,dev]'
	touch $@ $(VENV)/.play
