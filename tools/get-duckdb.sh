#!/usr/bin/env bash
# Fetch DuckDB 1.4.4, library and headers, by package name through npm; checksums are pinned, package scripts never run.
# The result is .deps/duckdb-1.4.4/{libduckdb.so,include/}.
set -euo pipefail
cd "$(dirname "$0")/.."

version=1.4.4
target=.deps/duckdb-$version
[ -f "$target/.complete" ] && exit 0

if [ "$(uname -s)-$(uname -m)" != Linux-x86_64 ]; then
    echo "get-duckdb: only Linux on x86-64 is supported, this is $(uname -s) on $(uname -m)" >&2
    exit 1
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# fetch NAME@VERSION SHA256: the package's tarball as $work/package.tgz
fetch() {
    echo "get-duckdb: fetching $1"
    (cd "$work" && rm -f ./*.tgz && npm pack --ignore-scripts --silent "$1" >/dev/null)
    mv "$work"/*.tgz "$work/package.tgz.part"
    if ! echo "$2  $work/package.tgz.part" | sha256sum --check --status; then
        echo "get-duckdb: $1 does not have the checksum $2; nothing was installed" >&2
        exit 1
    fi
    mv "$work/package.tgz.part" "$work/package"
}

rm -rf "$target"
mkdir -p "$target"
fetch "@duckdb/node-bindings-linux-x64@$version-r.4" 732fac4dc6b8f198870b9c4bb6ddf13544466daca00ad28ba2f1d80de5d7aa4b
tar -xzf "$work/package" -C "$target" --strip-components=1 package/libduckdb.so
fetch "duckdb@$version" 5bb967dcbcd517670ba5f169f238fb9d6787e53752c60ebe24386169d76941ed
tar -xzf "$work/package" -C "$target" --strip-components=4 package/src/duckdb/src/include
touch "$target/.complete"
