#!/usr/bin/env bash
# Formats our C++, or with --check names what is not formatted. Usage: tools/format.sh [--check]
set -euo pipefail
cd "$(dirname "$0")/.."
how=(-i)
[ "${1:-}" = --check ] && how=(--dry-run -Werror)
find src include tests bench -name '*.cc' -o -name '*.h' | xargs -P "$(nproc)" -n 64 clang-format-14 "${how[@]}"
