# make demo   the product in the browser: environment, services, made-up people with a history, web and worker
# make test   the whole suite
# make check  format, lint, types, migrations
# make bench  the product's own measurements

PYTHON ?= python3
PORT ?= 8000
PIP = PIP_DISABLE_PIP_VERSION_CHECK=1 .venv/bin/pip --quiet install
MANAGE = .venv/bin/python manage.py

.PHONY: demo test check bench

.venv/.product: requirements.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed: make PYTHON=python3.12 …")'
	@test -d .venv || $(PYTHON) -m venv .venv
	@echo "Installing what the product runs on (once) …"
	@$(PIP) -r requirements.txt
	@touch $@

.venv/.tools: .venv/.product requirements-dev.txt
	@echo "Installing the development tools (once) …"
	@$(PIP) -r requirements-dev.txt
	@touch $@

demo: .venv/.product
	@$(MANAGE) demo --port $(PORT)

test: .venv/.tools
	.venv/bin/python -m pytest

check: .venv/.tools
	.venv/bin/ruff format --check .
	.venv/bin/ruff check .
	.venv/bin/mypy
	$(MANAGE) makemigrations --check --dry-run
	$(MANAGE) migrate --verbosity 0
	$(MANAGE) check --database default

bench: .venv/.product
	@var=$$(mktemp -d) && export VAR_DIR=$$var && $(MANAGE) migrate --verbosity 0 && \
	  $(MANAGE) benchmark scale --silos 10 --facts 100 && $(MANAGE) benchmark scale --silos 100 --facts 100; \
	  $(MANAGE) db_purge --yes > /dev/null; rm -rf "$$var"
