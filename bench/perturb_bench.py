#!/usr/bin/env python3
"""How fast are the perturbing methods, how alike is drawn microdata to its original, and what is a release good for?

Usage: perturb_bench.py BUILD_FOLDER [--rounds N] [--only PART…]
Parts: speed microdata utility
"""
import argparse
import csv
import gzip
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

ACS = "acs-occ/acs2018_income.csv.gz"
SAMPLE, TEN = 27_000, ["ST", "AGEP", "COW", "SCHL", "MAR", "RELP", "WKHP", "SEX", "RAC1P", "PINCP_GT50K"]
NUMBERS = {"AGEP", "SCHL", "WKHP"}  # of the ten, or in order; the others are codes of categories
METHODS = ["noise", "noise(kind=correlated)", "pram", "rank_swap"]
ADULT = "adult/adult.csv.gz"
# What Adult is released by, and whether the algorithm is told what a classifier will predict.
RELEASED_BY = [("cluster", False), ("mondrian", False), ("microaggregate(k=5)", False), ("infogain_mondrian", True),
               ("topdown", True), ("optimal", False)]
NIST = 907  # sdcMicro, k = 6, on NIST's excerpt of 27,253 records, of which it dropped 8,533


def run(command):
    """Seconds and output of a program."""
    start = time.perf_counter()
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):  # 1: what the policy requires does not hold of drawn values by themselves
        sys.exit(f"failed with code {done.returncode}: {' '.join(map(str, command))}\n{done.stderr}")
    return time.perf_counter() - start, done.stdout


class Bench:
    def __init__(self, build, data, folder, rounds):
        self.build, self.data, self.folder, self.rounds = pathlib.Path(build), data, pathlib.Path(folder), rounds

    def scrim(self, *words):
        return run([self.build / "scrim", *words])

    def speed(self):
        """Each method's own work beside reading and writing the table, all by us."""
        table = self.folder / "acs.csv"
        with gzip.open(self.data / ACS) as packed, open(table, "wb") as plain:
            shutil.copyfileobj(packed, plain)
        steps = json.loads(run([self.build / "bench/perturb_steps", table, self.folder / "out.csv", self.rounds,
                                *METHODS])[1])
        for clock in ["wall", "processor"]:
            read, write = steps["read"][clock], steps["write"][clock]
            print(f"perturbing, ACS 2018, {steps['rows']:,} records of {steps['columns']} columns, {clock} seconds, best of "
                  f"{self.rounds}: read {read:.2f}, write {write:.2f}")
            for method in METHODS:
                seconds = steps["methods"][method][clock]
                print(f"  {method:<42} {seconds:6.2f}, {seconds / (read + write):4.2f} x (goal: at most 2)")
        print()

    def microdata(self):
        """The k-marginal score of drawn values, every record of the sample among them."""
        with gzip.open(self.data / ACS, "rt") as lines:
            rows = list(csv.DictReader(lines))
        random.seed(2018)
        sample = self.folder / "sample.csv"
        with open(sample, "w", newline="") as out:
            writer = csv.writer(out)
            writer.writerow(TEN)
            writer.writerows([row[name] for name in TEN] for row in random.sample(rows, SAMPLE))
        columns = "".join(f"  {name}: {{role: quasi_identifier{'' if name in NUMBERS else ', type: category'}}}\n"
                          for name in TEN)
        policy = self.folder / "sample.yaml"
        policy.write_text(f"columns:\n{columns}rows_are_persons: true\nrequire: [k_anonymity(k=6)]\n")
        print(f"microdata, ACS 2018, {SAMPLE:,} records of ten columns, all quasi-identifiers, k = 6; k-marginal score "
              f"(goal: above {NIST})")
        for algorithm in ["cluster", "mondrian"]:
            folder = self.folder / f"m_{algorithm}"
            seconds, _ = self.scrim("publish", sample, "--policy", policy, "--algorithm", algorithm, "--as", "microdata",
                                    "--out", folder)
            scores = {}
            for name in ["data", "microdata"]:
                _, text = self.scrim("check", folder / f"{name}.csv", "--policy", policy, "--original", sample,
                                     "--json")
                scores[name] = json.loads(text)["metrics"]["k_marginal"]["value"]
            kept = sum(1 for _ in open(folder / "microdata.csv")) - 1
            print(f"  {algorithm:<10} spans {scores['data']:.0f}, drawn {scores['microdata']:.0f}, "
                  f"{SAMPLE - kept} records dropped, {seconds:.1f} s in all")
        print()

    def utility(self):
        """Counts and classifiers by releases of one table, by the metrics of check."""
        table, target = self.folder / "adult.csv", "salary-class"
        with gzip.open(self.data / ADULT) as packed, open(table, "wb") as plain:
            shutil.copyfileobj(packed, plain)
        with open(table) as lines:
            names = lines.readline().strip().split(";")
        hierarchies = {name: self.data / f"adult/adult_hierarchy_{name}.csv" for name in names}
        columns = "".join(f"  {name}: {{role: {'sensitive' if name == target else 'quasi_identifier'}"
                          f"{'' if name == target else f', hierarchy: {hierarchies[name]}'}}}\n" for name in names)
        policy = self.folder / "adult.yaml"
        policy.write_text(f"columns:\n{columns}rows_are_persons: true\nrequire: [k_anonymity(k=5)]\n")
        print("utility, Adult, 30,162 records, 8 quasi-identifiers, k = 5, nothing suppressed; a decision tree that "
              f"predicts {target} of held-out people")
        for algorithm, aimed in RELEASED_BY:
            folder = self.folder / ("u_" + algorithm.split("(")[0])
            seconds, _ = self.scrim("publish", table, "--policy", policy, "--algorithm", algorithm, "--out", folder,
                                    *(["--target", target] if aimed else []))
            _, text = self.scrim("check", folder / "data.csv", "--policy", policy, "--original", table, "--target",
                                 target, "--json")
            metrics = json.loads(text)["metrics"]
            values = {name: metrics[name]["value"] for name in ["query_error", "classifier", "k_marginal"]}
            print(f"  {algorithm + (' (target)' if aimed else ''):<28} query_error {values['query_error']:6.3f}  "
                  f"classifier {values['classifier']:.3f}  k_marginal {values['k_marginal']:4.0f}  {seconds:6.1f} s")
        print()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", nargs="*", default=["speed", "microdata", "utility"])
    asked = parser.parse_args()
    data = pathlib.Path(os.environ.get("SCRIM_DATA", pathlib.Path(__file__).parent / "../../shared/data")).resolve()
    if not (data / ACS).exists():
        sys.exit(f"perturb_bench: {data / ACS} is absent; nothing was measured")
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(asked.build, data, folder, asked.rounds)
        for part in asked.only:
            getattr(bench, part)()


if __name__ == "__main__":
    main()
