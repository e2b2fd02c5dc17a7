// One table in every format that can be read: the same answer from each.
#include "adapters/cli/cli.h"
#include "adapters/duckdb/files/sink.h"
#include "adapters/duckdb/files/source.h"
#include "kernel/core/json.h"
#include "tests/cli/scratch_folder.h"

#include <duckdb.h>

#include <algorithm>

namespace scrim::testing {
namespace formats_test {

// Zip codes with a leading zero, a NULL, text that needs quotes, a decimal.
constexpr std::string_view table = R"(age,zip,disease,salary
20,02139,flu,1000.5
20,02139,"cough, dry",1100
35,10115,flu,
35,10115,héadache,900
35,,flu,900
)";

class FormatsTest : public CliTest {
protected:
    FormatsTest() { folder_.write("t.csv", table); }

    // The check's JSON, without the file's name.
    static Json report(const std::string& file, std::vector<std::string> more = {}) {
        auto words = words_of("check " + file + " --qi age --qi zip --sensitive disease --sensitive salary --json");
        words.insert(words.end(), more.begin(), more.end());
        const Outcome outcome = run_scrim(words);
        EXPECT_EQ(outcome.code, cli::fine) << file << ": " << outcome.err;
        Json json = Json::parse(outcome.out, nullptr, false);
        if (json.is_object()) json.erase("table");
        return json;
    }

    static Json expected() {
        static const Json json = report("t.csv");
        return json;
    }

    // The table through the engine, into a file whose name says how.
    static void write_as(const std::string& file) {
        const auto source = engine::open_source({.path = "t.csv"});
        ASSERT_TRUE(source.ok()) << source.error().message;
        const auto read = (*source)->read((*source)->columns(), no_progress());
        ASSERT_TRUE(read.ok()) << read.error().message;
        const auto written = engine::write_table(*read, file);
        ASSERT_TRUE(written.ok()) << written.error().message;
    }

