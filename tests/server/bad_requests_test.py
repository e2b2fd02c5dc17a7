"""Bytes that are no good requests: lengths that lie, headers without end, paths that lead elsewhere, other protocols."""
import contextlib
import os
import select

from running import answers_in, get, post
from withstanding import Withstanding

CHUNKED = b"POST /api/v1/count HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"


class BadRequests(Withstanding):
    def test_bodies_that_are_too_long(self):
        for size in (256 << 10) + 1, 5 << 20:
            [answer] = answers_in(self.server.send(post("/api/v1/count", b" " * size)))
            self.assert_refused(answer, 413, "too_large")
            self.assertEqual(answer.headers.get("connection"), "close")
        self.assert_refused(self.server.ask("/api/v1/count", b" " * (256 << 10)), 400, "bad_json")
        # It is refused for what it says, before it has come.
        with self.server.connect() as connection:
            connection.sendall(b"POST /api/v1/count HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n")
            self.assertIn(b" 413 ", connection.recv(4096))
        chunk = b"1000\r\n" + b" " * 4096 + b"\r\n"
        self.assertEqual(self.statuses(self.server, CHUNKED, *[chunk] * 100, b"0\r\n\r\n"), [413])

    def test_lengths_that_lie(self):
        request = post("/api/v1/count", b'{"where": {"age": [30, 50]}}')
        said = lambda length: self.statuses(self.server, request.replace(b"Length: 28", b"Length: " + length))
        self.assertEqual(said(b"28"), [200])
        self.assertIn(said(b"280"), ([], [400]))
        self.assertEqual(set(said(b"5")), {400})
        for length in (b"-1", b"28x", b"0x1c", b"", b"99999999999999999999999", b"28, 29", b"+28"):
            self.assertIn(said(length), ([400], [413]), length)
        for twice in (b"28\r\nContent-Length: 5", b"28\r\nTransfer-Encoding: chunked", b"5\r\nTransfer-Encoding: chunked, identity"):
            self.assertEqual(said(twice), [400], twice)

    def test_bodies_whose_end_is_in_doubt(self):
        """What a proxy in front may read differently is refused, and nothing behind it is taken for a request."""
        chunks = b"2\r\n{}\r\n0\r\n\r\n"
        hidden = get("/api/v1/health")
        one = lambda *lines: self.statuses(self.server, "\r\n".join(["POST /api/v1/count HTTP/1.1", "Host: localhost", *lines, "", ""]).encode()
                                           + chunks + hidden)
        self.assertEqual(one("Transfer-Encoding: chunked"), [200, 200])
        self.assertEqual(one("transfer-encoding:  Chunked "), [200, 200])
        for coding in ("gzip, chunked", "gzip", "identity", "chunked, gzip", "chunked, chunked", "chunked, identity", "xchunked", "chunked;q=1",
                       "chunked,", ",chunked", "\x0bchunked", '"chunked"', ""):
            with self.subTest(coding):
                [status] = one(f"Transfer-Encoding: {coding}")
                self.assertIn(status, (400, 501))
        for lines in (["Transfer-Encoding: chunked"] * 2, ["Transfer-Encoding: gzip", "Transfer-Encoding: chunked"],
                      ["Transfer-Encoding: chunked", "Transfer-Encoding: identity"],
                      ["Content-Length: 2", "Transfer-Encoding: chunked"], ["Transfer-Encoding: chunked", "Content-Length: 2"],
                      ["Transfer-Encoding: gzip, chunked", "Content-Length: 2"], ["Transfer-Encoding : chunked", "Content-Length: 2"],
                      ["Content-Length: 2", "Content-Length: 2"], ["Content-Length: 2, 2"], ["Content-Length: 2,"]):
            with self.subTest(lines):
                statuses = one(*lines)
                self.assertEqual(len(statuses), 1)
                self.assertIn(statuses[0], (400, 501))
        old = b"POST /api/v1/count HTTP/1.0\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nConnection: keep-alive\r\n\r\n"
        self.assertEqual(self.statuses(self.server, old + chunks + hidden), [400])

    def test_chunks(self):
        good = b'4\r\n{"wh\r\n18;note=1\r\nere": {"age": [30, 50]}}\r\n0\r\n\r\n'
        [answer] = answers_in(self.server.send(CHUNKED, good[:7], good[7:]))
        self.assertEqual(answer.json, self.server.count(where={"age": [30, 50]}).json)
        for bad in (b"zz\r\n{}\r\n0\r\n\r\n", b"-2\r\n{}\r\n0\r\n\r\n", b"ffffffffffffffffff\r\n{}", b"2\r\n{}5\r\n0\r\n\r\n"):
            self.assertIn(self.statuses(self.server, CHUNKED + bad), ([400], [413]), bad)
        self.assertIn(self.statuses(self.server, CHUNKED + b"10\r\n{}"), ([], [400]))

    def test_what_surrounds_a_body_is_limited_too(self):
        """Neither the extension of a chunk nor what follows the last one is kept without end."""
        for start, more in [(b"2;", b"x" * (1 << 20)), (b"2\r\n{}\r\n0\r\n", b"X: y\r\n" * 100_000)]:
            with self.subTest(start), self.server.connect() as connection:
                with contextlib.suppress(ConnectionError):
                    connection.sendall(CHUNKED + start)
                    for _ in range((100 << 20) // len(more)):
                        connection.sendall(more)
                        if select.select([connection], [], [], 0)[0]:
                            break
                        self.assert_no_larger()

    def test_headers(self):
        for headers in (["X: " + "x" * 20_000], [f"X{i}: y" for i in range(3_000)]):
            [answer] = answers_in(self.server.send(get("/api/v1/health", *headers)))
            self.assert_refused(answer, 431, "too_large")
        [answer] = answers_in(self.server.send(b"GET /" + b"x" * 30_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n"))
        self.assert_refused(answer, 431, "too_large")
        self.assertEqual(self.statuses(self.server, get("/api/v1/health", "X: " + "x" * 8_000)), [200])
        for bad in ("X Y: z", ": z", "X", "X\x00: y", "X: a\x00b", "X : y"):
            self.assertEqual(self.statuses(self.server, get("/api/v1/health", bad)), [400], bad)

    def test_what_is_not_http(self):
        hello = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x7f" * 300  # of TLS
        for garbage in (hello, b"\x00" * 5_000, b"\xff\xfe\xfd\r\n\r\n", b"\r\n\r\nx",
                        b"GET / HTTP/9.9\r\n\r\n", b"GET  / HTTP/1.1\r\n\r\n", b"GET\r\n\r\n", b"GET /\r\n\r\n", b"GET / FTP/1.1\r\n\r\n",
                        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"SSH-2.0-OpenSSH_9.6\r\n", os.urandom(40_000), b"GET / HTTP/1.1 \r\n\r\n"):
            with self.subTest(garbage[:20]):
                answers = answers_in(self.server.send(garbage))
                self.assertLessEqual(len(answers), 1)
                for answer in answers:
                    self.assertIn(answer.status, (400, 431, 505))
                    self.assert_refused(answer, answer.status)

    def test_paths_that_lead_elsewhere(self):
        for path in ("/../etc/passwd", "/%2fetc/passwd", "//etc/passwd", "/.git/config", "/index.html", "/VIEWS",
                     "/assets", "/assets/", "/assets/../openapi.json", "/assets/../../etc/passwd", "/assets/%2e%2e/index.html",
                     "/assets/%2e%2e%2fapp.js", "/assets/..%5capp.js", "/assets//app.js", "/assets/./app.js", "/assets/app.js/",
                     "/assets/index.html",
                     "/api", "/api/v1", "/api/v1/", "/api/v1//count", "/api/v2/count", "/api/v1/count/", "/api/v1/../v1/health",
                     "/api/v1/views/", "/api/v1/views//rows", "/api/v1/views/a/b/rows"):
            for method in ("GET", "POST"):
                [answer] = answers_in(self.server.send(get(path).replace(b"GET", method.encode())))
                self.assert_refused(answer, 404, "not_found")
        for path in ("/%", "/%zz", "/%0", "/assets/app.js%00", "/api/v1/views/%00/rows", "*", "nothing", ""):
            self.assertEqual(self.statuses(self.server, get(path)), [400], path)
        self.assertEqual(self.server.ask("/api/v1/healt%68?x=y&z").status, 200)

    def test_a_target_with_a_host(self):
        for target in ("http://localhost/api/v1/health", "http://example.com/api/v1/health"):
            statuses = self.statuses(self.server, get(target))
            self.assertIn(statuses, ([200], [400]) if "localhost" in target else ([400], [403]))
