CREATE MATERIALIZED ANONYMIZATION_VIEW patient_av
  ON (SELECT name, birth, zipcode, disease, choice FROM patient)
  WITH ANONYMIZATION_ID name
  ANONYMIZATION_QUASI_ID (birth DGH_NAME birth_dgh, zipcode)
  ANONYMIZATION_SENSITIVE_ATTR {disease DGH_NAME "disease dgh"}
  choice REFERENCES main.patient_choices(k, sa_level)
  KEY person
  RECODE datafly BLOCK 1024
  REQUIRE t_closeness_equal(t=0.2), k_anonymity(k=5, qid=[[birth, 'zip''code'], [birth]])
  DISCLOSE (birth IF birth_op, zipcode IF zip_op)
  RETAIN (disease UNTIL disease_until, birth FOR '2 years' SINCE admitted)
  POLICY hospital
  MISSING PROFILE REFUSE UNKNOWN VALUE TOP;
