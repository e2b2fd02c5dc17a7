"""Running it: being ready, stopping, and questions that take long."""
import contextlib
import http.client
import json
import os
import re
import shutil
import signal
import subprocess
import threading
import time

from running import BINARY, FOLDER, PATIENCE, Case, Server, answers_in, post, scrim
from test_data import RESEARCH, SLOW
from token_file import token, tokens_file


class Operation(Case):
    def test_it_is_ready(self):
        for path, state in (("health", "ok"), ("ready", "ready")):
            self.assertEqual(self.open.ask(f"/api/v1/{path}").json["status"], state)

    def test_answers_that_were_begun_are_finished(self):
        server = Server(statdbs=("big", "p"))
        expected = server.ask("/api/v1/sql", SLOW)
        self.assertEqual(expected.status, 200)
        received, short = {}, []

        def slow(i):
            received[i] = server.send(post("/api/v1/sql", json.dumps(SLOW).encode()))

        def many():
            with contextlib.suppress(ConnectionError):
                while True:
                    answers = answers_in(server.send(post("/api/v1/count", b'{"statdb": "p"}', "Connection: close")))
                    short.extend(answer.status for answer in answers)
                    if not answers:
                        return
        idle = server.connect()
        threads = [threading.Thread(target=slow, args=[i]) for i in range(4)] + [threading.Thread(target=many) for _ in range(4)]
        for thread in threads:
            thread.start()
        time.sleep(0.1)
        start = time.monotonic()
        server.stop()
        took = time.monotonic() - start
        for thread in threads:
            thread.join(PATIENCE)
        self.assertEqual(idle.recv(10), b"")
        idle.close()
        answers = [answer for i in range(4) for answer in answers_in(received[i])]
        self.assertEqual([(answer.status, answer.body == expected.body) for answer in answers], [(200, True)] * 4)
        self.assertIn(200, short)
        self.assertLessEqual(set(short), {200, 503})
        self.assertLess(took, 10)
        self.assertEqual(server.lines[-1], "stopped")

    def test_it_can_be_stopped_at_once(self):
        for _ in range(10):
            Server().stop()

    def test_it_does_without_anybody_who_reads_what_it_says(self):
        owner = token("boss", "--owner")
        file = tokens_file("unread.yaml", owner)
        process = subprocess.Popen([BINARY, "serve", "--listen", "127.0.0.1:0", "--statdb", FOLDER / "p.statdb", "--tokens", file],
                                   stdout=subprocess.PIPE, text=True)
        port = int(re.search(r":(\d+)/", process.stdout.readline())[1])
        process.stdout.close()
        process.send_signal(signal.SIGHUP)
        time.sleep(0.3)
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        connection.request("GET", "/api/v1/schema", headers={"Authorization": f"Bearer {owner.key}"})
        self.assertEqual(connection.getresponse().status, 200)
        connection.close()
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(PATIENCE), 0)

    def test_a_file_that_is_overwritten_in_place(self):
        """The server answers from what it has read; it neither ends nor mixes in what is there now."""
        file = FOLDER / "overwritten.statdb"
        shutil.copy(FOLDER / "clinic.statdb", file)
        server = self.serve(statdbs=("overwritten",))
        question = {"where": {"age": [20, 60]}}
        expected = server.count(**question)
        self.assertEqual(expected.status, 200)
        for spoil in (lambda: file.write_bytes(b""), lambda: file.write_bytes(os.urandom(100_000)),
                      lambda: file.write_bytes((FOLDER / "p.statdb").read_bytes()), file.unlink):
            spoil()
            self.assertEqual(server.count(**question).json, expected.json)
            self.assertEqual(server.ask("/api/v1/group", {"by": "age"}).status, 200)

    def test_an_answer_that_takes_too_long_is_given_up(self):
        server = self.serve("--time-limit", "0.002", statdbs=("big",))
        self.assert_refused(server.ask("/api/v1/sql", SLOW), 503, "timeout")
        questions = [{"where": {"a": [i, i + 500], "s": "3"}, "framework": "generalization"} for i in range(1_000)]
        self.assert_refused(server.ask("/api/v1/batch", {"questions": questions}), 503, "timeout")

    def test_the_limit_holds_for_views_and_nobody_waits_behind_them(self):
        """A view whose query would take days: its requests are given up, and somebody else's are answered meanwhile."""
        shutil.copy(FOLDER / "h.db", FOLDER / "slow.db")
        endless = "(SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE (a.range * b.range + a.range) % 7 = 3)"
        scrim("sql", FOLDER / "slow.db", "-c",
              f"CREATE ANONYMIZATION_VIEW slow_av ON (SELECT name, age FROM patient WHERE age > -{endless}) "
              "WITH ANONYMIZATION_ID name ANONYMIZATION_QUASI_ID (age) K 2")
        scrim("sql", FOLDER / "slow.db", "-c", "GRANT SELECT ON ANONYMIZATION_VIEW slow_av TO eve")
        eve, ana = token("eve"), token("ana")
        server = self.serve("--tokens", tokens_file("slow.yaml", eve, ana), "--time-limit", "2", "--threads", "1", statdbs=(), database="slow")
        self.assertEqual(server.rows(RESEARCH, token=ana.key).status, 200)
        answers = []
        threads = [threading.Thread(target=lambda: answers.append(server.rows({}, view="slow_av", token=eve.key))) for _ in range(8)]
        for thread in threads:
            thread.start()
        while len(answers) < len(threads):
            self.assertEqual(server.rows(RESEARCH, token=ana.key).status, 200)
        for thread in threads:
            thread.join(PATIENCE)
        for answer in answers:
            self.assert_refused(answer, 503, "timeout")
        self.assertEqual(len(answers), len(threads))

    def test_counts_do_not_wait_for_what_is_slow(self):
        questions = [{"statdb": "big", "where": {"a": [i, i + 500], "b": [i, i + 600], "s": "3"}, "framework": "generalization"}
                     for i in range(1_000)]
        slow = [("/api/v1/sql", SLOW)] * 4 + [("/api/v1/batch", {"questions": questions})] * 2
        begun, done, statuses = time.monotonic(), {}, []

        def run(i):
            statuses.append(self.open.ask(*slow[i]).status)
            done[i] = time.monotonic() - begun
        threads = [threading.Thread(target=run, args=[i]) for i in range(len(slow))]
        for thread in threads:
            thread.start()
        counted = []
        while not counted or (len(done) < len(slow) and len(counted) < 1_000):
            self.assertEqual(self.open.count(statdb="big", where={"a": [1, 9]}).status, 200)
            counted.append(time.monotonic() - begun)
        for thread in threads:
            thread.join(PATIENCE)
        self.assertEqual(statuses, [200] * len(slow))
        if max(done.values()) > 1:
            self.assertLess(counted[0], max(done.values()))
