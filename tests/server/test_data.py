"""What the servers serve, made with the program itself: the example's statistical database and view, a clinic of random patients, of whom
the true counts are known here, and a larger database, for questions that take a while.
"""
import csv
import random

from running import FOLDER, scrim

RESEARCH = {"purpose": "research", "recipient": "lab"}
NURSE = {"purpose": "treatment", "recipient": "nurse"}
SLOW = {"sql": "SELECT c, d, COUNT(*) FROM StatDB WHERE s = '3' GROUP BY c, d", "statdb": "big", "framework": "generalization"}

REGIONS = {"Ulm": "south", "Linz": "south", "Kiel": "north", "Bremen": "north", "O'Hara": "north"}
GROUPS = {"flu": "airways", "asthma": "airways", "ulcer": "gut", "gastritis": "gut", "hiv": "virus", "measles": "virus"}


def clinic_patients():
    """Patients with a number, a text and a date, each of which may be missing."""
    draw = random.Random(7)
    for _ in range(600):
        age = draw.choice([None] + [draw.randrange(18, 90)] * 9)
        town = draw.choice([None] + list(REGIONS) * 2)
        visit = draw.choice([None] + [f"2024-{draw.randrange(1, 13):02}-{draw.randrange(1, 29):02}"] * 9)
        yield {"age": age, "town": town, "visit": visit, "disease": draw.choice(list(GROUPS))}


PATIENTS = list(clinic_patients())


# The age and wage of people who are asked about with noise only.
WAGES = [(20 + i * 7 % 45, 1000 + i * 37 % 4000) for i in range(400)]


def make_data():
    make_example()
    make_clinic()
    make_big()
    make_wages()


def make_example():
    scrim("statdb", "build", "examples/patients.csv", "--policy", "examples/policy.yaml", "-m", 2, "--out", FOLDER / "p.statdb")
    scrim("sql", FOLDER / "h.db", "-f", "examples/hospital.sql")
    for who, whom in [("ana", "PURPOSE research RECIPIENT lab"), ("ana", "PURPOSE treatment RECIPIENT nurse"), ("ben", "")]:
        scrim("sql", FOLDER / "h.db", "-c", f"GRANT SELECT ON ANONYMIZATION_VIEW patient_av TO {who} {whom}")


def make_clinic():
    for name, above in [("town", REGIONS), ("disease", GROUPS)]:
        (FOLDER / f"{name}.csv").write_text("".join(f"{value};{group};*\n" for value, group in above.items()))
    with open(FOLDER / "clinic.csv", "w", newline="") as file:
        writer = csv.DictWriter(file, ["age", "town", "visit", "disease"])
        writer.writeheader()
        writer.writerows(PATIENTS)
    scrim("statdb", "build", FOLDER / "clinic.csv", "--qi", "age", "--qi", f"town={FOLDER / 'town.csv'}", "--qi", "visit",
          "--sensitive", f"disease={FOLDER / 'disease.csv'}", "-m", 3, "--out", FOLDER / "clinic.statdb")


def make_big():
    draw = random.Random(8)
    with open(FOLDER / "big.csv", "w") as file:
        file.write("a,b,c,d,s\n")
        for _ in range(20_000):
            file.write("{},{},{},{},{}\n".format(*(draw.randrange(most) for most in (1000, 1000, 60, 60, 12))))
    scrim("statdb", "build", FOLDER / "big.csv", "--qi", "a", "--qi", "b", "--qi", "c", "--qi", "d", "--sensitive", "s", "-m", 3,
          "--out", FOLDER / "big.statdb")


def make_wages():
    (FOLDER / "wages.csv").write_text("who,age,wage\n" + "".join(f"{i},{age},{wage}\n" for i, (age, wage) in enumerate(WAGES)))
    scrim("statdb", "build", FOLDER / "wages.csv", "--id", "who", "--qi", "age", "--sensitive", "wage", "--frameworks", "dp",
          "--out", FOLDER / "wages.statdb")
    scrim("ledger", "grant", FOLDER / "wages.statdb", "--recipient", "local", "--epsilon", 1)
