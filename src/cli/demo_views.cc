#include "cli/demo_views.h"

#include "scrim/sql.h"

#include <filesystem>

namespace scrim::cli {
namespace {

class Nowhere final : public SqlSink {
public:
    void columns(std::span<const SqlColumn>) override {}
    bool row(std::span<const std::optional<std::string>>) override { return true; }
    void message(std::string_view) override {}
};

std::string in_quotes(const std::string& path) {
    std::string out = "'";
    for (const char c : path) out.append(c == '\'' ? 2 : 1, c);
    return out + "'";
}

}  // namespace

Result<std::string> make_demo_database(const std::string& folder, Session& session) {
    const std::string path = folder + "/hospital.db";
    std::error_code failed;
    std::filesystem::remove(path, failed);
    std::filesystem::remove(path + ".wal", failed);
    SCRIM_TRY(SqlDatabase database, SqlDatabase::open({.path = path}));
    SCRIM_TRY(SqlSession owner, database.session());
    Nowhere nowhere;
    const std::string statements[] = {
        "CREATE TABLE patient AS FROM " + in_quotes(folder + "/patients.csv"),
        "CREATE DGH zip_dgh FROM " + in_quotes(folder + "/zip.csv"),
        "CREATE DGH diagnosis_dgh FROM " + in_quotes(folder + "/diagnosis.csv"),
        "CREATE ANONYMIZATION_VIEW patients_av ON (SELECT name, age, sex, zip, diagnosis FROM patient) "
        "WITH ANONYMIZATION_ID name ANONYMIZATION_QUASI_ID (age, sex, zip DGH_NAME zip_dgh) "
        "ANONYMIZATION_SENSITIVE_ATTR (diagnosis DGH_NAME diagnosis_dgh) K 5",
        "GRANT SELECT ON ANONYMIZATION_VIEW patients_av TO students PURPOSE teaching RECIPIENT students",
    };
    for (const std::string& statement : statements) SCRIM_CHECK(owner.run(statement, nowhere, session.progress));
    return path;
}

}  // namespace scrim::cli
