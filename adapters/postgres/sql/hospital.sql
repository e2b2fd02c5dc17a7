-- The hospital of docs/views.md: what research sees, what conditions mean, and what an analyst may not.
SET client_min_messages = warning;
CREATE EXTENSION scrim;
CREATE ROLE regress_scrim_analyst;
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
GRANT SELECT ON ANONYMIZATION_VIEW patient_av TO regress_scrim_analyst PURPOSE research RECIPIENT lab;
$$);
SET ROLE regress_scrim_analyst;
SELECT * FROM patient_av ORDER BY name, age, zip, disease, ward;
SELECT age, zip, count(*) FROM patient_av WHERE zip = '88531' AND age < 30 GROUP BY age, zip ORDER BY age;
SELECT count(*) FILTER (WHERE age = 30) AS may_be, count(*) FILTER (WHERE NOT age = 30) AS may_not_be FROM patient_av;
SELECT DISTINCT age, scrim.lower(age), scrim.upper(age), scrim.width(age), age::int4range AS range FROM patient_av ORDER BY age;
EXPLAIN (COSTS OFF) SELECT * FROM patient_av WHERE zip = '88531';
SET scrim.purpose = 'treatment';
SELECT * FROM patient_av;
RESET scrim.purpose;
SELECT * FROM patient;
CALL scrim.run('CREATE DGH mine');
RESET ROLE;
DROP TABLE patient;
CALL scrim.run('DROP DGH zip_dgh');
DROP FOREIGN TABLE patient_av;
DROP TABLE patient, choice;
DROP EXTENSION scrim;
DROP ROLE regress_scrim_analyst;
