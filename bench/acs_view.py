"""The ACS view of the benchmarks, and the program that times questions to it.

People of ACS 2018: the identifier is made up, age, sex and race are quasi-identifiers, school is sensitive, score is a
random number that stands for any other attribute. Each chooses one of forty profiles: k from 0 to 9, level of school 0 to 3.
"""
import gzip
import json
import os
import pathlib
import shutil
import subprocess
import sys

PLANS = ["anonymize_then_select", "select_then_anonymize"]
COLUMNS = "name, age, sex, race, school, score"
CHANGE = "INSERT INTO {0} SELECT * REPLACE ('nobody' AS name) FROM {0} LIMIT 1; DELETE FROM {0} WHERE name = 'nobody'"


def unpack(folder):
    """The plain CSV file, or the end of the program."""
    beside = pathlib.Path(__file__).resolve().parents[2] / "shared" / "data"
    packed = pathlib.Path(os.environ.get("SCRIM_DATA", beside)) / "acs-occ" / "acs2018_income.csv.gz"
    if not packed.exists():
        sys.exit(f"skipped: {packed} is not there; set SCRIM_DATA to the folder that holds acs-occ/")
    plain = pathlib.Path(folder) / "acs.csv"
    with gzip.open(packed) as source, open(plain, "wb") as target:
        shutil.copyfileobj(source, target)
    return plain


class Steps:
    """aview_steps over a database file, asked one thing after the other."""

    def __init__(self, build, file):
        self.command = [pathlib.Path(build) / "bench" / "aview_steps", file]
        self.process = None

    def __enter__(self):
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()

    def ask(self, job):
        try:
            print(json.dumps(job), file=self.process.stdin, flush=True)
            answer = self.process.stdout.readline()
        except BrokenPipeError:
            answer = ""
        if not answer:
            sys.exit(f"aview_steps ended with code {self.process.wait()}")
        return json.loads(answer)

    def run(self, sql):
        return self.ask({"run": sql})["seconds"]

    def rows(self, sql):
        return self.ask({"rows": sql})["rows"]

    def time(self, contenders, repeat=5, change=""):
        return self.ask({"time": {"repeat": repeat, "change": change, "contenders": contenders}})["time"]

    def quality(self, view):
        """What EXPLAIN ANALYZE says of a view's recoding."""
        said = dict(self.rows(f"EXPLAIN ANALYZE SELECT count(*) FROM {view}"))
        words = said["groups"].replace(",", "").replace(";", "").split()  # 12 of 345 records 6 as they are 7 hidden
        return {"groups": int(words[0]), "grouped": int(words[2]), "exact": int(words[4]), "hidden": int(words[8]),
                "ncp": float(said["ncp"]), "k_deviation": int(said["k_deviation"])}


def both_plans(sql, auto=False, **more):
    """The same question under each plan."""
    made = [{"name": plan, "sql": sql, "plan": plan, **more} for plan in PLANS]
    return made + ([{"name": "auto", "sql": sql, "plan": "auto", **more}] if auto else [])


def dgh(name, edges):
    unique = dict.fromkeys(edges)
    return f"CREATE DGH {name}; INSERT INTO DGH {name} " + ", ".join(f"('{c}', '{p}')" for c, p in unique) + ";"


def dghs():
    """Four levels at most, as in the paper."""
    age = []
    for a in range(100):
        chain = [str(a), f"{a // 5 * 5}-{a // 5 * 5 + 4}", f"{a // 10 * 10}s", f"{a // 20 * 20}-{a // 20 * 20 + 19}", "any age"]
        age += zip(chain, chain[1:])
    school = [(str(i), "none" if i <= 1 else "primary" if i <= 11 else "secondary" if i <= 17 else "tertiary") for i in range(25)]
    school += [("none", "less"), ("primary", "less"), ("secondary", "more"), ("tertiary", "more"), ("less", "any"),
               ("more", "any")]
    race = [("1", "majority")] + [(str(i), "minority") for i in range(2, 10)] + [("majority", "any"), ("minority", "any")]
    return dgh("age_dgh", age) + dgh("sex_dgh", [("1", "any"), ("2", "any")]) + dgh("race_dgh", race) + dgh("school_dgh", school)


def people(csv, table, rows, choices=40):
    """A table of so many people. Which, and what they choose, depends on nothing but their place in the file."""
    return (f"CREATE TABLE {table} AS SELECT 'person-' || id AS name, age, sex, race, school, "
            f"(hash(id, 1) % {rows})::INTEGER AS score, (hash(id, 2) % {choices})::INTEGER AS choice "
            "FROM (SELECT row_number() OVER () AS id, AGEP::INTEGER AS age, SEX AS sex, RAC1P AS race, SCHL AS school "
            f"FROM read_csv('{csv}', all_varchar=true)) ORDER BY hash(id, 3) LIMIT {rows};")


PROFILES = ("CREATE TABLE profile AS SELECT i::INTEGER AS choice, (i % 10)::INTEGER AS k, (i // 10)::INTEGER AS level "
            "FROM range(40) t(i);")


def view(name, table, asks="choice REFERENCES profile(k, level)", recode="mondrian", columns=COLUMNS + ", choice",
         with_dghs=True):
    """Without DGHs quasi-identifiers, which look like numbers, are shown as intervals or *."""
    quasi = ", ".join(f"{column} DGH_NAME {column}_dgh" if with_dghs else column for column in ("age", "sex", "race"))
    return (f"CREATE ANONYMIZATION_VIEW {name} ON (SELECT {columns} FROM {table}) WITH ANONYMIZATION_ID name "
            f"ANONYMIZATION_QUASI_ID ({quasi}) "
            f"ANONYMIZATION_SENSITIVE_ATTR (school DGH_NAME school_dgh) {asks} RECODE {recode};")


def one_group(steps, view_name, table):
    """A condition that few groups may satisfy, best one: (condition, rows, groups)."""
    rare = steps.rows(f"SELECT age, sex, race, count(*) AS n FROM {table} GROUP BY ALL HAVING n >= 10 "
                      "ORDER BY n, age, sex, race LIMIT 40")
    best = None
    for age, sex, race, _ in rare:
        condition = f"age = {age} AND sex = '{sex}' AND race = '{race}'"
        [[found, groups]] = steps.rows(f"SELECT sum(n), count(*) FROM (SELECT count(*) AS n FROM {view_name} WHERE {condition} "
                                       "GROUP BY age, sex, race)")
        tried = (condition, int(found), int(groups))
        if best is None or (tried[2], tried[1]) < (best[2], best[1]):
            best = tried
        if best[2] == 1:
            break
    return best


def quasi_conditions(point):
    """From one group to all rows."""
    spans = [f"age >= {low} AND age <= {high}" for low, high in ((40, 44), (40, 49), (30, 49), (25, 59))]
    return [point, "age = 44 AND sex = '1' AND race = '3'", "age = 44 AND sex = '1'", "age = 44", *spans, "age >= 20",
            "age >= 0"]


def other_conditions(rows):
    return [f"score < {int(rows * share)}" for share in (0.00001, 0.0001, 0.001, 0.01, 0.05, 0.2, 0.5, 1) if rows * share >= 1]


def qualified(condition):
    """About the view av, in a join."""
    return " AND ".join("av." + part for part in condition.split(" AND "))
