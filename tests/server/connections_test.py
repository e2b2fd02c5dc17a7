"""Connections as clients use and misuse them: pipelined, half closed, dropped, and too slow."""
import contextlib
import http.client
import json
import re
import select
import socket
import time

from running import PATIENCE, answers_in, get, post
from test_data import RESEARCH
from withstanding import Withstanding


class Connections(Withstanding):
    def test_http_1_0(self):
        received = self.server.send(b"GET /api/v1/health HTTP/1.0\r\nHost: localhost\r\n\r\n")
        self.assertEqual([answer.status for answer in answers_in(received)], [200])
        with self.server.connect() as connection:  # closes without being told to
            connection.sendall(b"GET /api/v1/health HTTP/1.0\r\nHost: localhost\r\n\r\n")
            received = b""
            while piece := connection.recv(4096):
                received += piece
        self.assertEqual(answers_in(received)[0].json["status"], "ok")

    def test_pipelined_requests_are_answered_in_order(self):
        requests, expected = [], []
        for low in range(20, 60):
            where = {"age": [low, 60]}
            requests.append(post("/api/v1/count", json.dumps({"where": where}).encode()))
            expected.append(self.server.count(where=where).json)
            if low % 7 == 0:  # of those that take longer
                requests.append(post("/api/v1/group", json.dumps({"where": where, "by": "zip"}).encode()))
                expected.append(self.server.ask("/api/v1/group", {"where": where, "by": "zip"}).json)
        whole = b"".join(requests)
        for pieces in ([whole], [whole[i:i + 97] for i in range(0, len(whole), 97)]):
            self.assertEqual([answer.json for answer in answers_in(self.server.send(*pieces))], expected)
        mixed = get("/api/v1/health") + get("/nothing") + get("/api/v1/ready") + b"garbage\r\n\r\n" + get("/api/v1/health")
        self.assertEqual(self.statuses(self.server, mixed), [200, 404, 200, 400])

    def test_a_client_that_wants_to_be_asked_first(self):
        with self.server.connect() as connection:
            connection.settimeout(5)
            connection.sendall(b"POST /api/v1/count HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
            self.assertTrue(connection.recv(4096).startswith(b"HTTP/1.1 100 "))
            connection.sendall(b"{}")
            self.assertTrue(connection.recv(4096).startswith(b"HTTP/1.1 200 "))

    def test_head(self):
        for path in ("/", "/views", "/assets/app.js", "/api/v1/health", "/api/v1/schema", "/api/v1/views", "/api/v1/openapi.json"):
            whole = self.server.ask(path)
            head = self.server.ask(path, method="HEAD")
            self.assertEqual((head.status, head.body), (200, b""), path)
            self.assertEqual(head.headers | {"date": ""}, whole.headers | {"date": ""}, path)
        received = self.server.send(get("/api/v1/health").replace(b"GET", b"HEAD") + get("/api/v1/health"))
        self.assertEqual(received.count(b"HTTP/1.1 200"), 2)
        self.assertEqual(received.count(b'"status":"ok"}'), 1)

    def test_a_request_that_comes_too_slowly(self):
        """A byte now and then, for longer than a request may take."""
        received = b""
        with self.server.connect() as connection, contextlib.suppress(ConnectionError):
            connection.sendall(b"POST /api/v1/count HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10000\r\n\r\n")
            end = time.monotonic() + 30
            while time.monotonic() < end and not select.select([connection], [], [], 0.3)[0]:
                connection.sendall(b" ")
            while piece := connection.recv(4096):
                received += piece
        [answer] = answers_in(received)
        self.assert_refused(answer, 408, "timeout")

    def test_connections_that_are_dropped(self):
        whole = post("/api/v1/count", b'{"where": {"age": [30, 50]}}')
        connections = [self.server.connect() for _ in range(300)]
        for i, connection in enumerate(connections):
            connection.sendall(whole[:i % (len(whole) + 1)])
        self.assertEqual(self.server.count().status, 200)
        for i, connection in enumerate(connections):
            if i % 3 == 0:  # a reset, not an end
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
            connection.close()
        for _ in range(50):  # asks for much and goes before it comes
            with self.server.connect() as connection:
                connection.sendall(post("/api/v1/group", b'{"by": "age", "statdb": "clinic"}') * 5)
        end = time.monotonic() + PATIENCE
        open_now = lambda: int(re.search(rb"^scrim_connections (\d+)$", self.server.ask("/api/v1/metrics").body, re.M)[1])
        while (left := open_now()) > 2 and time.monotonic() < end:  # that which asks, and perhaps the one before
            time.sleep(0.1)
        self.assertLessEqual(left, 2)

    def test_one_address_has_so_many_connections(self):
        server = self.serve("--connections-per-address", "10")
        connections = [server.connect() for _ in range(30)]
        answers = []
        for connection in connections:
            with contextlib.suppress(ConnectionError):
                connection.sendall(get("/api/v1/health"))
            with contextlib.suppress(ConnectionError):
                answers.append(connection.recv(4096))
        self.assertEqual(len([answer for answer in answers if answer.startswith(b"HTTP/1.1 200 ")]), 10)
        for connection in connections:
            connection.close()
        end = time.monotonic() + PATIENCE
        metrics = b""
        while not metrics and time.monotonic() < end:  # until those are gone
            with contextlib.suppress(ConnectionError, http.client.HTTPException):
                metrics = server.ask("/api/v1/metrics").body
        self.assertGreaterEqual(int(re.search(rb"^scrim_refused_connections_total (\d+)$", metrics, re.M)[1]), 20)

    def test_half_closed_connections_get_their_answers(self):
        for path, question in [("count", {}), ("group", {"by": "age"}), ("views/patient_av/rows", RESEARCH)]:
            [answer] = answers_in(self.server.send(post(f"/api/v1/{path}", json.dumps(question).encode())))
            self.assertEqual(answer.status, 200)
        self.assertEqual(self.server.send(), b"")
        self.assertIn(self.statuses(self.server, b"GET /api/v1/hea"), ([], [400]))
