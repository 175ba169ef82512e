# Everything happens in .venv: `make run` solves a hard board, `make serve` opens the web app, `make test` checks
# everything.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ENGINE := $(shell find engine -name '*.cpp' -o -name '*.hpp') CMakeLists.txt pyproject.toml
SANITIZED := build/sanitized
WASM := build/wasm
NPM := build/npm
STATIC := src/sapper/web/static
SCRIPTS := $(STATIC)/engine
BUNDLE := src/sapper/web/bundle
PACKAGE := $(shell find packages/npm $(SCRIPTS) -type f -not -name '*.wasm')
# Browser tests wait for pages half of their time, so that one worker more than cores is quicker.
WORKERS := $(shell $(PYTHON) -c "import os; print(min(os.cpu_count() + 1, 8))")
# UNITY=ON compiles the engine in two thirds of the time, and more of it again after a change.
UNITY ?= OFF
DEFINE := --config-settings=cmake.define.SAPPER_UNITY=$(UNITY)
# Every pip below installs the versions that were tested, build requirements included.
export PIP_CONSTRAINT := $(CURDIR)/constraints.txt
# Tests start hundreds of processes: the bytecode of the package is kept, whatever the environment says.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: run serve pictures recording notebooks test preflight stub lint engine-test fuzz pytest bench bench-play growth ideas site wheels page wasm npm without-wasm format constraints clean

run: $(VENV)/run-ready
	$(BIN)/sapper analyze examples/boards/threes.txt

# make serve OPTIONS="--no-open --port 8123"
ifneq ($(shell command -v em++),)
serve: $(SCRIPTS)/sapper.wasm
else
serve: without-wasm
endif
serve: $(VENV)/web-ready
	$(BIN)/sapper serve $(OPTIONS)

# The pictures of the page and of the terminal in docs/pictures, to be looked at and committed.
pictures: $(VENV)/test-ready
	cd tests && ../$(BIN)/python -m browser.pictures
	cd tests && ../$(BIN)/python -m browser.terminal

# The film of `sapper watch` in docs/pictures, to be looked at and committed.
recording: $(VENV)/test-ready
	$(BIN)/python benchmarks/recording.py docs/pictures/watch.gif

