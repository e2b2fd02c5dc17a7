#!/usr/bin/env python3
"""A hospital's admissions through every verb: persons are counted, never rows. Usage: persons_test.py SCRIM_BINARY PROJECT_ROOT [PATTERN]

Every number that is printed about persons is recounted here, from the files. SCRIM_PERSONS_ROWS=50000 for the whole table.
"""
import collections
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
from fractions import Fraction

from admissions import COLUMNS, admissions, write_policy
from recount import Ancestors, as_printed, at_risk, key_of, persons_by, placed, rows_of, singled_out

BINARY, ROOT = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
made = tempfile.TemporaryDirectory()
FOLDER = pathlib.Path(made.name)
ROWS = int(os.environ.get("SCRIM_PERSONS_ROWS", "5000"))
QUASI = ["birth_date", "sex", "postcode", "insurer"]
TABLE = FOLDER / "admissions.csv"
PATIENCE = 600  # seconds: the machine may be busy, the binary slow


def scrim(*arguments):
    return subprocess.run([BINARY, *map(str, arguments)], cwd=FOLDER, capture_output=True, text=True, timeout=PATIENCE)


def write_rows(path, rows, columns=COLUMNS):
    path.write_text("\n".join(",".join(map(str, row)) for row in [columns] + [[r[c] for c in columns] for r in rows]) + "\n")


def policy(name, *changes):
    """The owner's policy with lines replaced, in a file of its own."""
    text = (FOLDER / "policy.yaml").read_text()
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    (FOLDER / name).write_text(text)
    return FOLDER / name


def set_up():
    write_rows(TABLE, admissions(ROWS))
    write_policy(str(FOLDER))
    policy("nobody.yaml", ("person: patient_id\n", ""))


def ancestors():
    return {c: Ancestors(FOLDER / f"hierarchies/{c}.csv" if (FOLDER / f"hierarchies/{c}.csv").exists() else None) for c in QUASI}


class Case(unittest.TestCase):
    def holds(self, *arguments):
        done = scrim(*arguments)
        self.assertEqual(done.returncode, 0, done.stderr + done.stdout)
        return done.stdout

    def refuses(self, *arguments):
        """One line on standard error, nothing else; returns it."""
        before = sorted(FOLDER.iterdir())
        done = scrim(*arguments)
        self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertEqual(sorted(FOLDER.iterdir()), before)
        return done.stderr

    def release(self, name, *arguments, algorithm="mondrian", of=TABLE, by=None):
        """Made once for all tests that ask for it."""
        if not (FOLDER / name).exists():
            text = self.holds("publish", of, "--policy", by or FOLDER / "policy.yaml", "--algorithm", algorithm, "--out", name,
                              *arguments)
            (FOLDER / f"{name}.txt").write_text(text)
        return FOLDER / name, (FOLDER / f"{name}.txt").read_text(), json.loads((FOLDER / name / "certificate.json").read_text())


