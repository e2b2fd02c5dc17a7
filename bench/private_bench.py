#!/usr/bin/env python3
"""How much do differentially private tables lose, beside those of MST and AIM on the same values at the same price?

Usage: private_bench.py BUILD_FOLDER [--runs N] [--only PART…] [--contenders PYTHON]
Parts: adult acs
--contenders: a Python that has the package dpmm, whose mbi is that of private-pgm.

adult: mean over all pairs of columns of the L1 distance of shares (the workload error of McKenna et al., VLDB 2022).
acs: NIST's k-marginal score and unique exact matches, as `scrim check` measures them.
"""
import argparse
import collections
import csv
import gzip
import itertools
import json
import os
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import time

ADULT, ACS = "adult/adult.csv.gz", "acs-occ/acs2018_income.csv.gz"
SAMPLE, TEN = 27_000, ["ST", "AGEP", "COW", "SCHL", "MAR", "RELP", "WKHP", "SEX", "RAC1P", "PINCP_GT50K"]
EPSILON, DELTA = "1", "1e-9"
# Of a table of codes, each column from 0, and how many codes there may be.
CONTENDER = """
import json, sys, pandas
from dpmm.models.{module} import {model}
frame = pandas.read_csv(sys.argv[1])
sizes = json.load(open(sys.argv[2]))
made = {model}(epsilon={epsilon}, delta={delta}, n_jobs=1, compress=True, domain=dict(sizes){more})
made.fit(frame)
made.generate(n_records=len(frame)).to_csv(sys.argv[3], index=False)
"""
CONTENDERS = {"MST": ("mst", "MSTGM", ""), "AIM": ("aim", "AIMGM", "")}


def run(command):
    """Seconds and output of a program."""
    start = time.perf_counter()
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"failed with code {done.returncode}: {' '.join(map(str, command))[:300]}\n{done.stderr[-2000:]}")
    return time.perf_counter() - start, done.stdout


def read(path, delimiter=","):
    with (gzip.open if str(path).endswith(".gz") else open)(path, "rt") as lines:
        rows = list(csv.reader(lines, delimiter=delimiter))
    return rows[0], rows[1:]