# The notebooks in examples, with what they show; to be looked at and committed.
notebooks: $(VENV)/test-ready
	$(BIN)/python -m jupyter execute --inplace examples/*.ipynb

# The first four wait for one core each for a part of their time, as does installing the libraries; pytest fills all.
test: preflight $(VENV)/tools-ready
	$(MAKE) --no-print-directory --jobs 2 --output-sync=line lint engine-test fuzz wasm page
	$(MAKE) --no-print-directory pytest

# What the machine lacks and how to install it; stops here only where nothing can be built.
preflight:
	@$(PYTHON) tests/preflight.py

lint: $(VENV)/test-ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	find engine tests -name '*.cpp' -o -name '*.hpp' | xargs $(BIN)/clang-format --dry-run -Werror
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/*.yml
	@if command -v actionlint >/dev/null; then actionlint; fi
	@if [ -x $(BIN)/hadolint ]; then $(BIN)/hadolint examples/deploy/Dockerfile; fi
	@if command -v tsc >/dev/null; then \
		tsc -p tests/browser/types/page.json && tsc -p tests/browser/types/worker.json && \
		tsc -p tests/wasm/types.json; \
	else echo "The types of the page are not checked: tsc is not installed (Debian package node-typescript)"; fi

# The engine's own tests need no Python and run under the address and undefined-behaviour sanitizers.
# -Og: the build takes half the time of -O1.
engine-test: $(VENV)/tools-ready
	$(BIN)/cmake -S . -B $(SANITIZED) -G Ninja -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja \
		-DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_CXX_FLAGS_RELWITHDEBINFO="-Og -DNDEBUG" \
		-DSAPPER_ENGINE_TESTS=ON -DSAPPER_SANITIZE=ON -DSAPPER_UNITY=ON
	$(BIN)/cmake --build $(SANITIZED)
	$(SANITIZED)/engine_tests
	$(SANITIZED)/engine_fuzz 20000

# Coverage-guided, with fixed seeds: the same inputs every time.
fuzz: $(VENV)/test-ready
	$(BIN)/python tests/fuzz/fuzz_text.py -runs=30000 -seed=1
	$(BIN)/python tests/fuzz/fuzz_formats.py -runs=4000 -seed=1
	$(BIN)/python tests/fuzz/fuzz_replays.py -runs=2000 -seed=1
	$(BIN)/python tests/fuzz/fuzz_analysis.py -runs=8000 -seed=1

# In the order of testpaths: a worker that is done early has many small files left to take.
pytest: $(VENV)/test-ready
	$(BIN)/python -m pytest --numprocesses $(WORKERS) --dist loadfile --no-loadscope-reorder

bench: $(VENV)/bench-ready
	$(BIN)/python benchmarks/run.py
	$(BIN)/python benchmarks/endgames.py --optimum
	$(BIN)/python benchmarks/noguess.py
	$(BIN)/python benchmarks/explain.py
	$(BIN)/python benchmarks/start.py
	$(BIN)/python benchmarks/play.py
	$(BIN)/python benchmarks/rl.py

bench-play: $(VENV)/bench-ready
	$(BIN)/python benchmarks/play.py

growth: $(VENV)/bench-ready
	$(BIN)/python benchmarks/growth.py

ideas: $(VENV)/bench-ready
	$(BIN)/python benchmarks/ideas.py

# The documents, the API reference and the page without a server as a site in build/site; a broken link stops it.
site: $(VENV)/test-ready $(BUNDLE)/page.json
	$(BIN)/python release/static_page.py --out build/page
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

# The page as packages, containers and sites deliver it: bundled, minified and compressed. The server of a checkout
# delivers it too, until a source changes.
page: $(BUNDLE)/page.json

$(BUNDLE)/page.json: $(SCRIPTS)/sapper.wasm release/page/node_modules $(shell find $(STATIC) -type f) release/page/bundle.mjs
	node release/page/bundle.mjs $(BUNDLE)

# Without scripts of packages: none is needed.
release/page/node_modules: release/page/package.json release/page/package-lock.json
	npm ci --prefix release/page --ignore-scripts --no-audit --no-fund --silent
	touch $@

# The engine for JavaScript: the folder build/npm is the package sapper-engine.
wasm: $(NPM)/src/sapper.wasm

# node is part of emscripten's tools; Debian keeps what it needs apart.
$(WASM)/sapper.wasm: $(VENV)/tools-ready $(ENGINE)
	NODE_PATH=/usr/share/nodejs emcmake $(BIN)/cmake -S . -B $(WASM) -G Ninja \
		-DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja -DCMAKE_BUILD_TYPE=Release -DSAPPER_WASM=ON \
		-DSAPPER_UNITY=ON
	$(BIN)/cmake --build $(WASM)
	touch $@

# The page loads it from beside the modules of the package, which are its own.
$(SCRIPTS)/sapper.wasm: $(WASM)/sapper.wasm
	cp $(WASM)/formats.wasm $< $(SCRIPTS)
	touch $@

$(NPM)/src/sapper.wasm: $(SCRIPTS)/sapper.wasm $(PACKAGE) LICENSE
	rm -rf $(NPM)
	mkdir -p $(NPM)/src
	cp -R packages/npm/. LICENSE $(NPM)
	cp $(SCRIPTS)/* $(NPM)/src

without-wasm:
	@echo "The page has no engine of its own: em++ is not installed (Debian package emscripten)"

# The package as a file in dist/, as npm installs it.
npm: $(NPM)/src/sapper.wasm
	mkdir -p dist
	cd $(NPM) && npm pack --silent --pack-destination $(CURDIR)/dist

# The packages of Python in dist, checked and tried. make wheels OPTIONS="--python python3.13"
wheels: $(BUNDLE)/page.json
	$(PYTHON) release/wheels.py $(OPTIONS)

format: $(VENV)/test-ready
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	find engine tests -name '*.cpp' -o -name '*.hpp' | xargs $(BIN)/clang-format -i

# The versions installed here become the tested ones. To try newer ones, empty the file and `make clean test` first.
constraints: $(VENV)/test-ready $(VENV)/bench-ready
	$(BIN)/python -m pip install --quiet --no-build-isolation --editable ".[release]"
	$(BIN)/python -m pip freeze --all --exclude-editable --exclude setuptools > constraints.txt

clean:
	rm -rf $(VENV) build dist release/page/node_modules $(SCRIPTS)/*.wasm $(BUNDLE)

$(VENV)/made:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	touch $@

# What builds the engine.
$(VENV)/tools-ready: $(VENV)/made constraints.txt
	$(BIN)/python -m pip install --quiet "scikit-build-core>=0.11" "nanobind>=2.4" "cmake>=3.25" "ninja>=1.11"
	touch $@

# An editable install: Python files are used in place, the engine is built again when one of its files changes.
$(VENV)/run-ready: $(VENV)/tools-ready $(ENGINE) constraints.txt
	$(BIN)/python -m pip install --quiet --no-build-isolation $(DEFINE) --editable .
	touch $@

$(VENV)/web-ready: $(VENV)/run-ready
	$(BIN)/python -m pip install --quiet --no-build-isolation $(DEFINE) --editable ".[web]"
	touch $@

$(VENV)/test-ready: $(VENV)/run-ready
	$(BIN)/python -m pip install --quiet --no-build-isolation $(DEFINE) --editable ".[dev]"
	touch $@

$(VENV)/bench-ready: $(VENV)/run-ready
	$(BIN)/python -m pip install --quiet --no-build-isolation $(DEFINE) --editable ".[bench]"
	touch $@

# After a change of the bindings.
stub: $(VENV)/test-ready
	$(BIN)/python -m nanobind.stubgen -m sapper._engine -o src/sapper/_engine.pyi
	$(BIN)/ruff format src/sapper/_engine.pyi
