#!/usr/bin/env bash
# All benchmarks. Data: ../shared/data, or SCRIM_DATA.
set -euo pipefail
cd "$(dirname "$0")/.."
python3 bench/check_bench.py build "$@"
python3 bench/publish_bench.py build "$@"
python3 bench/perturb_bench.py build
python3 bench/private_bench.py build
build/bench/microaggregate_bench "${SCRIM_DATA:-../shared/data}/casc"
python3 bench/statdb_bench.py build
python3 bench/aview_bench.py build
python3 bench/republish_bench.py build
python3 bench/audit_bench.py build
python3 bench/serve_bench.py build
python3 bench/postgres_bench.py build
make -s -C adapters/postgres && python3 bench/postgres_views_bench.py
python3 bench/postgres_materialized_bench.py adapters/postgres/scrim.so
build/bench/parts_bench "${SCRIM_DATA:-../shared/data}/acs-occ/acs2018_income.csv.gz" 8 10 OCCP ST AGEP SCHL MAR POBP RELP SEX RAC1P
