"""The pages, and what every response says to browsers."""
from running import ROOT, Case, answers_in, get, post
from test_data import RESEARCH

POLICY = ("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; "
          "form-action 'none'; frame-ancestors 'none'")
TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
         ".svg": "image/svg+xml"}


class Pages(Case):
    def test_security_headers_are_everywhere(self):
        pages = ("/", "/views", "/assets/app.js", "/assets/style.css", "/api/v1/openapi.json")
        others = ("/api/v1/health", "/api/v1/schema", "/api/v1/metrics", "/nothing", "/api/v1/nothing", "/api/v1/count")
        answers = {path: self.open.ask(path) for path in pages + others}
        answers["a wrong question"] = self.open.ask("/api/v1/count", {"x": 1})
        answers["a foreign host"] = self.open.ask("/", headers={"Host": "example.com"})
        answers["CSV"] = self.open.rows(RESEARCH, headers={"Accept": "text/csv"})
        for what, request in [("garbage", b"garbage\r\n\r\n"), ("a large body", post("/api/v1/count", b" " * 300_000)),
                              ("large headers", get("/", "X: " + "x" * 20_000)), ("a wrong path", get("/%zz"))]:
            [answers[what]] = answers_in(self.open.send(request))
        for what, answer in answers.items():
            with self.subTest(what):
                self.assertEqual(answer.headers.get("content-security-policy"), POLICY)
                self.assertEqual(answer.headers.get("x-content-type-options"), "nosniff")
                self.assertEqual(answer.headers.get("referrer-policy"), "no-referrer")
                self.assertEqual(answer.headers.get("cache-control"), "no-cache" if what in pages else "no-store")
                self.assertNotIn("server", answer.headers)
                self.assertNotIn("access-control-allow-origin", answer.headers)

    def test_pages_have_types_and_tags(self):
        for file in sorted(file for file in (ROOT / "web").iterdir() if file.suffix in TYPES):
            path = {"index.html": "/", "noise.html": "/noise", "views.html": "/views"}.get(file.name, f"/assets/{file.name}")
            with self.subTest(path):
                answer = self.open.ask(path)
                self.assertEqual((answer.status, answer.headers["content-type"]), (200, TYPES[file.suffix]))
                again = self.open.ask(path, headers={"If-None-Match": answer.headers["etag"]})
                self.assertEqual((again.status, again.body), (304, b""))
                self.assertEqual(self.open.ask(path, headers={"If-None-Match": '"other"'}).status, 200)
                self.assert_refused(self.open.ask(path, method="DELETE"), 405, "method_not_allowed")
        self.assertIn("GET", self.open.ask("/", method="POST").headers.get("allow", ""))

    def test_there_is_nothing_else(self):
        for path in ("/assets", "/assets/", "/assets/nothing.js", "/assets/types.d.ts", "/assets/views.html", "/assets/noise.html", "/views/", "/favicon.ico",
                     "/robots.txt"):
            self.assert_refused(self.open.ask(path), 404, "not_found")
