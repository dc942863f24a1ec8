# `make play` and `make test` start from a bare machine with Python 3.11 or newer.
PYTHON ?= python3
JOBS ?= 2
VENV := .venv
BIN := $(VENV)/bin
DEEP ?=

.PHONY: play setup test lint deep bench goldens man pictures clean

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
	for part in startup rest latency swap; do $(BIN)/python benchmarks/$$part.py || failed=1; done; exit $$failed

goldens: setup  ## draw the kept screens in tests/ui/golden anew, then compare: look at the diff before you commit it
	rm -f tests/ui/golden/*.txt
	$(BIN)/pytest -n $(JOBS) -k the_screen_looks_as_it_did tests/ui >/dev/null || true
	$(BIN)/pytest -n $(JOBS) -k the_screen_looks_as_it_did tests/ui

man: setup  ## write the manual page anew from the parser of the command line
	$(BIN)/argparse-manpage --module cardtui.commands.parser --function parser --prog cardtui --project-name cardtui \
	  --version "$$($(BIN)/cardtui --version | cut -d' ' -f2)" --manual-title cardtui \
	  --description "card games in the terminal, against bots" --output docs/cardtui.1

pictures: setup  ## take the pictures in docs/ anew from the running program
	$(BIN)/python docs/pictures.py

clean:
	rm -rf $(VENV) .nox build dist *.egg-info

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "cardtui needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.play: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

$(VENV)/.setup: pyproject.toml constraints-dev.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --constraint constraints-dev.txt --editable '.[train,dev,examples]'
	touch $@ $(VENV)/.play
