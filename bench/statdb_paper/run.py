#!/usr/bin/env python3
"""The experiment of section 9 of "Dynamic anonymization" (Xiao, Tao, SIGMOD 2008) on ACS-OCC and ATUS-SAL.

Usage: run.py [OUTPUT_FOLDER] [--build BUILD_FOLDER] [--redraw]
Writes results.json and figure7_occ.svg … figure10_sal.svg. Data: ../shared/data beside the project, or SCRIM_DATA.
--redraw: figures and the small table from the results.json that is there.
"""
import argparse
import bisect
import csv
import gzip
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import figures

M = 10
QLS, LAMBDAS = [2, 4, 6, 8, 10], [1, 2, 3]
EDUCATION = ["< hs diploma", "hs diploma", "some college", "associate degree", "bachelor's degree", "master's degree",
             "prof degree", "doctoral degree"]
TABLES = {
    "occ": {"name": "ACS-OCC", "sensitive": "Occupation", "least_d": 3, "samples": range(100_000, 600_000, 100_000),
            "qis": ["Age", "Gender", "Education", "Birthplace", "Marital2", "Race5", "Workclass"]},
    "sal": {"name": "ATUS-SAL", "sensitive": "salary", "least_d": 3, "samples": range(20_000, 99_917, 20_000),
            "qis": ["age", "sex", "edu", "state", "marital", "race"]},
}


def unpack_occ(data, target):
    with gzip.open(data / "acs-occ/occ600k.csv.gz") as packed:
        target.write_bytes(packed.read())


def coded(values, order=None):
    order = {value: code for code, value in enumerate(order or sorted(set(values)))}
    return [order[value] for value in values]


def equal_depth(values, bins):
    """The bin of each value; equal ones together, where the middle of them lies."""
    ranks = sorted(values)
    bin_of = {value: (bisect.bisect_left(ranks, value) + bisect.bisect_right(ranks, value)) * bins // (2 * len(ranks))
              for value in set(values)}
    return coded([bin_of[value] for value in values])


def prepare_sal(data, target):
    qis = TABLES["sal"]["qis"]
    with gzip.open(data / "atus/atus_2003_2016.csv.gz", "rt", newline="") as packed:
        rows = [row for row in csv.DictReader(packed) if row["weekly_earn"] and float(row["weekly_earn"]) > 0]
    columns = {name: [row[name] for row in rows] for name in qis}
    columns["age"] = coded([int(age) for age in columns["age"]])
    columns["edu"] = coded(columns["edu"], EDUCATION)
    for name in ["sex", "state", "marital", "race"]:
        columns[name] = coded(columns[name])
    columns["salary"] = equal_depth([float(row["weekly_earn"]) for row in rows], 50)
    with open(target, "w", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(columns)
        writer.writerows(zip(*columns.values()))


def settings(table):
    """(d, ql, lambda, n), those of one table one after the other."""
    most = len(table["qis"])
    made = [(d, 6, 2, 0) for d in range(table["least_d"], most + 1)]
    made += [(most, ql, 2, 0) for ql in QLS if ql != 6] + [(most, 6, few, 0) for few in LAMBDAS if few != 2]
    return made + [(most, 6, 2, n) for n in table["samples"]]


def run_program(program, file, table):
    """One result after the other."""
    command = [program, file, table["sensitive"], ",".join(table["qis"]), str(M)]
    command += [":".join(map(str, setting)) for setting in settings(table)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            result = json.loads(line)
            print(f"  {table['name']}: d {result['d']}, ql {result['ql']} %, lambda {result['lambda']}, n {result['n']:,}"
                  + (", with one region: the default was refused" if result["refusal"] else ""), flush=True)
            yield result
    if process.returncode != 0:
        sys.exit(f"statdb_experiment failed with code {process.returncode}")


def panels(table, results):
    """The settings of each panel: what varies, what its ticks say, the results."""
    d, n = len(table["qis"]), max(result["n"] for result in results)
    default = {"d": d, "ql": 6, "lambda": 2, "n": n}
    labels = {"d": ("d, quasi-identifiers", str), "ql": ("ql, length of a range (%)", str),
              "lambda": ("λ, restricted quasi-identifiers", str),
              "n": ("n, records (thousands)", lambda count: f"{count / 1000:.0f}")}
    made = []
    for varied, (label, text) in labels.items():
        own = [r for r in results if all(r[name] == value for name, value in default.items() if name != varied)]
        own.sort(key=lambda result: result[varied])
        made.append(figures.Panel(label, [text(result[varied]) for result in own], own))
    return made


def print_default(table, results):
    d, n = len(table["qis"]), max(result["n"] for result in results)
    [result] = [r for r in results if (r["d"], r["ql"], r["lambda"], r["n"]) == (d, 6, 2, n)]
    print(f"\n{table['name']}: {n:,} records, d {d}, ql 6 %, λ 2; AAR {result['aar']:.1f}; {result['strata']} regions; "
          f"buckets {result['buckets']}")
    print(f"{'method':20}{'lower':>10}{'upper':>10}{'length':>10}{'LSD':>10}{'holding':>9}{'queries':>9}{'ms':>9}")
    for name, own in result["methods"].items():
        print(f"{name:20}{own['lower']:10.1f}{own['upper']:10.1f}{own['mean_length']:10.1f}{own['lsd']:10.1f}"
              f"{own['holding']:9.1%}{own['queries']:9}{1000 * own['seconds_per_query']:9.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    root = pathlib.Path(__file__).resolve().parents[2]
    parser.add_argument("output", nargs="?", type=pathlib.Path, default=root / "build/statdb_paper")
    parser.add_argument("--build", type=pathlib.Path, default=root / "build")
    parser.add_argument("--redraw", action="store_true")
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    file = options.output / "results.json"
    if not options.redraw:
        data = pathlib.Path(os.environ.get("SCRIM_DATA", root.parent / "shared/data"))
        if not (data / "acs-occ").exists() or not (data / "atus").exists():
            sys.exit(f"skipped: the tables are not in {data}; set SCRIM_DATA to the folder that holds acs-occ/ and atus/")
        program = options.build / "bench/statdb_experiment"
        results = {}
        with tempfile.TemporaryDirectory() as folder:
            for key, prepare in {"occ": unpack_occ, "sal": prepare_sal}.items():
                plain = pathlib.Path(folder) / f"{key}.csv"
                prepare(data, plain)
                results[key] = []
                for result in run_program(program, plain, TABLES[key]):
                    results[key].append(result)
                    file.write_text(json.dumps(results, indent=1) + "\n")
    results = json.loads(file.read_text())
    for key, own in results.items():
        table = TABLES[key]
        for number, draw, methods in figures.FIGURES:
            picture = draw(f"Figure {number}, {table['name']}", panels(table, own), methods)
            (options.output / f"figure{number}_{key}.svg").write_text(picture)
        print_default(table, own)


if __name__ == "__main__":
    main()
