"""Texts that would be SQL, if somebody put them into a statement: they change nothing, and show nobody."""
from running import FOLDER
from test_data import PATIENTS, RESEARCH
from withstanding import Withstanding

TEXTS = ["' OR 1=1 --", "'; DROP TABLE patient; --", '" OR ""="', '"; DELETE FROM choice; --', "/*", "*/", "\\", "\\'", "'", "''", '"',
         "flu'/**/OR/**/'1'='1", "1); ATTACH '/tmp/x.db' AS x; --", "x' UNION SELECT name FROM patient --", "$$", "\n;\n", "%27", "?", "$1"]


class BroughtSql(Withstanding):
    def setUp(self):
        self.state = self.all_there_is()

    def tearDown(self):
        self.assertEqual(self.all_there_is(), self.state)
        super().tearDown()

    def all_there_is(self):
        return [self.server.ask("/api/v1/views").json, self.server.rows(RESEARCH).json["rows"], self.server.ask("/api/v1/schema").json,
                (FOLDER / "p.statdb").read_bytes()]

    def test_in_questions_to_a_statistical_database(self):
        for text in TEXTS:
            for path, question in [
                    ("count", {"where": {text: 1}}), ("count", {"where": {"disease": text}}), ("count", {"where": {"age": {"from": text}}}),
                    ("count", {"where": {"disease": {"not": [text]}}}), ("count", {"statdb": text}), ("count", {"framework": text}),
                    ("group", {"by": text}), ("group", {"by": "age", "where": {text: [text]}}), ("sql", {"sql": text}),
                    ("sql", {"sql": f"SELECT COUNT(*) FROM StatDB WHERE disease = 'flu' {text}"}),
                    ("sql", {"sql": f"SELECT COUNT(*) FROM StatDB; {text}"})]:
                for statdb in ("p", "clinic"):
                    answer = self.server.ask(f"/api/v1/{path}", {"statdb": statdb} | question)
                    if answer.status != 200:
                        self.assertIn(answer.status, (400, 403), answer.body)
                        self.assert_refused(answer, answer.status)
            self.assertEqual(self.server.count(statdb="clinic", where={"town": text}).json["sentence"], "nobody")

    def test_a_quote_within_a_value(self):
        self.assertEqual(self.server.count(statdb="clinic", where={"town": "O'Hara"}).json["lower"]["value"],
                         sum(patient["town"] == "O'Hara" for patient in PATIENTS))

    def test_in_questions_to_a_view(self):
        for text in TEXTS:
            self.assertIn(self.server.rows(RESEARCH, view=text).status, (403, 404))
            for question in ({"purpose": text}, {"recipient": text}, {"columns": [text]}, {"where": {text: 1}}, {"where": {"disease": text}},
                             {"where": {"name": {"not": [text]}}}, {"columns": [f'name" FROM patient {text}']}):
                answer = self.server.rows(RESEARCH | question)
                self.assertIn(answer.status, (200, 400, 403), answer.body)
                self.assertNotIn(b"Gladys", answer.body)

    def test_as_the_name_of_a_view(self):
        for name in ("patient", "choice", 'patient_av" , "patient'):
            self.assert_refused(self.server.rows(RESEARCH, view=name), 403, "forbidden")
