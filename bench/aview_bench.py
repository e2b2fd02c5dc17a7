#!/usr/bin/env python3
"""Anonymization views beside the base table: the whole view, a point query, where the plans cross, joins.

Usage: aview_bench.py BUILD [--rows N] [--quick]
"""
import argparse
import tempfile

import acs_view
from acs_view import COLUMNS, PLANS, both_plans


def prepare(steps, csv, rows):
    few = max(rows // 100, 100)
    steps.run(acs_view.people(csv, "person", rows) + acs_view.people(csv, "person_small", few)
              + acs_view.PROFILES + acs_view.dghs())
    # A profile row for each person, and tables to join with.
    steps.run("CREATE TABLE own_profile AS SELECT name, k, level FROM person JOIN profile USING (choice);"
              f"CREATE TABLE visit AS SELECT (hash(i) % {rows})::INTEGER AS score, i AS visit FROM range({few}) t(i);"
              "CREATE TABLE age_band AS SELECT (20 + 3 * i)::INTEGER AS age, 'band ' || i AS title FROM range(20) t(i)")
    steps.run(acs_view.view("av", "person") + acs_view.view("av_small", "person_small")
              + acs_view.view("av_datafly", "person", recode="datafly BLOCK 1024")
              + acs_view.view("av_own", "person", "name REFERENCES own_profile(k, level)", columns=COLUMNS))


def whole(steps, rounds):
    base, all_rows = f"SELECT {COLUMNS} FROM person", "SELECT * FROM av"
    times = steps.time([
        {"name": "base", "sql": base},
        {"name": "warm", "sql": all_rows}, {"name": "cold", "sql": all_rows, "cold": True},
        {"name": "first_base", "sql": base, "how": "first"},
        {"name": "first_warm", "sql": all_rows, "how": "first"},
        {"name": "first_cold", "sql": all_rows, "how": "first", "cold": True},
        {"name": "text_base", "sql": base, "how": "session"}, {"name": "text_warm", "sql": all_rows, "how": "session"},
        {"name": "own_warm", "sql": "SELECT * FROM av_own"}, {"name": "own_cold", "sql": "SELECT * FROM av_own", "cold": True},
        {"name": "datafly_warm", "sql": "SELECT * FROM av_datafly"},
        {"name": "datafly_cold", "sql": "SELECT * FROM av_datafly", "cold": True},
        {"name": "datafly_first_cold", "sql": "SELECT * FROM av_datafly", "how": "first", "cold": True},
    ], rounds, acs_view.CHANGE.format("person"))
    for name in ("warm", "own_warm", "datafly_warm"):
        if times[name]["rows"] != times["base"]["rows"]:
            raise SystemExit(f"the view has {times[name]['rows']} rows, its base {times['base']['rows']}")
    return {name: own["median_ms"] for name, own in times.items()}


def print_whole(ms):
    def line(title, name, goal="", beside="base"):
        ratio = f"{ms[name] / ms[beside]:6.2f} x" if beside else " " * 8
        print(f"  {title:46}{ms[name]:10.1f} ms {ratio}  {goal}")

    line("DuckDB, the same columns of the base table", "base")
    line("whole view, warm", "warm", "(goal: at most 3 x)")
    line("whole view, cold", "cold", "(goal: at most 3 x)")
    line("  to the first chunk, base", "first_base", beside="")
    line("  to the first chunk, warm", "first_warm", "(goal: 50 ms)", "")
    line("  to the first chunk, cold", "first_cold", "(goal: 50 ms)", "")
    line("as text through a session, base", "text_base", beside="")
    line("as text through a session, view, warm", "text_warm", beside="text_base")
    line("a profile for each person, warm", "own_warm")
    line("a profile for each person, cold", "own_cold")
    line("datafly, blocks of 1024, warm", "datafly_warm")
    line("datafly, blocks of 1024, cold", "datafly_cold")
    line("  to the first chunk, cold", "datafly_first_cold", beside="")


def points(steps, point, rounds):
    condition, rows, groups = point
    sql = f"SELECT * FROM av WHERE {condition}"
    times = steps.time(both_plans(sql, auto=True) + [{"name": "session", "sql": sql, "how": "session"},
                                                     {"name": "base", "sql": f"SELECT {COLUMNS} FROM person WHERE {condition}"}],
                       rounds)
    print(f"\npoint query, warm: {condition}: {rows:,} rows in {groups} group{'s' * (groups != 1)}")
    for name in PLANS + ["auto", "session", "base"]:
        own = times[name]
        goal = "(goal: 10 ms)" if name in ("auto", "session") else ""
        title = {"session": "auto, as text through a session", "base": "DuckDB, the base table"}.get(name, name)
        print(f"  {title:32} median {own['median_ms']:8.2f} ms  p99 {own['p99_ms']:8.2f} ms  {goal}")


def sweep(steps, title, conditions, rounds):
    print(f"\ncrossover, {title}, warm; answers agree")
    print(f"  {'condition':42}{'rows':>10}{'anonymize':>12}{'select':>10}{'auto':>10}  auto chose")
    wrong = 0
    for condition in conditions:
        times = steps.time(both_plans(f"SELECT * FROM av WHERE {condition}", auto=True), rounds)
        first, second, auto = (times[name] for name in PLANS + ["auto"])
        best = min(first["median_ms"], second["median_ms"])
        chosen = times[auto["plan"]]["median_ms"]
        wrong = max(wrong, chosen / best)
        print(f"  {condition:42}{auto['rows']:>10,}{first['median_ms']:>9.1f} ms{second['median_ms']:>7.1f} ms"
              f"{auto['median_ms']:>7.1f} ms  {auto['plan']}{'' if chosen <= 1.1 * best else '  (the slower)'}")
    print(f"  the plan chosen takes at most {wrong:.2f} x the better one's time")


def joins(steps, point, rounds):
    print("\njoins, warm; answers agree")
    print(f"  {'':66}{'rows':>10}{'anonymize':>12}{'select':>11}{'auto':>11}")
    base, view = "av JOIN visit AS b ON av.score = b.score", "av JOIN av_small AS b ON av.score = b.score"
    for title, tables in (("a base table", base), ("another view", view)):
        for condition in map(acs_view.qualified, (point[0], "age = 44 AND sex = '1'", "age >= 0", "score < 1000")):
            sql = f"SELECT av.age, av.sex, av.school, b.* FROM {tables} WHERE {condition}"
            times = steps.time(both_plans(sql, auto=True), rounds)
            print(f"  {title + ', on score, ' + condition:66}{times['auto']['rows']:>10,}"
                  + "".join(f"{times[name]['median_ms']:>8.1f} ms" for name in PLANS + ["auto"]))
    sql = "SELECT b.title, count(*) FROM av JOIN age_band AS b ON av.age = b.age GROUP BY ALL"
    times = steps.time(both_plans(sql, auto=True), min(rounds, 3))
    print(f"  {'a base table of 20 rows, on the generalized age, counted':66}{times['auto']['rows']:>10,}"
          + "".join(f"{times[name]['median_ms']:>8.1f} ms" for name in PLANS + ["auto"]))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("build")
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--quick", action="store_true", help="20,000 rows and few rounds: does it run?")
    options = parser.parse_args()
    rows, rounds = (20_000, 2) if options.quick else (options.rows, 5)
    with tempfile.TemporaryDirectory() as folder:
        steps = acs_view.Steps(options.build, f"{folder}/acs.db")
        with steps:
            prepare(steps, acs_view.unpack(folder), rows)
        print(f"\nanonymization view, ACS ({rows:,} records, 3 quasi-identifiers, k from 0 to 9, mondrian); medians of {rounds}")
        with steps:  # opened again: the file is as a user finds it
            print_whole(whole(steps, rounds))
            point = acs_view.one_group(steps, "av", "person")
            points(steps, point, 20 if options.quick else 200)
            sweep(steps, "conditions on quasi-identifiers", acs_view.quasi_conditions(point[0]), rounds)
            sweep(steps, "conditions on another attribute", acs_view.other_conditions(rows), rounds)
            joins(steps, point, rounds)


if __name__ == "__main__":
    main()
