CREATE TABLE patient AS FROM 'examples/patients.csv';  -- name, age, zip, disease

-- Everybody's wishes: how many people they want to look like, and how coarse their disease is shown.
CREATE TABLE choice (name VARCHAR, purpose VARCHAR, recipient VARCHAR, k INTEGER, sa_level INTEGER);
INSERT INTO choice SELECT name, 'treatment', 'nurse', 0, 0 FROM patient;
INSERT INTO choice SELECT name, 'research', 'lab', 3, 0 FROM patient WHERE name <> 'Linda';
UPDATE choice SET k = 0 WHERE name = 'Alice' AND purpose = 'research';
UPDATE choice SET k = 1 WHERE name = 'Bob' AND purpose = 'research';
UPDATE choice SET sa_level = 1 WHERE name = 'Emily' AND purpose = 'research';

-- How values become coarser: from a file, and pair by pair.
CREATE DGH zip_dgh FROM 'examples/zip.csv';
CREATE DGH disease_dgh;
INSERT INTO DGH disease_dgh ('flu', 'respiratory'), ('asthma', 'respiratory'), ('gastritis', 'digestive'), ('hiv', 'infectious');
INSERT INTO DGH disease_dgh ('respiratory', 'any'), ('digestive', 'any'), ('infectious', 'any');

CREATE ANONYMIZATION_VIEW patient_av
  ON (SELECT name, age, zip, disease FROM patient)
  WITH ANONYMIZATION_ID name
  ANONYMIZATION_QUASI_ID (age, zip DGH_NAME zip_dgh)
  ANONYMIZATION_SENSITIVE_ATTR (disease DGH_NAME disease_dgh)
  name REFERENCES choice(k, sa_level);
