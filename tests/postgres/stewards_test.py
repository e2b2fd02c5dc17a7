"""Functions for stewards: what they find and make is what the command line finds and makes of the same table."""
import collections
import csv
import json
import pathlib
import subprocess
import tempfile

import libpq

PEOPLE = """
CREATE TYPE sex AS ENUM ('female', 'male');
CREATE TABLE people (id int PRIMARY KEY, who text, age int, zip text, born date, pays numeric(9,2), sex sex, member boolean, seen timestamp,
  disease varchar(20));
INSERT INTO people SELECT i, 'p' || i / 2, 20 + i * 7 % 40, '885' || lpad((i * 13 % 30)::text, 2, '0'), date '1950-01-01' + i * 211 % 15000,
  (i * 37 % 900) / 4.0, CASE i % 3 WHEN 0 THEN 'female' ELSE 'male' END::sex, i % 5 = 0, timestamp '2024-01-01' + i * interval '1 hour',
  (ARRAY['flu', 'hiv', 'asthma', 'gastritis', NULL])[1 + i * 11 % 5] FROM generate_series(1, 240) i;
SELECT scrim.insert_dgh('zip_dgh', array_agg(z), array_agg(p)) FROM (SELECT DISTINCT zip z, left(zip, 4) || '*' p FROM people) x;
"""
HIERARCHY = "".join(f"885{i:02};885{i // 10}*;*\n" for i in range(30))
POLICY = """
columns:
  id: identifier
  who: dropped
  age: quasi_identifier
  zip: {{role: quasi_identifier, hierarchy: {hierarchy}, type: category}}
  born: dropped
  pays: dropped
  sex: quasi_identifier
  member: insensitive
  seen: dropped
  disease: sensitive
require:
  - k_anonymity(k=4)
  - l_diversity_distinct(l=2)
"""
SIMPLE = "columns:\n  name: identifier\n  age: quasi_identifier\n  disease: sensitive\n  zip: dropped\n  ward: dropped\nrequire: [k_anonymity(k=3)]\n"


def make(bench):
    steward = bench.session("steward")
    steward.run("CALL scrim.run('CREATE DGH zip_dgh')")
    steward.run(PEOPLE)
    bench.owner.run("CREATE SCHEMA anon AUTHORIZATION steward")
    return steward


def patients(bench):
    steward = bench.session("steward")
    steward.run("CREATE TABLE patient AS SELECT 'n' || i AS name, 20 + i % 9 AS age, 'z' || i AS zip, 'd' || i % 3 AS disease, i AS ward FROM generate_series(1, 40) i")
    bench.owner.run("CREATE SCHEMA anon AUTHORIZATION steward")
    return steward


class Program:
    """The command line, on the table people of the test's server."""

    def __init__(self, bench, folder):
        self.path = bench.server.library.parent.parent / "scrim"
        self.table = f"postgres:///{bench.database}?host={bench.server.folder}&user=steward&table=people"
        self.folder = pathlib.Path(folder)
        (self.folder / "zip.csv").write_text(HIERARCHY)

    def run(self, policy, *arguments):
        (self.folder / "policy.yaml").write_text(policy)
        done = subprocess.run([str(self.path), arguments[0], self.table, "--policy", str(self.folder / "policy.yaml"), *arguments[1:]],
                              capture_output=True, text=True)
        assert done.returncode in (0, 1), done.stderr
        return done.stdout


def figure(entry):
    """The fraction where there is one, else the number."""
    if isinstance(entry, dict):
        return str(entry.get("exact") or f"{entry['value']:.9g}")
    return entry if isinstance(entry, str) else f"{entry:.9g}"


def found(row):
    kind, name, parameter, attribute, value, exact, holds, detail = row
    return exact or (f"{float(value):.9g}" if value is not None else None)


