#!/usr/bin/env python3
"""The experiments of 002 (Wei, Lu, Zou: epsilon-inclusion, 2008) on ACS-OCC and ATUS-SAL.

Usage: run.py [OUTPUT_FOLDER] [--build BUILD_FOLDER] [--redraw]
Writes results.json and figure1.svg … figure5.svg. Data: ../shared/data beside the project, or SCRIM_DATA.
--redraw: figures and the small tables from the results.json that is there.
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

import figures

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from statdb_paper.run import prepare_sal, unpack_occ  # noqa: E402

METHODS = ["m_invariance", "epsilon_inclusion", "blind"]
# (update volume for 600,000 records, m = epsilon, S:EVERY): selectivities in per cent, and at which releases errors are
# measured, the first and every so many from there.
SETTINGS = [(5000, 10, "10:8,2:16,4:16,6:16,8:16"), (40_000, 10, "10:1"), (5000, 2, "10:16"), (5000, 4, "10:16"),
            (5000, 6, "10:16"), (5000, 8, "10:16"), (10_000, 10, "none"), (20_000, 10, "none"), (1000, 10, "none")]
TABLES = {
    "occ": {"name": "ACS-OCC", "sensitive": "Occupation", "qis": ["Age", "Gender", "Education", "Birthplace"],
            "rows": 600_000, "prepare": unpack_occ},
    "sal": {"name": "ATUS-SAL", "sensitive": "salary", "qis": ["age", "sex", "edu", "state"],
            "rows": 99_917, "prepare": prepare_sal},
}


def run_setting(program, file, table, setting):
    """The releases of one history: one third of the rows at first, until the pool of two thirds is empty."""
    delta, m, plan = setting
    volume = delta * table["rows"] // 600_000
    releases = 1 + 400_000 // delta
    command = [program, file, ",".join(table["qis"]), table["sensitive"], ",".join(METHODS), str(m),
               str(table["rows"] // 3), str(volume), str(releases), plan]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(result.stderr or f"republish_experiment failed with code {result.returncode}")
    made = [json.loads(line) for line in result.stdout.splitlines()]
    return {"delta": delta, "volume": volume, "m": m,
            "releases": {method: [own for own in made if own["method"] == method] for method in METHODS}}


def print_table(title, columns, rows):
    print(f"\n{title}\n{'':12}" + "".join(f"{figures.NAMES[name]:>26}" for name in columns))
    for label, values in rows:
        print(f"{label:12}" + "".join(f"{value:>26}" for value in values))


def print_tables(table, history):
    print(f"\n== {table['name']}")
    for delta in (5000, 40_000):
        own = history[delta, 10]
        print_table(f"average relative error over time, delta {own['volume']:,}", METHODS,
                    [(str(point["release"]), [f"{figures.error(own, name, i):.2%}" for name in METHODS])
                     for i, point in enumerate(own["releases"]["blind"]) if "10" in point.get("errors", {})])
    rows = [(f"s {s} %", [f"{figures.mean_error(history[5000, 10], name, s):.2%}" for name in METHODS])
            for s in (2, 4, 6, 8, 10)]
    rows += [(f"epsilon {m}", [f"{figures.mean_error(history[5000, m], name, 10):.2%}" for name in METHODS])
             for m in (2, 4, 6, 8, 10)]
    print_table("average relative error, six releases", METHODS, rows)
    for key in sorted(history):
        own = history[key]
        rows = [("ms", [f"{figures.milliseconds(own, name):.1f}" for name in METHODS])]
        for what in ("counterfeits", "substitutes", "held_back"):
            rows.append((what, [f"{statistics.mean(made):,.1f} (last {made[-1]:,})" for made in
                                ([point[what] for point in own["releases"][name]] for name in METHODS)]))
        rows.append(("loss", [f"{own['releases'][name][0]['loss']:.3f} to {own['releases'][name][-1]['loss']:.3f}"
                              for name in METHODS]))
        print_table(f"delta {own['volume']:,}, m = epsilon = {own['m']}, "
                    f"{len(own['releases']['blind'])} releases, each", METHODS, rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    root = pathlib.Path(__file__).resolve().parents[2]
    parser.add_argument("output", nargs="?", type=pathlib.Path, default=root / "build/republish_paper")
    parser.add_argument("--build", type=pathlib.Path, default=root / "build")
    parser.add_argument("--redraw", action="store_true")
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    file = options.output / "results.json"
    if not options.redraw:
        data = pathlib.Path(os.environ.get("SCRIM_DATA", root.parent / "shared/data"))
        if not (data / "acs-occ").exists() or not (data / "atus").exists():
            sys.exit(f"skipped: the tables are not in {data}; set SCRIM_DATA to the folder that holds acs-occ/ and atus/")
        results = {key: [] for key in TABLES}
        with tempfile.TemporaryDirectory() as folder:
            for key, table in TABLES.items():
                plain = pathlib.Path(folder) / f"{key}.csv"
                table["prepare"](data, plain)
                for setting in SETTINGS:
                    print(f"  {table['name']}: delta {setting[0]:,}, m = epsilon = {setting[1]}", flush=True)
                    results[key].append(run_setting(options.build / "bench/republish_experiment", plain, table, setting))
                    file.write_text(json.dumps(results) + "\n")
    histories = {key: {(own["delta"], own["m"]): own for own in made}
                 for key, made in json.loads(file.read_text()).items()}
    for name, picture in figures.draw({TABLES[key]["name"]: own for key, own in histories.items()}).items():
        (options.output / f"{name}.svg").write_text(picture)
    for key, own in histories.items():
        print_tables(TABLES[key], own)


if __name__ == "__main__":
    main()
