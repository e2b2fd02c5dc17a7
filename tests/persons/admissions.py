#!/usr/bin/env python3
"""A hospital's admissions: made up, the same every time. Usage: admissions.py ROWS OUT.csv

Half as many patients as rows, each with their own attributes in every row. A few are chronically ill and come again and again;
different patients may have one name; `admitted` is exact to the minute and so almost unique. Beside OUT.csv it writes the
policy that a careful owner would write (policy.yaml) and the hierarchies that it names (hierarchies/), which cover their whole
domains and tell nothing about the data.
"""
import csv
import datetime
import os
import random
import sys

COLUMNS = ["patient_id", "name", "birth_date", "sex", "postcode", "insurer", "admitted", "ward", "diagnosis", "cost"]
PATIENT = COLUMNS[:6]  # what is the same in all rows of a patient

FIRST = {"F": "Anna Maria Clara Lea Emma Nora Ida Sofia Helen Julia Ruth Martha Eva Paula Laura Rosa Vera Alma Greta Lucy".split(),
         "M": "Paul Leo Max Jonas Peter Hugo Karl Simon David Felix Adam Noah Emil Oscar Anton Jan Martin Tom Erik Ben".split()}
FAMILY = ("Keller Brandt Novak Rossi Dubois Meyer Larsen Kowalski Silva Horvat Weber Fischer Marin Costa Jansen Lang Berger Popa "
          "Hansen Moreau Schmid Ricci Varga Olsen Wolf Smith Jones Brown Garcia Martin Bauer Huber Wagner Pichler Steiner Moser "
          "Mayer Hofer Leitner Gruber Eder Fuchs Egger Maier Schwarz Winkler Koller Winter Brunner Lehner").split()
INSURER = [("AOK", "statutory", 34), ("TK", "statutory", 27), ("Barmer", "statutory", 16), ("DAK", "statutory", 10),
           ("Debeka", "private", 6), ("Allianz", "private", 4), ("Signal", "private", 2), ("none", "none", 1)]
# ICD-10 code, chapter, ward, how common among the young (< 30), the middle-aged and the old (>= 60), usual cost in euros.
DIAGNOSIS = [
    ("J10", "respiratory", "medicine", (12, 10, 12), 2100), ("J18", "respiratory", "medicine", (4, 6, 16), 4800),
    ("J44", "respiratory", "medicine", (0, 3, 14), 5200), ("J45", "respiratory", "medicine", (10, 6, 3), 1900),
    ("I10", "circulatory", "cardiology", (1, 12, 20), 1700), ("I21", "circulatory", "cardiology", (0, 5, 14), 9800),
    ("I48", "circulatory", "cardiology", (0, 4, 13), 3900), ("I63", "circulatory", "neurology", (0, 3, 13), 11200),
    ("K29", "digestive", "medicine", (8, 10, 5), 1500), ("K35", "digestive", "surgery", (14, 5, 2), 4300),
    ("K80", "digestive", "surgery", (2, 10, 7), 4900), ("B20", "infectious", "infectiology", (2, 3, 1), 7400),
    ("B18", "infectious", "infectiology", (2, 3, 1), 6100), ("A15", "infectious", "infectiology", (1, 1, 1), 8300),
    ("F32", "mental", "psychiatry", (9, 9, 5), 8900), ("F10", "mental", "psychiatry", (5, 8, 2), 6700),
    ("C50", "tumour", "oncology", (0, 5, 6), 12800), ("C34", "tumour", "oncology", (0, 3, 8), 15400),
    ("S72", "injury", "surgery", (2, 3, 15), 10500), ("S82", "injury", "surgery", (9, 7, 4), 6900),
    ("O80", "birth", "obstetrics", (12, 8, 0), 3300), ("N18", "urinary", "nephrology", (1, 4, 9), 5600)]
FIRST_DAY, LAST_DAY = datetime.date(1925, 1, 1), datetime.date(2025, 12, 31)  # of birth
OPENED = datetime.datetime(2023, 1, 1)
MINUTES = 3 * 365 * 24 * 60  # of admissions

POLICY = """\
columns:
  patient_id: identifier
  name:       identifier
  birth_date: {role: quasi_identifier, hierarchy: hierarchies/birth_date.csv}
  sex:        quasi_identifier
  postcode:   {role: quasi_identifier, hierarchy: hierarchies/postcode.csv}
  insurer:    {role: quasi_identifier, hierarchy: hierarchies/insurer.csv}
  admitted:   identifier
  ward:       insensitive
  diagnosis:  {role: sensitive, hierarchy: hierarchies/diagnosis.csv}
  cost:       sensitive
person: patient_id
require:
  - k_anonymity(k=5)
"""