def test_check_finds_what_the_command_line_finds(bench):
    steward = make(bench)
    with tempfile.TemporaryDirectory() as folder:
        program = Program(bench, folder)
        if not program.path.exists():
            return
        by_person = POLICY.replace("who: dropped", "who: identifier") + "person: who\n"
        typed = POLICY.replace("born: dropped", "born: quasi_identifier").replace("pays: dropped", "pays: sensitive").replace(
            "seen: dropped", "seen: insensitive")
        for policy in (POLICY, by_person, typed):
            told = json.loads(program.run(policy.format(hierarchy="zip.csv"), "check", "--json"))
            rows = steward.run(f"SELECT * FROM scrim.check('people', $${policy.format(hierarchy='zip_dgh')}$$)")
            by = collections.defaultdict(dict)
            for row in rows:
                by[row[0]][row[1], row[2]] = found(row)
            expected = {(model, parameter): figure(level) for model, entry in told["models"].items()
                        for parameter, level in entry["reached"].items()}
            assert len(expected) > 8
            mine = {key: value for key, value in by["model"].items() if value is not None}
            assert {k: v.replace("infinity", "inf") for k, v in mine.items()} == {k: v.replace("infinity", "inf") for k, v in expected.items()}, (mine, expected)
            assert by["table"]["rows", None] == str(told["rows"]) and by["table"]["classes", None] == str(told["classes"])
            assert by["table"].get(("people", None)) == (str(told["people"]) if "people" in told else None)
            for attacker in ("prosecutor", "journalist"):
                for what in ("highest", "average"):
                    assert by["risk"][attacker, what] == figure(told["risks"][attacker][what]), (attacker, what, by["risk"])
            assert by["risk"]["marketer", None] == figure(told["risks"]["marketer"])
            assert {name: value for (name, _), value in by["metric"].items()} == {
                name: figure(entry["value"] if isinstance(entry, dict) else entry) for name, entry in told["metrics"].items()}
            assert [(row[1], row[6] == "t") for row in rows if row[0] == "requirement"] == [
                (entry["requirement"], entry["holds"]) for entry in told["requirements"]]


def test_publish_makes_what_the_command_line_makes(bench):
    steward = make(bench)
    with tempfile.TemporaryDirectory() as folder:
        program = Program(bench, folder)
        if not program.path.exists():
            return
        for number, (algorithm, more) in enumerate([("mondrian", {}), ("optimal", {"suppress": "10%"})]):
            told = {"algorithm": algorithm, **more}
            options = [word for name, value in told.items() for word in (f"--{name}", value)]
            out = pathlib.Path(folder) / f"release{number}"
            program.run(POLICY.format(hierarchy="zip.csv"), "publish", "--out", str(out), *options)
            steward.run("DROP TABLE IF EXISTS anon.people, anon.people_certificate")
            named = ", ".join(f"{name} => '{value}'" for name, value in told.items())
            made = steward.run(f"SELECT released, certificate, records, classes FROM scrim.publish('people', $${POLICY.format(hierarchy='zip_dgh')}$$, 'anon', {named})")[0]
            assert made[:2] == ["anon.people", "anon.people_certificate"]
            with open(out / "data.csv", newline="") as file:
                header, *expected = csv.reader(file)
            rows = steward.run(f"SELECT {', '.join(header)} FROM anon.people")
            rows = [["" if cell is None else {"t": "true", "f": "false"}.get(cell, cell) for cell in row] for row in rows]
            assert collections.Counter(map(tuple, rows)) == collections.Counter(map(tuple, expected)), (rows[:5], expected[:5])
            assert len(rows) == int(made[2])
            certificate = json.loads(steward.value("SELECT certificate FROM anon.people_certificate"))
            other = json.loads((out / "certificate.json").read_text())
            for key in ("records", "classes", "promises", "risks", "columns"):
                assert certificate.get(key) == other.get(key), key
            # In the order of what is printed: nothing of the order of the original.
            assert rows == sorted(rows, key=lambda row: rows.index(row)) and len({tuple(r[:3]) for r in rows}) == len(
                [1 for a, b in zip(rows, rows[1:] + [None]) if b is None or a[:3] != b[:3]]), "classes are apart"
            assert steward.run("SELECT relowner::regrole FROM pg_class WHERE relname LIKE 'people%' AND relnamespace = 'anon'::regnamespace") == [["steward"]] * 2
            kept = json.loads(steward.value("SELECT content FROM scrim.owner_files WHERE released = 'anon.people'::regclass"))
            assert kept["records"]["original"] == 240
        assert bench.session("analyst").run("SELECT * FROM scrim.owner_files") == []


