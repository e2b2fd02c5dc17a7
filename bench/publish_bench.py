#!/usr/bin/env python3
"""How fast and how good is `scrim publish`? Against ARX, and as tables grow.

Usage: publish_bench.py BUILD_FOLDER [--rounds N] [--most-rows N] [--only PART…]
Parts: optimal local mondrian growth anatomy cold memory
SCRIM_ARX_CLASSPATH (ARX's jar): ARX runs in the same run; otherwise its figures of another run are printed.
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

QIS = ["sex", "age", "race", "marital-status", "education", "native-country", "workclass", "occupation"]
# ARX 3.9.2, k = 5: CPU seconds of its main thread on a warm virtual machine, published by us from another run.
ARX = {"0": (0.044, 0.66084, "0-4-0-2-3-2-2-1", 0, 30), "0.05": (0.785, 0.26176, "0-3-0-1-2-1-1-1", 1248, 384),
       "1": (1.752, 0.22706, "0-3-0-0-2-1-0-1", 3049, 649)}
GOAL_MS = {"0": 20, "0.05": 60, "1": 120}


def run(command, **options):
    """Seconds, peak resident bytes and output of a program."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, **options)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"failed with code {process.returncode}: {' '.join(map(str, command))}")
    return time.perf_counter() - start, usage.ru_maxrss * 1024, output


