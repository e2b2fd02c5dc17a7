"""Answers are those of the program at the command line, and of SQL; the truth lies in them."""
import json
import subprocess

from random_questions import random_questions
from running import BINARY, FOLDER, PATIENCE, Case
from test_data import PATIENTS


def program_answer(framework, question):
    """What the program answers at the command line; None where it refuses."""
    command = [BINARY, "statdb", "query", FOLDER / "clinic.statdb", "--framework", framework, "--json", question]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    return json.loads(done.stdout)["rows"] if done.returncode == 0 else None


class Answers(Case):
    def test_counts_are_those_of_the_program(self):
        questions = list(random_questions(40))
        self.assertGreater(len({truth for _, _, truth in questions}), 20)
        for framework in ("anatomy", "generalization"):
            expected = [program_answer(framework, sql) for _, sql, _ in questions]
            # Generalization answers ranges of each quasi-identifier alone.
            self.assertGreater(sum(right is not None for right in expected), 39 if framework == "anatomy" else 10)
            asked = [{"statdb": "clinic", "where": where, "framework": framework} for where, _, _ in questions]
            singles = [self.open.ask("/api/v1/count", question) for question in asked]
            for question, (_, sql, truth), right, answer in zip(asked, questions, expected, singles, strict=True):
                with self.subTest(f"{question}, {sql}"):
                    if right is None:
                        self.assert_refused(answer, 400, "bad_question")
                        continue
                    self.assertEqual(answer.status, 200, answer.body)
                    lower, upper = answer.json["lower"]["value"], answer.json["upper"]["value"]
                    self.assertEqual([{"lower": answer.json["lower"], "upper": answer.json["upper"]}], right[0]["values"])
                    self.assertTrue(lower <= truth <= upper, f"{truth} is not in [{lower}, {upper}]")
                    guarantee = answer.json["guarantee"]
                    self.assertEqual((guarantee["framework"], guarantee["m"], guarantee["sure"]), (framework, 3, True))
                    self.assertEqual(answer.json["records"], len(PATIENTS))
                    self.assert_described("CountQuestion", question)
            batch = self.open.ask("/api/v1/batch", {"questions": asked})
            self.assertEqual(batch.json["answers"], [answer.json for answer in singles])

    def test_the_sql_of_an_answer_asks_the_same(self):
        for where, _, _ in random_questions(10):
            answer = self.open.count(statdb="clinic", where=where).json
            again = self.open.ask("/api/v1/sql", {"statdb": "clinic", "sql": answer["sql"]}).json
            self.assertEqual(again["rows"][0]["values"][0], {"lower": answer["lower"], "upper": answer["upper"]})

    def test_a_batch_answers_each_question_by_itself(self):
        wrong = [{"where": {"shoe": 3}}, {"statdb": "nobody"}, {"frame": "anatomy"}, {"where": {"age": {}}}, 7, {"framework": "magic"},
                 {"where": {"age": {"from": [1]}}}, {"where": {"age": []}}, None]
        right = {"where": {"age": [30, 50]}}
        questions = [one for bad in wrong for one in (bad, right)]
        answer = self.open.ask("/api/v1/batch", {"questions": questions})
        self.assert_answered("post", "/api/v1/batch", answer)
        self.assertEqual(answer.json["answers"][1::2], [self.open.count(**right).json] * len(wrong))
        for question, refusal in zip(wrong, answer.json["answers"][::2], strict=True):
            self.assertIn("error", refusal, question)

    def test_groups_are_those_of_sql(self):
        where = {"disease": {"in": ["flu", "gut"]}, "age": {"from": 25, "missing": True}}
        condition = "disease IN ('flu', 'gut') AND (age >= 25 OR age IS NULL)"
        for framework in ("anatomy", "generalization"):
            for by, level in [("town", 0), ("town", 1), ("town", 2), ("age", 0), ("visit", 0)]:
                with self.subTest(f"{framework}, {by}, {level}"):
                    group = f"level({by}, {level})" if level else by
                    sql = f"SELECT {group}, COUNT(*) FROM StatDB WHERE {condition} GROUP BY {group}"
                    asked = {"statdb": "clinic", "framework": framework}
                    answer = self.open.ask("/api/v1/group", asked | {"where": where, "by": by, "level": level})
                    self.assertEqual(answer.status, 200, answer.body)
                    rows = [(row["groups"], row["values"]) for row in answer.json["rows"]]
                    again = self.open.ask("/api/v1/sql", asked | {"sql": sql}).json
                    self.assertEqual(rows, [(row["groups"], row["values"]) for row in again["rows"]])
                    self.assertEqual(answer.json["rows"], program_answer(framework, sql))
                    self.assertGreater(len(rows), 0)

    def test_statdbs_are_chosen_by_name(self):
        self.assertEqual([statdb["name"] for statdb in self.open.ask("/api/v1/schema").json["statdbs"]], ["p", "clinic", "big", "wages"])
        for question, records in [({}, 12), ({"statdb": "p"}, 12), ({"statdb": "clinic"}, 600), ({"statdb": "big"}, 20_000)]:
            self.assertEqual(self.open.count(**question).json["records"], records)
        self.assert_refused(self.open.count(statdb="p.statdb"), 403, "forbidden")
