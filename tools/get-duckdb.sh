#!/usr/bin/env bash
# Fetch DuckDB: the library by package name through npm, the headers, which npm has no longer, from the source package in
# the Python index. Checksums are pinned (tools/duckdb.pins), and nothing of the packages is run.
# The result is .deps/duckdb-VERSION/{libscrim-duckdb.so,include/}. The library gets a name of its own: a process that has
# another DuckDB loaded, as Python's may, must not take that one for ours.
set -euo pipefail
cd "$(dirname "$0")/.."

pin=$(grep "^$(uname -m) " tools/duckdb.pins || true)
if [ "$(uname -s)" != Linux ] || [ -z "$pin" ]; then
    echo "get-duckdb: Linux on x86-64 and on arm64 are supported, this is $(uname -s) on $(uname -m)" >&2
    exit 1
fi
read -r _ version library library_sum headers_sum <<<"$pin"
target=.deps/duckdb-$version
[ -f "$target/.complete" ] && exit 0

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# check FILE SHA256
check() {
    if ! echo "$2  $1" | sha256sum --check --status; then
        echo "get-duckdb: $(basename "$1") does not have the checksum $2; nothing was installed" >&2
        exit 1
    fi
}

rm -rf "$target"
mkdir -p "$target"
echo "get-duckdb: fetching $library"
(cd "$work" && npm pack --ignore-scripts --silent "$library" >/dev/null && mv ./*.tgz library.tgz)
check "$work/library.tgz" "$library_sum"
tar -xzf "$work/library.tgz" -C "$target" --strip-components=1 package/libduckdb.so
mv "$target/libduckdb.so" "$target/libscrim-duckdb.so"
patchelf --set-soname libscrim-duckdb.so "$target/libscrim-duckdb.so"
echo "get-duckdb: fetching the headers of DuckDB $version"
/usr/bin/python3 tools/fetch_sdist.py duckdb "$version" "$work/headers.tar.gz"
check "$work/headers.tar.gz" "$headers_sum"
tar -xzf "$work/headers.tar.gz" -C "$target" --strip-components=4 "duckdb-$version/external/duckdb/src/include"
touch "$target/.complete"