class Bench:
    def __init__(self, build, data, folder, rounds):
        self.build, self.data, self.folder, self.rounds = pathlib.Path(build), data, pathlib.Path(folder), rounds

    def unpacked(self, name):
        target = self.folder / name.removesuffix(".gz").replace("/", "_")
        if not target.exists():
            with gzip.open(self.data / name) as packed, open(target, "wb") as plain:
                shutil.copyfileobj(packed, plain)
        return target

    def adult_policy(self, k, algorithm, suppress):
        text = "columns:\n"
        for name in QIS:
            text += f"  {name}: {{role: quasi_identifier, hierarchy: {self.data}/adult/adult_hierarchy_{name}.csv}}\n"
        text += f"  salary-class: insensitive\nrequire: [k_anonymity(k={k})]\nalgorithm: {algorithm}\nsuppress: {suppress}\n"
        return self.policy(text)

    def policy(self, text):
        file = self.folder / "policy.yaml"
        file.write_text(text)
        return file

    def steps(self, table, policy, rounds=None, cores=None):
        command = [self.build / "bench/recode_steps", table, policy, str(rounds or self.rounds)]
        if cores:
            command = ["taskset", "-c", cores, *command]
        return json.loads(run(command)[2])

    def arx(self, table):
        path = os.environ.get("SCRIM_ARX_CLASSPATH")
        if not path:
            return {}
        source = pathlib.Path(__file__).parent / "arx" / "ArxBench.java"
        run(["javac", "-cp", path, "-d", self.folder, source])
        output = run(["java", "-cp", f"{path}:{self.folder}", "ArxBench", f"{self.data}/adult", table, *ARX])[2]
        return {str(line["limit"]): line for line in map(json.loads, output.splitlines())}

    def optimal(self):
        table = self.unpacked("adult/adult.csv.gz")
        beside = self.arx(table)
        print("optimal, Adult (30,162 records, 8 quasi-identifiers, 6,480 nodes), k = 5; one core, loading excluded")
        print("  suppression     loss  levels           suppressed classes   scrim ms  goal   ARX ms  ratio  ARX's figures")
        for limit, (seconds, loss, levels, suppressed, classes) in ARX.items():
            ours = self.steps(table, self.adult_policy(5, "optimal", f"{float(limit):.0%}"), cores="0")
            found = (round(ours["loss"], 5), ours["levels"], ours["suppressed"], ours["classes"])
            if found != (loss, levels, suppressed, classes):
                sys.exit(f"answers differ at {limit}: ours {found}, ARX's {(loss, levels, suppressed, classes)}")
            if limit in beside:
                if beside[limit]["levels"] != levels:
                    sys.exit(f"answers differ at {limit}: ARX in this run found {beside[limit]['levels']}")
                seconds = beside[limit]["seconds"]
            print(f"  {float(limit):10.0%} {ours['loss']:9.5f}  {levels:16} {suppressed:10,} {classes:7,} "
                  f"{1000 * ours['processor_seconds']:10.1f} {GOAL_MS[limit]:5} {1000 * seconds:8.0f} "
                  f"{seconds / ours['processor_seconds']:5.0f} x  {'this run' if limit in beside else 'published by us, other run'}")

    def local(self):
        table = self.unpacked("adult/adult.csv.gz")
        print("\nlocal recoding, Adult, k = 5, nothing suppressed; ARX (other run): loss 0.0513 in 10.1 s, 0.0563 in 2.9 s")
        for algorithm in ("cluster", "mondrian", "mondrian(cut=textbook)"):
            ours = self.steps(table, self.adult_policy(5, f'"{algorithm}"', "0%"), rounds=3)
            print(f"  {algorithm:24} loss {ours['loss']:.4f}  {ours['classes']:6,} classes  {ours['seconds']:.3f} s")
            if ours["suppressed"] != 0:
                sys.exit("records were suppressed")
            if algorithm == "cluster" and ours["loss"] >= 0.0513:
                print("  GOAL MISSED: below 0.0513")

    ACS = ("columns:\n  ST: quasi_identifier\n  AGEP: quasi_identifier\n  COW: quasi_identifier\n  SCHL: quasi_identifier\n"
           "  MAR: quasi_identifier\n  RAC1P: quasi_identifier\n  SEX: quasi_identifier\n  WKHP: quasi_identifier\n"
           "  OCCP: insensitive\n  POBP: insensitive\n  RELP: insensitive\n  PINCP_GT50K: insensitive\n"
           "require: [k_anonymity(k=10)]\nalgorithm: mondrian\n")

    def mondrian(self):
        adult = self.steps(self.unpacked("adult/adult.csv.gz"), self.adult_policy(10, "mondrian", "0%"))
        acs = self.steps(self.unpacked("acs-occ/acs2018_income.csv.gz"), self.policy(self.ACS))
        print("\nmondrian, k = 10, both cores, loading excluded")
        for name, answer, goal in (("Adult", adult, 0.010), ("ACS", acs, 0.6)):
            print(f"  {name:6} {answer['rows']:10,} records {answer['classes']:8,} classes  loss {answer['loss']:.4f}  "
                  f"{answer['seconds']:.4f} s (goal {goal} s)")

    def growth(self, most_rows):
        source = self.data / "acs-occ" / "acs2018_income.csv.gz"
        points = []
        print("\nmondrian, k = 10, ACS replicated with jitter")
        for rows in (100_000, 300_000, 1_000_000, 3_000_000, 10_000_000):
            if rows > most_rows:
                break
            file = self.folder / f"{rows}.parquet"
            run([self.build / "bench/duckdb_query",
                 f"""COPY (SELECT ST, (AGEP + CAST(floor(random() * 3) AS INT) - 1) AS AGEP, COW, SCHL, MAR, OCCP, POBP, RELP,
                     (WKHP + CAST(floor(random() * 3) AS INT) - 1) AS WKHP, SEX, RAC1P, PINCP_GT50K
                     FROM read_csv('{source}'), range({rows // 1_369_664 + 1}) LIMIT {rows}) TO '{file}' (FORMAT parquet)"""])
            answer = self.steps(file, self.policy(self.ACS), rounds=3)
            points.append((math.log(rows), math.log(answer["best_seconds"])))
            print(f"  {rows:10,} records {answer['tuples']:10,} tuples {answer['classes']:8,} classes  {answer['best_seconds']:.4f} s")
            file.unlink()
        if len(points) > 2:
            slope = statistics.linear_regression(*zip(*points)).slope
            print(f"  growth exponent {slope:.2f} (goal: at most 1.1)")

    def anatomy(self):
        table = self.unpacked("acs-occ/occ600k.csv.gz")
        columns = ["Age", "Gender", "Education", "Birthplace", "Marital2", "Race5", "Workclass"]
        text = "columns:\n" + "".join(f"  {name}: quasi_identifier\n" for name in columns)
        text += ("  Occupation: sensitive\n  Relation: insensitive\n  Hours: insensitive\n"
                 "require: [l_diversity_distinct(l=10)]\nalgorithm: anatomy(l=10)\n")
        answer = self.steps(table, self.policy(text))
        print(f"\nanatomy, ACS-OCC ({answer['rows']:,} records), l = 10: {answer['classes']:,} groups in "
              f"{1000 * answer['seconds']:.1f} ms; reading the encoded table twice {1000 * answer['twice_seconds']:.1f} ms; "
              f"ratio {answer['seconds'] / answer['twice_seconds']:.1f} (goal: at most 2)")

    def cold(self):
        table = self.unpacked("adult/adult.csv.gz")
        policy = self.adult_policy(5, "optimal", "5%")
        seconds, peaks = [], []
        for i in range(self.rounds):
            out = self.folder / f"cold{i}"
            took, peak, _ = run([self.build / "scrim", "publish", table, "--policy", policy, "--out", out])
            seconds.append(took)
            peaks.append(peak)
        print(f"\ncold start to finished, verified release of Adult, 5 %: {statistics.median(seconds):.3f} s "
              f"(goal 0.3 s; ARX, other run: 3.1 s), peak {statistics.median(peaks) / (1 << 20):.0f} MB (ARX: 330 MB)")

    def memory(self, rows):
        file = self.folder / "big.csv"
        run([self.build / "bench/duckdb_query",
             # As among people, most things go with age: some six million different rows.
             f"""COPY (SELECT age, CAST(random() AS INT) AS sex, CAST(floor(5 * pow(random(), 5)) AS INT) AS race,
                 CAST(floor(20 * pow(random(), 3)) AS INT) AS state,
                 CASE WHEN age < 25 THEN 0 ELSE CAST(floor(5 * pow(random(), 2)) AS INT) END AS marital,
                 CASE WHEN age < 20 THEN 3 ELSE CAST(floor(9 * pow(random(), 2)) AS INT) END AS education,
                 CASE WHEN age >= 67 THEN 0 ELSE CAST(floor(8 * pow(random(), 4)) AS INT) END AS workclass,
                 CAST(floor(20 * pow(random(), 4)) AS INT) AS disease
                 FROM (SELECT CAST(floor(95 * (random() + random()) / 2) AS INT) AS age FROM range({rows})))
                 TO '{file}' (FORMAT csv, HEADER)"""])
        columns = ["age", "sex", "race", "state", "marital", "education", "workclass"]
        for algorithm in ("mondrian", "optimal"):
            text = "columns:\n" + "".join(f"  {name}: quasi_identifier\n" for name in columns)
            text += f"  disease: sensitive\nrequire: [k_anonymity(k=10)]\nalgorithm: {algorithm}\nsuppress: 5%\n"
            out = self.folder / f"big_{algorithm}"
            took, peak, _ = run([self.build / "scrim", "publish", file, "--policy", self.policy(text), "--memory", "512MB", "--out", out])
            # Globally correct, says somebody else: DuckDB counts the classes of the released file.
            answer = json.loads(run([self.build / "bench/duckdb_query",
                                     f"SELECT min(n), sum(n) FROM (SELECT count(*) n FROM read_csv('{out}/data.csv', all_varchar=true) "
                                     f"GROUP BY {', '.join(columns)})"])[2].splitlines()[0])
            if int(answer["row"][0]) < 10:
                sys.exit(f"a class of {answer['row'][0]} records")
            print(f"\n{algorithm}, {rows:,} records with --memory 512MB: {took:.1f} s, peak {peak / 1e6:.0f} MB (goal 512 MB); "
                  f"smallest class {answer['row'][0]}, {int(answer['row'][1]):,} records")
            shutil.rmtree(out)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--most-rows", type=int, default=20_000_000)
    parser.add_argument("--only", nargs="*", default=["optimal", "local", "mondrian", "growth", "anatomy", "cold", "memory"])
    options = parser.parse_args()
    data = pathlib.Path(os.environ.get("SCRIM_DATA", pathlib.Path(__file__).parent.parent.parent / "shared" / "data")).resolve()
    if not (data / "adult").exists():
        sys.exit(f"skipped: the Adult table is not in {data}; set SCRIM_DATA to the folder that holds adult/ and acs-occ/")
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options.build, data, folder, options.rounds)
        for part in options.only:
            if part == "growth":
                bench.growth(min(options.most_rows, 10_000_000))
            elif part == "memory":
                bench.memory(options.most_rows)
            else:
                getattr(bench, part)()


if __name__ == "__main__":
    main()
