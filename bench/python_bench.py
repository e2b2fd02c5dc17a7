#!/usr/bin/env python3
"""The Python package beside the library alone, pycanon and anonypy, in one run; answers compared first.

Usage: PYTHON python_bench.py DATA_FOLDER [--rounds N]
PYTHON is one in which the package is installed, built as `pip install` does; pyarrow is needed, pandas and the peers are
used where they are installed and said to be missing where not. Prints one JSON object.
"""
import argparse
import contextlib
import gzip
import importlib
import io
import json
import pathlib
import resource
import time

import pyarrow as pa
import pyarrow.csv

import scrim
from scrim import _scrim

ACS = ["ST", "AGEP", "SCHL", "MAR", "POBP", "RELP", "SEX", "RAC1P"]
ADULT = ["age", "education", "marital-status", "native-country", "race", "sex", "workclass"]


def best(rounds, work):
    """The least seconds of so many rounds, and what the work gave."""
    least, result = float("inf"), None
    for _ in range(rounds):
        start = time.perf_counter()
        result = work()
        least = min(least, time.perf_counter() - start)
    return least, result


def peak_megabytes():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def of_frames(data, rounds):
    """A check of a large frame, beside the same request without the package's Python."""
    with gzip.open(data / "acs-occ" / "acs2018_income.csv.gz") as file:
        table = pyarrow.csv.read_csv(file).select([*ACS, "OCCP"])
    before = peak_megabytes()
    frame = scrim._frames.to_frame(table)
    held = peak_megabytes() - before
    request = json.dumps({"table": {"frame": 0}, "policy": dict(scrim.Policy(quasi_identifiers=ACS, sensitive="OCCP"))})
    alone, reply = best(rounds, lambda: _scrim.call("check", request, [frame], None))
    whole, found = best(rounds, lambda: scrim.check(table, quasi_identifiers=ACS, sensitive="OCCP"))
    assert json.loads(reply[0]) == found.to_dict()
    small = pa.table({"a": list(range(100)), "s": ["x", "y"] * 50})
    little = scrim._frames.to_frame(small)
    request = json.dumps({"table": {"frame": 0}, "policy": dict(scrim.Policy(quasi_identifiers="a", sensitive="s"))})
    inside, _ = best(20 * rounds, lambda: _scrim.call("check", request, [little], None))
    outside, _ = best(20 * rounds, lambda: scrim.check(small, quasi_identifiers="a", sensitive="s"))
    return {"rows": table.num_rows, "columns": table.num_columns, "call_s": alone, "python_s": whole, "ratio": whole / alone,
            "table_mb": table.nbytes / 2**20, "taking_it_over_mb": held, "overhead_100_rows_ms": 1000 * (outside - inside)}


def of_adult(data, rounds):
    pandas = importlib.import_module("pandas")
    table = pandas.read_csv(data / "adult" / "adult.csv.gz", sep=None, engine="python")
    table = table[[*ADULT, "occupation"]].dropna()
    return table


def beside_pycanon(table, rounds):
    theirs = importlib.import_module("pycanon.anonymity")
    ours = importlib.import_module("scrim.compat.pycanon")
    quasi, sensitive = ["age", "sex", "race"], ["occupation"]
    names = ["k_anonymity", "alpha_k_anonymity", "l_diversity", "entropy_l_diversity", "basic_beta_likeness",
             "enhanced_beta_likeness", "t_closeness"]
    found = {}
    for name in names:
        arguments = (table, quasi) if name == "k_anonymity" else (table, quasi, sensitive)
        our_time, answer = best(rounds, lambda: getattr(ours, name)(*arguments))
        their_time, expected = best(1, lambda: getattr(theirs, name)(*arguments))
        same = all(abs(a - b) <= 1e-9 * max(1, abs(b)) for a, b in zip(*(x if isinstance(x, tuple) else (x,) for x in (answer, expected))))
        assert same, (name, answer, expected)
        found[name] = {"scrim_s": our_time, "pycanon_s": their_time, "faster": their_time / our_time}
    return found


def beside_anonypy(table, rounds):
    anonypy = importlib.import_module("anonypy")
    quasi = ["age", "education", "sex", "race"]
    kept = table[[*quasi, "occupation"]].copy()
    for name in quasi[1:] + ["occupation"]:
        kept[name] = kept[name].astype("category")

    def theirs():
        with contextlib.redirect_stdout(io.StringIO()):
            return anonypy.Preserver(kept, quasi, "occupation").anonymize_k_anonymity(k=5)

    def ours():
        return scrim.publish(kept, quasi_identifiers=quasi, sensitive="occupation", rows_are_persons=True,
                             require="k_anonymity(k=5)", algorithm="mondrian")

    their_time, _ = best(1, theirs)
    our_time, release = best(rounds, ours)
    return {"scrim_s": our_time, "anonypy_s": their_time, "faster": their_time / our_time, "scrim_ncp": release.metrics.ncp}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    found = {"version": scrim.__version__, "frames": of_frames(options.data, options.rounds)}
    try:
        table = of_adult(options.data, options.rounds)
    except ImportError as error:
        print(json.dumps(found | {"missing": str(error)}, indent=2))
        return
    for name, compare in (("pycanon", beside_pycanon), ("anonypy", beside_anonypy)):
        try:
            found[name] = compare(table, options.rounds)
        except ImportError:
            found[name] = "is not installed"
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
