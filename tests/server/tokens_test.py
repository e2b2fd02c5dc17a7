"""Who may ask what: tokens, their file, and how often their bearers may ask."""
import shutil
import signal
import time

from running import DOCUMENT, FOLDER, Case, Server, scrim
from test_data import NURSE, RESEARCH
from token_file import narrowed, token, tokens_file

NEITHER = {"purpose": "", "recipient": ""}


def three():
    """Two analysts who may ask different things, and an owner."""
    ana = narrowed(token("ana"), statdbs=["p"], views=["patient_av"], purposes=["research"], recipients=["lab"])
    return ana, narrowed(token("ben"), statdbs=["clinic"], views=[]), token("boss", "--owner")


class Tokens(Case):
    @classmethod
    def setUpClass(cls):
        cls.ana, cls.ben, cls.boss = three()
        cls.file = tokens_file("tokens.yaml", cls.ana, cls.ben, cls.boss)
        cls.server = Server("--tokens", cls.file, statdbs=("p", "clinic"), database="h")

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()

    def views(self, server, who):
        """The grants of the views that somebody sees, by name."""
        return {view["name"]: view["grants"] for view in server.ask("/api/v1/views", token=who.key).json["views"]}

    def test_the_file_holds_no_token(self):
        for who in (self.ana, self.ben, self.boss):
            self.assertNotIn(who.key.removeprefix("scrim_"), self.file.read_text())

    def test_nothing_without_one(self):
        key = self.ana.key
        secured = [(method, path) for method, path, operation in DOCUMENT.operations() if operation.get("security") != []]
        self.assertEqual(len(secured), 10)
        for method, path in secured:
            for words in (None, "Bearer scrim_" + "0" * 64, f"Basic {key}", "Bearer ", f"Bearer {key}0", f"Bearer {key[:-1]}", key):
                with self.subTest(f"{path}, {words}"):
                    answer = self.server.ask(path.format(name="patient_av"), {} if method == "post" else None, method.upper(),
                                             headers={"Authorization": words} if words else {})
                    self.assert_refused(answer, 401, "unauthorized")
                    self.assertEqual(answer.headers["www-authenticate"], "Bearer")
        for path in ("health", "ready", "openapi.json"):
            self.assertEqual(self.server.ask(f"/api/v1/{path}").status, 200)

    def test_who_it_is(self):
        schema = self.server.ask("/api/v1/schema", token=self.ana.key).json
        self.assertEqual((schema["user"], schema["role"], schema["views"]), ("ana", "analyst", True))
        self.assertEqual(self.server.ask("/api/v1/schema", headers={"Authorization": f"bearer {self.ana.key}"}).status, 200)

    def test_statistical_databases(self):
        for who, names in [(self.ana, ["p"]), (self.ben, ["clinic"]), (self.boss, ["p", "clinic"])]:
            self.assertEqual([statdb["name"] for statdb in self.server.ask("/api/v1/schema", token=who.key).json["statdbs"]], names)
        self.assertEqual(self.server.count(token=self.ana.key, where={"age": [30, 50]}).status, 200)
        self.assertEqual(self.server.count(token=self.ben.key).json["records"], 600)
        self.assertEqual(self.server.count(token=self.boss.key, statdb="clinic").status, 200)
        for whom in ({"statdb": "clinic"}, {"statdb": "none"}):
            for path, question in [("count", {}), ("group", {"by": "age"}), ("sql", {"sql": "SELECT COUNT(*) FROM StatDB"})]:
                self.assert_refused(self.server.ask(f"/api/v1/{path}", whom | question, token=self.ana.key), 403, "forbidden")
            [refused] = self.server.ask("/api/v1/batch", {"questions": [whom]}, token=self.ana.key).json["answers"]
            self.assertEqual(refused["error"]["code"], "forbidden")

    def test_views(self):
        self.assertEqual(self.views(self.server, self.ana), {"patient_av": [RESEARCH]})
        self.assertEqual(self.views(self.server, self.ben), {})
        self.assertIn(NURSE, self.views(self.server, self.boss)["patient_av"])
        self.assertEqual(self.server.rows(RESEARCH, token=self.ana.key).status, 200)
        self.assertEqual(self.server.rows(NURSE, token=self.boss.key).status, 200)
        for who, question in [(self.ana, NURSE), (self.ana, RESEARCH | {"recipient": "nurse"}), (self.ana, RESEARCH | {"purpose": "any"}),
                              (self.ana, RESEARCH | {"purpose": "treatment"}), (self.ben, RESEARCH)]:
            self.assert_refused(self.server.rows(question, token=who.key), 403, "forbidden")
        for name in ("patient", "choice", "nothing"):
            self.assert_refused(self.server.rows(RESEARCH, name, token=self.ana.key), 403, "forbidden")

    def test_a_view_that_is_granted_to_nobody_is_its_owners(self):
        shutil.copy(FOLDER / "h.db", FOLDER / "ungranted.db")
        scrim("sql", FOLDER / "ungranted.db", "-c", "CREATE ANONYMIZATION_VIEW ages ON (SELECT name, age FROM patient) "
              "WITH ANONYMIZATION_ID name ANONYMIZATION_QUASI_ID (age) K 3")
        server = self.serve("--tokens", self.file, database="ungranted")
        self.assertEqual(self.views(server, self.boss)["ages"], [NEITHER])
        for question in (NEITHER, {}, RESEARCH):
            answer = server.rows(question, "ages", token=self.boss.key)
            self.assert_answered("post", "/api/v1/views/{name}/rows", answer)
            self.assertEqual(len(answer.json["rows"]), 12)
        self.assertNotIn("ages", self.views(server, self.ana))
        self.assert_refused(server.rows(RESEARCH, "ages", token=self.ana.key), 403, "forbidden")

    def test_metrics(self):
        self.server.count(token=self.ana.key)
        self.assert_refused(self.server.ask("/api/v1/metrics", token=self.ana.key), 403, "forbidden")
        metrics = self.server.ask("/api/v1/metrics", token=self.boss.key)
        self.assertEqual(metrics.status, 200)
        self.assertRegex(metrics.body.decode(), r'scrim_requests_total\{route="count",status="2xx"\} [1-9]')

    def test_a_grant_without_a_purpose_is_for_none(self):
        for limits, grants in [({}, [NEITHER]), ({"purposes": ["research"], "recipients": ["lab"]}, [])]:
            with self.subTest(limits):
                ben = narrowed(token("ben"), views=["patient_av"], **limits)
                with Server("--tokens", tokens_file("none.yaml", ben), statdbs=(), database="h") as server:
                    self.assertEqual(self.views(server, ben), {"patient_av": grants} if grants else {})
                    self.assertEqual(server.rows({}, token=ben.key).status, 200 if grants else 403)
                    self.assert_refused(server.rows(RESEARCH, token=ben.key), 403, "forbidden")

    def test_an_empty_list_allows_nothing(self):
        for limits in ({"purposes": []}, {"recipients": []}, {"purposes": ["'*'"], "recipients": []}):
            with self.subTest(limits):
                ana = narrowed(token("ana"), statdbs=[], views=["patient_av"], **limits)
                with Server("--tokens", tokens_file("empty.yaml", ana), database="h") as server:
                    self.assertEqual(self.views(server, ana), {})
                    for question in (RESEARCH, NURSE, {}):
                        self.assert_refused(server.rows(question, token=ana.key), 403, "forbidden")
                    self.assert_refused(server.count(token=ana.key), 403, "forbidden")

    def test_questions_are_limited_in_number(self):
        server = self.serve("--tokens", self.file, "--rate", 5)
        ana, boss = self.ana.key, self.boss.key
        asked = [server.count(token=ana) for _ in range(60)]
        self.assertEqual({answer.status for answer in asked}, {200, 429})
        self.assertEqual([answer.status for answer in asked[:5]], [200] * 5)
        refused = next(answer for answer in asked if answer.status == 429)
        self.assert_refused(refused, 429, "rate_limited")
        self.assertGreaterEqual(int(refused.headers["retry-after"]), 1)
        self.assertEqual(server.count(token=boss).status, 200)
        time.sleep(1.2)
        self.assertEqual(server.count(token=ana).status, 200)
        # A batch costs what its questions cost.
        time.sleep(2.2)
        self.assertEqual(server.ask("/api/v1/batch", {"questions": [{}] * 25}, token=ana).status, 200)
        self.assertEqual(server.count(token=ana).status, 429)


