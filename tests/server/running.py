"""Starts servers and asks them: the program, requests as programs send them and as bytes, and what all tests look for in answers.

The binary and the project's root come from the command line of serve_test.py.
"""
import contextlib
import http.client
import itertools
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import unittest
import urllib.parse
from typing import NamedTuple

from openapi import OpenApi

BINARY, ROOT = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
made = tempfile.TemporaryDirectory()
FOLDER = pathlib.Path(made.name)
DOCUMENT = OpenApi(json.loads((ROOT / "web/openapi.json").read_text()))
PATIENCE = 60  # seconds: the machine may be busy, the binary slow

numbers = itertools.count()


def scrim(*arguments):
    done = subprocess.run([BINARY, *map(str, arguments)], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)
    if done.returncode != 0:
        raise RuntimeError(f"scrim {arguments}: {done.stderr}")
    return done


class Answer(NamedTuple):
    status: int
    headers: dict  # names in small letters
    body: bytes

    @property
    def json(self):
        return json.loads(self.body)


def answers_in(data):
    """The answers that a server wrote to a socket. Each must be whole."""
    found = []
    while data:
        head, end, rest = data.partition(b"\r\n\r\n")
        first, *lines = head.decode("ascii").split("\r\n")
        headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
        length = int(headers["content-length"])
        if not end or not re.match(r"HTTP/1\.[01] \d{3} ", first) or len(rest) < length:
            raise AssertionError(f"this is no whole answer: {data[:200]}")
        found.append(Answer(int(first.split()[1]), headers, rest[:length]))
        data = rest[length:]
    return found


def post(path, body, *headers):
    """A request as it goes over the wire."""
    lines = [f"POST {path} HTTP/1.1", "Host: localhost", f"Content-Length: {len(body)}", *headers]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def get(path, *headers):
    return "\r\n".join([f"GET {path} HTTP/1.1", "Host: localhost", *headers, "", ""]).encode()


class Server:
    """`scrim serve` on a free port, until it is stopped, of files that are given by name. It has a copy of the database for itself."""

    def __init__(self, *arguments, statdbs=("p",), database=None):
        command = [BINARY, "serve", "--listen", "127.0.0.1:0", *map(str, arguments)]
        for name in statdbs:
            command += ["--statdb", str(FOLDER / f"{name}.statdb")]
        if database:
            copy = FOLDER / f"{database}{next(numbers)}.db"
            shutil.copy(FOLDER / f"{database}.db", copy)
            command += ["--db", str(copy)]
        # Memory that the address sanitizer holds back would look like memory that grows.
        checks = ":".join(filter(None, [os.environ.get("ASAN_OPTIONS"), "quarantine_size_mb=4"]))
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                        env=os.environ | {"ASAN_OPTIONS": checks})
        self.lines = []
        self.said = threading.Condition()
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()
        self.port = int(self.wait_for(r"listening on https?://127\.0\.0\.1:(\d+)/")[1])

    def read(self):
        for line in self.process.stdout:
            with self.said:
                self.lines.append(line.rstrip("\n"))
                self.said.notify_all()

    def wait_for(self, pattern):
        """The match in the first line that has one, when it has been said."""
        matches = lambda: next(filter(None, (re.search(pattern, line) for line in self.lines)), None)
        with self.said:
            found = self.said.wait_for(matches, PATIENCE)
        if not found:
            raise AssertionError(f"the server did not say {pattern}, but {self.lines}")
        return found

    def signal(self, number):
        self.process.send_signal(number)

    def stop(self):
        self.signal(signal.SIGTERM)
        try:
            code = self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = "not at all"
        self.process.wait()
        self.reader.join(PATIENCE)
        self.process.stdout.close()
        if code != 0:
            raise AssertionError(f"the server ended with {code}: {self.lines}")

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.stop()

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)

    def ask(self, path, body=None, method=None, token=None, headers=()):
        """One request on a connection of its own. A body that is not bytes is sent as JSON."""
        if body is not None and not isinstance(body, bytes):
            body = json.dumps(body).encode()
        sent = dict(headers) | ({"Authorization": f"Bearer {token}"} if token else {})
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)) as connection:
            connection.request(method or ("GET" if body is None else "POST"), path, body, sent)
            response = connection.getresponse()
            return Answer(response.status, {name.lower(): value for name, value in response.getheaders()}, response.read())

    def count(self, token=None, **question):
        return self.ask("/api/v1/count", question, token=token)

    def rows(self, question, view="patient_av", token=None, headers=()):
        return self.ask(f"/api/v1/views/{urllib.parse.quote(view, safe='')}/rows", question, token=token, headers=headers)

    def send(self, *pieces):
        """Sends bytes as they are, then nothing more; what comes back until the server closes."""
        with self.connect() as connection:
            received = b""
            with contextlib.suppress(OSError):  # it may have closed already
                for piece in pieces:
                    connection.sendall(piece)
                connection.shutdown(socket.SHUT_WR)
            with contextlib.suppress(ConnectionError):
                while piece := connection.recv(65536):
                    received += piece
            return received

    def resident_bytes(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return 1024 * int(re.search(r"^VmRSS:\s+(\d+) kB", status, re.M)[1])


class Case(unittest.TestCase):
    open = None  # a server of all data, without tokens; serve_test.py starts it

    def serve(self, *arguments, **options):
        """A server for one test."""
        return self.enterContext(Server(*arguments, **options))

    def assert_described(self, schema, value):
        """A value is as the document says: by the name of a schema, or by a schema."""
        if isinstance(schema, str):
            schema = {"$ref": f"#/components/schemas/{schema}"}
        self.assertEqual(DOCUMENT.problems(schema, value), [])

    def assert_answered(self, method, path, answer):
        """What an operation answers is as the document says."""
        self.assertEqual(answer.status, 200, answer.body)
        self.assert_described(DOCUMENT.response(method, path, 200), answer.json)

    def assert_refused(self, answer, status, code=None):
        """An error as the document describes them; it says nothing about the server's files."""
        self.assertEqual(answer.status, status, answer.body)
        self.assert_described("Error", answer.json)
        self.assertNotIn(str(FOLDER).encode(), answer.body)
        if code:
            self.assertEqual(answer.json["error"]["code"], code)

    def statuses(self, server, *pieces):
        """The statuses of what comes back, each of them whole; errors are JSON."""
        answers = answers_in(server.send(*pieces))
        for answer in answers:
            if answer.status >= 400:
                self.assert_refused(answer, answer.status)
        return [answer.status for answer in answers]

    def assert_not_started(self, *arguments, words):
        """The program refuses to serve this, in one line."""
        try:
            done = subprocess.run([BINARY, "serve", *map(str, arguments)], capture_output=True, text=True, timeout=20)
        except subprocess.TimeoutExpired as late:
            self.fail(f"it started: {late.stdout}")
        self.assertEqual(done.returncode, 2, done)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertRegex(done.stderr, words)
        self.assertEqual(done.stdout, "")
