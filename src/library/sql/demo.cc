#include "scrim/catalogue.h"

#include "adapters/duckdb/files/sink.h"
#include "adapters/duckdb/files/sql_text.h"
#include "kernel/core/text.h"
#include "kernel/hierarchy/build.h"
#include "kernel/hierarchy/hierarchy_text.h"
#include "library/sql/hospital.h"
#include "methods/files/file.h"
#include "scrim/sql.h"

#include <filesystem>

namespace scrim {
namespace {

constexpr std::size_t patients = 10'000;
constexpr std::uint64_t seed = 1;

constexpr std::string_view hospital_policy = R"(# Who is who in the hospital's table.
columns:
  name:       identifier
  age:        {role: quasi_identifier, hierarchy: age.csv}
  sex:        quasi_identifier
  zip:        {role: quasi_identifier, hierarchy: zip.csv}
  occupation: {role: quasi_identifier, hierarchy: occupation.csv}
  marital:    quasi_identifier
  diagnosis:  {role: sensitive, hierarchy: diagnosis.csv}
  stay_days:  identifier  # left out: beside the others, it would single out half of the patients
rows_are_persons: true    # some patients have the same name
# What a release of it must satisfy.
require:
  - k_anonymity(k=5)
  - l_diversity_distinct(l=3)
  - confidence_bounding(h=0.5)
)";

class Nowhere final : public SqlSink {
public:
    void columns(std::span<const SqlColumn>) override {}
    bool row(std::span<const std::optional<std::string>>) override { return true; }
    void message(std::string_view) override {}
};

}  // namespace

Result<void> write_demo(const std::string& folder, Progress& progress) {
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    if (failed) return input_error(format("cannot make the folder {}: {}", quoted(folder), failed.message()));
    const auto in_folder = [&](const char* name) { return (std::filesystem::path(folder) / name).string(); };

    progress.stage("inventing patients", 0);
    SeededRandom random(seed);
    const Table hospital = library::make_hospital(random, patients);
    const Domain& ages = hospital[hospital.find("age").value()].domain();
    const Domain& zips = hospital[hospital.find("zip").value()].domain();
    SCRIM_TRY(const hierarchy::Hierarchy age,
              hierarchy::build_intervals(ages, {Ratio(5), Ratio(10), Ratio(20), Ratio(40)}));
    SCRIM_TRY(const hierarchy::Hierarchy zip, hierarchy::build_prefixes(zips, {1, 2, 3}));
    SCRIM_CHECK(files::write_file(in_folder("age.csv"), hierarchy::format_hierarchy(age)));
    SCRIM_CHECK(files::write_file(in_folder("zip.csv"), hierarchy::format_hierarchy(zip)));
    SCRIM_CHECK(files::write_file(in_folder("occupation.csv"), library::occupation_hierarchy()));
    SCRIM_CHECK(files::write_file(in_folder("diagnosis.csv"), library::diagnosis_hierarchy()));
    SCRIM_CHECK(files::write_file(in_folder("policy.yaml"), hospital_policy));
    SCRIM_CHECK(engine::write_table(hospital, in_folder("patients.csv"), Readers::owner));
    SCRIM_CHECK(engine::write_table(library::naively_deidentified(hospital), in_folder("naive.csv"), Readers::owner));
    return {};
}

Result<std::string> make_demo_database(const std::string& folder, Progress& progress) {
    const std::string path = folder + "/hospital.db";
    std::error_code failed;
    std::filesystem::remove(path, failed);
    std::filesystem::remove(path + ".wal", failed);
    SCRIM_TRY(SqlDatabase database, SqlDatabase::open({.path = path}));
    SCRIM_TRY(SqlSession owner, database.session());
    Nowhere nowhere;
    const std::string statements[] = {
        "CREATE TABLE patient AS FROM " + engine::sql_text(folder + "/patients.csv"),
        "CREATE DGH zip_dgh FROM " + engine::sql_text(folder + "/zip.csv"),
        "CREATE DGH diagnosis_dgh FROM " + engine::sql_text(folder + "/diagnosis.csv"),
        "CREATE ANONYMIZATION_VIEW patients_av ON (SELECT name, age, sex, zip, diagnosis FROM patient) "
        "WITH ANONYMIZATION_ID name ANONYMIZATION_QUASI_ID (age, sex, zip DGH_NAME zip_dgh) "
        "ANONYMIZATION_SENSITIVE_ATTR (diagnosis DGH_NAME diagnosis_dgh) K 5",
        "GRANT SELECT ON ANONYMIZATION_VIEW patients_av TO students PURPOSE teaching RECIPIENT students",
    };
    for (const std::string& statement : statements) SCRIM_CHECK(owner.run(statement, nowhere, progress));
    return path;
}

}  // namespace scrim
