#!/usr/bin/env bash
# Looks at a report in a browser and keeps pictures of it. Usage: tests/browser/run.sh REPORT.html OUTDIR
set -euo pipefail
if [ $# -ne 2 ]; then
    echo "usage: run.sh REPORT.html OUTDIR" >&2
    exit 2
fi
source "$(dirname "$0")/modules.sh"
prepare_browser_test report_test.mjs
exec node "$modules/report_test.mjs" "$1" "$2"
