"""The rows of a view are those of SQL, as JSON and as a file."""
import shutil

from running import FOLDER, Case, scrim
from test_data import RESEARCH


class Views(Case):
    def test_rows_of_a_view_are_those_of_sql(self):
        copy = FOLDER / "asked.db"
        shutil.copy(FOLDER / "h.db", copy)
        asked = "SELECT age, zip FROM patient_av WHERE age BETWEEN 30 AND 40 PURPOSE research RECIPIENT lab"
        printed = scrim("sql", copy, "-c", asked).stdout.splitlines()[2:-1]
        answer = self.open.rows(RESEARCH | {"where": {"age": [30, 40]}, "columns": ["age", "zip"]})
        self.assertEqual(answer.status, 200, answer.body)
        self.assertEqual(answer.json["rows"], [[cell.strip() for cell in line.split(" | ")] for line in printed])
        self.assertGreater(len(printed), 3)

    def test_columns_and_pages(self):
        answer = self.open.rows(RESEARCH | {"columns": ["age", "name"], "limit": 2, "offset": 3})
        self.assert_answered("post", "/api/v1/views/{name}/rows", answer)
        self.assertEqual([column["name"] for column in answer.json["columns"]], ["age", "name"])
        self.assertEqual((len(answer.json["rows"]), answer.json["more"]), (2, True))

    def test_csv(self):
        answer = self.open.rows(RESEARCH, headers={"Accept": "text/csv"})
        self.assertEqual((answer.status, answer.headers["content-type"].split(";")[0]), (200, "text/csv"))
        self.assertEqual(answer.body.decode().splitlines()[:2], ["name,age,zip,disease", "Alice,21,88512,flu"])
        self.assertEqual(answer.headers["scrim-more"], "false")
