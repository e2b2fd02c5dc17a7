#!/usr/bin/env python3
"""Re-publication of changing data: time per release, growth, a long series, untrue rows, query error.

Usage: republish_bench.py BUILD
Prints a table, then the same numbers as JSON lines.
"""
import argparse
import gzip
import json
import math
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

QIS, SENSITIVE, M = "Age,Gender,Education,Birthplace", "Occupation", 10
NAMES = {"m_invariance": "m-invariance", "epsilon_inclusion": "epsilon-inclusion"}
GOALS = {"m_invariance": 1.0, "epsilon_inclusion": 0.5}


class Bench:
    def __init__(self, build, table):
        self.build, self.table, self.lines = build, table, []

    def run(self, program, *more):
        result = subprocess.run([f"{self.build}/bench/{program}", self.table, QIS, SENSITIVE, *map(str, more)],
                                capture_output=True, text=True)
        if result.returncode != 0:
            sys.exit(result.stderr or f"{program} failed")
        return result.stdout

    def steps(self, method, first, volume, releases):
        return json.loads(self.run("republish_steps", method, M, first, volume, releases))["releases"]

    def histories(self, methods, first, volume, releases, plan):
        output = self.run("republish_experiment", methods, M, first, volume, releases, plan)
        return [json.loads(line) for line in output.splitlines()]

    def keep(self, **numbers):
        self.lines.append(numbers)

    def one_release(self):
        print(f"\nre-publication, ACS-OCC, m = epsilon = {M}, {QIS}; from encoded data, one thread")
        print("one release of 200,000 records, 40,000 of them new; median of 10")
        for method, name in NAMES.items():
            seconds = statistics.median(own["seconds"] for own in self.steps(method, 200_000, 40_000, 11)[1:])
            print(f"  {name:18} {seconds:6.3f} s  (goal: at most {GOALS[method]} s)")
            self.keep(bench="one_release", method=method, records=200_000, volume=40_000, seconds=seconds)

    def growth(self):
        print("growth, one fifth of the records new; processor seconds, medians of 5 rounds")
        sizes = (50_000, 100_000, 200_000, 400_000)
        for method, name in NAMES.items():
            rounds = [[statistics.median(own["seconds"] for own in self.histories(method, n, n // 5, 3, "none")[1:])
                       for n in sizes] for _ in range(5)]
            exponents = [math.log(own[-1] / own[0]) / math.log(sizes[-1] / sizes[0]) for own in rounds]
            seconds = {n: statistics.median(own[i] for own in rounds) for i, n in enumerate(sizes)}
            print(f"  {name:18} " + "  ".join(f"{n:,}: {own:.3f} s" for n, own in seconds.items()))
            print(f"  {'':18} exponent {statistics.median(exponents):.2f}, from {min(exponents):.2f} to "
                  f"{max(exponents):.2f} (goal: at most 1.1)")
            self.keep(bench="growth", method=method, seconds=seconds, exponents=exponents)

    def series(self):
        print("a series of 81 releases of 200,000 records, 5,000 of them new each time; reading the table included")
        for method, name in NAMES.items():
            start = time.perf_counter()
            releases = self.steps(method, 200_000, 5000, 81)
            seconds = time.perf_counter() - start
            early, late = releases[4]["peak_kb"], releases[80]["peak_kb"]
            kind = "counterfeits" if method == "m_invariance" else "substitutes"
            untrue = [own[kind] for own in releases]
            print(f"  {name:18} {seconds:6.1f} s (goal: 120 s); peak {early / 1024:.0f} MB at release 5, "
                  f"{late / 1024:.0f} MB at 81; loss {releases[0]['loss']:.3f} to {releases[80]['loss']:.3f}")
            print(f"  {'':18} {kind} per release: {statistics.mean(untrue):.1f} on average, {max(untrue)} at most, "
                  f"{untrue[-1]} in the last")
            self.keep(bench="series", method=method, releases=81, seconds=seconds, peak_kb_5=early, peak_kb_81=late,
                      untrue=kind, untrue_mean=statistics.mean(untrue), untrue_most=max(untrue), untrue_last=untrue[-1])

    def errors(self):
        print("query error: 10,000 queries, s = 10 %, at releases 1, 11 and 21 of a series as above")
        made = self.histories(",".join(NAMES), 200_000, 5000, 21, "10:10")
        mean = {}
        for method, name in NAMES.items():
            errors = [own["errors"]["10"]["mean"] for own in made if own["method"] == method and "errors" in own]
            mean[method] = statistics.mean(errors)
            print(f"  {name:18} {' '.join(f'{error:7.2%}' for error in errors)}")
            self.keep(bench="query_error", method=method, errors=errors)
        ratio = mean["epsilon_inclusion"] / mean["m_invariance"]
        print(f"  {'ratio':18} {ratio:.2f} (goal: below 1)")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    options = parser.parse_args()
    data = pathlib.Path(os.environ.get("SCRIM_DATA", pathlib.Path(__file__).parent.parent.parent / "shared" / "data")).resolve()
    packed = data / "acs-occ" / "occ600k.csv.gz"
    if not packed.exists():
        sys.exit(f"skipped: {packed} is not there; set SCRIM_DATA to the folder that holds acs-occ/")
    with tempfile.TemporaryDirectory() as folder:
        table = f"{folder}/occ600k.csv"
        with gzip.open(packed) as source, open(table, "wb") as target:
            shutil.copyfileobj(source, target)
        bench = Bench(options.build, table)
        bench.one_release()
        bench.growth()
        bench.series()
        bench.errors()
    for line in bench.lines:
        print(json.dumps(line))


if __name__ == "__main__":
    main()
