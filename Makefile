# Scrim. `make demo` and `make test` work on a bare Debian machine, with no step before them.
JOBS ?= $(shell nproc)
# Some tests wait for a browser, a server or a process that is to be killed.
WAITING ?= $(shell expr $(JOBS) + $(JOBS) / 2)
FUZZ_SECONDS ?= 6
# Where our own parallel code is tested without DuckDB, whose library is not built for the thread sanitizer.
TSAN_TESTS = core_test check_test statdb_test
# The others enumerate, in one thread.
TSAN_FILTER = -Blindness*:AnatomyAnswer*:GeneralizationAnswer*:Margins*:Query*:*/Query*:SignaturePlan*:RowTest*:StatTable*

.PHONY: build demo test test-release test-asan test-tsan test-odr test-fuzz test-slow bench format tidy clean setup setup-test wheel wheels

build: setup
	@cmake --preset release $(QUIET)
	@cmake --build --preset release -j $(JOBS) --target scrim

demo: build
	@build/scrim demo --out build/demo

# Every test, of one build with the address and undefined-behavior sanitizers: the library's, the program's as users have
# it, the documents' commands, the server, its pages and reports in a browser.
test: test-asan
	@echo "All tests passed."

# A report of the sanitizer says where memory was used wrongly, and in one line where it came from, for DuckDB asks for
# memory a million times. (Of one line alone, leaks would not be reported.) ASAN_OPTIONS= make test-asan says it in full.
ASAN_OPTIONS ?= malloc_context_size=2:quarantine_size_mb=16
test-asan:
	@tools/setup.sh test
	@tools/setup-python.sh & cmake --preset asan $(QUIET) && cmake --build --preset asan -j $(JOBS) --target scrim; \
	    built=$$?; wait; exit $$built
	@cmake --preset asan $(QUIET)
	cmake --build --preset asan -j $(JOBS)
	ASAN_OPTIONS=$(ASAN_OPTIONS) ctest --test-dir build/asan --output-on-failure -j $(WAITING)

# The same tests of the optimized build, with ten times as many random cases, and 200 pairs of databases that an analyst
# must not tell apart.
test-release: setup-test
	@cmake --preset release $(QUIET)
	cmake --build --preset release -j $(JOBS)
	SCRIM_ROUNDS=10 ctest --test-dir build --output-on-failure -j $(WAITING)
	SCRIM_ROUNDS=200 build/tests/sql_test --gtest_brief=1 --gtest_filter='NonInterference.*'

# Those of our own parallel code with the thread sanitizer (one more build: behind test-slow).
test-tsan: setup-test
	@cmake --preset tsan $(QUIET)
	cmake --build --preset tsan -j $(JOBS) --target $(TSAN_TESTS)
	set -e; for t in $(TSAN_TESTS); do build/tsan/tests/$$t --gtest_brief=1 --gtest_filter='$(TSAN_FILTER)'; done

# The linker compares the definitions of every type (one more build: behind test-slow). tools/check_types.py, which looks at the text, is always run.
test-odr: setup-test
	@cmake --preset odr $(QUIET)
	cmake --build --preset odr -j $(JOBS) --target scrim

# Each parser is fed random bytes, starting from examples, for FUZZ_SECONDS seconds. (test-asan runs the examples, changed by chance.)
test-fuzz:
	@tools/setup.sh fuzz
	@cmake --preset fuzz $(QUIET)
	cmake --build --preset fuzz -j $(JOBS) --target fuzz
	tests/fuzz/run.sh build/fuzz/tests/fuzz $(FUZZ_SECONDS)

test-slow: test test-release test-tsan test-odr
	$(MAKE) test-fuzz FUZZ_SECONDS=600

bench: setup-test
	@cmake --preset release -DSCRIM_BENCH=ON $(QUIET)
	cmake --build --preset release -j $(JOBS)
	bench/run.sh

format: setup-test
	tools/format.sh

tidy:
	@tools/setup.sh tidy
	@cmake --preset debug $(QUIET)
	git ls-files 'src/*.cc' | xargs -P $(JOBS) -n 4 clang-tidy-14 -p build/debug --quiet

clean:
	rm -rf build

setup:
	@tools/setup.sh build

setup-test:
	@tools/setup.sh test
	@tools/setup-python.sh

# A wheel of the Python package, in build/wheel, that brings all it needs along; wheels: for every CPython that is here.
wheel wheels: setup
	@tools/setup-python.sh
	@test -f .deps/python/.complete
	@cmake --preset release $(QUIET)
	JOBS=$(JOBS) tools/wheels.sh $(if $(filter wheels,$@),--all)

QUIET = --log-level=ERROR >/dev/null
