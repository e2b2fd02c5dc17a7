#include "adapters/cli/shell/sql_help.h"

namespace scrim::cli {

std::string_view sql_help() {
    return R"(Statements end with ';' and may take several lines.

  SELECT, INSERT, UPDATE, DELETE, CREATE TABLE, BEGIN, COMMIT …   as in SQL
  SELECT * FROM patient_av PURPOSE treatment RECIPIENT nurse;
  EXPLAIN SELECT disease, count(*) FROM patient_av GROUP BY disease;   also EXPLAIN ANALYZE

  CREATE DGH zip_dgh FROM 'zip.csv';
  CREATE DGH disease_dgh;
  INSERT INTO DGH disease_dgh ('flu', 'respiratory'), ('respiratory', '*');
  DROP DGH disease_dgh;

  CREATE ANONYMIZATION_VIEW patient_av
    ON (SELECT name, birth, zipcode, disease FROM patient)
    WITH ANONYMIZATION_ID name
    ANONYMIZATION_QUASI_ID (birth, zipcode DGH_NAME zip_dgh)
    ANONYMIZATION_SENSITIVE_ATTR (disease DGH_NAME disease_dgh)
    name REFERENCES choice(k, sa_level);       or, for everybody: K 5
    Then, in any order: KEY, RECODE, REQUIRE, DISCLOSE, RETAIN, POLICY, MISSING PROFILE, UNKNOWN VALUE.
  CREATE MATERIALIZED ANONYMIZATION_VIEW …     keeps its groups when data change
  REFRESH ANONYMIZATION_VIEW patient_av;       forgets them
  DROP ANONYMIZATION_VIEW patient_av;
  CREATE POLICY FROM 'hospital.xml';   DROP POLICY hospital;

  GRANT SELECT ON ANONYMIZATION_VIEW patient_av TO analyst PURPOSE research RECIPIENT lab;
  REVOKE SELECT ON ANONYMIZATION_VIEW patient_av FROM analyst PURPOSE research RECIPIENT lab;
  SHOW ANONYMIZATION_VIEWS;   SHOW DGHS;   SHOW POLICIES;   SHOW GRANTS;
  SHOW ANONYMIZATION_VIEW patient_av;   SHOW DGH zip_dgh;   SHOW POLICY hospital;
  SET av_plan = 'auto';             or anonymize_then_select, select_then_anonymize
  SET av_semantics = 'consistent';  or paper, for the owner

Commands, each on a line of its own:

  .help                    this text
  .tables                  the tables; for analysts, the views that they may see
  .read statements.sql     runs the statements of a file, up to the first error; not for analysts
  .mode table|csv|json     how results are shown
  .timing on|off           the time that each statement takes; also \timing
  .quit                    leaves; also .exit and Ctrl-D

Ctrl-C stops the statement that runs, or clears the one being typed.
)";
}

std::string_view dot_commands() { return ".help, .tables, .read, .mode, .timing, .quit, .exit"; }

}  // namespace scrim::cli