class ReadAgain(Case):
    """The file of tokens after SIGHUP."""

    def setUp(self):
        self.old, self.new, self.boss = token("ana"), token("eva"), token("boss", "--owner")
        self.file = tokens_file("again.yaml", self.old, self.boss)
        self.server = self.serve("--tokens", self.file)

    def read_again(self, words):
        del self.server.lines[:]
        self.server.signal(signal.SIGHUP)
        self.server.wait_for(words)

    def test_new_tokens_and_no_old_ones(self):
        tokens_file(self.file.name, self.boss, self.new)
        self.assertEqual(self.server.count(token=self.new.key).status, 401)
        self.read_again("tokens read again: 2")
        self.assertEqual(self.server.count(token=self.new.key).status, 200)
        self.assert_refused(self.server.count(token=self.old.key), 401, "unauthorized")

    def test_a_wrong_file_changes_nothing(self):
        for broken in ("tokens:\n  - name: eva\n", "tokens: [", "", "tokens:\n" + self.new.entry * 2):
            self.file.write_text(broken)
            self.read_again("tokens stay as they were: ")
            self.assertEqual(self.server.count(token=self.old.key).status, 200)
        tokens_file(self.file.name, self.new).chmod(0o666)
        self.read_again("tokens stay as they were: .*chmod")
        self.assertEqual(self.server.count(token=self.new.key).status, 401)
