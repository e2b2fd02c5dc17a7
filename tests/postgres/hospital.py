"""The hospital of docs/views.md in PostgreSQL: a steward's tables and view, and an analyst who may ask it."""

TABLES = """
CREATE TABLE patient (name text PRIMARY KEY, age int, zip text, disease text, ward int);
INSERT INTO patient VALUES ('Alice', 21, '88512', 'flu', 1), ('Bob', 23, '88514', 'gastritis', 1),
  ('Carol', 24, '88531', 'flu', 2), ('Dave', 27, '88512', 'asthma', 2), ('Emily', 29, '88514', 'asthma', 1),
  ('Frank', 34, '88531', 'gastritis', 2), ('Grace', 37, '88512', 'hiv', 1), ('Heidi', 38, '88621', 'hiv', 2),
  ('Ivan', 45, '88622', 'hiv', 1), ('Judy', 51, '88621', 'flu', 2), ('Karl', 57, '88622', 'hiv', 1),
  ('Linda', 58, '88620', 'flu', 2);
CREATE TABLE choice (name text, purpose text, recipient text, k int, sa_level int);
INSERT INTO choice SELECT name, 'treatment', 'nurse', 0, 0 FROM patient;
INSERT INTO choice SELECT name, 'research', 'lab', 3, 0 FROM patient WHERE name <> 'Linda';
UPDATE choice SET k = 0 WHERE name = 'Alice' AND purpose = 'research';
UPDATE choice SET k = 1 WHERE name = 'Bob' AND purpose = 'research';
UPDATE choice SET sa_level = 1 WHERE name = 'Emily' AND purpose = 'research';
"""

VIEW = """
CALL scrim.run($$
CREATE DGH zip_dgh;
INSERT INTO DGH zip_dgh VALUES (88512, '8851*'), (88514, '8851*'), (88531, '8853*'), ('8851*', '885**'), ('8853*', '885**'),
  (88620, '8862*'), (88621, '8862*'), (88622, '8862*'), ('8862*', '886**'), ('885**', '*'), ('886**', '*');
CREATE DGH disease_dgh;
INSERT INTO DGH disease_dgh VALUES ('flu', 'respiratory'), ('asthma', 'respiratory'), ('gastritis', 'digestive'),
  ('hiv', 'infectious'), ('respiratory', 'any'), ('digestive', 'any'), ('infectious', 'any');
CREATE ANONYMIZATION_VIEW patient_av
  ON (SELECT name, age, zip, disease, ward FROM patient)
  WITH ANONYMIZATION_ID name
  ANONYMIZATION_QUASI_ID (age, zip DGH_NAME zip_dgh)
  ANONYMIZATION_SENSITIVE_ATTR (disease DGH_NAME disease_dgh)
  name REFERENCES choice(k, sa_level);
GRANT SELECT ON ANONYMIZATION_VIEW patient_av TO analyst PURPOSE research RECIPIENT lab;
$$)
"""

# What research by the laboratory sees, sorted.
RESEARCH = [[None, "*", "*", "any", "2"], ["Alice", "21", "88512", "flu", "1"], [None, "23", "88514", "gastritis", "1"],
            [None, "[24, 37]", "885**", "asthma", "2"], [None, "[24, 37]", "885**", "flu", "2"],
            [None, "[24, 37]", "885**", "gastritis", "2"], [None, "[24, 37]", "885**", "hiv", "1"],
            [None, "[24, 37]", "885**", "respiratory", "1"], [None, "[38, 57]", "8862*", "flu", "2"],
            [None, "[38, 57]", "8862*", "hiv", "1"], [None, "[38, 57]", "8862*", "hiv", "1"],
            [None, "[38, 57]", "8862*", "hiv", "2"]]

# What nobody but the steward may find in anything that comes back.
SECRETS = ["Carol", "Dave", "Emily", "Frank", "Grace", "Heidi", "Ivan", "Judy", "Karl", "Linda", "88531", "88621", "88622"]


def make(bench):
    """Sessions of the steward, who owns all, and of the analyst."""
    steward = bench.session("steward")
    steward.run(TABLES)
    steward.run(VIEW)
    return steward, bench.session("analyst")


def ordered(rows):
    return sorted(rows, key=lambda row: [(cell is not None, cell or "") for cell in row])


def secrets_in(text):
    return [secret for secret in SECRETS if secret in text]
