// gather from the command line: what verify recomputes of clusters, and that it catches what was changed.
#include "tests/cli/scratch_folder.h"

#include "adapters/cli/cli.h"
#include "kernel/core/json.h"
#include "kernel/core/random.h"
#include "kernel/core/text.h"
#include "methods/files/digest.h"

#include <functional>
#include <sstream>

namespace scrim::testing {
namespace publish_gather_test {

using ::testing::HasSubstr;
using ::testing::Not;
using Rows = std::vector<std::vector<std::string>>;

std::vector<std::string> cells_of(const std::string& line) {
    std::istringstream text(line);
    std::vector<std::string> cells;
    for (std::string cell; std::getline(text, cell, ',');) cells.push_back(cell);
    return cells;
}

constexpr const char *sizes = "sizes of clusters", *centers = "the center of each cluster is one of its records",
                     *radii = "no record is farther from its center than the radius";

class PublishGatherTest : public CliTest {
protected:
    // The income tells which record is which, so that every radius is what it has to be.
    PublishGatherTest() {
        SeededRandom random(1);
        std::string table = "age,born,city,income\n";
        for (int row = 0; row < 80; ++row)
            table += format("{},19{}-0{}-15,{},{}\n", row % 10 == 3 ? "" : std::to_string(20 + random.below(40)),
                            50 + random.below(40), 1 + random.below(9), "abcd"[random.below(4)], 1000 + row);
        folder_.write("t.csv", table);
        folder_.write("city.csv", "a;ab;*\nb;ab;*\nc;cd;*\nd;cd;*\n");
        folder_.write("policy.yaml",
                      "columns:\n  age: quasi_identifier\n  born: quasi_identifier\n"
                      "  city: {role: quasi_identifier, hierarchy: city.csv}\n  income: sensitive\n");
    }
    void publish(const std::string& algorithm) {
        std::vector<std::string> words = words_of("publish t.csv --policy policy.yaml --out r --force --algorithm");
        words.push_back(algorithm);
        const Outcome made = run_scrim(words);
        ASSERT_EQ(made.code, cli::fine) << made.err;
    }
    // Changes rows and certificate, and makes the checksums fit again.
    void forge(const std::function<void(Rows& rows, Json& certificate)>& change) {
        std::istringstream lines(folder_.read("r/data.csv"));
        std::string heading, line, data;
        std::getline(lines, heading);
        Rows rows;
        while (std::getline(lines, line)) rows.push_back(cells_of(line));
        Json json = Json::parse(folder_.read("r/certificate.json"));
        change(rows, json);
        data = heading + "\n";
        for (const auto& row : rows) data += join(row, ",") + "\n";
        folder_.write("r/data.csv", data);
        for (Json& file : json["files"])
            if (file["name"] == "data.csv") {
                file["bytes"] = data.size();
                file["sha256"] = files::sha256(data);
            }
        folder_.write("r/certificate.json", json.dump(2) + "\n");
    }
    // Changes one column of all rows that print what the first one does.
    static void change_first(Rows& rows, std::size_t column, const std::string& value) {
        const std::vector<std::string> first = rows.front();
        for (auto& row : rows) {
            bool same = true;
            for (const std::size_t c : {0, 1, 2, 4, 5}) same &= row[c] == first[c];
            if (same) row[column] = value;
        }
    }
    std::string verify(const std::string& more) { return run_scrim("verify r" + more).out; }
    std::string fully() { return verify(" --original t.csv --policy policy.yaml"); }
};

TEST_F(PublishGatherTest, ClustersAreConfirmed) {
    for (const char* algorithm : {"gather(r=4)", "gather(r=3, epsilon=1/8)", "gather(r=8, columns=born)"}) {
        publish(algorithm);
        const Outcome full = run_scrim("verify r --original t.csv --policy policy.yaml");
        EXPECT_EQ(full.code, cli::fine) << algorithm << full.out;
        for (const char* claim : {sizes, centers, radii})
            EXPECT_THAT(full.out, HasSubstr(format("ok    {}", claim))) << algorithm;
        const std::string alone = verify("");
        EXPECT_THAT(alone, HasSubstr(format("ok    {}", sizes)));
        EXPECT_THAT(alone, HasSubstr(format("?     {}", radii)));
    }
    publish("gather(r=4)");
    EXPECT_THAT(verify(" --original t.csv"), HasSubstr("said by a hierarchy: give --policy"));
}

TEST_F(PublishGatherTest, AChangedSizeIsCaught) {
    publish("gather(r=4)");
    forge([](Rows& rows, Json&) { change_first(rows, 4, "97"); });
    EXPECT_THAT(verify(""), HasSubstr(format("FAIL  {}", sizes)));
    publish("gather(r=4)");
    forge([](Rows& rows, Json&) { change_first(rows, 4, "4.5"); });
    EXPECT_THAT(verify(""), HasSubstr(format("FAIL  {}: no size of a cluster", sizes)));
    publish("gather(r=4)");
    forge([](Rows&, Json& certificate) { certificate["perturbation"]["clusters"]["least"] = 5; });
    EXPECT_THAT(verify(""), HasSubstr("a cluster has fewer than 5 records"));
}

TEST_F(PublishGatherTest, AChangedRadiusIsCaught) {
    publish("gather(r=4)");
    forge([](Rows& rows, Json&) {
        // As printed it is rounded up to a thousandth.
        const double radius = std::stod(rows.front()[5]);
        change_first(rows, 5, format("{:.3f}", radius - 0.002));
    });
    EXPECT_THAT(verify(""), HasSubstr(format("ok    {}", sizes)));
    EXPECT_THAT(fully(), HasSubstr(format("FAIL  {}", radii)));
    publish("gather(r=4)");
    forge([](Rows& rows, Json&) { change_first(rows, 5, "-1"); });
    EXPECT_THAT(verify(""), HasSubstr("no radius of a cluster"));
}

TEST_F(PublishGatherTest, AChangedCenterIsCaught) {
    // Another record's values, and a radius in which everybody is.
    publish("gather(r=4)");
    forge([](Rows& rows, Json&) {
        const std::string born = rows.back()[1];
        change_first(rows, 5, "99");
        change_first(rows, 1, born);
    });
    EXPECT_THAT(fully(), HasSubstr(format("FAIL  {}", centers)));
    publish("gather(r=4)");
    forge([](Rows& rows, Json&) { change_first(rows, 1, "1901-01-01"); });
    EXPECT_THAT(fully(), HasSubstr(format("FAIL  {}", centers)));
}

TEST_F(PublishGatherTest, ASmallerShareLeftOutIsCaught) {
    publish("gather(r=5, epsilon=1/8)");
    const Json records = Json::parse(folder_.read("r/certificate.json"))["records"];
    ASSERT_LT(records["released"], records["original"]);
    forge([](Rows&, Json& certificate) { certificate["perturbation"]["clusters"]["left_out"] = "0"; });
    EXPECT_THAT(verify(""), HasSubstr("FAIL  records in no cluster"));
}

TEST_F(PublishGatherTest, ACertificateThatMakesNoSenseIsRefused) {
    publish("gather(r=4)");
    const std::string certificate = folder_.read("r/certificate.json");
    for (const auto& [key, value] : std::vector<std::pair<std::string, Json>>{{"columns", Json::array()},
                                                                              {"columns", {"nobody"}},
                                                                              {"size", "income"},
                                                                              {"radius", "cluster_size"},
                                                                              {"least", 0},
                                                                              {"left_out", "-1"},
                                                                              {"by_hierarchy", {"income"}}}) {
        folder_.write("r/certificate.json", certificate);
        forge([&](Rows&, Json& forged) { forged["perturbation"]["clusters"][key] = value; });
        const Outcome outcome = run_scrim("verify r");
        EXPECT_EQ(outcome.code, cli::does_not_hold) << key;
        EXPECT_THAT(outcome.out, HasSubstr("perturbation.clusters")) << key;
    }
}

}  // namespace publish_gather_test
}  // namespace scrim::testing