def pick(chance, values, weights):
    return chance.choices(values, weights=weights)[0]


def postcodes():
    """All of the region's, from the city's to the villages'."""
    return [f"{45000 + 1000 * district + 7 * place:05d}" for district in range(6) for place in range(40)]


def patients_of(count, chance):
    codes = postcodes()
    common = [1.0 / (1 + i % 40) / (1 + i // 40) for i in range(len(codes))]  # a city and its surroundings
    numbers = chance.sample(range(100000, 1000000), count)
    days = (LAST_DAY - FIRST_DAY).days
    patients = []
    for number in numbers:
        age = min(chance.triangular(0, 100, 72), chance.triangular(0, 100, 60))
        born = LAST_DAY - datetime.timedelta(days=min(days, int(age * 365.25)))
        sex = pick(chance, ["F", "M"], [52, 48])
        name = f"{pick(chance, FIRST[sex], range(20, 0, -1))} {pick(chance, FAMILY, range(50, 0, -1))}"
        patients.append({"patient_id": f"P{number}", "name": name, "birth_date": born.isoformat(), "sex": sex,
                         "postcode": pick(chance, codes, common),
                         "insurer": pick(chance, [i[0] for i in INSURER], [i[2] for i in INSURER])})
    return patients


def admission_of(patient, chance):
    born = datetime.datetime.fromisoformat(patient["birth_date"])
    moment = max(OPENED + datetime.timedelta(minutes=int(chance.random() * MINUTES)), born + datetime.timedelta(minutes=1))
    age = moment.year - int(patient["birth_date"][:4])
    bracket = 0 if age < 30 else 1 if age < 60 else 2
    mother = patient["sex"] == "F" and 16 <= age < 50
    weights = [0 if code == "O80" and not mother else common[bracket] for code, _, _, common, _ in DIAGNOSIS]
    code, _, ward, _, cost = pick(chance, DIAGNOSIS, weights)
    return dict(patient, admitted=moment.strftime("%Y-%m-%d %H:%M:00"), diagnosis=code,
                ward="intensive care" if chance.random() < 0.04 else ward,
                cost=round(cost * chance.lognormvariate(0, 0.4) / 10) * 10)


def admissions(rows, seed=15):
    """The rows, by the moment of admission."""
    chance = random.Random(seed)
    patients = patients_of(max(1, rows // 2), chance)
    coming = [8 if chance.random() < 0.12 else 1 for _ in patients]  # the chronically ill
    visits = patients + chance.choices(patients, weights=coming, k=rows - len(patients))
    return sorted((admission_of(patient, chance) for patient in visits), key=lambda row: (row["admitted"], row["patient_id"]))


def paths(folder, name, lines):
    with open(os.path.join(folder, name), "w") as file:
        file.writelines(";".join(line) + "\n" for line in lines)


def write_policy(folder):
    hierarchies = os.path.join(folder, "hierarchies")
    os.makedirs(hierarchies, exist_ok=True)
    days = (FIRST_DAY + datetime.timedelta(days=i) for i in range((LAST_DAY - FIRST_DAY).days + 1))
    paths(hierarchies, "birth_date.csv", ([d.isoformat(), f"{d.year}-{d.month:02d}", f"{d.year}", f"{d.year // 10}0s", "*"] for d in days))
    paths(hierarchies, "postcode.csv", ([c, c[:4] + "*", c[:3] + "**", c[:2] + "***", "*"] for c in postcodes()))
    paths(hierarchies, "insurer.csv", ([insurer, f"{kind} insurance", "*"] for insurer, kind, _ in INSURER))
    paths(hierarchies, "diagnosis.csv", ([code, chapter, "*"] for code, chapter, _, _, _ in DIAGNOSIS))
    with open(os.path.join(folder, "policy.yaml"), "w") as file:
        file.write(POLICY)


def main():
    if len(sys.argv) != 3 or not sys.argv[1].isdigit() or not 2 <= int(sys.argv[1]) <= 1000000:
        print(__doc__, file=sys.stderr)
        return 2
    with open(sys.argv[2], "w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(admissions(int(sys.argv[1])))
    write_policy(os.path.dirname(sys.argv[2]) or ".")
    return 0


if __name__ == "__main__":
    sys.exit(main())
