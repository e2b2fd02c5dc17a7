#!/usr/bin/env python3
"""The Python package beside the library alone, pycanon, anonypy and anjana, in one run; answers compared first.

Usage: PYTHON python_bench.py DATA_FOLDER [--rounds N]
PYTHON is one in which the package is installed, built as `pip install` does; pyarrow is needed, pandas and the peers are
used where they are installed and said to be missing where not. Prints one JSON object.
"""
import argparse
import contextlib
import gc
import gzip
import importlib
import io
import json
import pathlib
import time

import pyarrow as pa
import pyarrow.csv

import scrim
from scrim import _scrim

ACS = ["ST", "AGEP", "SCHL", "MAR", "POBP", "RELP", "SEX", "RAC1P"]
ADULT = ["age", "education", "marital-status", "native-country", "race", "sex", "workclass"]


clock = time.perf_counter


def best(rounds, work):
    """The least seconds of so many rounds, and what the work gave."""
    least, result = float("inf"), None
    for _ in range(rounds):
        start = clock()
        result = work()
        least = min(least, clock() - start)
    return least, result


def reset_peak():
    pathlib.Path("/proc/self/clear_refs").write_text("5")


def megabytes(what):
    """VmRSS: now; VmHWM: at most since the last reset."""
    for line in pathlib.Path("/proc/self/status").read_text().splitlines():
        if line.startswith(what):
            return int(line.split()[1]) / 1024


def of_frames(data, rounds):
    """A check of a large frame, beside the same request without the package's Python; what taking it over costs."""
    with gzip.open(data / "acs-occ" / "acs2018_income.csv.gz") as file:
        table = pyarrow.csv.read_csv(file).select([*ACS, "OCCP"]).combine_chunks()
    request = json.dumps({"table": {"frame": 0}, "policy": dict(scrim.Policy(quasi_identifiers=ACS, sensitive="OCCP"))})
    found = {"rows": table.num_rows, "columns": table.num_columns, "table_mb": table.nbytes / 2**20}
    kinds = {"pyarrow": table}
    with contextlib.suppress(ImportError):
        kinds["polars"] = importlib.import_module("polars").from_arrow(table)
    with contextlib.suppress(ImportError):
        importlib.import_module("pandas")
        kinds["pandas"] = table.to_pandas()
    for kind, given in kinds.items():
        gc.collect()
        before = megabytes("VmRSS")
        reset_peak()
        frame = scrim._frames.to_frame(given)
        held = megabytes("VmHWM") - before
        alone, reply = best(rounds, lambda: _scrim.call("check", request, [frame], None))
        whole, report = best(rounds, lambda: scrim.check(given, quasi_identifiers=ACS, sensitive="OCCP"))
        assert json.loads(reply[0]) == report.to_dict()
        found[kind] = {"call_s": alone, "python_s": whole, "ratio": whole / alone, "taking_it_over_mb": held}
    small = pa.table({"a": list(range(100)), "s": ["x", "y"] * 50})
    little = scrim._frames.to_frame(small)
    request = json.dumps({"table": {"frame": 0}, "policy": dict(scrim.Policy(quasi_identifiers="a", sensitive="s"))})
    inside, _ = best(50 * rounds, lambda: _scrim.call("check", request, [little], None))
    outside, _ = best(50 * rounds, lambda: scrim.check(small, quasi_identifiers="a", sensitive="s"))
    return found | {"whole_check_of_100_rows_ms": 1000 * outside, "overhead_100_rows_ms": 1000 * (outside - inside)}


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
        assert all(map(equal, pairs(answer), pairs(expected))), (name, answer, expected)
        found[name] = {"scrim_s": our_time, "pycanon_s": their_time, "faster": their_time / our_time}
    ours, theirs = ours.get_report_values, importlib.import_module("pycanon.report").get_report_values
    our_time, answer = best(rounds, lambda: ours(table, quasi, sensitive))
    with contextlib.redirect_stdout(io.StringIO()):
        their_time, expected = best(1, lambda: theirs(table, quasi, sensitive))
    for place, (one, other) in enumerate(zip(answer, expected)):
        assert place in (4, 7) or all(map(equal, pairs(one), pairs(other))), place  # c and delta are the papers'
    found["all of them (get_report_values)"] = {"scrim_s": our_time, "pycanon_s": their_time, "faster": their_time / our_time}
    return found


def pairs(answer):
    return answer if isinstance(answer, tuple) else (answer,)


def equal(one, other):
    return abs(one - other) <= 1e-9 * max(1, abs(other))


