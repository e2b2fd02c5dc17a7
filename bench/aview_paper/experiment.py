#!/usr/bin/env python3
"""The experiments of section 8 of the paper about anonymization views (seed 003), figures 11 to 17, on ACS data.

Usage: experiment.py [OUTPUT_FOLDER] [--build BUILD_FOLDER] [--quick] [--redraw]
Writes results.json and figure11.svg … figure17.svg. Data: ../shared/data beside the project, or SCRIM_DATA.
--quick: tables a hundredth as large, one round: does it run? --redraw: figures from the results.json that is there.
"""
import argparse
import json
import pathlib
import sys
import tempfile

import figures

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
import acs_view  # noqa: E402
from acs_view import COLUMNS, PLANS, both_plans  # noqa: E402

HIGH_K = 50


class Experiment:
    def __init__(self, steps, csv, quick):
        self.steps, self.csv, self.rounds = steps, csv, 1 if quick else 3
        self.divide = 100 if quick else 1
        self.tables = set()
        steps.run(acs_view.PROFILES + acs_view.dghs())

    def people(self, rows):
        """The table of so many people, made once."""
        table = f"person_{rows}"
        if table not in self.tables:
            self.tables.add(table)
            self.steps.run(acs_view.people(self.csv, table, rows))
        return table

    def sizes(self, *sizes):
        return [max(size // self.divide, 100) for size in sizes]

    def view(self, table, **more):
        self.steps.run("DROP ANONYMIZATION_VIEW IF EXISTS av;" + acs_view.view("av", table, **more))

    def whole_ms(self, table, with_base=False):
        """Of the view av."""
        sql = "SELECT * FROM av"
        contenders = [{"name": "cold", "sql": sql, "plan": PLANS[0], "cold": True},
                      {"name": "warm", "sql": sql, "plan": PLANS[0]}]
        if with_base:
            contenders.append({"name": "base", "sql": f"SELECT {COLUMNS} FROM {table}"})
        times = self.steps.time(contenders, self.rounds, acs_view.CHANGE.format(table))
        return {name: own["median_ms"] for name, own in times.items()}

    def sweep(self, questions, cold_table=None):
        """Each question under both plans, by the size of the answer."""
        points = []
        for sql in questions:
            change = acs_view.CHANGE.format(cold_table) if cold_table else ""
            times = self.steps.time(both_plans(sql, cold=bool(cold_table)), self.rounds, change)
            points.append({"sql": sql, "rows": times[PLANS[0]]["rows"],
                           "median_ms": {plan: times[plan]["median_ms"] for plan in PLANS}})
        return sorted(points, key=lambda point: point["rows"])

    def figure11(self):
        points = []
        for rows in self.sizes(10_000, 30_000, 100_000, 300_000, 1_000_000):
            table, point = self.people(rows), {"x": rows}
            for recoder, recode in (("mondrian", "mondrian"), ("datafly", "datafly BLOCK 1024")):
                self.view(table, recode=recode)
                ms = self.whole_ms(table, with_base=True)
                point |= {"base": ms["base"], f"{recoder}_cold": ms["cold"], f"{recoder}_warm": ms["warm"]}
            points.append(point)
        return points

    def figure12(self):
        made = {}
        for rows in self.sizes(10_000, 100_000):
            table = self.people(rows)
            made[rows] = []
            for block in (64, 128, 256, 512, 1024, 2048, 4096, 8192):
                point = {"x": block}
                for recoder in ("datafly", "mondrian"):
                    self.view(table, recode=f"{recoder} BLOCK {block}")
                    point[recoder] = self.whole_ms(table)["cold"]
                made[rows].append(point)
        return made

    def figure13(self):
        """Everybody is in a group here: k is 50 for few and from 2 to 4 for the others; or 50 for all."""
        [rows] = self.sizes(100_000)
        self.steps.run(acs_view.people(self.csv, "sparse", rows, choices=1000))
        made = {}
        for share in (10, 1):
            profile = f"sparse_profile_{share}"
            self.steps.run(f"CREATE TABLE {profile} AS SELECT i::INTEGER AS choice, (CASE WHEN i < {10 * share} THEN {HIGH_K} "
                           "ELSE 2 + i % 3 END)::INTEGER AS k FROM range(1000) t(i)")
            [[asked]] = self.steps.rows(f"SELECT avg(k) FROM sparse JOIN {profile} USING (choice)")
            made[share] = {"datafly": [], "mondrian": []}
            for recoder, points in made[share].items():
                for block in (256, 512, 1024, 2048, 4096, 8192, 16384, 32768):
                    point = {"x": block}
                    for kind, asks in (("multi-k", f"choice REFERENCES {profile}(k)"), ("single-k", f"K {HIGH_K}")):
                        self.view("sparse", asks=asks, recode=f"{recoder} BLOCK {block}",
                                  columns=COLUMNS + ", choice" * (kind == "multi-k"))
                        quality = self.steps.quality("av")
                        deviation = quality["k_deviation"]
                        if kind == "single-k":  # measured from 50: measure it from what people ask for
                            deviation += quality["grouped"] * (HIGH_K - float(asked))
                        point[kind] = {"k_deviation": deviation / rows, "ncp": quality["ncp"], "hidden": quality["hidden"]}
                    points.append(point)
        return made

    def questions(self, table, rows, tables="av", columns="*"):
        """From one group to all rows, by quasi-identifiers and by another attribute."""
        point = acs_view.one_group(self.steps, "av", table)[0]
        return [[f"SELECT {columns} FROM {tables} WHERE {acs_view.qualified(condition)}" for condition in conditions]
                for conditions in (acs_view.quasi_conditions(point), acs_view.other_conditions(rows))]

    def figure14(self):
        [rows] = self.sizes(100_000)
        table = self.people(rows)
        self.view(table)
        quasi, other = self.questions(table, rows)
        return {"rows of the answer; quasi-identifiers, warm": self.sweep(quasi),
                "rows of the answer; another attribute, warm": self.sweep(other),
                "rows of the answer; quasi-identifiers, cold": self.sweep(quasi, table),
                "rows of the answer; another attribute, cold": self.sweep(other, table)}

    def figure15(self):
        [rows] = self.sizes(100_000)
        table, made = self.people(rows), {}
        for k in (10, 50, 200):
            self.view(table, asks=f"K {k} LEVEL 1", columns=COLUMNS)
            quasi, _ = self.questions(table, rows)
            made[f"rows of the answer; quasi-identifiers, k = {k}"] = self.sweep(quasi)
        return made

    def joined(self, with_view):
        rows, few = self.sizes(100_000, 10_000)
        table, small = self.people(rows), self.people(few)
        self.view(table)
        if with_view:
            self.steps.run(acs_view.view("av_small", small))
        # Their scores are below `few`: each meets some ten of the many.
        tables = f"av JOIN {'av_small' if with_view else small} AS b ON av.score % {few} = b.score"
        quasi, other = self.questions(table, rows, tables, "av.age, av.sex, av.school, b.score, b.school")
        made = {"rows of the answer; quasi-identifiers": self.sweep(quasi),
                "rows of the answer; another attribute": self.sweep(other)}
        if with_view:
            self.steps.run("DROP ANONYMIZATION_VIEW av_small")
        return made

    def recoders(self):
        """What each recoder loses, on the same views."""
        made = []
        many = self.sizes(10_000, 100_000, 1_000_000)
        asked = [(rows, "0-9", {}) for rows in many]
        asked += [(many[1], k, {"asks": f"K {k} LEVEL 1", "columns": COLUMNS}) for k in (10, 50, 200)]
        for with_dghs in (True, False):
            for rows, k, more in asked:
                table = self.people(rows)
                for recode in ("mondrian", "datafly", "mondrian BLOCK 1024", "datafly BLOCK 1024"):
                    self.view(table, recode=recode, with_dghs=with_dghs, **more)
                    made.append({"records": rows, "k": k, "dghs": with_dghs, "recode": recode, **self.steps.quality("av"),
                                 **self.whole_ms(table)})
        return made

    def all(self):
        yield "11", self.figure11()
        yield "12", self.figure12()
        yield "13", self.figure13()
        yield "14", self.figure14()
        yield "15", self.figure15()
        yield "16", self.joined(with_view=False)
        yield "17", self.joined(with_view=True)
        yield "recoders", self.recoders()


def print_recoders(made):
    print(f"\n{'records':>9} {'k':>4}  {'DGHs':6}{'recode':20}{'NCP':>10}"
          f"{'k-deviation':>15}{'groups':>9}{'hidden':>8}{'cold ms':>10}{'warm ms':>9}")
    for one in made:
        print(f"{one['records']:>9,} {one['k']:>4}  {'yes' if one['dghs'] else 'no':6}{one['recode']:20}{one['ncp']:>10.6f}"
              f"{one['k_deviation']:>15,}{one['groups']:>9,}{one['hidden']:>8,}{one['cold']:>10.1f}{one['warm']:>9.1f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    root = pathlib.Path(__file__).resolve().parents[2]
    parser.add_argument("output", nargs="?", type=pathlib.Path, default=root / "build/aview_paper")
    parser.add_argument("--build", type=pathlib.Path, default=root / "build")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--redraw", action="store_true")
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    file = options.output / "results.json"
    if not options.redraw:
        results = {}
        with tempfile.TemporaryDirectory() as folder:
            csv = acs_view.unpack(folder)
            with acs_view.Steps(options.build, f"{folder}/acs.db") as steps:
                for name, result in Experiment(steps, csv, options.quick).all():
                    results[name] = result
                    file.write_text(json.dumps(results, indent=1) + "\n")
                    print(f"  {name} done", flush=True)
    results = json.loads(file.read_text())
    for number, picture in figures.draw(results).items():
        (options.output / f"figure{number}.svg").write_text(picture)
    print_recoders(results["recoders"])


if __name__ == "__main__":
    main()
