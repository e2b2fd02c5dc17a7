#!/usr/bin/env python3
"""The statistical database beside DuckDB: time per answer, length of intervals, growth.

Usage: statdb_bench.py BUILD [--most-rows N]
"""
import argparse
import gzip
import json
import math
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

QIS = "Age,Gender,Education,Birthplace,Marital2,Race5,Workclass"


def steps(build, table, queries, share, rows=None, attributes=2):
    command = [f"{build}/bench/statdb_steps", table, QIS, "Occupation", "10", str(queries), str(attributes), str(share)]
    result = subprocess.run(command + ([str(rows)] if rows else []), capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(result.stderr or "statdb_steps failed")
    return json.loads(result.stdout)


def exponent(points):
    (n0, t0), (n1, t1) = points[0], points[-1]
    return math.log(t1 / t0) / math.log(n1 / n0)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--most-rows", type=int, default=10_000_000)
    options = parser.parse_args()
    data = pathlib.Path(os.environ.get("SCRIM_DATA", pathlib.Path(__file__).parent.parent.parent / "shared" / "data")).resolve()
    packed = data / "acs-occ" / "occ600k.csv.gz"
    if not packed.exists():
        sys.exit(f"skipped: {packed} is not there; set SCRIM_DATA to the folder that holds acs-occ/")
    with tempfile.TemporaryDirectory() as folder:
        table = f"{folder}/occ600k.csv"
        with gzip.open(packed) as source, open(table, "wb") as target:
            shutil.copyfileobj(source, target)
        a = steps(options.build, table, 2000, 6)
        print(f"\nstatdb, ACS-OCC ({a['rows']:,} records), m = 10, 2,000 questions (lambda = 2, ql = 6 %), one thread; "
              f"average true count {a['average_count']:,.0f}")
        print("  every interval holds DuckDB's exact count")
        print(f"  DuckDB, exact, prepared      median {a['duckdb_median_us']:8.1f} us")
        ratio = a["duckdb_median_us"] / a["default_median_us"]
        print(f"  scrim, private               median {a['default_median_us']:8.1f} us, p99 {a['default_p99_us']:.1f} us; "
              f"{ratio:.0f} x faster (goal: 10 x); two threads {a['two_threads_per_second']:,.0f} questions/s")
        print(f"  codes compared at {a['gigabytes_per_second']:.1f} GB/s, {a['bandwidth_share']:.2f} of a plain pass over memory")
        print(f"  interval length              {a['default_length']:.0f} on average; the paper's builder {a['papers_length']:.0f}; "
              f"ratio {a['default_length'] / a['papers_length']:.2f} (goal: at most 0.5)")
        print(f"  build                        {a['default_build_seconds']:.2f} s from encoded data (goal: 2 s); "
              f"{a['default_buckets']} buckets, {a['default_strata']} regions")
        print(f"  file                         {a['file_bytes']:,} bytes; encoded table {a['table_bytes']:,} "
              f"({a['file_bytes'] / a['table_bytes']:.3f}, goal: at most 1.05)")
        for title, share, attributes in (("as above", 6, 2), ("selective: lambda = 5, ql = 2 %", 2, 5)):
            print(f"\ngrowth, {title} (the table repeated)")
            points = []
            for rows in (100_000, 300_000, 1_000_000, 3_000_000, 10_000_000):
                if rows > options.most_rows:
                    break
                a = steps(options.build, table, 300, share, rows, attributes)
                points.append((rows, a["default_median_us"]))
                print(f"  {rows:>10,} records  {a['default_median_us']:9.1f} us  DuckDB {a['duckdb_median_us']:9.1f} us  "
                      f"build {a['default_build_seconds']:.2f} s  {a['default_strata']} regions")
            print(f"  growth exponent {exponent(points):.2f} (goal: at most 1.0)")


if __name__ == "__main__":
    main()