def spread(table, groups, numbers, names):
    """Loss by what groups of records cover of each column's domain (NCP), the same for whoever made them."""
    lost = 0
    for name in names:
        if name in numbers:
            by = table[name].groupby(groups)
            lost += ((by.transform("max") - by.transform("min")) / (table[name].max() - table[name].min())).mean()
        else:
            different = table[name].astype(str)
            lost += ((different.groupby(groups).transform("nunique") - 1) / (different.nunique() - 1)).mean()
    return lost / len(names)


def beside_anonypy(table, rounds):
    """Mondrian both times; the loss is that of the groups, whatever they print."""
    anonypy = importlib.import_module("anonypy")
    mondrian = importlib.import_module("anonypy.mondrian")
    quasi, numbers = ["age", "education", "sex", "race"], ["age"]
    kept = table[[*quasi, "occupation"]].reset_index(drop=True)
    for name in quasi[1:] + ["occupation"]:
        kept[name] = kept[name].astype("category")

    def theirs():
        with contextlib.redirect_stdout(io.StringIO()):
            return anonypy.Preserver(kept, quasi, "occupation").anonymize_k_anonymity(k=5)

    their_time, _ = best(1, theirs)
    with contextlib.redirect_stdout(io.StringIO()):
        parts = mondrian.Mondrian(kept, quasi, "occupation").partition(5)
    groups = [0] * len(kept)
    for number, part in enumerate(parts):
        for row in part:
            groups[row] = number
    found = {"anonypy_s": their_time, "anonypy_ncp": spread(kept, groups, numbers, quasi)}
    for algorithm in ("mondrian", "cluster"):
        our_time, release = best(rounds, lambda: scrim.publish(
            kept, quasi_identifiers=quasi, sensitive="occupation", rows_are_persons=True, require="k_anonymity(k=5)",
            algorithm=algorithm))
        assert scrim.check(release.data, quasi_identifiers=quasi, sensitive="occupation", rows_are_persons=True).k_anonymity >= 5
        found[algorithm] = {"scrim_s": our_time, "faster": their_time / our_time, "scrim_ncp": release.metrics.ncp}
    return found


def beside_anjana(table, rounds, data):
    """The same hierarchies, k and share of suppressed records; the loss of both by Scrim's check."""
    anjana = importlib.import_module("anjana.anonymity")
    pandas = importlib.import_module("pandas")
    quasi = ["age", "education", "marital-status", "race", "sex"]
    files = {name: str(data / "adult" / f"adult_hierarchy_{name}.csv") for name in quasi}
    levels = {}
    for name, path in files.items():
        rows = pandas.read_csv(path, sep=";", header=None)
        levels[name] = {level: rows[level].values for level in rows.columns}
    kept = table[[*quasi, "occupation"]].reset_index(drop=True)
    said = dict(quasi_identifiers=quasi, sensitive="occupation", rows_are_persons=True, hierarchies=files)

    def theirs():
        with contextlib.redirect_stdout(io.StringIO()):
            return anjana.k_anonymity(kept.copy(), [], quasi, 5, 5, levels)

    their_time, made = best(1, theirs)
    made = made[kept.columns]
    lost = scrim.check(made, original=kept, **said)
    assert lost.k_anonymity >= 5
    found = {"anjana_s": their_time, "anjana_ncp": lost.metrics.ncp, "anjana_left_out": len(kept) - len(made)}
    for algorithm in ("optimal", "cluster"):
        our_time, release = best(rounds, lambda: scrim.publish(kept, **said, require="k_anonymity(k=5)", algorithm=algorithm,
                                                               suppress="5%"))
        ours = scrim.check(release.data, original=kept, **said)
        assert ours.k_anonymity >= 5
        found[algorithm] = {"scrim_s": our_time, "faster": their_time / our_time, "scrim_ncp": ours.metrics.ncp,
                            "scrim_left_out": len(kept) - len(release.data)}
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--processor", action="store_true",
                        help="seconds of a processor, of all threads, instead of the clock's: where the machine has other work")
    options = parser.parse_args()
    if options.processor:
        global clock
        clock = time.process_time
    found = {"version": scrim.__version__, "seconds_of": "a processor" if options.processor else "the clock", "frames": of_frames(options.data, options.rounds)}
    try:
        table = of_adult(options.data, options.rounds)
    except ImportError as error:
        print(json.dumps(found | {"missing": str(error)}, indent=2))
        return
    for name, compare in (("pycanon", beside_pycanon), ("anonypy", beside_anonypy),
                          ("anjana", lambda table, rounds: beside_anjana(table, rounds, options.data))):
        try:
            found[name] = compare(table, options.rounds)
        except ImportError:
            found[name] = "is not installed"
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
