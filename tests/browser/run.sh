#!/usr/bin/env bash
# Looks at a report in a browser and keeps pictures of it. Usage: tests/browser/run.sh REPORT.html OUTDIR
# Exits 77, which ctest takes for "skipped", where Node.js or Chromium is absent.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
modules=$here/../../build/browser
chromium=${CHROMIUM:-/usr/bin/chromium}

if [ $# -ne 2 ]; then
    echo "usage: run.sh REPORT.html OUTDIR" >&2
    exit 2
fi
for tool in node npm "$chromium"; do
    if ! command -v "$tool" >/dev/null; then
        echo "browser test skipped: there is no $tool"
        exit 77
    fi
done

# The modules belong to this lock file; another one means installing anew. One run at a time does.
mkdir -p "$modules"
exec 9>"$modules/.lock"
flock 9
if ! cmp -s "$here/package-lock.json" "$modules/package-lock.json" || [ ! -f "$modules/.complete" ]; then
    rm -f "$modules/.complete"
    cp "$here/package.json" "$here/package-lock.json" "$modules/"
    npm ci --prefix "$modules" --ignore-scripts --no-audit --no-fund --silent
    touch "$modules/.complete"
fi
# Node looks for modules beside the script, so it runs from there.
cp "$here/report_test.mjs" "$modules/"
flock -u 9
CHROMIUM=$chromium exec node "$modules/report_test.mjs" "$1" "$2"
