# Each target makes its own environment in .venv with plain pip when there is none, and starts at once when there is.
# `make` alone lists the targets.

PYTHON ?= $(shell command -v python3.11 || command -v python3.12 || command -v python3.13 || command -v python3.14 || echo python3)
VENV ?= .venv
BIN := $(VENV)/bin
JOBS ?= 2
DEMO ?= build/demo-wiki
ARGS ?=

RUNTIME := $(VENV)/.runtime
TOOLS := $(VENV)/.tools

.PHONY: help demo test trials check static docs docs-check bench update soak wheel clean
.DEFAULT_GOAL := help

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' Makefile | sed -E 's/^([a-z-]+):.*## (.*)/  make \1|\2/' | column -t -s '|'

$(RUNTIME): pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed: make PYTHON=/path/to/python3.11"; exit 2; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(TOOLS): pyproject.toml $(RUNTIME)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@

demo: $(RUNTIME) ## compile the sample sources into build/demo-wiki and show what comes out
	rm -rf $(DEMO)
	$(BIN)/wiki demo $(DEMO)

test: $(TOOLS) ## the quick suite: something of everything (ARGS="-k index" for a part of it)
	$(BIN)/python -m pytest -n $(JOBS) -m "not trial or quick" $(ARGS)

trials: $(TOOLS) ## all that the quick suite leaves out: kills, full disks, races, Chroma, models, a browser, big inputs
	$(BIN)/python -m pytest -n $(JOBS) -m "trial and not quick" $(ARGS)

static: $(TOOLS) ## ruff, mypy, import-linter
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

docs: $(TOOLS) ## write the generated parts of docs/ and README.md anew
	$(BIN)/python docs/generate.py

docs-check: $(TOOLS) ## fail when a generated part is out of date
	$(BIN)/python docs/generate.py --check

check: static docs-check test trials ## everything that must hold before a commit

update: $(TOOLS) ## rewrite the expected parts of golden and literate tests; read the diff
	WIKI_UPDATE=1 $(BIN)/python -m pytest -n $(JOBS) $(ARGS) || true
	git diff --stat -- tests

soak: $(TOOLS) ## both suites as long campaigns: hundreds of kills, fuzzing
	WIKI_SOAK=1 $(BIN)/python -m pytest -n $(JOBS) $(ARGS)

bench: $(TOOLS) ## measure speed and quality
	for script in benchmarks/*.py; do echo "== $$script"; $(BIN)/python $$script || exit 1; done

wheel: $(TOOLS) ## build the wheel into build/dist
	rm -rf build/dist
	$(BIN)/python -m hatchling build -t wheel -d build/dist

clean: ## remove the environment and everything built
	rm -rf $(VENV) build
