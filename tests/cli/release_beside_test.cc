// Releases in which data ride where no reader looks: in a compressed file's header, behind its end, in Parquet's notes,
// in a folder's name, in keys of the certificate. The checksums match; each is refused with a line that says what.
#include "tests/cli/scratch_folder.h"

#include "adapters/cli/cli.h"
#include "kernel/core/json.h"
#include "methods/files/digest.h"

#include <duckdb.h>
#include <sys/xattr.h>

#include <sstream>

namespace scrim::testing {
namespace release_beside_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::string raw("Alice Smith, born 1970-01-31, HIV");

std::string little_endian(std::uint32_t value, int bytes) {
    std::string text;
    for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i));
    return text;
}

class ReleaseBesideTest : public CliTest {
protected:
    ReleaseBesideTest() {
        std::string table = "age,job,disease\n";
        for (int row = 0; row < 60; ++row)
            table += std::to_string(20 + row % 17) + ",job" + std::to_string(row % 5) + ",d" + std::to_string(row % 4) +
                     "\n";
        folder_.write("t.csv", table);
    }
    void publish(const std::string& format) const {
        std::filesystem::remove_all(folder_.path("release"));
        const Outcome made = run_scrim(
            "publish t.csv --qi age --qi job --sensitive disease --require k_anonymity(k=3) --algorithm mondrian "
            "--force "
            "--out release --format " +
            format);
        ASSERT_EQ(made.code, cli::fine) << made.err;
        ASSERT_THAT(complaints(), IsEmpty());
    }
    Json certificate() const { return Json::parse(folder_.read("release/certificate.json")); }
    // Writes a file of the release anew and makes the certificate agree.
    std::vector<std::string> with(const std::string& name, const std::string& bytes) const {
        folder_.write("release/" + name, bytes);
        Json claimed = certificate();
        for (Json& file : claimed["files"])
            if (file["name"] == name) {
                file["bytes"] = bytes.size();
                file["sha256"] = files::sha256(bytes);
            }
        folder_.write("release/certificate.json", claimed.dump(2) + "\n");
        return complaints();
    }
    static std::vector<std::string> complaints(const std::string& more = "") {
        std::vector<std::string> found;
        const Outcome verified = run_scrim("verify release " + more);
        std::istringstream lines(verified.out);
        for (std::string line; std::getline(lines, line);)
            if (line.starts_with("FAIL")) found.push_back(line);
        EXPECT_EQ(verified.code, found.empty() ? cli::fine : cli::does_not_hold) << verified.out << verified.err;
        return found;
    }
};

TEST_F(ReleaseBesideTest, Gzip) {
    publish("csv.gz");
    const std::string whole = folder_.read("release/data.csv.gz");
    const auto header = [&](char flag, const std::string& more) {
        std::string bytes = whole;
        bytes[3] = flag;
        return with("data.csv.gz", bytes.insert(10, more));
    };
    EXPECT_THAT(header(0x00, ""), IsEmpty());
    EXPECT_THAT(header(0x08, raw + '\0'), ElementsAre(HasSubstr("gzip header holds a file name")));
    EXPECT_THAT(complaints("--memory 1GB"), ElementsAre(HasSubstr("gzip header holds a file name")));
    EXPECT_THAT(header(0x10, raw + '\0'), ::testing::SizeIs(1));  // DuckDB already refuses it
    EXPECT_THAT(header(0x04, little_endian(static_cast<std::uint32_t>(raw.size()), 2) + raw),
                ElementsAre(HasSubstr("gzip header holds an extra field")));
    EXPECT_THAT(with("data.csv.gz", std::string(whole).replace(4, 4, "1970")),
                ElementsAre(HasSubstr("gzip header holds a time")));
    // Behind the end: another stream, and bytes that end as the stream does.
    EXPECT_THAT(with("data.csv.gz", whole + whole), ElementsAre(HasSubstr("not all that is in the file")));
    EXPECT_THAT(with("data.csv.gz", whole + raw), ElementsAre(HasSubstr("not all that is in the file")));
    EXPECT_THAT(with("data.csv.gz", whole + raw + whole.substr(whole.size() - 8)),
                ElementsAre(HasSubstr("not all that is in the file")));
    EXPECT_THAT(with("data.csv.gz", whole.substr(0, whole.size() - 9)), ElementsAre(HasSubstr("truncated")));
}

