#!/usr/bin/env bash
# Uses the pages of `scrim serve` in a browser, without tokens and with them, and keeps pictures of them.
# Usage: tests/browser/serve_run.sh SCRIM_BINARY PROJECT_ROOT OUTDIR
set -euo pipefail
if [ $# -ne 3 ]; then
    echo "usage: serve_run.sh SCRIM_BINARY PROJECT_ROOT OUTDIR" >&2
    exit 2
fi
source "$(dirname "$0")/modules.sh"
prepare_browser_test serve_test.mjs

scrim=$(realpath "$1")
pictures=$(realpath -m "$3")
cd "$2"
data=$(mktemp -d)
server=
stop() {
    if [ -n "$server" ]; then
        kill "$server" 2>/dev/null || true
        wait "$server" || true
        server=
    fi
}
trap 'stop; rm -rf "$data"' EXIT

"$scrim" statdb build examples/patients.csv --policy examples/policy.yaml -m 2 --out "$data/p.statdb" >/dev/null
# Sixty people, of whom some have no age or no town.
awk 'BEGIN {
    split("flu asthma hiv ulcer", disease)
    print "age,town,disease"
    for (i = 0; i < 60; ++i) printf "%s,%s,%s\n", i % 7 ? 20 + i : "", i % 11 ? (i % 2 ? "Ulm" : "Kiel") : "", disease[1 + i % 4]
}' >"$data/gaps.csv"
"$scrim" statdb build "$data/gaps.csv" --qi age --qi town --sensitive disease -m 2 --out "$data/gaps.statdb" >/dev/null
# Columns with names that every object of the pages' language has.
sed '1s/.*/__proto__,constructor,disease/' "$data/gaps.csv" >"$data/odd.csv"
"$scrim" statdb build "$data/odd.csv" --qi __proto__ --qi constructor --sensitive disease -m 2 --out "$data/odd.statdb" >/dev/null
# The same people, who are asked about with noise only; the page's visitor is 'local', or bears the token of 'ana'.
awk 'BEGIN { print "age,town,wage"; for (i = 0; i < 60; ++i) printf "%s,%s,%s\n", 20 + i, i % 2 ? "Ulm" : "Kiel", 1000 + 10 * i }' >"$data/wages.csv"
"$scrim" statdb build "$data/wages.csv" --qi age --qi town --sensitive wage --frameworks dp --out "$data/wages.statdb" >/dev/null
for who in local ana; do
    "$scrim" ledger grant "$data/wages.statdb" --recipient "$who" --epsilon 100 >/dev/null
done
"$scrim" sql "$data/h.db" -f examples/hospital.sql >/dev/null
# A view that is granted to nobody: only owners see it.
sed -n '/^CREATE ANONYMIZATION_VIEW/,$p' examples/hospital.sql | sed 's/patient_av/wishes_av/' | "$scrim" sql "$data/h.db" >/dev/null
"$scrim" sql "$data/h.db" -c "GRANT SELECT ON ANONYMIZATION_VIEW patient_av TO ana PURPOSE research RECIPIENT lab" >/dev/null
echo tokens: >"$data/tokens.yaml"
"$scrim" token ana >>"$data/tokens.yaml" 2>"$data/ana.token"
chmod 600 "$data/tokens.yaml"

# Starts a server with these options and sets $address.
start() {
    "$scrim" serve --statdb "$data/p.statdb" --statdb "$data/gaps.statdb" --statdb "$data/odd.statdb" --statdb "$data/wages.statdb" --db "$data/h.db" --listen 127.0.0.1:0 "$@" >"$data/said" 2>&1 &
    server=$!
    for _ in $(seq 300); do
        address=$(grep -om1 'http://127.0.0.1:[0-9]*/' "$data/said" || true)
        if [ -n "$address" ]; then return; fi
        if ! kill -0 "$server" 2>/dev/null; then break; fi
        sleep 0.2
    done
    echo "the server does not start: $(cat "$data/said")" >&2
    exit 1
}

failed=0
echo "without tokens:"
start
node "$modules/serve_test.mjs" "$address" "$pictures/open" || failed=1
stop
echo "with tokens:"
start --tokens "$data/tokens.yaml" --rate 0
node "$modules/serve_test.mjs" "$address" "$pictures/tokens" "$(grep -o 'scrim_[0-9a-f]*' "$data/ana.token")" || failed=1
exit "$failed"
