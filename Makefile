# Everything a developer does, one word each. `make` alone lists it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
NATIVE_BUILD := build/native
SANITIZE_BUILD := build/sanitize
SANITIZE_CORE_BUILD := build/sanitize-core
THREADS_BUILD := build/threads
WASM_BUILD := build/wasm
FUZZ_SECONDS ?= 60
SOAK_SECONDS ?= 3600
DEMO_GAMES ?= 100
MUTANTS ?= 200
SEED ?= 1
# Tests of browsers, processes and databases wait half of their time: more workers than cores.
TEST_WORKERS ?= $(shell $(PYTHON) -c 'import os; print((os.cpu_count() * 3 + 1) // 2)')
DOCS_PORT ?= 8000
REPOSITORY ?= REPOSITORY
CMAKE := $(BIN)/cmake -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN))/ninja -DSAPPER_PYTHON=OFF -DSAPPER_NATIVE_TESTS=ON -DSAPPER_WERROR=ON

.DEFAULT_GOAL := help
.PHONY: help build demo play web test test-slow test-llm lint format bench bench-env clients golden stub wasm cross cross-arm sanitize fuzz fuzz-core soak mutants threads pictures site docs publishing release-check wheel-check lowest-check clean

help:  ## list these targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## */\1\t/' | sort | awk -F'\t' '{printf "  make %-12s %s\n", $$1, $$2}'

PIP := $(BIN)/python -m pip install -q --disable-pip-version-check

# What a user needs: the package, built here, and the server of its page. Importing never
# compiles: what changed in native/ is built by the next `make build`, or by any target.
NATIVE := $(shell find native -name '*.h' -o -name '*.cpp' -o -name CMakeLists.txt -o -name first_cells.txt)
$(VENV)/.built: pyproject.toml CMakeLists.txt $(NATIVE)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "sapper needs Python 3.11 or newer")'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "building sapper (the first time takes a minute or two) ..."
	@$(PIP) "pip>=25.1"
	@$(PIP) --group build
	@$(PIP) --no-build-isolation -e '.[web]'
	@touch $@

build: $(VENV)/.built  ## build the package into .venv, again after changes in native/

# What a developer needs: every extra, and the tools.
$(VENV)/.ready: pyproject.toml | $(VENV)/.built
	@echo "installing the developers' tools and all extras ..."
	@$(PIP) --group test --group lint --group bench
	@$(PIP) --no-build-isolation -e '.[cp,learn,postgres,cluster,parquet,query,sat,env,web,llm]'
	@touch $@

play: $(VENV)/.built  ## play in this terminal; i is a hint
	$(BIN)/sapper play

web: $(VENV)/.built  ## play and analyse in the browser
	$(BIN)/sapper web

demo: $(VENV)/.built  ## a league (DEMO_GAMES a table) and a stored experiment: tables, charts, pages
	@mkdir -p demo
	$(BIN)/sapper run --all --games $(DEMO_GAMES) --seed 7 --first-click safe --svg demo/league.svg --html demo/league.html
	$(BIN)/sapper experiment run experiments/demo.toml --store demo/sapper.db
	$(BIN)/sapper experiment report experiments/demo.toml --store demo/sapper.db --html demo/report.html
	$(BIN)/sapper web --export demo/sapper.html
	@echo "the league is demo/league.html, the experiment's report demo/report.html, its games demo/sapper.db"
	@echo "the page to play, analyse and watch is demo/sapper.html: open it in any browser"

test: $(VENV)/.ready  ## set everything up and run the quick tests
	$(BIN)/python -m pytest -q -n $(TEST_WORKERS) --dist loadscope --no-loadscope-reorder -m "not slow and not paper"

test-slow: $(VENV)/.ready  ## the long statistical tests; after `make clients` the learners of others too
	$(BIN)/python -m pytest -q -rs -m "slow or paper"

lint: $(VENV)/.ready  ## ruff, mypy, import-linter, clang-format, and what the core's sources promise
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python .ci/check_sources.py
	$(BIN)/clang-format --dry-run --Werror $$(git ls-files 'native/*.h' 'native/*.cpp')

format: $(VENV)/.ready  ## lay the sources out
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $$(git ls-files 'native/*.h' 'native/*.cpp')

