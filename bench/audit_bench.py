#!/usr/bin/env python3
"""Audits: belief before and after for every record of a large release, and views of a growing database.

Usage: audit_bench.py BUILD
The audit of the release is compared with one pass that only reads it, and with the same beliefs computed by DuckDB; both
run in turn with it. Prints a table, then the same numbers as JSON lines.
"""
import argparse
import fractions
import gzip
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

QIS = ["ST", "AGEP", "COW", "SCHL", "MAR", "RAC1P", "SEX", "WKHP"]
SENSITIVE = "OCCP"
ROUNDS = 7


def run(*words):
    start = time.perf_counter()
    result = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    if result.returncode not in (0, 1):
        sys.exit(result.stderr or f"{words[0]} failed")
    return time.perf_counter() - start, result.stdout


def publish(build, data, folder):
    table, policy, release = folder / "acs.csv", folder / "policy.yaml", folder / "release"
    with gzip.open(data / "acs-occ" / "acs2018_income.csv.gz") as packed, open(table, "wb") as plain:
        shutil.copyfileobj(packed, plain)
    with open(table) as lines:
        columns = lines.readline().strip().split(",")
    roles = [f"  {name}: {'quasi_identifier' if name in QIS else 'sensitive' if name == SENSITIVE else 'identifier'}\n"
             for name in columns]
    policy.write_text("columns:\n" + "".join(roles) + "require: [k_anonymity(k=10)]\nalgorithm: mondrian\n")
    run(f"{build}/scrim", "publish", table, "--policy", policy, "--out", release)
    return release


def beliefs(build, data, lines):
    with tempfile.TemporaryDirectory() as name:
        release = publish(build, data, pathlib.Path(name))
        file = f"read_csv('{release}/data.csv', all_varchar = true)"
        read = "SELECT " + ", ".join(f'count("{column}")' for column in QIS + [SENSITIVE]) + f" FROM {file}"
        by = ", ".join(f'"{column}"' for column in QIS)
        same = (f"WITH c AS (SELECT {by}, \"{SENSITIVE}\", count(*) AS n FROM {file} GROUP BY ALL), "
                f"s AS (SELECT *, sum(n) OVER (PARTITION BY {by}) AS size FROM c) "
                "SELECT max(n / size), sum(n) FROM s")
        times = {"audit": [], "reading": [], "DuckDB, the same beliefs": []}
        answers = {}
        for _ in range(ROUNDS):
            seconds, out = run(f"{build}/scrim", "audit", release, "--json")
            times["audit"].append(seconds)
            answers["audit"] = json.loads(out)["beliefs"][0]
            for label, sql in (("reading", read), ("DuckDB, the same beliefs", same)):
                seconds, out = run(f"{build}/bench/duckdb_query", sql)
                times[label].append(seconds)
                answers[label] = json.loads(out)["row"]
        records = answers["audit"]["records"]
        highest = fractions.Fraction(answers["audit"]["after"]["highest"]["exact"])
        theirs, counted = answers["DuckDB, the same beliefs"]
        if int(float(counted)) != records or abs(float(theirs) - float(highest)) > 1e-12:
            sys.exit(f"the answers differ: {highest} of {records} records here, {theirs} of {counted} there")
    print(f"\nbelief before and after, ACS, {records:,} records, mondrian, k = 10: highest {float(highest):.1%} (the same by all)")
    base = statistics.median(times["reading"])
    for label, seconds in times.items():
        median = statistics.median(seconds)
        goal = "  (goal: at most 2 x)" if label == "audit" else ""
        print(f"  {label:26} {median:6.3f} s   {median / base:5.2f} x reading{goal}")
        lines.append({"bench": "beliefs", "contender": label, "seconds": median, "of_reading": median / base})


def views(build):
    print("\nviews of a hospital PDA(patient, doctor, ailment); goals: NDE, NSE, NFBR of 2,000 and BBR of 60 tuples within 1 s")
    for line in run(f"{build}/bench/audit_views_bench")[1].splitlines():
        print("  " + line)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    build = pathlib.Path(parser.parse_args().build).resolve()
    data = pathlib.Path(os.environ.get("SCRIM_DATA", pathlib.Path(__file__).parent.parent.parent / "shared" / "data"))
    lines = []
    if (data / "acs-occ").exists():
        beliefs(build, data, lines)
    else:
        print(f"skipped: the ACS table is not in {data}; set SCRIM_DATA to the folder that holds acs-occ/")
    views(build)
    for line in lines:
        print(json.dumps(line))


if __name__ == "__main__":
    main()