def test_other_forms_are_several_tables(bench):
    """Anatomy gives two tables; perturbed rows say so first."""
    steward = patients(bench)
    made = steward.run(f"SELECT released FROM scrim.publish('patient', $${SIMPLE.replace('k_anonymity(k=3)', 'l_diversity_distinct(l=2)')}$$, 'anon', algorithm => 'anatomy')")
    assert made == [["anon.patient"]]
    tables = steward.run("SELECT relname, (SELECT count(*) FROM pg_attribute a WHERE a.attrelid = c.oid AND attnum > 0) FROM pg_class c WHERE relnamespace = 'anon'::regnamespace AND relkind = 'r' ORDER BY 1")
    assert [name for name, _ in tables] == ["patient", "patient_certificate", "patient_st"], tables
    assert steward.value("SELECT count(*) FROM anon.patient") == "40"
    steward.run("DROP TABLE anon.patient, anon.patient_certificate, anon.patient_st")
    assert steward.value("SELECT count(*) FROM scrim.owner_files") == "0"  # it goes with its release


def test_publish_is_whole_or_absent(bench):
    steward = patients(bench)
    temporary = lambda: sorted(path.name for path in pathlib.Path(tempfile.gettempdir()).glob("scrim-sync-*"))
    before = temporary()
    there = "SELECT count(*) FROM pg_class WHERE relnamespace = 'anon'::regnamespace"
    publish = f"SELECT released FROM scrim.publish('patient', $${SIMPLE}$$, 'anon')"
    steward.run("BEGIN")
    steward.run(publish)
    assert steward.value("SELECT count(*) FROM anon.patient") == "40"
    other = bench.session("steward")
    assert other.value("SELECT count(*) FROM pg_class WHERE relname = 'patient_certificate'") == "0"
    steward.run("ROLLBACK")
    assert steward.value(there) == "0"
    # A savepoint undoes it alone, and isolation does not matter.
    steward.run("BEGIN ISOLATION LEVEL SERIALIZABLE; SAVEPOINT s")
    steward.run(publish)
    steward.run("ROLLBACK TO s")
    steward.run(publish)
    steward.run("COMMIT")
    assert steward.value("SELECT count(*) FROM anon.patient") == "40"
    error = steward.error(publish)
    assert "anon.patient is there already" in error.message and error.hint, error.everything()
    assert steward.error("BEGIN READ ONLY; " + publish.replace("'anon'", "'public'").replace("'patient'", "'patient'")).code in ("39000", "25006", "FDW00", "HV000")
    steward.run("ROLLBACK; DROP TABLE anon.patient, anon.patient_certificate")
    # Faults at every crossing leave nothing behind, and no server down.
    bench.owner.run("SET ROLE NONE")
    for fault, code in {"exception": "XX000", "unknown": "XX000", "out_of_memory": "53200", "server_error": "XX000"}.items():
        for call in (publish, f"SELECT count(*) FROM scrim.check('patient', $${SIMPLE}$$)"):
            bench.owner.run(f"SET scrim.fault = '{fault}'")
            error = bench.owner.error(call)
            assert error.code == code and "injected exception" not in error.message, (fault, error.everything())
            bench.owner.run("SET scrim.fault = 'none'")
        assert steward.value(there) == "0"
    assert temporary() == before


