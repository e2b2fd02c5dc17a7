#!/usr/bin/env python3
"""How fast is `scrim check`? Against DuckDB's own GROUP BY on the same file in the same run, and as tables grow.

Usage: check_bench.py BUILD_FOLDER [--rounds N] [--most-rows N]
"""
import argparse
import json
import math
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

QIS = ["ST", "AGEP", "SCHL", "MAR", "POBP", "RELP", "SEX", "RAC1P"]
SENSITIVE = "OCCP"
OTHERS = ["COW", "WKHP", "PINCP_GT50K"]


def run(command):
    """Seconds, peak resident bytes and output of a program."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.perf_counter() - start
    if process.returncode != 0:
        sys.exit(f"failed with code {process.returncode}: {' '.join(command)}")
    return seconds, usage.ru_maxrss * 1024, output


def duckdb(build, *statements):
    seconds, peak, output = run([f"{build}/bench/duckdb_query", *statements])
    return peak, [json.loads(line) for line in output.splitlines()]


def check_command(build, file):
    command = [f"{build}/scrim", "check", str(file), "--sensitive", SENSITIVE, "--json"]
    for name in QIS:
        command += ["--qi", name]
    for name in OTHERS:
        command += ["--insensitive", name]
    return command


def against_group_by(build, data, rounds):
    file = data / "acs-occ" / "acs2018_income.csv.gz"
    table = f"read_csv('{file}')"
    qis = ", ".join(QIS)
    group_by = f"SELECT {qis}, {SENSITIVE}, count(*) FROM {table} GROUP BY ALL"

    # Answers first.
    report = json.loads(run(check_command(build, file))[2])
    _, answers = duckdb(build, f"SELECT count(*), min(n), sum(n), count(*) FILTER (n = 1) FROM (SELECT count(*) n FROM {table} GROUP BY {qis})",
                        f"SELECT min(d) FROM (SELECT count(DISTINCT {SENSITIVE}) d FROM {table} GROUP BY {qis})")
    expected = [int(value) for value in answers[0]["row"] + answers[1]["row"]]
    ours = [report["classes"], report["models"]["k_anonymity"]["reached"]["k"]["value"], report["rows"], report["risks"]["sample_uniques"]["records"],
            report["models"]["l_diversity_distinct"]["reached"]["l"]["value"]]
    if ours != expected:
        sys.exit(f"answers differ: ours {ours}, DuckDB's {expected}")

    ours, theirs, ours_peak, theirs_peak, floor_peak = [], [], [], [], []
    for _ in range(rounds):
        peak, answer = duckdb(build, group_by)
        theirs.append(answer[0]["seconds"])
        theirs_peak.append(peak)
        seconds, peak, _ = run(check_command(build, file))
        ours.append(seconds)
        ours_peak.append(peak)
        # What the engine needs only to read the same columns as text and throw them away.
        floor_peak.append(duckdb(build, f"SELECT max({'), max('.join(QIS + [SENSITIVE])}) FROM read_csv('{file}', all_varchar=true, buffer_size=2000000)")[0])
    steps = json.loads(run([f"{build}/bench/check_steps", str(file), SENSITIVE, *QIS])[2])
    encoded = steps["encoded_bytes"]
    mega = 1 << 20
    print(f"ACS 2018, {report['rows']:,} records, 8 quasi-identifiers, {report['classes']:,} classes; answers agree; median of {rounds}")
    print(f"  DuckDB GROUP BY ALL     {statistics.median(theirs):7.2f} s   peak {statistics.median(theirs_peak) / mega:6.0f} MB")
    print(f"  scrim check, 22 models  {statistics.median(ours):7.2f} s   peak {statistics.median(ours_peak) / mega:6.0f} MB")
    ratio = statistics.median(o / t for o, t in zip(ours, theirs))
    print(f"  time ratio {ratio:.2f} (goal: at most 3)")
    beyond = statistics.median(o - f for o, f in zip(ours_peak, floor_peak))
    print(f"  encoded table {encoded / mega:.1f} MB; peak is {statistics.median(ours_peak) / encoded:.1f} x that in all, "
          f"{beyond / encoded:.1f} x beyond what the engine needs to read the file (goal: at most 4)")


def growth(build, data, most_rows):
    source = data / "acs-occ" / "acs2018_income.csv.gz"
    sizes = [n for n in (100_000, 300_000, 1_000_000, 3_000_000, 10_000_000) if n <= most_rows]
    points = []
    print("\nReplicated with jitter, Parquet")
    print("      rows   encoded MB   encode s   M cells/s    check s      classes")
    with tempfile.TemporaryDirectory() as folder:
        for rows in sizes:
            file = f"{folder}/{rows}.parquet"
            duckdb(build, f"""COPY (SELECT ST, (AGEP + CAST(floor(random() * 3) AS INT) - 1) AS AGEP, COW, SCHL, MAR, OCCP, POBP, RELP,
                              (WKHP + CAST(floor(random() * 3) AS INT) - 1) AS WKHP, SEX, RAC1P, PINCP_GT50K
                              FROM read_csv('{source}'), range({rows // 1_369_664 + 1}) LIMIT {rows}) TO '{file}' (FORMAT parquet)""")
            step = json.loads(run([f"{build}/bench/check_steps", file, SENSITIVE, *QIS])[2])
            cells = rows * (len(QIS) + 1) / step["encode_seconds"] / 1e6
            print(f"{rows:10,} {step['encoded_bytes'] / (1 << 20):12.1f} {step['encode_seconds']:10.3f} {cells:11.0f} "
                  f"{step['check_seconds']:10.3f} {step['classes']:12,}")
            points.append((math.log(rows), math.log(step["encode_seconds"]), math.log(step["check_seconds"])))
            os.remove(file)
    if len(points) > 2:
        for name, column in (("encoding", 1), ("check", 2)):
            slope = statistics.linear_regression([p[0] for p in points], [p[column] for p in points]).slope
            print(f"  growth exponent of {name}: {slope:.2f}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--most-rows", type=int, default=10_000_000)
    options = parser.parse_args()
    data = pathlib.Path(os.environ.get("SCRIM_DATA", pathlib.Path(__file__).parent.parent.parent / "shared" / "data"))
    if not (data / "acs-occ").exists():
        sys.exit(f"skipped: the ACS table is not in {data}; set SCRIM_DATA to the folder that holds acs-occ/")
    against_group_by(options.build, data, options.rounds)
    growth(options.build, data, options.most_rows)


if __name__ == "__main__":
    main()