bench: $(VENV)/.ready  ## measure speed against peers, and count instructions
	$(CMAKE) -S . -B $(NATIVE_BUILD) > /dev/null
	$(BIN)/cmake --build $(NATIVE_BUILD) --target workload what_if > /dev/null
	$(BIN)/python benchmarks/game.py --workload $(NATIVE_BUILD)/workload
	$(BIN)/python -m benchmarks.engine
	$(BIN)/python -m benchmarks.what_if --program $(NATIVE_BUILD)/what_if

bench-env: $(VENV)/.ready  ## the vector environment, and an accelerator's if there is one, beside Jumanji and EnvPool
	$(PIP) --group bench-env
	$(BIN)/python benchmarks/env.py
	$(BIN)/python -m benchmarks.env_gpu

define WHERE
import sysconfig
print(sysconfig.get_path("purelib"))
endef
define SEE_SAPPER
import pathlib, sys, sysconfig
line = f"import site; site.addsitedir({sys.argv[1]!r})\n"
pathlib.Path(sysconfig.get_path("purelib"), "zz_sapper.pth").write_text(line)
endef
export WHERE SEE_SAPPER

# Learners of others bring 3 GB and other versions of our packages: they have a place of
# their own, which sees Sapper as it is built here.
CLIENTS := build/clients
clients: $(VENV)/.ready  ## install the learners of others that the slow tests run
	test -x $(CLIENTS)/bin/python || $(PYTHON) -m venv $(CLIENTS)
	$(CLIENTS)/bin/python -m pip install -q "pip>=25.1"
	$(CLIENTS)/bin/python -m pip install -q --group clients
	$(CLIENTS)/bin/python -c "$$SEE_SAPPER" "$$($(BIN)/python -c "$$WHERE")"

# Frameworks of language models, each with versions of its own of what they share.
LLM := build/llm
test-llm: $(VENV)/.ready  ## the language-model adapters with the real frameworks, each in an environment of its own
	for name in inspect openenv reasoning verifiers; do \
	  test -x $(LLM)/$$name/bin/python || $(PYTHON) -m venv $(LLM)/$$name; \
	  $(LLM)/$$name/bin/python -m pip install -q "pip>=25.1" && \
	  $(LLM)/$$name/bin/python -m pip install -q --group llm-$$name && \
	  $(LLM)/$$name/bin/python -c "$$SEE_SAPPER" "$$($(BIN)/python -c "$$WHERE")" || exit 1; \
	done
	$(LLM)/verifiers/bin/python -m pip install -q --no-build-isolation --no-deps -e environments/sapper_minesweeper
	$(LLM)/reasoning/bin/python tests/llm/frameworks/reasoning_gym_dataset.py
	$(LLM)/inspect/bin/python tests/llm/frameworks/inspect_task.py
	$(LLM)/openenv/bin/python tests/llm/frameworks/openenv_games.py --turns 20000
	$(LLM)/verifiers/bin/python tests/llm/frameworks/verifiers_taskset.py

golden: $(VENV)/.ready  ## write the golden data anew; review it as a diff
	cd tests && ../$(BIN)/python -m golden.make

stub: $(VENV)/.ready  ## write src/sapper/_core.pyi anew
	$(BIN)/python -m nanobind.stubgen -q -m sapper._core -o src/sapper/_core.pyi

# The compiler is a dependency group of its own: 100 MB that only this target needs.
$(VENV)/.zig: pyproject.toml
	@$(PIP) --group wasm
	@touch $@

wasm: $(VENV)/.ready $(VENV)/.zig  ## build the core for the browser: src/sapper/web/static/sapper.wasm
	$(BIN)/python native/wasm/build.py --build $(WASM_BUILD) --to src/sapper/web/static/sapper.wasm

cross: $(VENV)/.ready $(VENV)/.zig  ## compile the core for Windows, macOS and ARM Linux
	$(BIN)/python native/cross/build.py

cross-arm: $(VENV)/.ready $(VENV)/.zig  ## build for ARM Linux and run it emulated: native tests, golden data, signature
	$(BIN)/python native/cross/build.py aarch64-linux-gnu.2.31
	$(BIN)/python native/cross/check_arm.py

sanitize: $(VENV)/.ready  ## native tests with address and undefined-behaviour sanitizers
	$(CMAKE) -DSAPPER_SANITIZE=ON -DSAPPER_UNITY=ON -S . -B $(SANITIZE_BUILD) > /dev/null
	$(BIN)/cmake --build $(SANITIZE_BUILD)
	cd $(SANITIZE_BUILD) && $(abspath $(BIN))/ctest --output-on-failure

