"""The server does what web/openapi.json says, and says nothing that is not in it."""
from running import DOCUMENT, FOLDER, ROOT, Case, scrim
from test_data import RESEARCH
from token_file import token, tokens_file

METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "BREW"}


def request_of(path, operation):
    """An operation's path and the body of its example, if it has one."""
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("example")
    return path.format(name="patient_av"), body | RESEARCH if path.endswith("/rows") else body


class Description(Case):
    def test_is_served_as_it_is(self):
        answer = self.open.ask("/api/v1/openapi.json")
        self.assertEqual(answer.body, (ROOT / "web/openapi.json").read_bytes())
        self.assertEqual(answer.headers["content-type"], "application/json")

    def test_every_operation_answers_what_it_says(self):
        for method, path, operation in DOCUMENT.operations():
            with self.subTest(path):
                where, body = request_of(path, operation)
                answer = self.open.ask(where, body, method.upper())
                self.assertEqual(answer.status, 200, answer.body)
                kind = answer.headers["content-type"].split(";")[0]
                schema = DOCUMENT.response(method, path, 200, kind)
                self.assertIsNotNone(schema, f"{kind} is not described")
                self.assert_described(schema, answer.json if kind == "application/json" else answer.body.decode())
                if body:
                    self.assert_described(operation["requestBody"]["content"]["application/json"]["schema"], body)

    def test_groups(self):
        for statdb, by, level in [("p", "zip", 2), ("clinic", "visit", 0), ("clinic", "town", 1), ("clinic", "age", 0)]:
            self.assert_answered("post", "/api/v1/group", self.open.ask("/api/v1/group", {"statdb": statdb, "by": by, "level": level}))

    def test_aggregates(self):
        for statdb, sql in [("clinic", "SELECT MIN(disease), MAX(disease) FROM StatDB"),
                            ("clinic", "SELECT COUNT(*), COUNT(disease), MODE(disease) FROM StatDB"),
                            ("big", "SELECT AVG(s), SUM(s), MIN(s) FROM StatDB WHERE a = -1"),
                            ("big", "SELECT AVG(s), MEDIAN(s), MAX(s) FROM StatDB WHERE a < 3")]:
            with self.subTest(sql):
                answer = self.open.ask("/api/v1/sql", {"sql": sql, "statdb": statdb})
                self.assert_described(DOCUMENT.response("post", "/api/v1/sql", answer.status), answer.json)

    def test_dates(self):
        with open(FOLDER / "stays.csv", "w") as file:
            file.write("age,seen\n" + "".join(f"{20 + i % 30},2024-03-{1 + i % 20:02}\n" for i in range(200)))
        scrim("statdb", "build", FOLDER / "stays.csv", "--qi", "age", "--sensitive", "seen", "-m", 3, "--out", FOLDER / "stays.statdb")
        server = self.serve(statdbs=("stays",))
        answer = server.ask("/api/v1/sql", {"sql": "SELECT MIN(seen), MAX(seen), COUNT(*) FROM StatDB"})
        self.assert_answered("post", "/api/v1/sql", answer)
        self.assertEqual(answer.json["rows"][0]["values"][0]["lower"]["exact"][:8], "2024-03-")

    def test_other_methods_are_refused(self):
        for path, described in DOCUMENT.document["paths"].items():
            allowed = {method.upper() for method in described} | ({"HEAD"} if "get" in described else set())
            for method in METHODS - allowed:
                with self.subTest(f"{method} {path}"):
                    answer = self.open.ask(path.format(name="patient_av"), method=method)
                    self.assertEqual(answer.status, 405)
                    self.assertIn(answer.headers.get("allow", "").split(", ")[0], allowed)
                    if method != "HEAD":
                        self.assert_refused(answer, 405, "method_not_allowed")

    def test_every_error_is_described(self):
        owner = token("boss", "--owner")
        limited = self.serve("--tokens", tokens_file("described.yaml", owner), "--rate", 1, database="h")
        for _ in range(4):
            limited.count(token=owner.key)
        for method, path, operation in DOCUMENT.operations():
            where, body = request_of(path, operation)
            answers = {"a host of another name": self.open.ask(where, body, method.upper(), headers={"Host": "example.com"})}
            if operation.get("security") != []:
                answers["no token"] = limited.ask(where, body, method.upper())
                answers["too often"] = limited.ask(where, body, method.upper(), token=owner.key)
            if method == "post":
                answers["no JSON"] = self.open.ask(where, b"{")
                answers["too large"] = self.open.ask(where, b" " * 300_000)
            if path == "/api/v1/metrics":  # it is never too often for these
                self.assertEqual(answers.pop("too often").status, 200)
            for kind, answer in answers.items():
                with self.subTest(f"{path}, {kind}"):
                    self.assertGreaterEqual(answer.status, 400)
                    self.assertIsNotNone(DOCUMENT.response(method, path, answer.status), f"{answer.status} is not described")
                    self.assert_refused(answer, answer.status)
