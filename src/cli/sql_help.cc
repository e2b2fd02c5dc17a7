#include "cli/sql_help.h"

namespace scrim::cli {

std::string_view sql_help() {
    return R"(Statements end with ';' and may take several lines.

  SELECT, INSERT, UPDATE, DELETE, CREATE TABLE, BEGIN, COMMIT …   as in SQL
  SELECT * FROM patient_av PURPOSE treatment RECIPIENT nurse;
  EXPLAIN SELECT disease, count(*) FROM patient_av GROUP BY disease;

  CREATE DGH disease_dgh FROM FILE 'disease.csv';
  INSERT INTO DGH disease_dgh VALUES ('flu', 'respiratory'), ('respiratory', '*');
  DROP DGH disease_dgh;

  CREATE ANONYMIZATION_VIEW patient_av
    ON (SELECT name, birth, zipcode, disease FROM patient)
    WITH ANONYMIZATION_ID name
    ANONYMIZATION_QUASI_ID (birth, zipcode)
    ANONYMIZATION_SENSITIVE_ATTR (disease DGH_NAME disease_dgh)
    K 5;
  DROP ANONYMIZATION_VIEW patient_av;

  GRANT SELECT ON patient_av TO analyst;
  SHOW ANONYMIZATION_VIEWS;   SHOW ANONYMIZATION_VIEW patient_av;
  SHOW DGHS;   SHOW POLICIES;   SHOW GRANTS;
  SET av_plan = 'auto';       or anonymize_then_select, select_then_anonymize

Commands, each on a line of its own:

  .help                    this text
  .tables                  the tables; for analysts, the views that they may see
  .read statements.sql     runs the statements of a file, up to the first error
  .mode table|csv|json     how results are shown
  .timing on|off           the time that each statement takes; also \timing
  .quit                    leaves; also .exit and Ctrl-D

Ctrl-C stops the statement that runs, or clears the one being typed.
)";
}

std::string_view dot_commands() { return ".help, .tables, .read, .mode, .timing, .quit, .exit"; }

}  // namespace scrim::cli
