# Each command makes its own virtual environment on first use and is quick on the second.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := PIP_CONSTRAINT=$(CURDIR)/constraints.txt PIP_DISABLE_PIP_VERSION_CHECK=1 $(BIN)/python -m pip install --quiet

RULES := src/algorally/core/d*.py,src/algorally/core/events.py,src/algorally/core/grid.py,src/algorally/games/*/rules/*.py,src/algorally/games/*/setup.py,src/algorally/games/*/choices.py,src/algorally/games/*/view.py

.PHONY: play test check bench pictures clean

play: $(VENV)/.play
	@$(BIN)/algorally play

test: $(VENV)/.dev
	@echo "--- compiled lane: everything"
	$(BIN)/python -m pytest -q
	@echo "--- bounds-checked lane: rules"
	ALGORALLY_LANE=checked $(BIN)/python -m pytest -q -m lanes
	@echo "--- interpreted lane: rules, with every line of them covered"
	ALGORALLY_LANE=interpreted $(BIN)/python -m coverage run -m pytest -q -m lanes
	$(BIN)/python -m coverage report --include='$(RULES)' --skip-covered --show-missing --fail-under=100

check: $(VENV)/.dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.dev $(VENV)/.bench
	@$(BIN)/python benchmarks/speed.py

pictures: $(VENV)/.play
	@$(BIN)/python docs/pictures/draw.py

clean:
	rm -rf $(VENV)

$(BIN)/python:
	@echo "Making a virtual environment in $(VENV) (first use only)"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed: make PYTHON=python3.11 ..."; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { echo "Python's venv module is needed (Debian: apt-get install python3-venv)"; exit 1; }

$(VENV)/.play: $(BIN)/python pyproject.toml constraints.txt
	@echo "Installing what playing needs (first use only)"
	@$(PIP) --editable .
	@touch $@

$(VENV)/.dev: $(BIN)/python pyproject.toml constraints.txt
	@echo "Installing what testing needs (first use only)"
	@$(PIP) --editable '.[dev]'
	@touch $@ $(VENV)/.play

$(VENV)/.bench: $(VENV)/.dev
	@echo "Installing what the benchmark compares with (first use only)"
	@$(PIP) --editable '.[bench]'
	@touch $@
