"""The audit log: who asked what, and never an answer."""
import json
import signal
import stat
import threading
import time

from running import FOLDER, PATIENCE, Case, get
from test_data import RESEARCH
from token_file import token, tokens_file


class AuditLog(Case):
    def test_it_says_who_asked_what_and_no_answer(self):
        ana, boss = token("ana"), token("boss", "--owner")
        log = FOLDER / "audit.log"
        server = self.serve("--tokens", tokens_file("audit.yaml", ana, boss), "--audit-log", log, statdbs=("p", "clinic"), database="h")
        asked = [
            ("ana", "count", {"where": {"age": [30, 50], "disease": ["flu"]}}, 200, '"age" BETWEEN 30 AND 50 AND "disease" = \'flu\''),
            ("boss", "group", {"by": "zip", "level": 1}, 200, 'level("zip", 1)'),
            ("ana", "sql", {"sql": "SELECT COUNT(*) FROM StatDB WHERE age < 40"}, 200, "age < 40"),
            ("boss", "batch", {"questions": [{"where": {"age": 21}}, {"where": {"age": 23}}, {"x": 1}]}, 200, '"age" = 23'),
            ("ana", "views/patient_av/rows", RESEARCH | {"where": {"age": [20, 30]}}, 200, "PURPOSE 'research' RECIPIENT 'lab'"),
            ("ana", "views/patient_av/rows", {"purpose": "x", "recipient": "lab"}, 403, "PURPOSE 'x'"),
            ("ana", "count", {"statdb": "none"}, 403, "SELECT COUNT(*)"),
            ("ana", "count", {"where": {"disease": "a\nb\r\n{\"who\":\"boss\"}"}}, 200, "a\nb\r\n{"),
            ("ana", "count", {"where": {"shoe": 1}}, 400, '"shoe" = 1'),
            ("boss", "count", {"oops": 1}, 400, ""),
        ]
        keys = {"ana": ana.key, "boss": boss.key}
        for who, path, question, status, _ in asked:
            self.assertEqual(server.ask(f"/api/v1/{path}", question, token=keys[who]).status, status)
        server.ask("/api/v1/schema", token=ana.key)
        server.count()
        text = log.read_text()
        lines = [json.loads(line) for line in text.splitlines()]
        self.assertEqual([(line["who"], line["what"], line["status"]) for line in lines[:len(asked)]],
                         [(who, "rows" if "rows" in path else path, status) for who, path, _, status, _ in asked])
        for line, (_, _, _, _, words) in zip(lines, asked):
            self.assertEqual(line.keys(), {"time", "who", "what", "question", "status"})
            self.assertIn(words, line["question"])
            self.assertRegex(line["time"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")
        for word in ("lower", "upper", "sentence", "people", "Alice", ana.key[6:], boss.key[6:]):
            self.assertNotIn(word, text)
        self.assertEqual(stat.S_IMODE(log.stat().st_mode), 0o600)

    def test_failed_authentications_are_written_without_what_was_sent(self):
        ana, boss = token("ana"), token("boss", "--owner")
        log = FOLDER / "failed.log"
        server = self.serve("--tokens", tokens_file("failed.yaml", ana, boss), "--audit-log", log, database="h")
        wrong = ana.key[:-1] + ("0" if ana.key[-1] != "0" else "1")
        for path, body, key in [("count", {}, wrong), ("schema", None, None), ("views/patient_av/rows", {}, "x"), ("metrics", None, wrong)]:
            self.assert_refused(server.ask(f"/api/v1/{path}", body, token=key), 401, "unauthorized")
        self.assertEqual(server.count(token=ana.key).status, 200)
        lines = [json.loads(line) for line in log.read_text().splitlines()]
        self.assertEqual([(line["who"], line["what"], line["status"], line.get("from"), line.get("why")) for line in lines],
                         [(None, "count", 401, "127.0.0.1", "unknown token"), (None, "schema", 401, "127.0.0.1", "no token"),
                          (None, "rows", 401, "127.0.0.1", "unknown token"), (None, "metrics", 401, "127.0.0.1", "unknown token"),
                          ("ana", "count", 200, None, None)])
        self.assertNotIn(wrong[6:], log.read_text())
        metrics = server.ask("/api/v1/metrics", token=boss.key).body.decode()
        self.assertIn("\nscrim_failed_authentications_total 4\n", metrics)

    def test_whoever_has_no_token_does_not_fill_the_disk(self):
        log = FOLDER / "flood.log"
        server = self.serve("--tokens", tokens_file("flood.yaml", token("ana")), "--audit-log", log)
        requests = [get("/api/v1/schema", "Authorization: Bearer x")] * 500
        self.assertEqual(self.statuses(server, *requests), [401] * 500)
        # On a busy machine a line in the middle of the flood says what was left out until then: the rest is told by a later one.
        read = lambda: [json.loads(line) for line in log.read_text().splitlines()]
        told = lambda: sum(1 + line.get("left_out", 0) for line in read())
        asked, end = 500, time.monotonic() + PATIENCE
        while told() < asked and time.monotonic() < end:
            time.sleep(0.2)
            server.ask("/api/v1/schema")
            asked += 1
        self.assertLess(len(read()), 400)
        self.assertEqual(told(), asked)

    def test_lines_of_many_do_not_mix(self):
        log = FOLDER / "many.log"
        server = self.serve("--audit-log", log)

        def some():
            for i in range(40):
                server.count(where={"age": [i, 90]})
        threads = [threading.Thread(target=some) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len([json.loads(line) for line in log.read_text().splitlines()]), 160)

    def test_it_can_be_rotated(self):
        log, old = FOLDER / "rotated.log", FOLDER / "rotated.log.1"
        server = self.serve("--audit-log", log)
        server.count(where={"age": 21})
        log.rename(old)
        server.count(where={"age": 23})
        server.signal(signal.SIGHUP)
        end = time.monotonic() + PATIENCE
        while not log.exists() and time.monotonic() < end:
            time.sleep(0.01)
        time.sleep(0.1)
        server.count(where={"age": 24})
        self.assertEqual([line.count("\n") for line in (old.read_text(), log.read_text())], [2, 1])
        self.assertEqual(stat.S_IMODE(log.stat().st_mode), 0o600)

    def test_nothing_is_answered_that_cannot_be_logged(self):
        server = self.serve("--audit-log", "/dev/full")
        answer = server.count(where={"age": 21})
        self.assert_refused(answer, 500, "internal")