fuzz: sanitize  ## a minute of fuzzing each target, with sanitizers
	@for target in $(SANITIZE_BUILD)/native/tests/fuzz_*; do \
	  case "$$target" in *.*) continue;; esac; test -x "$$target" -a -f "$$target" || continue; \
	  echo "$$target"; "$$target" --seconds $(FUZZ_SECONDS) || exit 1; done
	$(BIN)/python tests/fuzz/border.py --seconds $(FUZZ_SECONDS)

# Python itself is not built with sanitizers: their library has to be loaded before it.
fuzz-core: $(VENV)/.ready  ## a minute of the bound functions, on a module built with sanitizers
	$(BIN)/cmake -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN))/ninja -DPython_EXECUTABLE=$(abspath $(BIN))/python \
	  -DCMAKE_CXX_COMPILER=g++ -DSAPPER_SANITIZE=ON -DSAPPER_UNITY=ON -S . -B $(SANITIZE_CORE_BUILD) > /dev/null
	$(BIN)/cmake --build $(SANITIZE_CORE_BUILD) --target _core
	LD_PRELOAD="$$(g++ -print-file-name=libasan.so) $$(g++ -print-file-name=libubsan.so)" \
	  ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1 \
	  $(BIN)/python tests/fuzz/border.py --seconds $(FUZZ_SECONDS) --seed $(SEED) --core $(SANITIZE_CORE_BUILD)/_core*.so

soak: $(VENV)/.ready  ## an hour of kills, restarts, cut networks and full disks (SOAK_SECONDS)
	cd tests && ../$(BIN)/python -m soak --seconds $(SOAK_SECONDS)

# The operators are a dependency group of their own: only this target needs them.
$(VENV)/.mutants: pyproject.toml
	@$(PIP) --group mutants
	@touch $@

mutants: $(VENV)/.ready $(VENV)/.mutants  ## deliberate errors, each of which a test must notice (MUTANTS, SEED)
	$(BIN)/python tests/mutants/scripted.py
	$(BIN)/python tests/mutants/native.py
	$(BIN)/python tests/mutants/sampled.py --mutants $(MUTANTS) --seed $(SEED)

threads: $(VENV)/.ready  ## the core from many threads, with the thread sanitizer
	$(CMAKE) -DSAPPER_SANITIZE_THREADS=ON -DSAPPER_UNITY=ON -S . -B $(THREADS_BUILD) > /dev/null
	$(BIN)/cmake --build $(THREADS_BUILD) --target test_threads
	setarch -R $(THREADS_BUILD)/native/tests/test_threads

# The generator is a dependency group of its own: only the site needs it.
$(VENV)/.docs: pyproject.toml | $(VENV)/.built
	@$(PIP) --group docs
	@touch $@

pictures: $(VENV)/.ready  ## draw the pictures of the pages
	$(BIN)/python docs/pictures/make.py
	$(BIN)/python docs/pictures/make_figures.py
	$(BIN)/python docs/pictures/make_web.py

site: $(VENV)/.built $(VENV)/.docs  ## build the documentation site strictly: build/site
	$(BIN)/mkdocs build --strict --quiet

docs: site  ## build the documentation site and serve it on this machine (DOCS_PORT)
	@echo "the site is http://127.0.0.1:$(DOCS_PORT)/   (stop with Ctrl-C)"
	@$(BIN)/python -m http.server --bind 127.0.0.1 --directory build/site $(DOCS_PORT)

# What a publisher needs is a dependency group of its own.
$(VENV)/.release: pyproject.toml | $(VENV)/.ready
	@$(PIP) --group release
	@touch $@

publishing: $(VENV)/.ready  ## what a person sends elsewhere: entries, recipe, paper, data (REPOSITORY)
	$(BIN)/python publishing/make.py build/publishing --repository $(REPOSITORY)

release-check: site $(VENV)/.release  ## rehearse a release: wheels, an index here, README typed by a stranger
	cd tests && ../$(BIN)/python -m release_check

wheel-check: $(VENV)/.ready  ## build a wheel and use it outside the checkout
	$(BIN)/python tests/wheel_check.py

lowest-check: $(VENV)/.ready  ## install the lowest versions that are allowed and use them
	$(BIN)/python tests/lowest_check.py

clean:  ## remove everything that was built
	rm -rf build dist demo $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +
