# Each command makes its own virtual environment on first use and is quick on the second.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := PIP_CONSTRAINT=$(CURDIR)/constraints.txt PIP_DISABLE_PIP_VERSION_CHECK=1 $(BIN)/python -m pip install --quiet

RULES := src/algorally/core/d*.py,src/algorally/core/events.py,src/algorally/core/grid.py,src/algorally/games/*/rules/*.py,src/algorally/games/*/setup.py,src/algorally/games/*/choices.py,src/algorally/games/*/view.py
POSTGRES = $(firstword $(wildcard /usr/lib/postgresql/*/bin/initdb) $(shell command -v initdb 2>/dev/null))

.PHONY: play test check postgres bench pictures clean

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

# For the tests that need a real PostgreSQL; without it they are skipped, and in CI they fail.
postgres:
ifneq ($(POSTGRES),)
	@echo "PostgreSQL is here already: $(patsubst %/,%,$(dir $(POSTGRES)))"
else
	@root=; if [ "$$(id -u)" != 0 ]; then root=sudo; fi; \
	if ! command -v apt-get >/dev/null || { [ "$$root" ] && ! command -v sudo >/dev/null; }; then \
		echo "PostgreSQL is not here and cannot be installed from here: install its server"; \
		echo "(Debian, as root: apt-get install postgresql). Tests that need it are skipped (in CI: fail)."; \
	elif echo "PostgreSQL is not here: installing Debian's package"; \
		$$root apt-get update -qq && \
		$$root env DEBIAN_FRONTEND=noninteractive \
			apt-get install -qq --yes --no-install-recommends postgresql; then \
		echo "Installed PostgreSQL with apt-get. The tests start one of their own."; \
	else \
		echo "PostgreSQL could not be installed (see above). Tests that need it are skipped (in CI: fail)."; \
	fi
endif

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