TEST_F(ReleaseBesideTest, Zstd) {
    publish("csv.zst");
    const std::string whole = folder_.read("release/data.csv.zst");
    const std::string skipped =
        little_endian(0x184D2A53, 4) + little_endian(static_cast<std::uint32_t>(raw.size()), 4) + raw;
    EXPECT_THAT(with("data.csv.zst", skipped + whole), ElementsAre(HasSubstr("zstd frame that readers skip")));
    EXPECT_THAT(with("data.csv.zst", whole + skipped), ElementsAre(HasSubstr("zstd frame that readers skip")));
    EXPECT_FALSE(with("data.csv.zst", whole + whole).empty());
    EXPECT_FALSE(with("data.csv.zst", whole + raw).empty());
    EXPECT_THAT(with("data.csv.zst", whole), IsEmpty());
}

TEST_F(ReleaseBesideTest, Parquet) {
    publish("parquet");
    const std::string whole = folder_.read("release/data.parquet");
    const auto run_sql = [&](const std::string& sql) {
        duckdb_database database = nullptr;
        duckdb_connection connection = nullptr;
        ASSERT_EQ(duckdb_open(nullptr, &database), DuckDBSuccess);
        ASSERT_EQ(duckdb_connect(database, &connection), DuckDBSuccess);
        EXPECT_EQ(duckdb_query(connection, sql.c_str(), nullptr), DuckDBSuccess) << sql;
        duckdb_disconnect(&connection);
        duckdb_close(&database);
    };
    run_sql("COPY (FROM 'release/data.parquet') TO 'again.parquet' (KV_METADATA {note: '" + raw + "'})");
    EXPECT_THAT(with("data.parquet", folder_.read("again.parquet")), ElementsAre(HasSubstr("key-value metadata")));
    // A maker of the same length.
    const std::size_t maker = whole.rfind("DuckDB version");
    ASSERT_NE(maker, std::string::npos);
    EXPECT_THAT(with("data.parquet", std::string(whole).replace(maker, 14, "Alice has HIV!")),
                ElementsAre(HasSubstr("another program")));
    // Before the footer, where nothing points to.
    const auto footer =
        static_cast<unsigned char>(whole[whole.size() - 8]) + 256 * static_cast<unsigned char>(whole[whole.size() - 7]);
    EXPECT_THAT(with("data.parquet", std::string(whole).insert(whole.size() - 8 - footer, raw)),
                ElementsAre(HasSubstr("belong to no column")));
    EXPECT_THAT(with("data.parquet", whole), IsEmpty());
}

TEST_F(ReleaseBesideTest, NamesOfFoldersAndLinks) {
    publish("csv");
    const auto refused_with = [&](const std::string& name) {
        const auto found = complaints();
        EXPECT_THAT(found, ElementsAre(AllOf(HasSubstr("nothing else is in the folder"), HasSubstr(name))));
    };
    std::filesystem::create_directory("release/" + raw);
    refused_with(raw + "/");
    std::filesystem::create_directories("release/" + raw + "/deeper");
    refused_with("deeper/");
    std::filesystem::remove_all("release/" + raw);
    std::filesystem::create_symlink(raw, "release/link");
    refused_with("link");
    std::filesystem::remove("release/link");
    std::filesystem::create_directory_symlink("/", "release/folder");
    refused_with("folder");
    std::filesystem::remove("release/folder");
    EXPECT_THAT(complaints(), IsEmpty());
    if (::setxattr("release/data.csv", "user.note", raw.data(), raw.size(), 0) == 0)
        refused_with("data.csv with extended attributes");
}

