#!/usr/bin/env bash
# Installs the library somewhere, moves it, and builds somebody else's project against it: with CMake, and with pkg-config.
# Usage: run.sh BUILD_DIR SOURCE_DIR C_COMPILER CXX_COMPILER FLAGS LINK_FLAGS
set -euo pipefail
build=$1 source=$2 cc=$3 cxx=$4 flags=$5 link_flags=$6
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$build" --component library --prefix "$work/first" >/dev/null
mv "$work/first" "$work/installed"
patients=$source/examples/patients.csv policy=$source/examples/policy.yaml

mkdir "$work/examples"
python3 "$source/tests/outside/examples.py" "$source" "$work/installed/include" "$work/examples"
cmake -S "$source/tests/outside" -DEXAMPLES="$work/examples" -B "$work/build" -G Ninja -DCMAKE_PREFIX_PATH="$work/installed" -DCMAKE_C_COMPILER="$cc" \
    -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_C_FLAGS="$flags -Wall -Wextra -Werror" -DCMAKE_CXX_FLAGS="$flags" -DCMAKE_EXE_LINKER_FLAGS="$link_flags" >"$work/log" || { cat "$work/log"; exit 1; }
cmake --build "$work/build" >"$work/log" || { cat "$work/log"; exit 1; }
"$work/build/of_c" "$patients"
"$work/build/of_parts" "$patients"
"$work/build/of_cxx" "$patients" "$policy"
cd "$work/examples"
"$work/build/examples_cxx" >"$work/log" || { cat "$work/log"; exit 1; }
"$work/build/examples_c" >"$work/log" || { cat "$work/log"; exit 1; }

pkgconfig=$(dirname "$(find "$work/installed" -name scrim.pc)")
read -ra found <<<"$(PKG_CONFIG_PATH=$pkgconfig pkg-config --cflags --libs scrim)"
# shellcheck disable=SC2086
"$cc" $flags "$source/tests/outside/of_c.c" "${found[@]}" $link_flags -o "$work/of_c"
LD_LIBRARY_PATH=$(dirname "$pkgconfig") "$work/of_c" "$patients" >/dev/null

# The library without an engine, installed alone: it needs no DuckDB, and is none without its component.
cmake --install "$build" --component core --prefix "$work/core" >/dev/null
if cmake -S "$source/tests/outside" -B "$work/none" -G Ninja -DCMAKE_PREFIX_PATH="$work/core" -DCMAKE_C_COMPILER="$cc" \
    -DCMAKE_CXX_COMPILER="$cxx" >"$work/log" 2>&1; then
    echo "find_package(scrim) finds a library with an engine where there is none" >&2
    exit 1
fi
cmake -S "$source/tests/outside" -B "$work/core_build" -G Ninja -DOUTSIDE_CORE=ON -DCMAKE_PREFIX_PATH="$work/core" -DCMAKE_C_COMPILER="$cc" \
    -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_CXX_FLAGS="$flags" -DCMAKE_EXE_LINKER_FLAGS="$link_flags" >"$work/log" || { cat "$work/log"; exit 1; }
cmake --build "$work/core_build" >"$work/log" || { cat "$work/log"; exit 1; }
(cd "$work" && core_build/of_core "$patients" "$policy" && test ! -e release_of_core)
core=$(find "$work/core" -name 'libscrim-core.so')
if readelf -d "$core" | grep NEEDED | grep -i duckdb || find "$work/core" -name '*duckdb*' | grep .; then
    echo "$core needs DuckDB" >&2
    exit 1
fi
pkgconfig=$(dirname "$(find "$work/core" -name scrim-core.pc)")
read -ra found <<<"$(PKG_CONFIG_PATH=$pkgconfig pkg-config --cflags --libs scrim-core)"
# shellcheck disable=SC2086
"$cxx" $flags -std=c++20 "$source/tests/outside/of_core.cc" "${found[@]}" $link_flags -o "$work/of_core"
(cd "$work" && LD_LIBRARY_PATH=$(dirname "$pkgconfig") ./of_core "$patients" "$policy" >/dev/null)

# Nothing but what scrim.h and include/scrim declare.
for library in "$(find "$work/installed" -name 'libscrim.so')" "$core"; do
    if nm -DC --defined-only "$library" | grep -v ' [VWB] ' | grep -vE ' scrim(_|::)|typeinfo|vtable'; then
        echo "these names leak from $library" >&2
        exit 1
    fi
done
