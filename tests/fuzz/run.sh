#!/usr/bin/env bash
# Runs each fuzz target for some seconds, starting from the examples in tests/fuzz/seeds/<target>/. Usage: run.sh FOLDER SECONDS
set -euo pipefail
folder=$1 seconds=$2
here=$(cd "$(dirname "$0")" && pwd)
for source in "$here"/*_fuzz.cc; do
    name=$(basename "$source" .cc)
    corpus=$folder/corpus/$name
    mkdir -p "$corpus"
    echo "fuzz: $name for $seconds s"
    "$folder/$name" -max_total_time="$seconds" -max_len=4096 -timeout=10 -rss_limit_mb=4096 -print_final_stats=0 \
        -artifact_prefix="$folder/" "$corpus" "$here/seeds/$name" 2>"$folder/$name.log" ||
        { tail -40 "$folder/$name.log"; exit 1; }
    tail -1 "$folder/$name.log"
done
