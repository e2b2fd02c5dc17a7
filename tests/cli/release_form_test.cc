// Releases that somebody wrote again with the same values, and with checksums to match: what their spelling or order
// could tell is found, in every format.
#include "tests/cli/scratch_folder.h"

#include "adapters/cli/cli.h"
#include "kernel/core/json.h"
#include "kernel/core/random.h"
#include "methods/files/digest.h"

#include <duckdb.h>

#include <algorithm>
#include <sstream>

namespace scrim::testing {
namespace release_form_test {

using ::testing::HasSubstr;

class ReleaseFormTest : public CliTest {
protected:
    ReleaseFormTest() {
        SeededRandom random(12);
        std::string table = "age,job,weight,ward,day,disease\n";
        for (int row = 0; row < 60; ++row) {
            // One draw after another: compilers take the parts of a sum in any order.
            table += std::to_string(8 + random.below(95)) + ",";
            table += random.below(9) ? "job" : "";
            table += std::to_string(random.below(12)) + ",";
            table += std::to_string(40 + random.below(30));
            table += random.below(2) ? ".5," : ",";
            if (random.below(4)) table += "w" + std::to_string(random.below(3));
            table += ",2024-02-0" + std::to_string(1 + random.below(9));
            table += ",d" + std::to_string(random.below(4)) + "\n";
        }
        folder_.write("t.csv", table);
        // Leaves that are in no alphabetical order, of numbers and words.
        std::string jobs;
        for (int job = 11; job >= 0; --job)
            jobs += "job" + std::to_string(job) + ";" + std::to_string(97 + job / 2) + ";*\n";
        for (int job = 0; job < 12; ++job) jobs += std::to_string(job) + ";other;*\n";
        folder_.write("job.csv", jobs);
    }

    Outcome publish(const std::string& more) const {
        std::filesystem::remove_all(folder_.path("release"));
        std::filesystem::remove(folder_.path("release.owner.json"));
        return run_scrim(
            "publish t.csv --qi age --qi job=job.csv --insensitive weight --insensitive ward --insensitive "
            "day --max-singled-out 100% --sensitive disease --require k_anonymity(k=3) --out release " +
            more);
    }
    // Makes the certificate agree with what a file holds now.
    void certify(const std::string& name) const {
        Json certificate = Json::parse(folder_.read("release/certificate.json"));
        const std::string bytes = folder_.read("release/" + name);
        for (Json& file : certificate["files"])
            if (file["name"] == name) {
                file["bytes"] = bytes.size();
                file["sha256"] = files::sha256(bytes);
            }
        folder_.write("release/certificate.json", certificate.dump(2) + "\n");
    }
    static std::vector<std::string> complaints() {
        std::vector<std::string> found;
        std::istringstream lines(run_scrim("verify release --original t.csv").out);
        for (std::string line; std::getline(lines, line);)
            if (line.starts_with("FAIL")) found.push_back(line);
        return found;
    }
    static void run_sql(const std::string& sql) {
        duckdb_database database = nullptr;
        duckdb_connection connection = nullptr;
        ASSERT_EQ(duckdb_open(nullptr, &database), DuckDBSuccess);
        ASSERT_EQ(duckdb_connect(database, &connection), DuckDBSuccess);
        EXPECT_EQ(duckdb_query(connection, sql.c_str(), nullptr), DuckDBSuccess) << sql;
        duckdb_disconnect(&connection);
        duckdb_close(&database);
    }
};

TEST_F(ReleaseFormTest, WhatIsPublishedHasIt) {
    for (const char* format : {"csv", "csv.gz", "csv.zst", "tsv", "json", "jsonl", "ndjson", "parquet"})
        for (const char* algorithm : {"optimal --suppress 40%", "mondrian", "mondrian(categories=order)", "cluster",
                                      "topdown", "anatomy --require l_diversity_distinct(l=2)"}) {
            const Outcome made = publish(std::string("--format ") + format + " --algorithm " + algorithm);
            ASSERT_EQ(made.code, cli::fine) << format << " " << algorithm << " " << made.err;
            const Outcome verified = run_scrim("verify release --original t.csv");
            EXPECT_EQ(verified.code, cli::fine) << verified.out;
            EXPECT_THAT(verified.out, HasSubstr("spells each value in one way"));
            EXPECT_THAT(verified.out, HasSubstr("are sorted"));
        }
}

TEST_F(ReleaseFormTest, CsvSpelledOrSortedOtherwise) {
    ASSERT_EQ(publish("--algorithm mondrian").code, cli::fine);
    const std::string whole = folder_.read("release/data.csv");
    const auto with = [&](const std::string& from, const std::string& to) {
        std::string text = whole;
        EXPECT_NE(text.find(from), std::string::npos) << from;
        text.replace(text.find(from), from.size(), to);
        folder_.write("release/data.csv", text);
        certify("data.csv");
        return complaints();
    };
    EXPECT_TRUE(with(".5,", ".5,").empty());
    for (const char* other : {".50,", ".500,", "5e-1,"})
        EXPECT_THAT(with(".5,", other), ::testing::ElementsAre(HasSubstr("spells each value in one way"))) << other;
    EXPECT_THAT(with(".5,", ".5,\"\""), ::testing::SizeIs(::testing::Ge(1)));
    EXPECT_THAT(with(",d1\n", ",\"d1\"\n"), ::testing::ElementsAre(HasSubstr("spells each value in one way")));
    EXPECT_THAT(with(",d1\n", ",d1\r\n"), ::testing::SizeIs(::testing::Ge(1)));
    // Two neighboring rows that differ change places.
    std::istringstream stream(whole);
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);) lines.push_back(line + "\n");
    std::size_t row = 2;
    while (lines[row] == lines[row + 1]) ++row;
    EXPECT_THAT(with(lines[row] + lines[row + 1], lines[row + 1] + lines[row]),
                ::testing::ElementsAre(HasSubstr("the rows of data.csv are sorted")));
}

TEST_F(ReleaseFormTest, ParquetAndJsonSortedOtherwise) {
    for (const char* name : {"data.parquet", "data.json"}) {
        ASSERT_EQ(publish(std::string("--algorithm mondrian --format ") + (name + 5)).code, cli::fine);
        const std::string file = folder_.path(std::string("release/") + name);
        std::filesystem::rename(file, folder_.path(name));
        run_sql("COPY (SELECT * FROM '" + folder_.path(name) + "' ORDER BY ALL DESC) TO '" + file + "'" +
                (std::string(name) == "data.json" ? " (FORMAT json, ARRAY true)" : ""));
        certify(name);
        EXPECT_THAT(complaints(), ::testing::Contains(HasSubstr(std::string("the rows of ") + name + " are sorted")));
    }
}

TEST_F(ReleaseFormTest, NumbersAsTextInParquet) {
    ASSERT_EQ(publish("--algorithm mondrian --format parquet").code, cli::fine);
    const std::string file = folder_.path("release/data.parquet");
    std::filesystem::rename(file, folder_.path("data.parquet"));
    run_sql(
        "COPY (SELECT * REPLACE (CASE WHEN random() < 0.5 THEN weight || '00' ELSE weight::VARCHAR END AS weight) FROM "
        "'" +
        folder_.path("data.parquet") + "') TO '" + file + "'");
    certify("data.parquet");
    EXPECT_THAT(complaints(), ::testing::ElementsAre(HasSubstr("column 'weight' has the type VARCHAR")));
}

}  // namespace release_form_test
}  // namespace scrim::testing
