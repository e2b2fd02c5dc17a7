// Columns whose names or values a file of a release could not hold.
#include "tests/cli/scratch_folder.h"

#include "adapters/cli/cli.h"
#include "kernel/core/random.h"

namespace scrim::testing {
namespace publish_columns_test {

using ::testing::HasSubstr;

class PublishColumnsTest : public CliTest {
protected:
    void expect_released(const std::string& command, const std::string& original) const {
        const Outcome made = run_scrim(command + " --out release");
        ASSERT_EQ(made.code, cli::fine) << command << "\n" << made.err;
        const Outcome verified = run_scrim("verify release --original " + original);
        EXPECT_EQ(verified.code, cli::fine) << verified.out;
        std::filesystem::remove_all(folder_.path("release"));
        std::filesystem::remove(folder_.path("release.owner.json"));
    }
};

TEST_F(PublishColumnsTest, NamesThatDifferOnlyInCase) {
    folder_.write("t.csv", "age,Age,disease\n20,1,flu\n20,1,cold\n");
    const auto files = folder_.files();
    const std::string command = "publish t.csv --qi age --sensitive disease --require k_anonymity(k=2)";
    const Outcome outcome = run_scrim(command + " --insensitive Age --out release");
    EXPECT_TRUE(is_refused(outcome, {"'age' and 'Age'", "upper and lower case", "rename"}));
    EXPECT_EQ(outcome.err.find("partial"), std::string::npos) << outcome.err;
    // Also where nothing would be written, before anything is tried.
    EXPECT_TRUE(is_refused(run_scrim(command + " --insensitive Age --explore"), {"'age' and 'Age'"}));
    EXPECT_EQ(folder_.files(), files);
    expect_released(command + " --id Age --rows-are-persons", "t.csv");
}

// The columns that anatomy adds find other names.
TEST_F(PublishColumnsTest, NamesOfAddedColumnsThatAreTaken) {
    const std::string options = " --require l_diversity_distinct(l=2) --algorithm anatomy --qi age";
    folder_.write("t.csv", "age,Group,Count\n20,a,flu\n20,b,cold\n30,a,flu\n30,b,cold\n");
    expect_released("publish t.csv --insensitive Group --sensitive Count" + options, "t.csv");
    folder_.write("u.csv", "age,count,records\n20,a,flu\n20,b,cold\n30,a,flu\n30,b,cold\n");
    expect_released("publish u.csv --insensitive count --sensitive records" + options, "u.csv");
}

// In CSV an empty cell is a missing value; JSON and Parquet have both.
TEST_F(PublishColumnsTest, EmptyText) {
    folder_.write("t.json", R"([{"age":20,"job":"","disease":"flu"},{"age":20,"job":null,"disease":"cold"},)"
                            R"({"age":30,"job":"cook","disease":"flu"},{"age":30,"job":"","disease":"cold"}])");
    const auto files = folder_.files();
    for (const char* roles : {" --qi age --insensitive job --sensitive disease --require k_anonymity(k=2)",
                              " --qi age --qi job --sensitive disease --require k_anonymity(k=2)",
                              " --qi age --insensitive disease --sensitive job --require l_diversity_distinct(l=2)"}) {
        const std::string command = std::string("publish t.json --max-singled-out 100% --algorithm mondrian") + roles;
        for (const char* format : {"csv", "csv.gz", "tsv"})
            EXPECT_TRUE(is_refused(run_scrim(command + " --out release --format " + format),
                                   {"'job'", "empty text", "missing value", "json"}));
        EXPECT_EQ(folder_.files(), files);
        for (const char* format : {"json", "parquet"}) expect_released(command + " --format " + format, "t.json");
    }
}

// Values that look like sets, like missing values, like quotes: what is printed means one thing only.
TEST_F(PublishColumnsTest, ValuesThatLookLikeSets) {
    const std::vector<std::string> values = {"a", "b", "\"{a, b}\"", "c", "\"{b, c}\"", "NULL", "", "\"a, b\"", "{c}"};
    SeededRandom random(4);
    for (int round = 0; round < 12; ++round) {
        std::string table = "job,age,disease\n";
        for (int row = 0; row < 14; ++row)
            table += values[random.below(values.size())] + "," + std::to_string(random.below(3)) + ",d" +
                     std::to_string(random.below(3)) + "\n";
        folder_.write("t.csv", table);
        SCOPED_TRACE(table);
        expect_released(
            "publish t.csv --qi job --qi age --sensitive disease --require k_anonymity(k=2) --algorithm "
            "mondrian(categories=order)",
            "t.csv");
    }
}

// Once 'x' is left out, its column looks like numbers to a reader, and 1.0 like 1.
TEST_F(PublishColumnsTest, TextThatBecomesNumbers) {
    const std::string command =
        "publish t.csv --qi age --insensitive code --require k_anonymity(k=2) --max-level age=0 --suppress 1 "
        "--max-singled-out 100%";
    folder_.write("t.csv", "age,code\n20,1.0\n20,2\n30,1.0\n30,2\n99,x\n");
    const auto files = folder_.files();
    EXPECT_TRUE(is_refused(run_scrim(command + " --out release"), {"'code'", "'1.0' would be read as '1'"}));
    EXPECT_EQ(folder_.files(), files);
    folder_.write("t.csv", "age,code\n20,10\n20,9\n30,10\n30,9\n99,x\n");
    expect_released(command, "t.csv");
}

}  // namespace publish_columns_test
}  // namespace scrim::testing