    static void run_sql(const char* database, const char* sql) {
        duckdb_database handle = nullptr;
        duckdb_connection connection = nullptr;
        duckdb_result result;
        ASSERT_EQ(duckdb_open(database, &handle), DuckDBSuccess);
        ASSERT_EQ(duckdb_connect(handle, &connection), DuckDBSuccess);
        EXPECT_EQ(duckdb_query(connection, sql, &result), DuckDBSuccess) << duckdb_result_error(&result);
        duckdb_destroy_result(&result);
        duckdb_disconnect(&connection);
        duckdb_close(&handle);
    }
};

TEST_F(FormatsTest, TheTableIsWhatItLooksLike) {
    EXPECT_EQ(expected()["rows"], 5);
    EXPECT_EQ(expected()["classes"], 3);
    EXPECT_TRUE(expected()["models"]["k_anonymity"]["reached"]["k"]["worst_class"]["values"]["zip"].is_null());
}

TEST_F(FormatsTest, Delimiters) {
    using Delimited = std::pair<const char*, char>;
    for (const auto& [name, delimiter] :
         {Delimited{"semicolon.csv", ';'}, Delimited{"pipe.csv", '|'}, Delimited{"tab.tsv", '\t'}}) {
        std::string text;
        bool quoted = false;
        for (const char c : table) {
            if (c == '"') quoted = !quoted;
            text += c == ',' && !quoted ? delimiter : c;
        }
        folder_.write(name, text);
        EXPECT_EQ(report(name), expected()) << name;
        const std::string word = delimiter == '\t' ? "tab" : std::string(1, delimiter);
        EXPECT_EQ(report(name, {"--delimiter", word}), expected()) << name;
    }
}

TEST_F(FormatsTest, LineEndsAndByteOrderMark) {
    std::string text = "\xEF\xBB\xBF";
    for (const char c : table) text += c == '\n' ? std::string("\r\n") : std::string(1, c);
    folder_.write("windows.csv", text);
    EXPECT_EQ(report("windows.csv"), expected());
}

TEST_F(FormatsTest, FilesThatTheEngineWrites) {
    for (const char* name : {"again.csv", "t.csv.gz", "t.csv.zst", "t.parquet", "t.json", "t.json.gz"}) {
        write_as(name);
        EXPECT_EQ(report(name), expected()) << name;
    }
}

TEST_F(FormatsTest, JsonWrittenByHand) {
    folder_.write("lines.ndjson",
                  "{\"age\": 20, \"zip\": \"02139\", \"disease\": \"flu\", \"salary\": 1000.5}\n"
                  "{\"age\": 20, \"zip\": \"02139\", \"disease\": \"cough, dry\", \"salary\": 1100}\n"
                  "{\"age\": 35, \"zip\": \"10115\", \"disease\": \"flu\", \"salary\": null}\n"
                  "{\"age\": 35, \"zip\": \"10115\", \"disease\": \"h\\u00e9adache\", \"salary\": 900}\n"
                  "{\"age\": 35, \"disease\": \"flu\", \"salary\": 900}\n");
    EXPECT_EQ(report("lines.ndjson"), expected());
}

TEST_F(FormatsTest, DatabasesByTableAndByQuery) {
    run_sql("t.db",
            "CREATE TABLE people(age INTEGER, zip VARCHAR, disease VARCHAR, salary DECIMAL(8, 1)); "
            "INSERT INTO people VALUES (20, '02139', 'flu', 1000.5), (20, '02139', 'cough, dry', 1100), "
            "(35, '10115', 'flu', NULL), (35, '10115', 'héadache', 900), (35, NULL, 'flu', 900)");
    EXPECT_EQ(report("t.db"), expected()) << "the only table needs no name";
    EXPECT_EQ(report("t.db", {"--table", "people"}), expected());
    EXPECT_EQ(report("t.db", {"--table", "main.people"}), expected());
    EXPECT_EQ(report("t.db", {"--query", "SELECT * FROM people ORDER BY disease"}), expected());

    run_sql("t.db", "CREATE TABLE other(a INTEGER); INSERT INTO other VALUES (1)");
    EXPECT_EQ(report("t.db", {"--table", "people"}), expected());
    const auto refused = [](std::vector<std::string> more, const std::vector<std::string>& parts) {
        auto words = words_of("check t.db --qi age");
        words.insert(words.end(), more.begin(), more.end());
        return is_refused(run_scrim(words), parts);
    };
    EXPECT_TRUE(refused({}, {"t.db", "'people'", "'other'"})) << "which of the two?";
    EXPECT_TRUE(refused({"--table", "peple"}, {"t.db", "'peple'", "'people'"}));
    EXPECT_TRUE(refused({"--table", "people", "--query", "SELECT 1"}, {"t.db"}));
    EXPECT_TRUE(refused({"--query", "SELECT nothing FROM people"}, {"t.db", "nothing"}));
    EXPECT_TRUE(refused({"--query", "DROP TABLE people"}, {"t.db"}));
    EXPECT_EQ(report("t.db", {"--table", "people"}), expected()) << "the table is still there";
}

TEST_F(FormatsTest, AQueryReachesNoOtherFile) {
    run_sql("t.db", "CREATE TABLE people(age INTEGER); INSERT INTO people VALUES (1)");
    folder_.write("secret.csv", "age\n1\n");
    for (const char* query : {"SELECT * FROM 'secret.csv'", "SELECT * FROM read_csv('secret.csv')",
                              "COPY people TO 'stolen.csv'", "ATTACH 'other.db'"}) {
        const std::vector<std::string> words = {"check", "t.db", "--query", query, "--qi", "age"};
        EXPECT_EQ(run_scrim(words).code, cli::bad_input) << query;
    }
    EXPECT_THAT(folder_.files(), ::testing::ElementsAre("secret.csv", "t.csv", "t.db"));
}

TEST_F(FormatsTest, AnOriginalMayBeOfAnotherFormat) {
    write_as("t.parquet");
    const Json same = report("t.csv", {"--original", "t.csv"});
    EXPECT_EQ(report("t.csv", {"--original", "t.parquet"}), same);
    EXPECT_EQ(report("t.parquet", {"--original", "t.csv"}), same);
    EXPECT_EQ(same["metrics"]["ncp"]["value"], 0);
}

}  // namespace formats_test
}  // namespace scrim::testing
