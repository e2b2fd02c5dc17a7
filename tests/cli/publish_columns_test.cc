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

// A column that nobody needs is left out, by a flag or by the policy: it is no identifier, so it may repeat.
TEST_F(PublishColumnsTest, Dropped) {
    folder_.write("t.csv", "age,seen,disease\n20,07:18,flu\n20,07:18,cold\n30,09:00,flu\n30,10:00,cold\n");
    folder_.write("policy.yaml",
                  "columns:\n  age: quasi_identifier\n  seen: dropped\n  disease: sensitive\n"
                  "require: [k_anonymity(k=2)]\n");
    const std::string flags = "publish t.csv --qi age --sensitive disease --require k_anonymity(k=2)";
    EXPECT_TRUE(is_refused(run_scrim(flags + " --insensitive seen --out release"), {"leave it out (--drop)"}));
    EXPECT_TRUE(is_refused(run_scrim(flags + " --out release"), {"no role is given for 'seen'", "dropped (--drop)"}));
    expect_released(flags + " --drop seen", "t.csv");
    const std::string by_policy = "publish t.csv --policy policy.yaml --out release";
    ASSERT_EQ(run_scrim(by_policy).code, cli::fine);
    EXPECT_EQ(folder_.read("release/data.csv").substr(0, 12), "age,disease\n");
    EXPECT_EQ(run_scrim("verify release --original t.csv --policy policy.yaml").code, cli::fine);
    // The release is checked by the same policy, and nothing of the column counts in the raw table.
    EXPECT_EQ(run_scrim("check release/data.csv --policy policy.yaml").code, cli::fine);
    const Outcome raw = run_scrim("check t.csv --policy policy.yaml");
    EXPECT_EQ(raw.code, cli::fine);
    EXPECT_THAT(raw.out, ::testing::Not(HasSubstr("seen")));
    EXPECT_EQ(run_scrim("audit t.csv --policy policy.yaml").code, cli::fine);
    folder_.write("hierarchy.yaml", "columns:\n  age: quasi_identifier\n  seen: {role: dropped, hierarchy: x.csv}\n");
    EXPECT_TRUE(is_refused(run_scrim("check t.csv --policy hierarchy.yaml"), {"a dropped column is never released"}));
}

// What publish would refuse is said while algorithms are compared.
TEST_F(PublishColumnsTest, ExploreSaysWhatWouldBeRefused) {
    folder_.write("t.csv", "age,seen,disease\n20,07:18,flu\n20,07:19,cold\n30,07:18,flu\n30,07:19,cold\n");
    const std::string command = "publish t.csv --qi age --sensitive disease --insensitive seen --algorithm mondrian ";
    // Together with the age it prints: nobody else of 20 came at 07:18.
    const Outcome some = run_scrim(command + "--require k_anonymity(k=2) --explore");
    EXPECT_EQ(some.code, cli::fine) << some.err;
    EXPECT_THAT(some.out, HasSubstr("NOTE: publish refuses this with mondrian: insensitive columns are released as "
                                    "they are, and may tell people apart whatever k is: 'seen' with the "));
    const Outcome none = run_scrim(command + "--require k_anonymity(k=4) --explore");
    EXPECT_THAT(none.out, ::testing::Not(HasSubstr("NOTE")));
    folder_.write("t.csv", "age,seen,disease\n20,07:18,flu\n20,07:19,cold\n30,07:20,flu\n30,07:21,cold\n");
    const Outcome alone = run_scrim(command + "--require k_anonymity(k=4) --explore --json");
    EXPECT_THAT(alone.out, HasSubstr("'seen' alone singles out 100.0 % of them"));
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
