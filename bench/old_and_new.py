#!/usr/bin/env python3
"""What became of the speed? The same commands by two builds of scrim, in turn, as users run them.

Usage: old_and_new.py OLD_PROGRAM NEW_PROGRAM [--rounds N] [--only NAME…]
A round runs every command once with each program; of each the least processor time (of all threads) and the least time
on the clock count, for whatever disturbs a run makes it longer. A command that one of them refuses is named and left out.
"""
import argparse
import gzip
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile
import time

ADULT = ["sex", "age", "race", "marital-status", "education", "native-country", "workclass", "occupation"]
ACS = ["ST", "AGEP", "SCHL", "MAR", "POBP", "RELP", "SEX", "RAC1P"]
OCC = ["Age", "Gender", "Education", "Birthplace"]


def unpack(packed, target):
    with gzip.open(packed) as source, open(target, "wb") as plain:
        shutil.copyfileobj(source, plain)
    return target


def policy(file, quasi_identifiers, sensitive, others, hierarchies, *lines):
    text = "columns:\n"
    for name in quasi_identifiers:
        hierarchy = hierarchies and f", hierarchy: {hierarchies}/adult_hierarchy_{name}.csv"
        text += f"  {name}: {{role: quasi_identifier{hierarchy}}}\n"
    text += "".join(f"  {name}: sensitive\n" for name in sensitive) + "".join(f"  {name}: identifier\n" for name in others)
    file.write_text(text + "".join(f"{line}\n" for line in lines))
    return file


def commands(data, folder):
    """name -> words after the program's name, OUT being a file or folder that is not there yet; in an order in which each finds
    what it needs: NAME/OUT is that of the same program's command of this name."""
    adult = unpack(data / "adult/adult.csv.gz", folder / "adult.csv")
    acs = unpack(data / "acs-occ/acs2018_income.csv.gz", folder / "acs.csv")
    occ = unpack(data / "acs-occ/occ600k.csv.gz", folder / "occ.csv")
    columns = {table: open(table).readline().strip().split(",") for table in (adult, acs, occ)}

    def adult_policy(name, *lines):
        return policy(folder / f"{name}.yaml", ADULT, ["salary-class"], [], data / "adult", *lines)

    def policy_over(name, table, quasi_identifiers, sensitive, *lines):
        others = [column for column in columns[table] if column not in quasi_identifiers and column != sensitive]
        return policy(folder / f"{name}.yaml", quasi_identifiers, [sensitive], others, "", *lines)

    made = {}
    for name, limit in (("optimal", "0"), ("optimal-suppress", "5%")):
        made[name] = ["publish", adult, "--policy", adult_policy(name, "require: [k_anonymity(k=5)]", "algorithm: optimal",
                                                                 f"suppress: {limit}"), "--out", "OUT"]
    for algorithm in ("datafly", "topdown", "mondrian", "cluster"):
        made[algorithm] = ["publish", adult, "--policy",
                           adult_policy(algorithm, "require: [k_anonymity(k=5)]", f"algorithm: {algorithm}"), "--out", "OUT"]
    large = policy_over("large", acs, ACS, "OCCP", "require: [k_anonymity(k=10)]", "algorithm: mondrian")
    made["mondrian-large"] = ["publish", acs, "--policy", large, "--out", "OUT"]
    made["anatomy-large"] = ["publish", acs, "--policy", policy_over("anatomy", acs, ACS, "OCCP", "require: [l_diversity_distinct(l=5)]",
                                                                     "algorithm: anatomy"), "--out", "OUT"]
    made["verify-large"] = ["verify", "mondrian-large/OUT"]
    made["verify-original"] = ["verify", "mondrian-large/OUT", "--original", acs, "--policy", large]
    made["check-large"] = ["check", acs, "--policy", large]
    made["check"] = ["check", adult, "--policy", adult_policy("check")]
    build = policy_over("statdb", occ, OCC, "Occupation")
    made["statdb-build"] = ["statdb", "build", occ, "--policy", build, "--m", "10", "--out", "OUT"]
    made["statdb-query"] = ["statdb", "query", "statdb-build/OUT",
                            "SELECT COUNT(*) FROM t WHERE Age BETWEEN 20 AND 40 AND Occupation IN (10, 20, 30)"]
    made["audit"] = ["audit", "release", "mondrian-large/OUT"]
    return made


class Contender:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.processor, self.clock, self.refused, self.said = {}, {}, {}, {}

    def run(self, name, words):
        own = self.folder / name
        shutil.rmtree(own, ignore_errors=True)
        own.mkdir(parents=True)
        words = [str(own / "OUT") if word == "OUT" else str(self.folder / word) if str(word).endswith("/OUT") else str(word)
                 for word in words]
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        result = subprocess.run([self.program, *words], capture_output=True, text=True)
        clock, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
        if result.returncode not in (0, 1):
            self.refused[name] = (result.stderr or result.stdout).strip().splitlines()[-1:] or ["no word"]
            return
        processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        self.processor[name] = min(processor, self.processor.get(name, processor))
        self.clock[name] = min(clock, self.clock.get(name, clock))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", nargs="*")
    options = parser.parse_args()
    data = pathlib.Path(os.environ.get("SCRIM_DATA", pathlib.Path(__file__).parent.parent.parent / "shared" / "data")).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        old, new = Contender(options.old, folder / "old"), Contender(options.new, folder / "new")
        todo = commands(data, folder)
        for _ in range(options.rounds):
            for command, words in todo.items():
                needs = [str(word).split("/")[0] for word in words if str(word).endswith("/OUT")]
                if not options.only or command in options.only or any(command in map(str, todo[one]) for one in options.only):
                    for one in (old, new):
                        if not any(need in one.refused for need in needs):
                            one.run(command, words)
        print(f"{'':18}{'processor, s':>22}{'':8}{'clock, s':>20}\n{'':18}{'old':>10}{'new':>12}{'ratio':>8}{'old':>10}{'new':>10}{'ratio':>8}")
        for command in todo:
            if command in old.processor and command in new.processor:
                a, b, c, d = old.processor[command], new.processor[command], old.clock[command], new.clock[command]
                print(f"{command:18}{a:10.3f}{b:12.3f}{b / a:8.2f}{c:10.3f}{d:10.3f}{d / c:8.2f}")
        for title, one in (("old", old), ("new", new)):
            for command, words in one.refused.items():
                print(f"{command}: {title}: {' '.join(words)}", file=sys.stderr)


if __name__ == "__main__":
    main()
