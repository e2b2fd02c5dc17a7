// Tables in parts at the command line: histogram, plan, apply, judge.
#include "tests/cli/scratch_folder.h"

#include "adapters/cli/cli.h"
#include "kernel/core/json.h"

#include <sys/stat.h>

#include <algorithm>
#include <map>
#include <sstream>

namespace scrim::testing {
namespace parts_cli_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* columns = "age,city,disease";

// 60 people in two parts; several of each have the same values.
class PartsCliTest : public CliTest {
protected:
    PartsCliTest() {
        write_tables("Faro");
        folder_.write("policy.yaml",
                      "columns:\n  age: quasi_identifier\n  city: quasi_identifier\n  disease: sensitive\n"
                      "rows_are_persons: true\nrequire: [k_anonymity(k=7), l_diversity_distinct(l=2)]\n");
    }
    // all.csv, and the same people in north.csv and south.csv; those of a third city live in `third`.
    void write_tables(const std::string& third) const {
        const std::string cities[] = {"Lisbon", "Lisbon", third, "Porto", "Porto"}, diseases[] = {"flu", "cold", "hiv"};
        std::string all = std::string(columns) + "\n", part[2] = {all, all};
        for (int i = 0; i < 60; ++i) {
            const std::string row = std::to_string(30 + i * i % 7) + "," + cities[i % 5] + "," + diseases[i % 3] + "\n";
            part[i % 2] += row;
            all += row;
        }
        folder_.write("north.csv", part[0]);
        folder_.write("south.csv", part[1]);
        folder_.write("all.csv", all);
    }
    Outcome fine(const std::string& command) const {
        Outcome outcome = run_scrim(command);
        EXPECT_EQ(outcome.code, cli::fine) << command << ": " << outcome.err;
        return outcome;
    }
    void expect_refused(const std::string& command, const std::vector<std::string>& parts) const {
        const auto before = folder_.files();
        EXPECT_TRUE(is_refused(run_scrim(command), parts)) << command;
        EXPECT_EQ(folder_.files(), before) << command;
    }
    std::vector<std::string> rows(const std::string& file) const {
        std::istringstream text(folder_.read(file));
        std::vector<std::string> lines;
        for (std::string line; std::getline(text, line);)
            if (line != columns) lines.push_back(line);
        return lines;
    }
    std::vector<std::string> together(const std::string& one, const std::string& other) const {
        std::vector<std::string> lines = rows(one), more = rows(other);
        lines.insert(lines.end(), more.begin(), more.end());
        std::sort(lines.begin(), lines.end());
        return lines;
    }
    mode_t mode(const std::string& file) const {
        struct stat status {};
        EXPECT_EQ(::stat(folder_.path(file).c_str(), &status), 0) << file;
        return status.st_mode & 0777;
    }
};

TEST_F(PartsCliTest, PartsAreReleasedAsTheWholeTableIs) {
    fine("histogram north.csv --policy policy.yaml --out north.scrimhist");
    fine("histogram south.csv --policy policy.yaml --out south.scrimhist");
    EXPECT_THAT(
        fine("plan north.scrimhist south.scrimhist --policy policy.yaml --algorithm mondrian --out r.scrimplan").out,
        HasSubstr("mondrian: 60 records in"));
    EXPECT_THAT(fine("apply r.scrimplan north.csv --out n.csv").out, HasSubstr("n.csv: 30 records, 0 left out"));
    fine("apply r.scrimplan south.csv --out s.csv");
    fine("publish all.csv --policy policy.yaml --algorithm mondrian --out release");
    std::vector<std::string> whole = rows("release/data.csv");
    std::sort(whole.begin(), whole.end());
    EXPECT_EQ(together("n.csv", "s.csv"), whole);
    // Of tables and of histograms, apart and merged, in any order: the same plan.
    fine("plan south.csv north.scrimhist --policy policy.yaml --algorithm mondrian --out again.scrimplan");
    fine("histogram north.scrimhist south.csv --policy policy.yaml --out all.scrimhist");
    fine("plan all.scrimhist --policy policy.yaml --algorithm mondrian --out merged.scrimplan");
    fine("plan all.csv --policy policy.yaml --algorithm mondrian --out whole.scrimplan");
    for (const char* plan : {"again.scrimplan", "merged.scrimplan", "whole.scrimplan"})
        EXPECT_EQ(folder_.read(plan), folder_.read("r.scrimplan")) << plan;

    // Judged together, by tables or by evidence of them, as check judges all of it.
    const Outcome judged = fine("judge n.csv s.csv --policy policy.yaml --json");
    const Outcome checked = fine("check release/data.csv --policy policy.yaml --json");
    Json ours = Json::parse(judged.out), theirs = Json::parse(checked.out);
    EXPECT_EQ(ours["table"], "2 parts");
    ours.erase("table");
    theirs.erase("table");
    EXPECT_EQ(ours, theirs);
    EXPECT_EQ(run_scrim("judge n.csv --policy policy.yaml --out n.scrimevidence").code, cli::does_not_hold);
    EXPECT_EQ(fine("judge n.scrimevidence s.csv --policy policy.yaml --json").out, judged.out);
    EXPECT_EQ(run_scrim("judge n.scrimevidence s.csv --policy policy.yaml --require k_anonymity(k=61)").code,
              cli::does_not_hold);
}

TEST_F(PartsCliTest, WhatHoldsRawValuesIsForItsOwnerAlone) {
    const mode_t before = ::umask(0022);
    fine("histogram north.csv --policy policy.yaml --out north.scrimhist");
    EXPECT_EQ(mode("north.scrimhist"), 0600u);
    const Outcome open = fine("plan all.csv --policy policy.yaml --algorithm mondrian --out open.scrimplan");
    EXPECT_THAT(open.out, HasSubstr("nothing that the release does not show"));
    EXPECT_EQ(mode("open.scrimplan"), 0644u);
    folder_.write("city.csv", "Lisbon;south;*\nFaro;south;*\nPorto;north;*\n");
    const Outcome raw = fine(
        "plan all.csv --qi city=city.csv --drop age,disease --rows-are-persons --require k_anonymity(k=20) "
        "--algorithm mondrian --out raw.scrimplan");
    EXPECT_THAT(raw.out, HasSubstr("in city: it is for the owner of the table"));
    EXPECT_EQ(mode("raw.scrimplan"), 0600u);
    ::umask(before);
}

TEST_F(PartsCliTest, SharesArePlansForEachPart) {
    write_tables("Lisbon");
    expect_refused("plan north.csv south.csv --policy policy.yaml --algorithm cluster --out p.scrimplan",
                   {"several classes", "--shares"});
    const Outcome made = fine(
        "plan north.csv south.csv --policy policy.yaml --algorithm cluster --shares --out p.scrimplan "
        "--json");
    EXPECT_THAT(Json::parse(made.out)["files"], ElementsAre("p.1.scrimplan", "p.2.scrimplan"));
    fine("apply p.1.scrimplan north.csv --out n.csv");
    fine("apply p.2.scrimplan south.csv --out s.csv");
    EXPECT_EQ(together("n.csv", "s.csv").size(), 60u);
    fine("judge n.csv s.csv --policy policy.yaml");
    expect_refused("apply p.1.scrimplan south.csv --out x.csv", {"south.csv"});
    expect_refused("plan north.csv south.csv --policy policy.yaml --algorithm mondrian --shares --out q.scrimplan",
                   {"--shares", "the same plan"});
}

TEST_F(PartsCliTest, AnatomyHasATableOfValuesBesideItsParts) {
    const std::string policy =
        " --qi age,city --sensitive disease --rows-are-persons --require l_diversity_distinct(l=2) --algorithm anatomy";
    fine("plan north.csv south.csv" + policy + " --shares --out a.scrimplan --values st.csv");
    EXPECT_EQ(mode("a.1.scrimplan"), 0600u);
    fine("apply a.1.scrimplan north.csv --out n.csv");
    fine("apply a.2.scrimplan south.csv --out s.csv");
    std::map<std::string, int> of_group, said;
    const auto fields = [](const std::string& row) {
        return std::pair(row.substr(0, row.find(',')), row.substr(row.rfind(',') + 1));
    };
    for (const std::string& row : together("n.csv", "s.csv"))
        if (row != "age,city,group") ++of_group[fields(row).second];
    for (const std::string& row : rows("st.csv"))
        if (row != "group,disease,count") said[fields(row).first] += std::stoi(fields(row).second);
    EXPECT_EQ(of_group, said);
}

TEST_F(PartsCliTest, BadInput) {
    fine("histogram north.csv --policy policy.yaml --out h");
    fine("plan all.csv --policy policy.yaml --algorithm mondrian --out p");
    expect_refused("histogram p --policy policy.yaml --out x", {"p holds a plan"});
    expect_refused("plan p --policy policy.yaml --out x", {"p holds a plan"});
    expect_refused("judge h --policy policy.yaml", {"h holds a histogram"});
    expect_refused("apply h north.csv --out x.csv", {"h: "});
    expect_refused("apply north.csv north.csv --out x.csv", {"north.csv is no plan"});
    expect_refused("apply p h --out x.csv", {"h is no table"});
    expect_refused("apply p nowhere.csv --out x.csv", {"nowhere.csv", "no such file"});
    expect_refused("apply p north.csv --out nowhere/x.csv", {"nowhere/x.csv"});
    expect_refused("apply nowhere north.csv --out x.csv", {"nowhere is no plan"});
    expect_refused("plan all.csv --policy policy.yaml --algorithm personalized --out x",
                   {"personalized", "--algorithm"});
    expect_refused("plan all.csv --policy policy.yaml --algorithm mondrian --values v.csv --out x",
                   {"--values", "anatomized"});
    expect_refused(
        "plan all.csv --qi age,city --sensitive disease --rows-are-persons --algorithm anatomy "
        "--require l_diversity_distinct(l=2) --out x",
        {"--values"});
    expect_refused("plan all.csv --policy policy.yaml --algorithm rank_swap --out x", {"rank_swap"});
    expect_refused("plan all.csv --policy policy.yaml --require k_anonymity(k=61) --out x", {"k_anonymity", "60"});
    expect_refused("plan all.csv --policy policy.yaml --out nowhere/x", {"nowhere/x"});
    expect_refused("histogram north.csv --policy policy.yaml --missing disease=flu --out nowhere/x", {"nowhere/x"});
    const std::string bytes = folder_.read("p");
    folder_.write("cut", bytes.substr(0, bytes.size() - 1));
    expect_refused("apply cut north.csv --out x.csv", {"cut: ", "damaged"});
    folder_.write("other.csv", "age,city,disease\n99,Braga,flu\n");
    expect_refused("apply p other.csv --out x.csv", {"other.csv"});
    folder_.write("less.csv", "age,disease\n31,flu\n");
    expect_refused("apply p less.csv --out x.csv", {"less.csv", "needs column 'city'"});
}

}  // namespace parts_cli_test
}  // namespace scrim::testing
