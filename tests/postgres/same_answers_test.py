"""The same views give the same answers as in the embedded database: files of tests/sql, run here under each plan.

Their expected rows are what the embedded database gives (sql_test.cc compares them there).
"""
import re

import libpq

PLANS = ["auto", "anonymize_then_select", "select_then_anonymize"]

FILES = ["avlike", "avlike_grouping", "avlike_negations", "avlike_operator", "avlike_other_forms", "blocks",
         "consent_in_labels", "dgh_statements", "disclosure", "fig4_sensitive_levels", "fig7_attack", "identifiers",
         "joins", "joins_of_views", "materialized_forms", "materialized_wishes", "missing_values", "models", "multi_k", "numbers_and_dates", "one_value_materialized", "persons", "plans_agree",
         "policy", "profile_keys", "profile_numbers", "profiles", "purposes", "retention", "sensitive", "subqueries",
         "unknown_values"]

# Records that are not for PostgreSQL, by a part of their text.
SKIPPED = {
    # views over views are refused
    "avlike_operator": ["south_av", "again_av"],
    # rows are compared by families of operators; FULL JOIN needs one that can be hashed or merged
    "avlike_other_forms": ["(age, who) =", "(who, age) =", "(age, who) IN", "ROW(",
                           # NOT of a subquery's IN is "surely none"
                           "age NOT IN (SELECT"],
    "joins": ["FULL JOIN"],
    # the test's folder is not the server's
    "dgh_statements": ["${FOLDER}"],
    # a table that a profile refers to may change its types; the view then refuses to answer
    "profile_keys": ["ALTER TABLE wide", "loose", " cv"],
    "purposes": ["PURPOSE research PURPOSE"],
    # columns without a name are called otherwise
    "subqueries": ["SELECT age = 25, count(*)", "SELECT (SELECT count(*) FROM av) PURPOSE study", "SELECT EXISTS"],
    # texts that are read as dates, and dates that PostgreSQL has not
    "retention": ["5881580-07-10", "text_av", "moment_av", "day_av", "stay_av", " stay"],
}

OURS = re.compile(r"\s*(CREATE\s+(OR\s+REPLACE\s+)?(MATERIALIZED\s+)?(ANONYMIZATION_VIEW|DGH|POLICY)|INSERT\s+INTO\s+DGH\s|DROP\s+(ANONYMIZATION_VIEW|DGH|POLICY)|REFRESH\s|"
                  r"(GRANT|REVOKE)\s+SELECT\s+ON\s+ANONYMIZATION_VIEW)\b", re.I)
TAIL = re.compile(r"\s+(PURPOSE|RECIPIENT)\s+=?\s*('[^']*'|\"[^\"]*\"|\w+)\s*$", re.I)
NOT_OURS = re.compile(r"\s*(SHOW|SET av_semantics|EXPLAIN)\b|(GROUP|ORDER) BY ALL|POSITIONAL JOIN", re.I)


def records(text):
    """(line, kind, argument, sql, rows) of a file; see tests/sql/README.md."""
    plan, lines = None, text.splitlines()
    at = 0
    while at < len(lines):
        line = lines[at]
        if not line.strip() or line.startswith("#"):
            at += 1
            continue
        if match := re.match(r"(onlyif|skip unless) plan=(\w+)", line):
            plan = match[2]
            at += 1
            continue
        begin, at = at, at + 1
        sql, rows = [], None
        while at < len(lines) and lines[at].strip():
            if lines[at] == "----":
                rows = []
            elif rows is None:
                sql.append(lines[at])
            else:
                rows.append(lines[at])
            at += 1
        yield begin + 1, line.split(" "), "\n".join(sql).rstrip("; \n"), rows, plan
        plan = None


def cells(line):
    return line.split("\t") if "\t" in line else re.split(r" {2,}", line.strip())


def shown(value):
    """A cell as the files write it."""
    if value is None:
        return "NULL"
    if value == "":
        return "(empty)"
    return value.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t")