def write(path, names, rows):
    with open(path, "w", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(names)
        writer.writerows(rows)


def workload_error(original, made):
    """Mean over all pairs of columns of the sum over cells of how far shares are apart."""
    errors = []
    for a, b in itertools.combinations(range(len(original[0])), 2):
        shares = collections.Counter()
        for rows, sign in [(original, 1 / len(original)), (made, -1 / len(made))]:
            for row in rows:
                shares[row[a], row[b]] += sign
        errors.append(sum(abs(share) for share in shares.values()))
    return statistics.mean(errors)


class Bench:
    def __init__(self, build, data, folder, runs, contenders):
        self.build, self.data, self.folder = pathlib.Path(build), data, pathlib.Path(folder)
        self.runs, self.contenders = runs, contenders

    def scrim(self, *words):
        return run([self.build / "scrim", *words])

    def policy(self, names, hierarchies):
        policy = self.folder / "policy.yaml"
        columns = "".join(f"  {name}: {{role: quasi_identifier, type: {kind}, hierarchy: {hierarchies[name]}}}\n"
                          if kind else f"  {name}: {{role: quasi_identifier, hierarchy: {hierarchies[name]}}}\n"
                          for name, kind in names.items())
        policy.write_text(f"columns:\n{columns}rows_are_persons: true\n")
        return policy

    def ours(self, table, policy, algorithm, score):
        scores, seconds = [], []
        for attempt in range(self.runs):
            out = self.folder / f"made{attempt}"
            took, _ = self.scrim("publish", table, "--policy", policy, "--algorithm", algorithm, "--out", out, "--force")
            scores.append(score(out / "data.csv"))
            seconds.append(took)
        return scores, statistics.mean(seconds)

    def theirs(self, contender, table, values, score):
        """The same, of a table of codes; `values`: of each column, all that there may be."""
        names, rows = read(table)
        codes = {name: {value: code for code, value in enumerate(values[name])} for name in names}
        coded, sizes, out = self.folder / "coded.csv", self.folder / "sizes.json", self.folder / "theirs.csv"
        write(coded, names, [[codes[name][value] for name, value in zip(names, row)] for row in rows])
        sizes.write_text(json.dumps([[name, len(values[name])] for name in names]))
        module, model, more = CONTENDERS[contender]
        script = CONTENDER.format(module=module, model=model, epsilon=EPSILON, delta=DELTA, more=more)
        scores, seconds = [], []
        for _ in range(self.runs):
            took, _ = run([self.contenders, "-c", script, coded, sizes, out])
            header, made = read(out)
            places = [header.index(name) for name in names]
            plain = self.folder / "theirs_plain.csv"
            write(plain, names, [[values[name][int(float(row[place]))] for name, place in zip(names, places)]
                                 for row in made])
            scores.append(score(plain))
            seconds.append(took)
        return scores, statistics.mean(seconds)

    def compare(self, table, policy, values, score, show, ours):
        for algorithm in ours:
            scores, seconds = self.ours(table, policy, algorithm, score)
            print(f"  {algorithm:<40} {show(scores)}, {seconds:6.1f} s", flush=True)
        for contender in CONTENDERS if self.contenders else []:
            scores, seconds = self.theirs(contender, table, values, score)
            print(f"  {contender:<40} {show(scores)}, {seconds:6.1f} s", flush=True)
        print()

    def adult(self):
        names, rows = read(self.data / ADULT, ";")
        table = self.folder / "adult.csv"
        write(table, names, rows)
        hierarchies = {name: self.data / f"adult/adult_hierarchy_{name}.csv" for name in names}
        policy = self.policy({name: None for name in names}, hierarchies)
        values = {name: [line.split(";")[0] for line in hierarchies[name].read_text().split("\n") if line]
                  for name in names}
        print(f"all pairs of Adult, {len(rows):,} records, {len(names)} columns, epsilon {EPSILON}, delta {DELTA}; mean "
              f"L1 error of {self.runs} runs (goal: at most that of MST and AIM)")
        self.compare(table, policy, values, lambda made: workload_error(rows, read(made)[1]),
                     lambda scores: f"error {statistics.mean(scores):.4f} ({min(scores):.4f} to {max(scores):.4f})",
                     [f"dp_synthesize(epsilon={EPSILON}, delta={DELTA})", f"dp_synthesize(epsilon={EPSILON})"])

    def acs(self):
        names, rows = read(self.data / ACS)
        random.seed(2018)
        places = [names.index(name) for name in TEN]
        rows = [[row[place] for place in places] for row in rows]
        # Which values there are is known of the whole survey.
        values = {name: sorted({row[c] for row in rows}, key=lambda v: (len(v), v)) for c, name in enumerate(TEN)}
        hierarchies = {}
        for name in TEN:
            hierarchies[name] = self.folder / f"{name}.csv"
            hierarchies[name].write_text("".join(f"{value};*\n" for value in values[name]))
        rows = random.sample(rows, SAMPLE)
        table = self.folder / "acs.csv"
        write(table, TEN, rows)
        policy = self.policy({name: None if name in ("AGEP", "SCHL", "WKHP") else "category" for name in TEN},
                             hierarchies)

        def score(made):
            # 1: no requirement is judged, and quasi-identifiers single people out.
            done = subprocess.run([self.build / "scrim", "check", made, "--policy", policy, "--original", table, "--json"],
                                  capture_output=True, text=True, check=False)
            metrics = json.loads(done.stdout)["metrics"]
            return metrics["k_marginal"]["value"], metrics["unique_exact_matches"]["value"]

        print(f"ten columns of ACS 2018, {SAMPLE:,} records, epsilon {EPSILON}, delta {DELTA}; k-marginal score (goal: at "
              f"least 958), unique exact matches (at most 0.125)")
        self.compare(table, policy, values, score,
                     lambda scores: f"k-marginal {statistics.mean(s[0] for s in scores):.1f}, unique exact matches "
                                    f"{statistics.mean(s[1] for s in scores):.4f}",
                     [f"dp_synthesize(epsilon={EPSILON}, delta={DELTA})", f"dp_synthesize(epsilon={EPSILON})"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("build")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", nargs="+", default=["adult", "acs"], choices=["adult", "acs"])
    parser.add_argument("--contenders")
    asked = parser.parse_args()
    data = pathlib.Path(os.environ.get("SCRIM_DATA", pathlib.Path(__file__).resolve().parents[2] / "shared/data"))
    if not (data / ADULT).exists():
        sys.exit(f"no data in {data}; set SCRIM_DATA")
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(asked.build, data, folder, asked.runs, asked.contenders)
        for part in asked.only:
            getattr(bench, part)()


if __name__ == "__main__":
    main()
