"""Answers with noise over HTTP: a token is told what its budget pays for, and nothing else."""
import concurrent.futures
import json
import subprocess

from running import BINARY, FOLDER, PATIENCE, Case, Server, scrim
from test_data import WAGES
from token_file import narrowed, token, tokens_file

COUNT = {"statdb": "wages", "where": {"age": {"from": 30}}, "epsilon": "0.25"}
LIMITS = {"lowest": 0, "highest": 10_000}


def grant(name, recipient, *amount):
    scrim("ledger", "grant", FOLDER / f"{name}.statdb", "--recipient", recipient, *amount)


class NoisyAnswers(Case):
    @classmethod
    def setUpClass(cls):
        for recipient in ("ana", "many"):
            grant("wages", recipient, "--epsilon", 1)
        grant("wages", "rich", "--epsilon", 1000)
        grant("wages", "gauss", "--rho", 1)
        cls.ana, cls.many, cls.rich, cls.gauss, cls.poor = (token(name, "--noisy") for name in ("ana", "many", "rich", "gauss", "poor"))
        cls.ben = narrowed(token("ben"), statdbs=["p"])
        cls.boss = token("boss", "--owner")
        cls.file = tokens_file("noisy.yaml", cls.ana, cls.many, cls.rich, cls.gauss, cls.poor, cls.ben, cls.boss)
        cls.server = Server("--tokens", cls.file, "--rate", 0, statdbs=("p", "wages"))

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()

    def ask(self, who, path="noisy", **question):
        return self.server.ask(f"/api/v1/{path}", question, token=who.key)

    def answered(self, who, path="noisy", **question):
        answer = self.ask(who, path, **question)
        self.assert_described("NoisyQuestion", question)
        self.assert_answered("post", f"/api/v1/{path}", answer)
        return answer.json

    def budget(self, who):
        found = [one for one in self.server.ask("/api/v1/schema", token=who.key).json["statdbs"] if one["name"] == "wages"]
        return found[0]["budget"] if found else None

    def test_the_price_is_known_before_and_paid_once(self):
        price = self.answered(self.ana, "noisy/price", **COUNT)
        self.assertEqual((price["cost"], price["left"], price["again"]), ("0.25", "1", False))
        self.assertEqual(self.budget(self.ana)["spent"], "0")
        first = self.answered(self.ana, **COUNT)
        self.assertEqual(first["price"] | {"again": True, "cost": "0"}, self.answered(self.ana, **COUNT)["price"])
        # The same question in SQL, and at the command line.
        again = self.answered(self.ana, sql="SELECT COUNT(*) FROM StatDB WHERE NOT age < 30", statdb="wages", epsilon=0.25)
        self.assertEqual(again["rows"], first["rows"])
        command = [BINARY, "statdb", "query", FOLDER / "wages.statdb", "--framework", "dp", "--recipient", "ana", "--epsilon", "1/4",
                   "SELECT COUNT(*) FROM StatDB WHERE age >= 30", "--json"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(json.loads(done.stdout)["rows"], first["rows"])
        self.assertEqual(self.budget(self.ana), {"unit": "epsilon", "granted": "1", "spent": "0.25", "left": "0.75", "closed": False})
        refused = self.ask(self.ana, **COUNT | {"epsilon": "0.8"})
        self.assert_refused(refused, 403, "over_budget")
        self.assertIn("0.75 of 1 left", refused.json["error"]["message"])
        self.assert_refused(self.ask(self.ana, "noisy/price", **COUNT | {"epsilon": "0.8"}), 403, "over_budget")
        self.assertEqual(self.budget(self.ana)["spent"], "0.25")

    def test_estimates_are_near_the_truth(self):
        wages = sorted(wage for _, wage in WAGES)
        asked = {"statdb": "wages", "epsilon": "100"}
        for measure, truth in (("count", len(WAGES)), ("sum", sum(wages)), ("avg", sum(wages) / len(wages)),
                               ("median", wages[len(wages) // 2]), ("min", wages[0]), ("max", wages[-1])):
            question = asked | ({"measure": measure} if measure == "count" else LIMITS | {"measure": measure, "of": "wage"})
            value = self.answered(self.rich, **question)["rows"][0]["values"][0]
            # An interval that misses the truth has a chance of 5 %: wider ones, of e^-20, are tried.
            room = 5 * (value["upper"]["value"] - value["lower"]["value"]) + 25
            self.assertTrue(value["lower"]["value"] - room <= truth <= value["upper"]["value"] + room, (measure, value, truth))
        groups = self.answered(self.rich, **asked, by="age", level=0)
        self.assertEqual(len(groups["rows"]), len({age for age, _ in WAGES}))
        gaussian = self.answered(self.gauss, statdb="wages", where={}, rho="0.5")
        self.assertEqual((gaussian["noise"], gaussian["price"]["left"]), ("discrete Gaussian", "0.5"))

    def test_who_pays_sees_no_more(self):
        schema = self.server.ask("/api/v1/schema", token=self.ana.key)
        self.assert_answered("get", "/api/v1/schema", schema)
        named = {one["name"]: one for one in schema.json["statdbs"]}
        self.assertEqual((named["wages"]["records"], named["wages"]["m"], named["wages"]["frameworks"]), (None, None, ["dp"]))
        self.assertNotIn("p", named)  # which answers nothing with noise
        for path, question in (("count", {"statdb": "wages"}), ("count", {}), ("sql", {"sql": "SELECT COUNT(*) FROM StatDB", "statdb": "p"})):
            self.assert_refused(self.ask(self.ana, path, **question), 403, "forbidden")
        self.assert_refused(self.ask(self.ana, statdb="p", where={}, epsilon="0.1"), 403, "forbidden")
        self.assert_refused(self.ask(self.ben, **COUNT), 403, "forbidden")
        self.assertIsNone(self.budget(self.ben))
        self.assert_refused(self.ask(self.poor, **COUNT), 403, "no_budget")
        self.assertIsNone(self.budget(self.poor))
        # Owners know how many there are; without noise nobody is answered from it.
        told = self.server.ask("/api/v1/schema", token=self.boss.key).json["statdbs"]
        self.assertEqual([one["records"] for one in told], [12, len(WAGES)])
        self.assert_refused(self.ask(self.boss, "count", statdb="wages"), 400, "bad_question")

    def test_nobody_pays_for_somebody_else(self):
        self.assert_refused(self.ask(self.ana, **COUNT, recipient="rich"), 400, "unknown_field")

    def test_bad_questions_cost_nothing(self):
        spent = self.budget(self.rich)["spent"]
        for wrong, code in (({"epsilon": "0"}, "bad_question"), ({"epsilon": "-1"}, "bad_question"), ({"epsilon": "much"}, "bad_question"),
                            ({"epsilon": True}, "bad_request"), ({"epsilon": None}, "bad_request"), ({"epsilon": "1" * 101}, "too_complex"),
                            ({"rho": "1"}, "bad_question"), ({"where": {"shoe": 3}}, "bad_question"), ({"sql": "SELECT 1"}, "bad_request"),
                            ({"measure": "mode", "of": "wage"}, "bad_request"), ({"measure": "sum"}, "bad_request"), ({"of": "wage"}, "bad_request"),
                            ({"measure": "sum", "of": "wage"}, "bad_question"), ({"measure": "sum", "of": "age"} | LIMITS, "bad_question"),
                            ({"measure": "median", "of": "wage", "lowest": 5, "highest": 4}, "bad_question"),
                            ({"measure": "median", "of": 'wage") FROM StatDB --'} | LIMITS, "bad_question"),
                            ({"level": 1}, "bad_request"), ({"by": "wage"}, "bad_question"), ({"confidence": "100%"}, "bad_question"),
                            ({"confidence": 2}, "bad_question"), ({"cost": True}, "unknown_field")):
            for path in ("noisy", "noisy/price"):
                with self.subTest(f"{path} {wrong}"):
                    self.assert_refused(self.ask(self.rich, path, **COUNT | wrong), 400, code)
        self.assertEqual(self.budget(self.rich)["spent"], spent)

    def test_many_at_once_spend_no_more_than_there_is(self):
        questions = [COUNT | {"where": {"age": {"from": age}}, "epsilon": "0.2"} for age in range(20, 32)]
        with concurrent.futures.ThreadPoolExecutor(12) as threads:
            answers = list(threads.map(lambda question: self.ask(self.many, **question), questions))
        self.assertEqual(sorted(answer.status for answer in answers), [200] * 5 + [403] * 7)
        self.assertEqual(self.budget(self.many)["left"], "0")

    def test_a_damaged_ledger_answers_nothing(self):
        for end in (".statdb", ".statdb.ledger"):
            (FOLDER / f"torn{end}").write_bytes((FOLDER / f"wages{end}").read_bytes())
        grant("torn", "local", "--epsilon", 1)
        server = self.serve(statdbs=("torn",))
        self.assertEqual(server.ask("/api/v1/noisy", COUNT | {"statdb": "torn"}).status, 200)
        whole = (FOLDER / "torn.statdb.ledger").read_bytes()
        (FOLDER / "torn.statdb.ledger").write_bytes(whole[:-40])
        answer = server.ask("/api/v1/noisy", COUNT | {"statdb": "torn", "epsilon": "0.5"})
        self.assert_refused(answer, 500, "internal")
        self.assertNotIn("torn", answer.json["error"]["message"])
        self.assertIsNone(server.ask("/api/v1/schema").json["statdbs"][0]["budget"])
