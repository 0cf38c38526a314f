# make run     set up .venv, answer an example, with a picture, and serve the web table (SERVE=no: without serving)
# make web     build the page of the web table
# make test    every check and every test
# make quick   the tests that are not slow, and few examples of each property
PYTHON ?= python3
VENV ?= .venv
NPM ?= npm
SERVE ?= yes
SERVE_OPTIONS ?=
UV_VERSION := 0.13.8

BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip
EXAMPLE := scenarios/penance/across-the-rubble.yaml
PICTURE := build/across-the-rubble
CLIENT := src/sightline/server/static/index.html
CLIENT_SOURCES := $(shell find web -type f -not -path 'web/node_modules/*' -not -path 'web/src/locale/*' -not -name openapi.d.ts) \
	$(wildcard src/sightline/locale/*/LC_MESSAGES/*.po)
PACKAGE := pyproject.toml src/sightline/_version.py
TYPED := src $(wildcard tests benchmarks docs/*.py) $(wildcard tools)

# Idle workers steal tests from others. Tests that share an expensive fixture start in the same worker.
SPREAD := -n auto --dist worksteal

# The checks, the longest first. They need nothing of each other: two run at a time, and each is heard when it has ended.
CHECKS := types client style imports script
PARALLEL = $(MAKE) --no-print-directory -j2 --output-sync=target

export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_NO_INPUT := 1
# If the environment forbade bytecode, every process that a test starts would compile the whole program again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help run web test check $(CHECKS) kernels quick format bench lock clean
.DELETE_ON_ERROR:

help:
	@echo "make run      set up $(VENV), answer an example, with a picture, and serve the web table (SERVE=no ends there)"
	@echo "make web      build the page of the web table (needs Node)"
	@echo "make test     every check and every test"
	@echo "make check    lint, types and import order only"
	@echo "make quick    the tests that are not slow: the gate while working"
	@echo "make format   format the code and apply automatic fixes"
	@echo "make bench    measurements against others (BENCH=--quick in a minute, BENCH=--write for the page)"
	@echo "make lock     update requirements/ from pyproject.toml (UPGRADE=--upgrade for newer releases)"
	@echo "make clean    remove everything that the other targets made"

# The answer alone does not need Node: without it, the page is not built.
run: $(VENV)/.run $(if $(or $(filter-out no,$(SERVE)),$(shell command -v node)),web)
	@mkdir -p build
	$(BIN)/sightline chart $(EXAMPLE)
	$(BIN)/sightline shot $(EXAMPLE) A T --svg $(PICTURE).svg --png $(PICTURE).png
	@echo "The picture: $(CURDIR)/$(PICTURE).png (and .svg)"
	$(if $(filter-out no,$(SERVE)),$(BIN)/sightline serve $(SERVE_OPTIONS))

web: $(CLIENT)

test: $(VENV)/.dev $(VENV)/.run web/node_modules/.installed
	$(PARALLEL) $(CHECKS) kernels web
	$(BIN)/python -m pytest $(SPREAD)

check: $(VENV)/.dev web/node_modules/.installed
	$(PARALLEL) $(CHECKS)

types:
	$(BIN)/mypy --strict $(TYPED)

client:
	$(BIN)/python -m tools.api_description build/openapi.json
	$(NPM) --prefix web run --silent describe >/dev/null
	$(NPM) --prefix web run --silent check

style:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

imports:
	$(BIN)/lint-imports --no-logo

# What a script with our types looks like to another checker.
script:
	$(BIN)/basedpyright --pythonpath $(BIN)/python

# Compiled once here, not by each process of the tests at the same time.
kernels:
	$(BIN)/python -m tools.kernels

quick: $(VENV)/.dev
	$(BIN)/python -m pytest $(SPREAD) -p no:schemathesis -m "not slow" --hypothesis-profile=quick

format: $(VENV)/.dev web/node_modules/.installed
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(NPM) --prefix web run --silent format

bench: $(VENV)/.bench web
	$(BIN)/python -m benchmarks $(BENCH)

# The lock files are valid for every platform and for Python 3.11 or newer. dev.txt is resolved first and constrains the
# others. bench.txt contains only what it adds to dev.txt.
COMPILE = UV_CUSTOM_COMPILE_COMMAND="make lock" build/uv/bin/uv pip compile --quiet --no-config \
	--universal --python-version 3.11 --generate-hashes $(UPGRADE)
lock:
	$(check-python)
	$(PYTHON) -m venv build/uv
	build/uv/bin/python -m pip install -qq uv==$(UV_VERSION)
	$(COMPILE) pyproject.toml --extra fast --extra tiled --extra web --extra postgresql --group dev --output-file requirements/dev.txt
	$(COMPILE) pyproject.toml --extra fast --extra tiled --extra web --group build --constraints requirements/dev.txt --output-file requirements/run.txt
	$(COMPILE) --group bench --constraints requirements/dev.txt --output-file requirements/bench.txt

clean:
	rm -rf $(VENV) build dist web/node_modules web/src/locale web/src/api/openapi.d.ts $(dir $(CLIENT)) .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find src tests benchmarks docs tools -type d -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

# dev.txt contains all of run.txt at the same versions, so one environment serves both, in either order. Wheels only:
# building a wheel would download packages that no lock file names.
INSTALL = $(PIP) install -qq --require-hashes --only-binary :all: -r
INSTALL_PACKAGE = $(PIP) install -qq --no-deps --no-build-isolation --editable .

$(VENV)/.run: requirements/run.txt $(PACKAGE) | $(VENV)/pyvenv.cfg
	$(INSTALL) requirements/run.txt
	$(INSTALL_PACKAGE)
	@touch $@

$(VENV)/.dev: requirements/dev.txt $(PACKAGE) | $(VENV)/pyvenv.cfg
	$(INSTALL) requirements/dev.txt
	$(INSTALL_PACKAGE)
	@touch $@

$(VENV)/.bench: requirements/bench.txt $(VENV)/.dev
	$(INSTALL) requirements/bench.txt
	@touch $@

# The texts of the page come from the catalogues of the program.
$(CLIENT): $(CLIENT_SOURCES) web/node_modules/.installed | $(VENV)/.run
	$(BIN)/python -m tools.catalogues --client
	$(NPM) --prefix web run --silent build -- --logLevel warn

web/node_modules/.installed: web/package-lock.json web/package.json web/.npmrc
	$(check-node)
	cd web && $(NPM) ci --silent
	@touch $@

$(VENV)/pyvenv.cfg:
	$(check-python)
	$(PYTHON) -m venv $(VENV)

define check-python
@command -v "$(PYTHON)" >/dev/null || { \
	echo "Sightline needs Python 3.11 or newer, and there is no $(PYTHON) here; name one with make PYTHON=..." >&2; exit 1; }
@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	echo "Sightline needs Python 3.11 or newer; $(PYTHON) is $$("$(PYTHON)" -V 2>&1). Name another with make PYTHON=..." >&2; exit 1; }
@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { \
	echo "$(PYTHON) cannot make virtual environments; on Debian and Ubuntu: apt-get install python3-venv" >&2; exit 1; }
endef

define check-node
@command -v node >/dev/null || { \
	echo "The page of the web table is built with Node 20.19 or newer, and there is none here: https://nodejs.org" >&2; exit 1; }
@node -e 'const [major, minor] = process.versions.node.split("."); process.exit(major < 20 || (major == 20 && minor < 19) ? 1 : 0)' || { \
	echo "The page of the web table is built with Node 20.19 or newer; this is $$(node --version)" >&2; exit 1; }
endef
