#!/usr/bin/env python3
"""What the program writes for programs is what docs/schema says. Usage: schema_test.py SCRIM_BINARY PROJECT_ROOT"""
import copy
import json
import pathlib
import re
import subprocess
import sys
import unittest

for beside in ("server", "libpq"):
    sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / beside))
from commands import COMMANDS, words_of
from description_test import request_of
from postgres_server import Postgres, programs
from running import BINARY, DOCUMENT, FOLDER, PATIENCE, ROOT, Server
from schemas import Schemas, jsonschema, objects_in
from test_data import RESEARCH, make_example

SCHEMAS = Schemas(ROOT)
samples = []  # documents that the program and the server gave
left_out = set()  # verbs that cannot be tried here
DATABASE = {}  # the address of a table in PostgreSQL


def run(*words):
    return subprocess.run([BINARY, *words], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)


def verbs(path=()):
    """Every verb that does something, by its words, with its help."""
    text = run(*path, "--help").stdout
    inner = re.findall(r"^  ([a-z][a-z-]*)", text.partition("\nSubcommands:\n")[2], re.M)
    if not inner:
        yield " ".join(path), text
    for name in inner:
        yield from verbs((*path, name))


def documents_in(text):
    """The JSON values of a text, one after the other."""
    decoder = json.JSONDecoder()
    while text := text.strip():
        value, end = decoder.raw_decode(text)
        yield value
        text = text[end:]


class Case(unittest.TestCase):
    def assert_valid(self, document):
        self.assertEqual(SCHEMAS.problems(document), [], document.get("schema") if isinstance(document, dict) else document)
        samples.append(document)


class Files(unittest.TestCase):
    def test_every_listed_schema_is_written_and_no_other(self):
        self.assertEqual(sorted(SCHEMAS.listed), sorted(SCHEMAS.written))
        for name, schema in SCHEMAS.files.items():
            self.assertTrue(schema["$id"].endswith(f"/{name}.json"))
            if name != "common":
                self.assertRegex(schema["properties"]["schema"]["const"], rf"^scrim\.{re.escape(name)}/\d+$")

    def test_schemas_are_schemas(self):
        for schema in SCHEMAS.files.values():
            jsonschema.Draft202012Validator.check_schema(schema)

    def test_every_key_is_described(self):
        for name, schema in SCHEMAS.files.items():
            for part in objects_in(schema):
                for key, own in part.get("properties", {}).items():
                    self.assertTrue({"description", "$ref"} & own.keys(), f"{name}: {key}")

    def test_every_schema_is_described_on_the_page(self):
        page = (ROOT / "docs/json.md").read_text()
        for name in SCHEMAS.written:
            self.assertIn(f"schema/{name.removeprefix('scrim.').partition('/')[0]}.json", page)


class Verbs(Case):
    def test_every_verb_with_json_is_tried(self):
        self.assertEqual({verb for verb, text in verbs() if "--json" in text} - left_out, COMMANDS.keys())

    def test_outputs(self):
        for verb, commands in COMMANDS.items():
            for arguments, code, names in commands:
                words = words_of(verb, arguments, FOLDER, **DATABASE)
                with self.subTest(" ".join(words)):
                    done = run(*words)
                    self.assertEqual(done.stderr, "")
                    self.assertIn(done.returncode, (0, 1) if code is None else (code,))
                    documents = list(documents_in(done.stdout))
                    self.assertEqual([document["schema"] for document in documents], [f"scrim.{name}/1" for name in names])
                    for document in documents:
                        self.assert_valid(document)

    def assert_error(self, *words, code=2, out=""):
        done = run(*words)
        self.assertEqual((done.returncode, done.stdout), (code, out), words)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        error = json.loads(done.stderr)
        self.assert_valid(error)
        self.assertEqual((error["schema"], error["error"]["kind"]), ("scrim.error/1", "input"))
        return error["error"]["message"]

    def test_wrong_usage_is_an_error_in_json(self):
        for verb in COMMANDS:
            with self.subTest(verb):
                self.assert_error(*verb.split(), "--json", "--no-such-flag")
        self.assert_error("nonsense", "--json")

    def test_wrong_input_is_an_error_in_json(self):
        for words in ["check none.csv --qi a", "publish none.csv --qi a --out x", "republish none.csv --series x", "verify none",
                      "check-series none.csv --qi a", "audit none", "audit views none.audit", "statdb info none", "statdb query none q",
                      "statdb build none.csv -m 2 -o x --qi a --sensitive b", "hierarchy check none.csv", "list models none",
                      "list algorithms none"]:
            with self.subTest(words):
                self.assertTrue(self.assert_error(*words.split(), "--json"))
        self.assertIn('"a"', self.assert_error("sql", "--json", "-c", 'SELECT "a"'))

    def test_people_read_a_line(self):
        done = run("verify", "none")
        self.assertEqual((done.returncode, done.stderr[:7]), (2, "scrim: "))

    def test_an_incomplete_hierarchy_is_described_too(self):
        (FOLDER / "few.csv").write_text("88512;*\n88513;*\n")
        done = run("hierarchy", "check", str(FOLDER / "few.csv"), "--data", "examples/patients.csv", "--column", "zip", "--json")
        self.assertEqual(done.returncode, 2)
        for document in (json.loads(done.stdout), json.loads(done.stderr)):
            self.assert_valid(document)