class AnIdentifierThatRepeats(Case):
    def test_is_refused_with_both_ways_out(self):
        for verb in (["check", TABLE], ["publish", TABLE, "--out", "x"], ["publish", TABLE, "--explore"],
                     ["publish", TABLE, "--out", "x", "--memory", "1GB"],
                     ["statdb", "build", TABLE, "-m", "2", "-o", "x.statdb"]):
            wanted = policy("one.yaml", ("person: patient_id\n", ""), ("cost:       sensitive", "cost:       identifier"))
            line = self.refuses(*verb, "--policy", wanted)
            self.assertIn("'patient_id' repeats", line)
            self.assertIn(f"{ROWS // 2:,} values in {ROWS:,} records", line)
            most = collections.Counter(r["patient_id"] for r in rows_of(TABLE)).most_common(1)[0][1]
            self.assertIn(f"one of them {most} times", line)
            for way in ("--person patient_id", "person: patient_id", "--rows-are-persons", "rows_are_persons: true"):
                self.assertIn(way, line)

    def test_may_be_said_to_be_a_record_each(self):
        said = policy("each.yaml", ("person: patient_id\n", "rows_are_persons: true\n"))
        by_policy = self.holds("check", TABLE, "--policy", said, "--json") if not self.fails_k(said) else scrim(
            "check", TABLE, "--policy", said, "--json").stdout
        by_flag = scrim("check", TABLE, "--policy", "nobody.yaml", "--rows-are-persons", "--json").stdout
        self.assertEqual(json.loads(by_policy), json.loads(by_flag))
        self.assertNotIn("people", json.loads(by_flag))

    def fails_k(self, said):
        return scrim("check", TABLE, "--policy", said).returncode == 1

    def test_not_both(self):
        line = self.refuses("check", TABLE, "--policy", "policy.yaml", "--rows-are-persons")
        self.assertIn("leave one out", line)
        both = policy("both.yaml", ("person: patient_id\n", "person: patient_id\nrows_are_persons: true\n"))
        self.assertIn("leave one out", self.refuses("check", TABLE, "--policy", both))

    def test_missing_values_and_single_ones_name_nobody_twice(self):
        rows = [["id", "age", "ill"], ["a", "20", "flu"], ["", "21", "flu"], ["", "22", "flu"]]
        (FOLDER / "few.csv").write_text("\n".join(",".join(r) for r in rows) + "\n")
        flags = ["--id", "id", "--qi", "age", "--sensitive", "ill"]
        self.holds("check", "few.csv", *flags)
        (FOLDER / "few.csv").write_text("\n".join(",".join(r) for r in rows + [["a", "23", "flu"]]) + "\n")
        self.assertIn("2 records, one of them 2 times", self.refuses("check", "few.csv", *flags))

    def test_a_released_table_has_none(self):
        folder, _, _ = self.release("by_mondrian", "--accept-exact", "ward")
        self.holds("check", folder / "data.csv", "--policy", "nobody.yaml")


