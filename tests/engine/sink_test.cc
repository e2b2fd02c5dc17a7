// Tables to files and back, and files that cannot be written.
#include "adapters/duckdb/files/sink.h"

#include "kernel/core/random.h"
#include "tests/engine/scratch.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <iterator>

namespace scrim::testing {
namespace sink_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Kind = Domain::Kind;

// A column of random codes over a domain.
Column random_column(Domain domain, std::size_t rows, Random& random) {
    std::vector<Code> codes(rows);
    for (Code& code : codes) code = static_cast<Code>(random.below(domain.size()));
    return Column(std::make_shared<Domain>(std::move(domain)), codes);
}

std::vector<Int128> ascending(std::size_t count, Int128 first, Int128 step) {
    std::vector<Int128> units;
    for (std::size_t i = 0; i < count; ++i) units.push_back(first + step * static_cast<Int128>(i));
    return units;
}

Table random_table(std::size_t rows, Random& random) {
    std::vector<std::string> texts = {"02139", "a,b", "a;b",  "two\nlines", "say \"hi\"", " blanks ",
                                      "#",     "čaj", "日本", "it's",       "x"};
    std::vector<std::string> many;
    for (int i = 0; i < 300; ++i) many.push_back(std::to_string(1000 + i) + " Main Street, Springfield");
    Table table;
    table.add("text", random_column(Domain::of_text(texts, true), rows, random));
    table.add("many", random_column(Domain::of_text(many), rows, random));
    table.add("integer",
              random_column(Domain::of_numbers(ascending(500, -250, 1), 0, Kind::number, true), rows, random));
    table.add("decimal",
              random_column(Domain::of_numbers(ascending(70'000, -35'000, 1), 3, Kind::number), rows, random));
    table.add("wide \"int\"",
              random_column(Domain::of_numbers(ascending(9, Int128{1} << 90, 1), 0, Kind::number), rows, random));
    table.add("date", random_column(Domain::of_numbers(ascending(400, -200, 7), 0, Kind::date, true), rows, random));
    table.add("timestamp", random_column(Domain::of_numbers(ascending(50, -1'500'000, 1'234'567), 0, Kind::timestamp),
                                         rows, random));
    return table;
}

class SinkTest : public EngineTest {
protected:
    std::string content(std::string_view name) {
        std::ifstream stream(path(name), std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }
    Table small() {
        Table table;
        const std::vector<Code> codes = {1, 0, 2};
        table.add("name", Column(std::make_shared<Domain>(Domain::of_text({"Ada", "B,ob"}, true)), codes));
        table.add("n", Column(std::make_shared<Domain>(Domain::of_numbers({-15, 20, 30}, 1)), codes));
        table.add("day", Column(std::make_shared<Domain>(Domain::of_numbers({0, 1}, 0, Kind::date, true)), codes));
        return table;
    }
};

TEST_F(SinkTest, Csv) {
    ASSERT_TRUE(engine::write_table(small(), path("t.csv")).ok());
    EXPECT_EQ(content("t.csv"), "name,n,day\n\"B,ob\",2,1970-01-02\nAda,-1.5,1970-01-01\n,3,\n");
    ASSERT_TRUE(engine::write_table(small(), path("t.tsv")).ok());
    EXPECT_EQ(content("t.tsv"), "name\tn\tday\nB,ob\t2\t1970-01-02\nAda\t-1.5\t1970-01-01\n\t3\t\n");
    EXPECT_THAT(files(), ElementsAre("t.csv", "t.tsv"));
}

TEST_F(SinkTest, Json) {
    ASSERT_TRUE(engine::write_table(small(), path("t.ndjson")).ok());
    EXPECT_EQ(content("t.ndjson"),
              "{\"name\":\"B,ob\",\"n\":2.0,\"day\":\"1970-01-02\"}\n"
              "{\"name\":\"Ada\",\"n\":-1.5,\"day\":\"1970-01-01\"}\n"
              "{\"name\":null,\"n\":3.0,\"day\":null}\n");
    ASSERT_TRUE(engine::write_table(small(), path("t.json")).ok());
    EXPECT_THAT(content("t.json"), ::testing::StartsWith("["));
}

TEST_F(SinkTest, RoundTripsInEveryFormat) {
    SeededRandom random(7);
    const Table table = random_table(12'000, random);
    const std::vector<Row> expected = rows_of(table);
    for (const char* name :
         {"t.csv", "t.tsv", "t.csv.gz", "t.csv.zst", "t.parquet", "t.json", "t.ndjson", "t.json.gz", "t.json.zst"}) {
        const Result<void> written = engine::write_table(table, path(name));
        ASSERT_TRUE(written.ok()) << written.error().message;
        const Result<Table> back = read({.path = path(name)});
        ASSERT_TRUE(back.ok()) << name << " " << back.error().message;
        EXPECT_EQ(back->names(), table.names()) << name;
        EXPECT_TRUE(rows_of(*back) == expected) << name;
        for (std::size_t c = 0; c < table.width(); ++c)
            EXPECT_EQ((*back)[c].domain().kind(), table[c].domain().kind()) << name << " " << table.name(c);
        std::filesystem::remove(path(name));
    }
    EXPECT_THAT(files(), IsEmpty());
}

TEST_F(SinkTest, TuplesAsOftenAsTheyOccur) {
    const Tuples tuples{small(), {2, 1, 3}, 6};
    ASSERT_TRUE(engine::write_tuples(tuples, path("t.csv")).ok());
    EXPECT_EQ(content("t.csv"),
              "name,n,day\n\"B,ob\",2,1970-01-02\n\"B,ob\",2,1970-01-02\nAda,-1.5,1970-01-01\n,3,\n,3,\n,3,\n");
    EXPECT_THAT(files(), ElementsAre("t.csv"));
}

TEST_F(SinkTest, TuplesInEveryFormatAreTheRowsTheyStandFor) {
    SeededRandom random(8);
    const Tuples tuples = [&] {
        Tuples made{random_table(8'000, random), {}, 0};
        for (std::size_t t = 0; t < made.table.rows(); ++t)
            made.weights.push_back(t % 4'000 == 77 ? 20'000 : static_cast<std::uint32_t>(1 + random.below(3)));
        return made;
    }();
    std::vector<std::uint32_t> places;
    for (std::size_t t = 0; t < tuples.size(); ++t) places.insert(places.end(), tuples.weights[t], t);
    const std::vector<Row> rows = rows_of(tuples.table);
    for (const char* name : {"t.csv", "t.tsv.gz", "t.parquet", "t.json", "t.ndjson.zst"}) {
        const Result<void> written = engine::write_tuples(tuples, path(name));
        ASSERT_TRUE(written.ok()) << written.error().message;
        const std::vector<Row> back = rows_of({.path = path(name)});
        ASSERT_EQ(back.size(), places.size()) << name;
        std::size_t wrong = 0;
        for (std::size_t r = 0; r < back.size(); ++r) wrong += back[r] != rows[places[r]];
        EXPECT_EQ(wrong, 0u) << name;
    }
}

// As a release is written: into a folder that takes its name when it is whole.
TEST_F(SinkTest, IntoAFolderThatIsNotVisibleYet) {
    std::filesystem::create_directory(path(".release.00ff"));
    const Tuples tuples{small(), {1, 1, 1}, 3};
    for (const char* name : {".release.00ff/t.csv", ".release.00ff/t.parquet"}) {
        ASSERT_TRUE(engine::write_table(small(), path(name)).ok());
        ASSERT_TRUE(engine::write_tuples(tuples, path(name)).ok());
    }
    std::filesystem::rename(path(".release.00ff"), path("release"));
    EXPECT_THAT(files(), ElementsAre("release"));
    for (const char* name : {"release/t.csv", "release/t.parquet"})
        EXPECT_TRUE(rows_of({.path = path(name)}) == rows_of(small())) << name;
}

TEST_F(SinkTest, EmptyTextIsNullInCsvAndItselfElsewhere) {
    Table table;
    const std::vector<Code> codes = {0, 1};
    table.add("a", Column(std::make_shared<Domain>(Domain::of_text({"", "x"})), codes));
    table.add("b", Column(std::make_shared<Domain>(Domain::of_text({"p", "q"})), codes));
    ASSERT_TRUE(engine::write_table(table, path("t.csv")).ok());
    EXPECT_THAT(rows_of({.path = path("t.csv")}), ElementsAre(Row{"NULL", "p"}, Row{"x", "q"}));
    ASSERT_TRUE(engine::write_table(table, path("t.parquet")).ok());
    EXPECT_THAT(rows_of({.path = path("t.parquet")}), ElementsAre(Row{"", "p"}, Row{"x", "q"}));
}

TEST_F(SinkTest, ReplacesAnOldFileWhole) {
    write("t.csv", "old");
    ASSERT_TRUE(engine::write_table(small(), path("t.csv")).ok());
    EXPECT_THAT(content("t.csv"), ::testing::StartsWith("name,"));
    EXPECT_THAT(files(), ElementsAre("t.csv"));
}

TEST_F(SinkTest, RefusesTargetsThatCannotBe) {
    const auto complaint = [&](const Table& table, const std::string& target) {
        const Result<void> written = engine::write_table(table, target);
        EXPECT_FALSE(written.ok());
        EXPECT_TRUE(is_one_line(written.error().message));
        return written.error().message;
    };
    EXPECT_EQ(complaint(small(), path("no/t.csv")),
              "cannot write '" + path("no/t.csv") + "': No such file or directory");
    EXPECT_EQ(complaint(small(), folder_.string()),
              "cannot write '" + folder_.string() + "': it exists and is not a regular file");
    EXPECT_EQ(complaint(small(), "/dev/full"), "cannot write '/dev/full': it exists and is not a regular file");
    EXPECT_THAT(complaint(small(), path("t.db")), HasSubstr("a DuckDB file cannot be written"));
    EXPECT_THAT(complaint(small(), path("t.parquet.gz")), HasSubstr("leave the .gz or .zst away"));
    EXPECT_THAT(complaint(Table(), path("t.csv")), HasSubstr("the table has no columns"));
    Table twins = small();
    twins.add("NAME", twins[0]);
    EXPECT_THAT(complaint(twins, path("t.csv")),
                HasSubstr("two columns are named 'name', but for upper and lower case"));
    Table cut = small();
    cut.add(std::string("a\0b", 3), cut[0]);
    EXPECT_THAT(complaint(cut, path("t.csv")), HasSubstr("holds a zero byte"));
    EXPECT_THAT(files(), IsEmpty());
}

// A full disk, as a limit on the size of files in a process of its own.
TEST_F(SinkTest, AFullDiskLeavesNothingBehind) {
    SeededRandom random(7);
    const Table table = random_table(100'000, random);
    write("old.csv", "old");
    for (const char* name : {"t.csv", "t.csv.gz", "t.parquet", "t.json", "old.csv"}) {
        const pid_t child = ::fork();
        ASSERT_GE(child, 0);
        if (child == 0) {
            std::signal(SIGXFSZ, SIG_IGN);
            const rlimit limit{100'000, 100'000};
            ::setrlimit(RLIMIT_FSIZE, &limit);
            const Result<void> written = engine::write_table(table, path(name));
            if (written) ::_exit(1);
            if (!is_one_line(written.error().message)) ::_exit(2);
            if (written.error().message != "cannot write '" + path(name) + "': File too large") ::_exit(3);
            ::_exit(0);
        }
        int status = -1;
        ASSERT_EQ(::waitpid(child, &status, 0), child);
        EXPECT_TRUE(WIFEXITED(status)) << name;
        EXPECT_EQ(WEXITSTATUS(status), 0) << name;
        EXPECT_THAT(files(), ElementsAre("old.csv")) << name;
        EXPECT_EQ(content("old.csv"), "old");
    }
}

}  // namespace sink_test
}  // namespace scrim::testing