TEST_F(ReleaseBesideTest, KeysOfTheCertificate) {
    publish("csv");
    const Json before = certificate();
    const auto with_certificate = [&](auto change) {
        Json claimed = before;
        change(claimed);
        folder_.write("release/certificate.json", claimed.dump(2) + "\n");
        return complaints();
    };
    const auto names = [](const char* key) {
        return ElementsAre(AllOf(HasSubstr("the certificate states nothing else"), HasSubstr(key)));
    };
    EXPECT_THAT(with_certificate([](Json& json) { json["note"] = raw; }), names("'note'"));
    EXPECT_THAT(with_certificate([](Json& json) { json["algorithm"]["note"] = raw; }), names("'algorithm.note'"));
    EXPECT_THAT(with_certificate([](Json& json) { json["columns"][0]["note"] = raw; }), names("'columns[0].note'"));
    EXPECT_THAT(with_certificate([](Json& json) { json["files"][0]["note"] = raw; }), names("'files[0].note'"));
    EXPECT_THAT(with_certificate([](Json& json) { json["risks"]["marketer"]["note"] = raw; }), names("note'"));
    EXPECT_THAT(with_certificate([](Json&) {}), IsEmpty());
}

// Twenty thousand levels, in everything that we read.
TEST_F(ReleaseBesideTest, NestedDeeply) {
    const std::string open(20'000, '['), close(20'000, ']'), deep = open + close;
    publish("json");
    EXPECT_THAT(with("data.json", "[{\"age\": " + deep + ", \"job\": 1, \"disease\": \"x\"}]"),
                ElementsAre(HasSubstr("more than 100 levels")));
    EXPECT_THAT(with("data.json", deep), ElementsAre(HasSubstr("more than 100 levels")));
    folder_.write("release/certificate.json", deep);
    EXPECT_THAT(complaints(), ElementsAre(HasSubstr("levels")));
    folder_.write("release/certificate.json", "{\"scrim_certificate\": " + deep + "}");
    EXPECT_THAT(complaints(), ElementsAre(HasSubstr("levels")));
    for (const char* name : {"t.json", "t.ndjson", "t.jsonl"}) {
        for (const std::string& text : {"{\"a\": " + deep + "}\n", "{\"a\": 1}\n{\"a\": " + open + "}\n", deep,
                                        "\"\n" + deep, "{\"a\": " + std::string(20'000, '{')}) {
            folder_.write(name, text);
            EXPECT_TRUE(
                is_refused(run_scrim(std::string("check ") + name + " --qi a"), {name, "more than 100 levels"}));
        }
        folder_.write(name, "{\"a\": \"" + open + "\", \"b\": \"\\\"" + open + "\"}\n");
        const Outcome checked = run_scrim(std::string("check ") + name + " --qi a --insensitive b");
        EXPECT_EQ(checked.code, cli::fine) << checked.err;
    }
    for (const std::string& text : {"columns: " + deep, "columns: " + open, deep, std::string(20'000, '{'),
                                    [] {
                                        std::string items;
                                        for (int i = 0; i < 20'000; ++i) items += "- ";
                                        return items + "a";
                                    }(),
                                    [] {
                                        std::string keys;
                                        for (int i = 0; i < 20'000; ++i) keys += "? ";
                                        return keys + "a";
                                    }()}) {
        folder_.write("policy.yaml", text);
        EXPECT_TRUE(is_refused(run_scrim("check t.csv --policy policy.yaml"), {"policy.yaml"}));
    }
    std::string xml;
    for (int i = 0; i < 20'000; ++i) xml += "<POLICY>";
    for (const std::string& text : {xml, [&] {
                                        std::string both = xml;
                                        for (int i = 0; i < 20'000; ++i) both += "</POLICY>";
                                        return both;
                                    }()}) {
        folder_.write("p.xml", text);
        const Outcome made = run_scrim(std::vector<std::string>{"sql", "h.db", "-c", "CREATE POLICY p FROM 'p.xml'"});
        EXPECT_NE(made.code, cli::fine);
        EXPECT_THAT(made.err + made.out, HasSubstr("p.xml"));
    }
}

}  // namespace release_beside_test
}  // namespace scrim::testing
