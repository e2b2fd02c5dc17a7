#!/usr/bin/env python3
"""Counts, outside of Scrim, the persons behind each group that an analyst sees of a hospital's admissions.

Usage: views_test.py SCRIM ROWS
"""
import collections
import csv
import io
import os
import subprocess
import sys
import tempfile
import unittest

SCRIM, ROWS = os.path.abspath(sys.argv[1]), sys.argv[2]
HERE = os.path.dirname(os.path.abspath(__file__))

QUASI = ["birth_date", "sex", "postcode", "insurer"]
SETUP = """
CREATE TABLE admission AS SELECT row_number() OVER () AS rid, * FROM read_csv('admissions.csv', all_varchar = true);
CREATE TABLE choice AS SELECT patient_id, CASE WHEN h < 3 THEN 0 WHEN h < 6 THEN 1 ELSE 2 + h % 7 END::INTEGER AS k,
  h % 13 <> 0 AS postcode_op FROM (SELECT DISTINCT patient_id, (hash(patient_id) % 100)::INTEGER AS h FROM admission);
CREATE DGH birth_dgh FROM 'hierarchies/birth_date.csv';
CREATE DGH postcode_dgh FROM 'hierarchies/postcode.csv';
CREATE DGH insurer_dgh FROM 'hierarchies/insurer.csv';
CREATE DGH diagnosis_dgh FROM 'hierarchies/diagnosis.csv';
"""
VIEW = """
CREATE ANONYMIZATION_VIEW {name} ON (SELECT rid, patient_id, birth_date, sex, postcode, insurer, diagnosis FROM admission)
  WITH ANONYMIZATION_ID patient_id
  ANONYMIZATION_QUASI_ID (birth_date DGH_NAME birth_dgh, sex, postcode DGH_NAME postcode_dgh, insurer DGH_NAME insurer_dgh)
  ANONYMIZATION_SENSITIVE_ATTR (diagnosis DGH_NAME diagnosis_dgh) {clauses};
GRANT SELECT ON ANONYMIZATION_VIEW {name} TO ana;
"""


def scrim(folder, *arguments):
    done = subprocess.run([SCRIM, "sql", "h.db", "--csv", *arguments], cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return list(csv.DictReader(io.StringIO(done.stdout)))


class Views(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = cls.temporary.name
        subprocess.run([sys.executable, os.path.join(HERE, "admissions.py"), ROWS, os.path.join(cls.folder, "admissions.csv")],
                       check=True)
        scrim(cls.folder, "-c", SETUP)
        base = scrim(cls.folder, "-c", "SELECT rid, a.patient_id, k, postcode_op FROM admission a JOIN choice c ON "
                                       "a.patient_id = c.patient_id")
        cls.patient = {row["rid"]: row["patient_id"] for row in base}
        cls.wish = {row["rid"]: int(row["k"]) for row in base}
        cls.agrees = {row["rid"]: row["postcode_op"] == "true" for row in base}
        repeated = collections.Counter(cls.patient.values())
        assert max(repeated.values()) > 5, "the table is to have patients with many admissions"

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def look(self, name, clauses):
        scrim(self.folder, "-c", VIEW.format(name=name, clauses=clauses))
        shown = scrim(self.folder, "--as", "ana", "-c",
                      "SELECT rid, patient_id, label(birth_date) AS birth_date, label(sex) AS sex, label(postcode) AS postcode, "
                      f"label(insurer) AS insurer, label(diagnosis) AS diagnosis FROM {name}")
        self.assertEqual(len(shown), len(self.patient))
        return shown

    def recount(self, shown, wish, least_values=1):
        """Every group holds as many persons as each member asks for. Who is hidden altogether shows no diagnosis."""
        groups = collections.defaultdict(list)
        hidden = 0
        for row in shown:
            k = wish(row["rid"])
            if k >= 1:
                self.assertEqual(row["patient_id"], "")
            if k >= 2 and row["diagnosis"] == "*":
                hidden += 1
            elif k >= 2:
                groups[tuple(row[column] for column in QUASI)].append(row)
        for labels, rows in groups.items():
            persons = {self.patient[row["rid"]] for row in rows}
            self.assertGreaterEqual(len(persons), max(wish(row["rid"]) for row in rows), labels)
            self.assertGreaterEqual(len({row["diagnosis"] for row in rows}), least_values, labels)
        self.assertGreater(len(groups), 5)
        self.assertLess(hidden, len(shown) // 10)

    def test_the_same_k_for_everybody(self):
        for name, recode in [("best", ""), ("mondrian", "RECODE mondrian"), ("datafly", "RECODE datafly"),
                             ("blocks", "RECODE mondrian BLOCK 1024")]:
            with self.subTest(recode):
                self.recount(self.look(name + "_av", "K 5 " + recode), lambda rid: 5)

    def test_everybodys_own_k_and_consent(self):
        shown = self.look("own_av", "patient_id REFERENCES choice(k)")
        self.recount(shown, self.wish.get)
        for row in shown:
            if not self.agrees[row["rid"]]:
                self.assertEqual(row["postcode"], "")
            if self.wish[row["rid"]] == 0:
                self.assertEqual(row["patient_id"], self.patient[row["rid"]])

    def test_diverse(self):
        self.recount(self.look("diverse_av", "K 3 RECODE mondrian REQUIRE l_diversity_distinct(l=3)"), lambda rid: 3, 3)

    def test_what_needs_one_row_for_each_person_is_refused(self):
        for name, clauses, reason in [("close_av", "K 5 REQUIRE t_closeness_equal(t=0.5)", "several of them"),
                                      ("kept_av", "K 5", "names one record")]:
            create = VIEW.format(name=name, clauses=clauses)
            if "REQUIRE" not in clauses:
                create = create.replace("CREATE", "CREATE MATERIALIZED", 1)
            with self.assertRaisesRegex(AssertionError, reason):
                scrim(self.folder, "-c", f"{create} SELECT count(*) FROM {name}")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