class Player:
    def __init__(self, bench, plan):
        self.bench, self.plan, self.sessions, self.hidden = bench, plan, {}, set()
        self.session = self.as_("owner")

    def as_(self, name):
        if name not in self.sessions:
            if name != "owner":
                self.make_role(name)
            self.sessions[name] = self.bench.session(name)
            self.sessions[name].run(f"SET scrim.plan = '{self.plan}'")
        return self.sessions[name]

    def reopen(self):
        """New sessions, which remember nothing."""
        for session in self.sessions.values():
            session.close()
        self.sessions = {}
        self.session = self.as_("owner")

    def make_role(self, name):
        self.sessions["owner"].run(f"DO $$ BEGIN CREATE ROLE \"{name.lower()}\" LOGIN; EXCEPTION WHEN duplicate_object THEN END $$")

    def run(self, sql):
        if OURS.match(sql):
            if match := re.search(r"\sTO\s+[\"']?(\w+)", sql) if sql.upper().startswith("GRANT") else None:
                self.make_role(match[1])
            if match := re.search(r"ANONYMIZATION_ID\s+\"?(\w+)", sql):
                self.hidden.add(match[1].lower())
            return self.session.run("CALL scrim.run($scrim$" + sql + "$scrim$)")
        asked = {"PURPOSE": "", "RECIPIENT": ""}
        while match := TAIL.search(sql):
            asked[match[1].upper()] = match[2].strip("'\"")
            sql = sql[: match.start()]
        self.session.run(f"SET scrim.purpose = '{asked['PURPOSE']}'; SET scrim.recipient = '{asked['RECIPIENT']}'")
        return self.session.run(translated(sql))


def translated(sql):
    """DuckDB's spellings that PostgreSQL has not."""
    sql = re.sub(r"\blabel\(", "scrim.text(", sql)
    sql = re.sub(r"(\S+)\s+NOT\s+AVLIKE\s", r"\1 <> ", sql)
    sql = re.sub(r"\bAVLIKE\b", "=", sql)
    return re.sub(r"\bDOUBLE\b(?! PRECISION)", "DOUBLE PRECISION", sql)


def play(bench, file, plan):
    player = Player(bench, plan)
    count = 0
    for line, kind, sql, rows, only in records((bench.source / "tests/sql" / f"{file}.test").read_text()):
        where = f"{file}.test:{line} under {plan}: {sql}"
        if (only and only != plan) or NOT_OURS.search(sql) or any(part in sql for part in SKIPPED.get(file, [])):
            continue
        sql = sql.replace("${SOURCE}", str(bench.source))
        if kind[0] == "as":
            player.session = player.as_(kind[1])
        elif kind[0] == "statement" and kind[1] == "ok":
            try:
                player.run(sql)
            except libpq.Error as error:
                raise AssertionError(f"{where}\n{error.everything()}")
        elif kind[0] == "statement":
            try:
                player.run(sql)
            except libpq.Error:
                continue
            raise AssertionError(f"{where}\nshould have failed")
        elif kind[0] in ("database", "reopen"):
            player.reopen()
        elif kind[0] == "query":
            try:
                given = player.run(sql)
            except libpq.Error as error:
                if error.code == "42601":
                    continue  # the other dialect
                raise AssertionError(f"{where}\n{error.everything()}")
            names = [name.lower() for name in player.session.columns]
            given = [[shown(value) for value in row] for row in given]
            # A hidden identifier is NULL here.
            expected = [["NULL" if cell == "*" and names[c] in player.hidden else {"true": "t", "false": "f"}.get(cell, cell) for c, cell in enumerate(cells(row))]
                        for row in rows]
            if "header" in kind:
                assert [n.lower() for n in expected[0]] == names, f"{where}\n{names}"
                expected = expected[1:]
            if "rowsort" in kind:
                given, expected = sorted(given), sorted(expected)
            assert given == expected, f"{where}\nexpected {expected}\ngiven    {given}"
            count += 1
        else:
            raise AssertionError(f"{where}: {kind[0]} is not known here")
    return count


def clean(bench):
    """The database as it was, without the time that another one takes."""
    bench.server.close_sessions()
    admin = bench.session()
    admin.run("DROP SCHEMA public CASCADE; CREATE SCHEMA public; GRANT ALL ON SCHEMA public TO PUBLIC; "
              "DELETE FROM scrim.granted; DELETE FROM scrim.dgh; DELETE FROM scrim.policy")
    admin.close()


def test_files_of_the_embedded_database(bench):
    failed = []
    for file in FILES:
        for plan in PLANS:
            try:
                assert play(bench, file, plan) > 0, f"{file}: nothing was asked"
            except AssertionError as error:
                failed.append(str(error))
            clean(bench)
    assert not failed, "\n\n".join(failed)