def test_rights_of_who_asks(bench):
    """Nobody's rights but the caller's: no row, no figure and no message of a table that they may not read."""
    steward = patients(bench)
    bench.owner.run("CREATE TABLE secret AS SELECT 'Carol' AS name, 24 AS age, 'hiv' AS disease, 'z' AS zip, 1 AS ward FROM generate_series(1, 9)")
    calls = [f"SELECT * FROM scrim.check('secret', $${SIMPLE}$$)", f"SELECT * FROM scrim.publish('secret', $${SIMPLE}$$, 'anon')"]
    for call in calls:
        error = steward.error(call)
        assert error.code == "42501" and "Carol" not in error.everything() and "hiv" not in error.everything(), error.everything()
    analyst = bench.session("analyst")
    bench.owner.run("GRANT SELECT ON secret TO analyst")
    for call in calls:
        error = analyst.error(call)
        assert error.code == "42501" and "GRANT USAGE ON FOREIGN SERVER" in error.hint, error.everything()
    # Some of the columns are enough where no other is asked for.
    bench.owner.run("GRANT SELECT (age, disease) ON secret TO steward")
    few = "columns: {name: dropped, age: quasi_identifier, disease: sensitive, zip: dropped, ward: dropped}\n"
    assert steward.value(f"SELECT value FROM scrim.check('secret', '{few}') WHERE name = 'k_anonymity'") == "9"
    assert steward.error(f"SELECT * FROM scrim.check('secret', '{few.replace('zip: dropped', 'zip: insensitive')}')").code == "42501"
    # A schema of somebody else's.
    bench.owner.run("CREATE SCHEMA other")
    error = steward.error(f"SELECT * FROM scrim.publish('patient', $${SIMPLE}$$, 'other')")
    assert error.code == "42501" and "permission denied for schema" in error.message, error.everything()
    # Row-level security: figures about some of the rows are refused, whatever row_security says.
    bench.owner.run("GRANT SELECT ON secret TO steward; ALTER TABLE secret ENABLE ROW LEVEL SECURITY; CREATE POLICY p ON secret USING (ward = 2)")
    for setting in ("on", "off"):
        steward.run(f"SET row_security = {setting}")
        error = steward.error(calls[0])
        assert error.code == "0A000" and "row-level security" in error.message, error.everything()
    bench.owner.run("CREATE VIEW seen AS SELECT * FROM secret; GRANT SELECT ON seen TO steward; ALTER VIEW seen SET (security_invoker = true)")
    assert "row-level security" in steward.error(f"SELECT * FROM scrim.check('seen', $${SIMPLE}$$)").message
    # With definer's rights of a steward, an error of the table tells the caller nothing.
    steward.run("CREATE VIEW bad AS SELECT name, CASE WHEN ward = 7 THEN name::int ELSE age END AS age, zip, disease, ward FROM patient")
    steward.run(f"CREATE FUNCTION ask() RETURNS bigint LANGUAGE sql SECURITY DEFINER AS $f$ SELECT count(*) FROM scrim.check('bad', $${SIMPLE}$$) $f$")
    assert "n7" in steward.error("SELECT ask()").message
    error = analyst.error("SELECT ask()")
    assert "n7" not in error.everything() and "could not be read" in error.message, error.everything()


def test_nothing_of_the_session_is_used(bench):
    """Shadowing functions, operators, tables and settings change no figure, and nothing can be fetched."""
    steward = patients(bench)
    bench.owner.run("GRANT CREATE ON SCHEMA public TO steward; CREATE SCHEMA evil AUTHORIZATION steward")
    check = f"SELECT * FROM scrim.check('public.patient', $${SIMPLE}$$)"
    before = steward.run(check)
    steward.run("""CREATE FUNCTION public.numeric_send(numeric) RETURNS bytea LANGUAGE sql AS 'SELECT NULL::bytea';
        CREATE FUNCTION public.now() RETURNS timestamptz LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''shadowed''; END';
        CREATE TYPE public.int8 AS (x int); CREATE TYPE public.text AS (x int); CREATE TEMP TABLE patient (name int);
        CREATE TEMP TABLE pg_class (x int); CREATE TABLE evil.release_policy (name pg_catalog.text, yaml pg_catalog.text);
        SET search_path = pg_temp, public, evil, pg_catalog, scrim; SET standard_conforming_strings = off; SET escape_string_warning = off;
        SET transform_null_equals = on; SET DateStyle = 'German'; SET bytea_output = 'escape'; SET client_encoding = 'LATIN1'""")
    assert steward.run(check) == before
    made = steward.run(f"SELECT released::oid::regclass::name FROM scrim.publish('public.patient', $${SIMPLE}$$, 'anon')")
    assert made == [["anon.patient"]], made
    assert steward.run("SELECT attname, atttypid::int8 FROM pg_catalog.pg_attribute WHERE attrelid = 'anon.patient'::regclass AND attnum > 0".replace("::int8", "")) == [
        ["age", "25"], ["disease", "25"]]
    assert steward.run("SELECT name FROM pg_catalog.pg_cursors") == []
    # What a trigger on the schema's tables by default privileges could see: nothing but the release.
    steward.run("RESET ALL; DROP TABLE pg_temp.patient; DROP TABLE pg_temp.pg_class; DROP TYPE public.int8; DROP TYPE public.text")
    # EXPLAIN ANALYZE tells of a call what it tells of any.
    told = str(steward.run(f"EXPLAIN (ANALYZE, VERBOSE, TIMING OFF, SUMMARY OFF) {check}"))
    assert "Seq Scan" not in told and "Function Scan" in told, told