class Checking(Case):
    def test_counts_persons(self):
        rows = rows_of(TABLE)
        done = scrim("check", TABLE, "--policy", "policy.yaml", "--json")
        self.assertEqual(done.returncode, 1)  # k = 5 does not hold of the original
        report = json.loads(done.stdout)
        people = {r["patient_id"] for r in rows}
        classes = persons_by(rows, QUASI, "patient_id")
        risky = at_risk(rows, QUASI, "patient_id")
        self.assertEqual((report["rows"], report["people"], report["classes"]), (len(rows), len(people), len(classes)))
        sizes = collections.Counter(len(who) for who in classes.values())
        self.assertEqual([(e["size"], e["classes"]) for e in report["class_sizes"]], sorted(sizes.items()))
        prosecutor = report["risks"]["prosecutor"]
        self.assertEqual(prosecutor["people_at_risk"], len(risky))
        self.assertAlmostEqual(prosecutor["share_at_risk"], len(risky) / len(people))
        self.assertGreater(prosecutor["share_at_risk"], 0.95)
        average = Fraction(len(classes), sum(len(who) for who in classes.values()))
        self.assertEqual(Fraction(prosecutor["average"]["exact"]), average)
        self.assertEqual(report["risks"]["sample_uniques"]["people"], len(singled_out(rows, QUASI, "patient_id")))
        self.assertEqual(report["models"]["k_anonymity"]["reached"]["k"]["value"], min(map(len, classes.values())))
        members = sum(map(len, classes.values()))
        deviation = sum(len(who) * (len(who) - 5) for who in classes.values()) / members
        self.assertAlmostEqual(report["metrics"]["k_deviation"]["value"], deviation)
        self.assertAlmostEqual(report["metrics"]["average_class_size"]["value"], members / len(classes) / 5)

    def test_prints_them(self):
        rows = rows_of(TABLE)
        text = scrim("check", TABLE, "--policy", "policy.yaml").stdout
        self.assertIn(f"{len(rows):,} records of {ROWS // 2:,} people (by 'patient_id')", text)
        risky = at_risk(rows, QUASI, "patient_id")
        share = 100 * len(risky) / (ROWS // 2)
        self.assertRegex(text, rf"prosecutor +100\.0 % .* {len(risky):,}  {'> 99.9' if 99.95 < share < 100 else f'{share:.1f}'} %")

    def test_measures_exact_columns(self):
        rows = rows_of(TABLE)
        exact = policy("exact.yaml", ("admitted:   identifier", "admitted:   insensitive"))
        done = scrim("check", TABLE, "--policy", exact, "--json")
        report = json.loads(done.stdout)["exact_columns"]
        for column in ("admitted", "ward", "diagnosis", "cost"):
            found = report["columns"][column]
            self.assertEqual(found["alone"]["singled_out"], len(singled_out(rows, [column], "patient_id")), column)
            self.assertEqual(found["with_quasi_identifiers"]["singled_out"],
                             len(singled_out(rows, QUASI + [column], "patient_id")), column)
        self.assertEqual(report["insensitive_together"]["singled_out"],
                         len(singled_out(rows, QUASI + ["admitted", "ward"], "patient_id")))
        # In the headline, before anything else.
        head = scrim("check", TABLE, "--policy", exact).stdout.split("\n\n")[0]
        share = 100 * report["columns"]["admitted"]["alone"]["share"]
        self.assertRegex(head, rf"EXACT: 'admitted' \(insensitive\) singles out (> 99\.9|{share:.1f}) % of people")


class Publishing(Case):
    def recounted(self, folder, text, certificate):
        """Everything that a release says of persons, from its data and the original."""
        original, release = rows_of(TABLE), rows_of(folder / "data.csv")
        found = as_printed(placed(original, release, QUASI, ancestors()), QUASI)
        classes = persons_by(found, QUASI, "patient_id")
        sizes = collections.Counter(len(who) for who in classes.values())
        people = {row["patient_id"] for row in found}
        self.assertGreaterEqual(min(sizes), 5)
        self.assertEqual(certificate["classes"]["sizes"], [list(pair) for pair in sorted(sizes.items())])
        self.assertEqual(certificate["people"], {"original": ROWS // 2, "released": len(people)})
        self.assertEqual(Fraction(certificate["risks"]["prosecutor"]["highest"]["exact"]), Fraction(1, min(sizes)))
        members = sum(map(len, classes.values()))
        self.assertEqual(Fraction(certificate["risks"]["prosecutor"]["average"]["exact"]), Fraction(len(classes), members))
        self.assertEqual(certificate["promises"][0]["reached"]["k"]["exact"], str(min(sizes)))
        deviation = sum(len(who) * (len(who) - 5) for who in classes.values()) / members
        self.assertAlmostEqual(certificate["metrics"]["k_deviation"], deviation)
        self.assertAlmostEqual(certificate["metrics"]["average_class_size"], members / len(classes) / 5)
        self.assertGreaterEqual(certificate["metrics"]["average_class_size"], 1)
        self.assertIn(f"{len(release):,} records of {len(people):,} people in {len(classes):,} class", text)
        self.assertIn(f"1 in {min(sizes)}, by the quasi-identifiers", text)
        stated = {key_of(row, QUASI): int(row["persons"]) for row in rows_of(folder / "persons.csv")}
        self.assertEqual(stated, {one: len(who) for one, who in classes.items()})
        for number, column in enumerate(["diagnosis", "cost"], 1):
            by_value = persons_by(found, QUASI + [column], "patient_id")
            stated = {key_of(row, QUASI + [column]): int(row["persons"]) for row in rows_of(folder / f"persons_{number}.csv")}
            self.assertEqual(stated, {one: len(who) for one, who in by_value.items()})
        for entry in certificate["singled_out"]["columns"]:
            self.assertEqual(entry["alone"], len(singled_out(found, [entry["name"]], "patient_id")))
            self.assertEqual(entry["with_quasi_identifiers"], len(singled_out(found, QUASI + [entry["name"]], "patient_id")))
        return found

    def test_counts_persons(self):
        for name, algorithm in (("by_mondrian", "mondrian"), ("by_optimal", "optimal"), ("by_topdown", "topdown")):
            with self.subTest(algorithm):
                self.recounted(*self.release(name, "--accept-exact", "ward", algorithm=algorithm))

    def test_leaves_persons_out(self):
        """Suppressed records are nobody's."""
        self.recounted(*self.release("by_suppression", "--accept-exact", "ward", "--suppress", "20%", algorithm="datafly"))

    def test_tells_a_reader_enough_to_verify(self):
        self.release("by_mondrian", "--accept-exact", "ward")
        text = self.holds("verify", "by_mondrian")
        self.assertRegex(text, r"ok +k_anonymity\(k=5\): reached k = \d+, by the people whom persons.csv states")
        for claim in ("sizes of the classes", "prosecutor risk", "people in classes fit the records", "metric k_deviation"):
            self.assertRegex(text, rf"ok +{claim}")
        owner = self.holds("verify", "by_mondrian", "--original", TABLE, "--policy", "policy.yaml")
        self.assertNotRegex(owner, r"(?m)^\? +(k_anonymity|sizes|number of people|whom columns|metric)")
        self.assertRegex(owner, r"ok +people in classes are those of the original")

    def test_promises_of_values(self):
        """Models that look at sensitive values count persons too, and can be confirmed from the files."""
        diverse = policy("diverse.yaml", ("  - k_anonymity(k=5)\n", "  - k_anonymity(k=5)\n  - l_diversity_distinct(l=3, attribute=diagnosis)\n"
                                          "  - alpha_k_anonymity(alpha=0.6, k=3, attribute=diagnosis)\n"))
        folder, text, certificate = self.release("diverse", "--accept-exact", "ward", by=diverse)
        found = self.recounted(folder, text, certificate)
        classes = persons_by(found, QUASI, "patient_id")
        most = max(Fraction(len(who), len(classes[one[:-1]]))
                   for one, who in persons_by(found, QUASI + ["diagnosis"], "patient_id").items())
        self.assertEqual(Fraction(certificate["promises"][2]["reached"]["alpha"]["exact"]), most)
        text = self.holds("verify", folder)
        self.assertEqual(text.count("by the people whom persons.csv states"), 3, text)

    def test_says_what_is_false(self):
        def tampered(name, change):
            """A copy whose person tables say something else, with a certificate to match."""
            self.release("by_mondrian", "--accept-exact", "ward")
            copy = FOLDER / name
            subprocess.run(["cp", "-r", FOLDER / "by_mondrian", copy], check=True)
            lines = (copy / "persons.csv").read_text().splitlines()
            change(lines, {key_of(r, QUASI): 0 for r in rows_of(copy / "data.csv")})
            (copy / "persons.csv").write_text("\n".join(lines) + "\n")
            certificate = json.loads((copy / "certificate.json").read_text())
            for file in certificate["files"]:
                if file["name"] == "persons.csv":
                    data = (copy / "persons.csv").read_bytes()
                    file.update(bytes=len(data), sha256=hashlib.sha256(data).hexdigest())
            sizes = collections.Counter(int(line.rsplit(",", 1)[1]) for line in lines[1:])
            certificate["classes"]["sizes"] = [list(pair) for pair in sorted(sizes.items())]
            (copy / "certificate.json").write_text(json.dumps(certificate, indent=2) + "\n")
            return copy

        def count(lines, row, by):
            head, persons = lines[row].rsplit(",", 1)
            lines[row] = f"{head},{int(persons) + by}"

        def too_many(lines, _):
            count(lines, 1, ROWS)

        done = scrim("verify", tampered("too_many", too_many))
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, r"FAIL +people in classes fit the records: persons.csv states .* people where there are")

        def one_more_there(lines, _):  # as many in all, within the records: only the owner can tell
            release = collections.Counter(key_of(r, QUASI) for r in rows_of(FOLDER / "by_mondrian" / "data.csv"))
            persons = [int(line.rsplit(",", 1)[1]) for line in lines[1:]]
            records = [release[tuple(line.rsplit(",", 1)[0].split(","))] for line in lines[1:]]
            less = max(range(len(persons)), key=lambda i: persons[i])
            more = next(i for i in range(len(persons)) if i != less and records[i] > persons[i])
            count(lines, 1 + less, -1)
            count(lines, 1 + more, 1)

        copy = tampered("moved", one_more_there)
        done = scrim("verify", copy, "--original", TABLE, "--policy", "policy.yaml")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, r"FAIL +(people in classes are those of the original|people in classes fit the records)")

    def test_does_not_link_records(self):
        """Two hospitals whose patients have the same records, shared out otherwise: nobody can tell which is which."""
        def hospital(name, whose):
            lines = ["id,age,ill"]
            for k, (people, ills) in enumerate(whose):
                lines += [f"{k}{p},{30 + k},{ill}" for p, own in zip(people, ills) for ill in own]
            (FOLDER / "hospital.csv").write_text("\n".join(lines) + "\n")
            self.holds("publish", "hospital.csv", "--id", "id", "--person", "id", "--qi", "age", "--sensitive", "ill", "--require",
                       "k_anonymity(k=4)", "--require", "l_diversity_distinct(l=2)", "--out", name)
            return {file.relative_to(FOLDER / name): file.read_bytes() for file in sorted((FOLDER / name).rglob("*")) if file.is_file()}

        one = hospital("one", [("abcd", (["flu", "cold"], ["flu", "cold"], ["cough", "ache"], ["cough", "ache"]))] * 3)
        other = hospital("other", [("abcd", (["flu", "cough"], ["flu", "ache"], ["cold", "cough"], ["cold", "ache"]))] * 3)
        self.assertEqual(sorted(map(str, one)), sorted(map(str, other)))
        for name, data in one.items():
            self.assertEqual(data, other[name], name)

    def test_measures_before_it_refuses(self):
        exact = policy("exact.yaml", ("admitted:   identifier", "admitted:   insensitive"))
        rows = rows_of(TABLE)
        line = self.refuses("publish", TABLE, "--policy", exact, "--algorithm", "mondrian", "--out", "x")
        share = 100 * len(singled_out(rows, ["admitted"], "patient_id")) / (ROWS // 2)
        self.assertRegex(line, rf"'admitted' alone singles out (> 99\.9|{share:.1f}) % of them")
        self.assertIn("--accept-exact admitted", line)
        # 'ward' tells nobody apart by itself, and many with the generalized columns.
        line = self.refuses("publish", TABLE, "--policy", exact, "--algorithm", "mondrian", "--out", "x", "--accept-exact", "admitted")
        self.assertIn("'ward' with the quasi-identifiers singles out", line)
        self.assertNotIn("--accept-exact admitted", line)
        folder, text, certificate = self.release("accepted", "--accept-exact", "admitted", "--accept-exact", "ward", by=exact)
        self.recounted(folder, text, certificate)
        self.assertRegex(text, r"exact column +'admitted' \(insensitive\) singles out")
        self.assertRegex((folder / "report.html").read_text(), r'class="lead">[^<]*singles out')
        verified = self.holds("verify", folder, "--original", TABLE, "--policy", exact)
        self.assertRegex(verified, r"ok +whom columns single out that are printed as they are: .*'admitted'")
        # In the policy as well; and a share that is allowed.
        said = policy("said.yaml", ("admitted:   identifier", "admitted:   insensitive"),
                      ("person: patient_id\n", "person: patient_id\naccept_exact: [admitted, ward]\n"))
        self.release("said", by=said)
        self.release("allowed", "--max-singled-out", "100%", by=exact)
        self.assertIn("which is no column", self.refuses("publish", TABLE, "--policy", exact, "--out", "x", "--accept-exact", "warden"))
        self.assertIn("a share such as 1%", self.refuses("publish", TABLE, "--policy", exact, "--out", "x", "--max-singled-out", "many"))

    def test_recounts_exact_columns_of_records(self):
        """Where every record is a person, anybody can recount from the data alone, and a lie is found."""
        each = policy("each_exact.yaml", ("person: patient_id\n", "rows_are_persons: true\n"))
        folder, _, certificate = self.release("records", "--accept-exact", "ward", by=each)
        release = rows_of(folder / "data.csv")
        for entry in certificate["singled_out"]["columns"]:
            self.assertEqual(entry["alone"], len(singled_out(release, [entry["name"]], None)))
            self.assertEqual(entry["with_quasi_identifiers"], len(singled_out(release, QUASI + [entry["name"]], None)))
        self.assertRegex(self.holds("verify", folder), r"ok +whom columns single out")
        certificate["singled_out"]["columns"][0]["with_quasi_identifiers"] -= 1
        copy = FOLDER / "records_lie"
        subprocess.run(["cp", "-r", folder, copy], check=True)
        (copy / "certificate.json").write_text(json.dumps(certificate, indent=2) + "\n")
        self.assertEqual(scrim("verify", copy).returncode, 1)


class Auditing(Case):
    def test_counts_persons(self):
        folder, _, certificate = self.release("by_mondrian", "--accept-exact", "ward")
        report = json.loads(scrim("audit", folder, "--json").stdout)
        self.assertEqual(report["counts"], "people")
        persons = {key_of(row, QUASI): int(row["persons"]) for row in rows_of(folder / "persons.csv")}
        for belief, number in zip(report["beliefs"], (1, 2)):
            column = belief["sensitive"]
            by_value = {key_of(r, QUASI + [column]): int(r["persons"]) for r in rows_of(folder / f"persons_{number}.csv")}
            self.assertEqual(belief["people"], sum(persons.values()))
            highest = max(Fraction(n, persons[one[:-1]]) for one, n in by_value.items())
            self.assertEqual(Fraction(belief["after"]["highest"]["exact"]), highest)
            self.assertEqual(belief["certain"], sum(n for one, n in by_value.items() if n == persons[one[:-1]]))
            overall = collections.Counter()
            for one, n in by_value.items():
                overall[one[-1]] += n
            before = Fraction(max(overall.values()), sum(persons.values()))
            self.assertEqual(Fraction(belief["before"]["highest"]["exact"]), before)
        for entry in certificate["singled_out"]["columns"]:
            self.assertEqual(report["exact_columns"]["columns"][entry["name"]]["alone"]["singled_out"], entry["alone"])
        meant = [f"--hierarchy={column}=hierarchies/{column}.csv" for column in ("birth_date", "postcode", "insurer")]
        text = scrim("audit", folder, "--attack", "all", "--external", TABLE, "--person", "patient_id", *meant).stdout
        self.assertIn("People are counted, not records", text)
        self.assertIn("EXACT: 'ward' (insensitive) singles out", text)
        self.assertIn("pruning", self.refuses("audit", folder, "--attacker", "pruning", "--l", "2"))


class OtherVerbs(Case):
    def last_admissions(self, name, rows):
        """One record for each patient: the last."""
        last = {}
        for row in rows:
            last[row["patient_id"]] = row
        write_rows(FOLDER / name, list(last.values()))
        return FOLDER / name

    def one_secret(self):
        return policy("secret.yaml", ("cost:       sensitive", "cost:       identifier"), ("  - k_anonymity(k=5)\n", "  - k_anonymity(k=2)\n"))

    def test_statistical_databases_take_one_record_each(self):
        line = self.refuses("statdb", "build", TABLE, "--policy", self.one_secret(), "-m", "2", "-o", "x.statdb")
        self.assertIn("'patient_id' repeats", line)
        self.assertIn("one record for each person", line)
        last = self.last_admissions("last.csv", rows_of(TABLE))
        self.holds("statdb", "build", last, "--policy", self.one_secret(), "-m", "2", "-o", "last.statdb")
        answer = self.holds("statdb", "query", "last.statdb", "SELECT COUNT(*) FROM StatDB WHERE sex = 'F'")
        self.assertIn(f"exactly {sum(r['sex'] == 'F' for r in rows_of(last)):,}".replace(",", ""), answer.replace(",", ""))

    def test_series_take_one_record_each(self):
        line = self.refuses("republish", TABLE, "--policy", self.one_secret(), "--series", "x", "--method", "m_invariance", "-m", "2")
        self.assertIn("is there twice", line)
        rows = rows_of(TABLE)
        first = self.last_admissions("first.csv", rows[: len(rows) // 2])
        second = self.last_admissions("second.csv", rows)
        self.holds("republish", first, "--policy", self.one_secret(), "--series", "series", "--method", "m_invariance", "-m", "2")
        self.holds("republish", second, "--series", "series")
        self.holds("verify", "series")
        self.assertEqual(scrim("audit", "series").returncode, 0)

    def test_hierarchies_cover_the_table(self):
        for column in ("birth_date", "postcode", "insurer", "diagnosis"):
            self.holds("hierarchy", "check", f"hierarchies/{column}.csv", "--data", TABLE, "--column", column)


def main():
    if len(sys.argv) not in (3, 4):
        print(__doc__, file=sys.stderr)
        return 2
    set_up()
    loader = unittest.TestLoader()
    loader.testNamePatterns = [f"*{pattern}*" for pattern in sys.argv[3:]] or None
    result = unittest.TextTestRunner().run(loader.loadTestsFromModule(sys.modules["__main__"]))
    return 0 if result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
