"""Requests that are well-formed, with questions that are not: wrong, or large."""
import itertools
import json
import time

from test_data import RESEARCH
from withstanding import Withstanding


class BadQuestions(Withstanding):
    def test_bodies_that_are_no_questions(self):
        deep = 10_000
        bodies = {
            "bad_json": [b"", b"{", b"nonsense", b'{"where": {"age": [30, 50]}', b'{"where": {"age": 01}}', b'{"where": "\xff\xfe"}',
                         b'{"where": {"disease": "\xc3\x28"}}', b'{"where": {"disease": "\\ud800"}}', b"{'where': {}}", b"\x00",
                         b'{"where": {"age": 1e999}}', b'{"where": {"age": NaN}}', b'{} {}', '{"where": {}}'.encode("utf-16")],
            "bad_request": [b"[]", b"7", b"null", b'"where"', b'{"where": []}', b'{"where": {"age": {}}}', b'{"where": {"age": []}}',
                            b'{"where": {"disease": "f\\u0000lu"}}', b'{"where": {"a\\u0000ge": 3}}', b'{"where": {"age": [[1]]}}',
                            b'{"where": {"age": {"from": null}}}', b'{"where": {"age": {"in": 3}}}', b'{"where": {"age": {"missing": 1}}}',
                            b'{"statdb": 7}', b'{"framework": {}}', b'{"where": {"age": {"from": {"from": 1}}}}'],
            "unknown_field": [b'{"wher": {}}', b'{"where": {"age": {"above": 3}}}', b'{"where": {}, "\\u0007": 1}'],
            "too_complex": [b"[" * deep, b'{"where":' * deep, b'{"a":' * deep + b"1" + b"}" * deep,
                            json.dumps({"where": {"age": list(range(10_001))}}).encode(),
                            json.dumps({"where": {f"c{i}": 1 for i in range(101)}}).encode()],
            "bad_question": [b'{"where": {"shoe": 3}}', b'{"where": {"age": "old"}}', b'{"framework": "magic"}',
                             b'{"framework": "static_anatomy"}', b'{"where": {"": 3}}'],
        }
        for code, some in bodies.items():
            for body in some:
                with self.subTest(body[:60]):
                    self.assert_refused(self.server.ask("/api/v1/count", body), 400, code)

    def test_messages_name_fields_as_json_does(self):
        answer = self.server.ask("/api/v1/count", b'{"framework": "static_anatomy"}')
        self.assertIn('build it with "baselines": true', answer.json["error"]["message"])
        self.assertNotRegex(answer.json["error"]["message"], r"--|[\x00-\x1f\x7f]")

    def test_questions_of_other_kinds(self):
        questions = {
            "group": [{}, {"by": 3}, {"by": "disease"}, {"by": "age", "level": -1}, {"by": "zip", "level": 1.5},
                      {"by": "zip", "level": 99}],
            "sql": [{}, {"sql": ""}, {"sql": "SELECT * FROM StatDB"}],
            "batch": [{}, {"questions": []}, {"questions": [{}] * 1001}, {"questions": {}}],
            "views/patient_av/rows": [RESEARCH | wrong for wrong in (
                {"purpose": 7}, {"recipient": ["lab"]}, {"limit": 0}, {"limit": 1001}, {"offset": -1}, {"columns": "name"}, {"columns": ["shoe"]}, {"page": 1},
                {"where": {"shoe": 1}})],
        }
        for path, question in [(path, one) for path, some in questions.items() for one in some]:
            with self.subTest(f"{path} {question}"):
                self.assert_refused(self.server.ask(f"/api/v1/{path}", question), 400)

    def test_sql_that_is_large(self):
        start = "SELECT COUNT(*) FROM StatDB WHERE "
        for sql in (start + "(" * 20_000 + "age < 3" + ")" * 20_000, start + "NOT " * 15_000 + "age < 3", "(" * 60_000,
                    start + "age < " + "-" * 60_000 + "1", start + "age = '" + "x" * 99_000, "'" * 60_000,
                    start + "age < 3 AND " * 5_000, "SELECT " + "COUNT(*), " * 6_000 + "COUNT(*) FROM StatDB", "/*" * 30_000):
            with self.subTest(sql[:60]):
                self.assert_refused(self.server.ask("/api/v1/sql", {"sql": sql}), 400)
        for condition in (" OR ".join(["age < 33"] * 4_000), "age < " + "9" * 60_000, "age IN (" + ",".join(["33"] * 10_000) + ")"):
            self.assertIn(self.server.ask("/api/v1/sql", {"sql": start + condition}).status, (200, 400))

    def test_many_names_take_no_time(self):
        """A body of names that are all different, as large as bodies may be: reading it must not take the square of its length."""
        letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
        names = ["".join(some) for some in itertools.islice(itertools.product(letters, repeat=3), 32_000)]
        members = "{" + ",".join(f'"{name}":0' for name in names) + "}"
        # A list is as long and has nothing to look up: it tells how fast this machine and binary are.
        listed = '{"where":{"disease":[' + ",".join(f'"{name}"' for name in names[:20_000]) + "]}}"

        def took(body):
            start = time.monotonic()
            self.assertEqual(self.server.ask("/api/v1/count", body.encode()).status, 400)
            return time.monotonic() - start
        self.assertLess(took(members), 0.2 + 20 * took(listed))