def test_bad_input(bench):
    """One clear line with a hint, and nothing left behind."""
    steward = patients(bench)
    bench.owner.run("CREATE FOREIGN TABLE far (x int) SERVER scrim OPTIONS (query 'SELECT 1 AS x', k '2'); GRANT SELECT ON far TO steward")
    for call, words in [
            ("scrim.check('patient', 'nobody')", "there is no release policy 'nobody'"),
            ("scrim.check('patient', 'columns: [')", "policy"),
            (f"scrim.check('patient', $${SIMPLE}$$, require => '{{k_anonymity(k=-2)}}')", "k"),
            (f"scrim.check('patient', $${SIMPLE}$$, require => '{{x_anonymity}}')", "x_anonymity"),
            (f"scrim.check('patient', $${SIMPLE}$$, risk_threshold => '7')", "risk threshold"),
            (f"scrim.check('far', $${SIMPLE}$$)", "foreign table"),
            (f"scrim.check('patient', $${SIMPLE.replace('age: quasi_identifier', 'age: {role: quasi_identifier, hierarchy: /etc/passwd}')}$$)", "there is no DGH of this name"),
            (f"scrim.check('patient', $${SIMPLE}population: /etc/passwd\n$$)", "no file is read"),
            ("scrim.check('patient', $$columns: {age: quasi_identifier}\n$$)", "name"),
            (f"scrim.publish('patient', $${SIMPLE}$$, 'nowhere')", "nowhere"),
            (f"scrim.publish('patient', $${SIMPLE}$$, 'anon', algorithm => 'magic')", "magic"),
            (f"scrim.publish('patient', $${SIMPLE}$$, 'anon', require => '{{k_anonymity(k=900)}}')", "the largest possible k is 40"),
            (f"scrim.publish('patient', $${SIMPLE}$$, 'public')", "public.patient is there already")]:
        error = steward.error(f"SELECT * FROM {call}")
        assert words in error.message + error.hint and "\n" not in error.message and error.code != "XX000", (call, error.everything())
    assert steward.value("SELECT count(*) FROM pg_class WHERE relnamespace = 'anon'::regnamespace") == "0"
    steward.run(f"SELECT scrim.create_release_policy('ours', $${SIMPLE}$$)")
    assert steward.value("SELECT value FROM scrim.check('patient', 'Ours') WHERE name = 'k_anonymity'") == "4"
    assert "there is a release policy" in steward.error(f"SELECT scrim.create_release_policy('OURS', $${SIMPLE}$$)").message
    bench.owner.run("CREATE ROLE another_steward; GRANT USAGE ON FOREIGN SERVER scrim TO another_steward")
    bench.owner.run("SET ROLE another_steward")
    assert bench.owner.error("SELECT scrim.drop_release_policy('ours')").code == "42501"
    bench.owner.run("RESET ROLE; REVOKE USAGE ON FOREIGN SERVER scrim FROM another_steward; DROP ROLE another_steward")
    steward.run("SELECT scrim.drop_release_policy('ours')")
    assert "there is no release policy" in steward.error("SELECT * FROM scrim.check('patient', 'ours')").message


def test_cancelling_a_steward(bench):
    owner = bench.owner
    owner.run("CREATE TABLE many AS SELECT i AS name, i % 90 AS age, 'd' || i % 7 AS disease, i AS zip, 1 AS ward FROM generate_series(1, 60000) i; CREATE SCHEMA anon")
    for call in (f"SELECT count(*) FROM scrim.check('many', $${SIMPLE}$$)", f"SELECT 1 FROM scrim.publish('many', $${SIMPLE}$$, 'anon')"):
        for timeout in (3, 15):
            owner.run(f"SET statement_timeout = {timeout}")
            assert owner.error(call).code == "57014", (call, timeout)
    owner.run("RESET statement_timeout")
    assert owner.value("SELECT count(*) FROM pg_class WHERE relnamespace = 'anon'::regnamespace") == "0"
