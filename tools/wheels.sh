#!/usr/bin/env bash
# Wheels of the Python package in build/wheel: of the library that `make build` configured, one for each interpreter that is
# named, by default that of .deps/python. One of 3.12 serves all later versions; older ones serve their own version only.
# Usage: tools/wheels.sh [PYTHON…]      tools/wheels.sh --all: every CPython from 3.9 on that is installed with its headers
set -euo pipefail
cd "$(dirname "$0")/.."

usable() {
    "$1" -c 'import sys, sysconfig, os, ensurepip
sys.exit(sys.version_info < (3, 9) or sys.implementation.name != "cpython"
         or not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")))' 2>/dev/null
}
pythons=("$@")
if [ "${1:-}" = --all ]; then
    pythons=()
    stable=
    for minor in 9 10 11 12 13 14; do
        for python in "$HOME"/.pyenv/versions/3.$minor.*/bin/python3.$minor /usr/bin/python3.$minor /usr/local/bin/python3.$minor; do
            usable "$python" || continue
            [ -z "$stable" ] && pythons+=("$python")
            [ $minor -ge 12 ] && stable=yes
            break
        done
    done
elif [ $# -eq 0 ]; then
    pythons=(.deps/python/bin/python)
fi
[ ${#pythons[@]} -gt 0 ] || { echo "wheels: there is no CPython from 3.9 on with its headers" >&2; exit 1; }

cmake --build --preset release -j "${JOBS:-$(nproc)}" --target scrim_shared
rm -rf build/python/library build/python/raw
cmake --install build --component library --prefix build/python/library >/dev/null
for python in "${pythons[@]}"; do
    version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    tools=build/python/tools-$version
    [ -x $tools/bin/pip ] || "$python" -m venv $tools
    $tools/bin/pip install --quiet --disable-pip-version-check --upgrade pip "nanobind>=2.2" "scikit-build-core>=0.10"
    echo "wheels: Python $version"
    $tools/bin/pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation -w build/python/raw adapters/python \
        -C cmake.define.SCRIM_LIBRARY="$PWD/build/python/library"
done
mkdir -p build/wheel
rm -f build/wheel/scrim-*.whl
for wheel in build/python/raw/*.whl; do
    PATH="$PWD/.deps/python/bin:$PATH" .deps/python/bin/auditwheel repair -w build/wheel "$wheel"
done
rm -rf build/python/raw
ls -l build/wheel
