#!/usr/bin/env bash
# Takes the pictures of the README anew, with the Chromium of the browser tests. Usage: docs/images/take.sh build/scrim
set -euo pipefail
if [ $# -ne 1 ]; then
    echo "usage: take.sh SCRIM_BINARY" >&2
    exit 2
fi
images=$(cd "$(dirname "$0")" && pwd)
source "$images/../../tests/browser/modules.sh"
prepare_browser_test report_test.mjs
cp "$images/take.mjs" "$modules/"
data=$(mktemp -d)
"$1" demo --out "$data/demo" --serve --listen 127.0.0.1:0 >"$data/said" 2>&1 &
server=$!
trap 'kill "$server"; rm -rf "$data"' EXIT
for _ in $(seq 300); do
    address=$(sed -n 's/^listening on //p' "$data/said")
    if [ -n "$address" ]; then break; fi
    sleep 0.2
done
node "$modules/take.mjs" "$data/demo/mondrian/report.html" "$address" "$images"
