# Two commands do everything: `make review` sets the program up and runs it, `make test` tests it.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
REPO ?=
BASE ?=
HEAD ?= HEAD
PACKAGES := bot checks config workers
PIP := $(BIN)/pip install -qq --disable-pip-version-check
LOCK := $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 \
	--generate-hashes --no-emit-index-url --no-header pyproject.toml

.DEFAULT_GOAL := help
.PHONY: help review setup setup-dev test lint format generate lock clean

help: ## Says what each target does.
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 20

review: setup ## Reviews BASE..HEAD of the repository at REPO; without REPO, a small example.
ifeq ($(REPO),)
	@$(BIN)/design-review review --repo "$$($(BIN)/python examples/repository.py)" || test $$? -eq 1
else
	@$(BIN)/design-review review --repo "$(REPO)" $(if $(BASE),--base "$(BASE)") --head "$(HEAD)" || test $$? -eq 1
endif

setup: $(VENV)/main.done ## Installs the program into .venv, each file checked against its hash.

setup-dev: $(VENV)/dev.done ## Adds what tests and checks need.

$(VENV)/main.done: requirements/main.lock pyproject.toml
	@echo "Setting up $(VENV)…" >&2
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) --require-hashes --only-binary :all: --requirement requirements/main.lock
	@$(PIP) --no-deps --no-build-isolation --config-settings editable_mode=compat --editable .
	@$(BIN)/python -m compileall -q $(PACKAGES)
	@touch $@

$(VENV)/dev.done: requirements/dev.lock $(VENV)/main.done
	@$(PIP) --require-hashes --only-binary :all: --requirement requirements/dev.lock
	@touch $@

test: setup-dev ## Runs the tests.
	@$(BIN)/python -m pytest --numprocesses auto --dist loadfile

lint: setup-dev ## Checks form, types, boundaries and generated files; changes nothing.
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m docs.generate --check

format: setup-dev ## Puts the code into form.
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

generate: setup ## Writes the reference pages and schemas anew.
	$(BIN)/python -m docs.generate

lock: setup-dev ## Makes the lock files anew from pyproject.toml.
	$(LOCK) --group build --output-file requirements/main.lock
	$(LOCK) --group build --group dev --output-file requirements/dev.lock

clean: ## Removes what was set up.
	rm -rf $(VENV) build dist *.egg-info