class Serving(Case):
    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(Server(statdbs=("p",), database="h"))

    def test_answers(self):
        asked = [(where, body, method) for method, path, operation in DOCUMENT.operations()
                 for where, body in [request_of(path, operation)]
                 if path not in ("/api/v1/metrics", "/api/v1/openapi.json")]
        self.assertGreater(len(asked), 7)
        asked += [("/api/v1/batch", {"questions": [{}, {"where": {"shoe": 3}}]}, "post"),
                  ("/api/v1/views/patient_av/rows", RESEARCH | {"limit": 2}, "post"),
                  ("/api/v1/sql", {"sql": "SELECT zip, COUNT(*), MIN(disease) FROM StatDB WHERE age > 90 GROUP BY zip"}, "post")]
        for path, body, method in asked:
            with self.subTest(path):
                answer = self.server.ask(path, body, method.upper())
                self.assert_valid(answer.json)

    def test_errors(self):
        for path, body, kind in [("/api/v1/count", b"{", "input"), ("/api/v1/count", {"wher": 1}, "input"), ("/api/v1/none", None, "input"),
                                 ("/none", None, "input"), ("/api/v1/sql", {"sql": "DROP"}, "input"),
                                 ("/api/v1/views/none/rows", {}, "input")]:
            with self.subTest(path):
                answer = self.server.ask(path, body)
                self.assertGreaterEqual(answer.status, 400)
                self.assert_valid(answer.json)
                self.assertEqual((answer.json["schema"], answer.json["error"]["kind"]), ("scrim.error/1", kind))


class Wrong(unittest.TestCase):
    """Runs last, on what the others have seen: a schema that accepts everything says nothing."""

    def test_every_schema_was_seen(self):
        self.assertEqual({sample["schema"] for sample in samples}, {name for name in SCHEMAS.listed if name.split("/")[0][6:] not in left_out})

    def test_what_is_missing_is_missed(self):
        for sample in samples:
            for key in SCHEMAS.written[sample["schema"]]["required"]:
                less = {name: value for name, value in sample.items() if name != key}
                self.assertTrue(SCHEMAS.problems_by(sample["schema"], less), f"{sample['schema']} without {key}")

    def test_what_is_not_described_is_refused_wherever_it_is(self):
        tried = set()
        for sample in samples:
            # Each place once for each schema: what differs between items of a list is where they are in it.
            for number, place in enumerate(objects_in(sample)):
                form = (sample["schema"], frozenset(place))
                if form in tried:
                    continue
                tried.add(form)
                more = copy.deepcopy(sample)
                list(objects_in(more))[number]["not described"] = {"not described": None}
                self.assertTrue(SCHEMAS.problems_by(sample["schema"], more), f"{sample['schema']}: more in {place}")

    def test_values_of_another_type_are_refused(self):
        for sample in samples:
            for key in sample.keys() - {"schema"}:
                self.assertTrue(SCHEMAS.problems_by(sample["schema"], sample | {key: [{"no": "such"}]}), f"{sample['schema']}: {key}")

    def test_other_versions_are_refused(self):
        for sample in samples:
            other = sample | {"schema": re.sub(r"\d+$", "99", sample["schema"])}
            self.assertTrue(SCHEMAS.problems(other))
            self.assertTrue(SCHEMAS.problems_by(sample["schema"], other))


def main():
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    make_example()
    (FOLDER / "questions.sql").write_text("SELECT COUNT(*) FROM StatDB;\nSELECT zip, COUNT(*) FROM StatDB GROUP BY zip;\n")
    loader = unittest.TestLoader()
    tests = unittest.TestSuite(loader.loadTestsFromTestCase(case) for case in (Files, Verbs, Serving, Wrong))
    if not programs():
        print("PostgreSQL is not installed: sync is left out")
        left_out.add("sync")
        del COMMANDS["sync"]
        return 0 if unittest.TextTestRunner().run(tests).wasSuccessful() else 1
    with Postgres() as database:
        database.load("ward", ROOT / "examples/ward_q1.csv")
        DATABASE["database"] = database.url(table="ward")
        return 0 if unittest.TextTestRunner().run(tests).wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
