// A series as a user makes it: releases of changing data, verified, attacked, and every refusal.
#include "tests/cli/scratch_folder.h"
#include "tests/rounds.h"

#include "adapters/cli/cli.h"
#include "kernel/core/json.h"
#include "kernel/core/random.h"

#include <filesystem>
#include <map>

namespace scrim::testing {
namespace republish_test {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr int crowd = 60;

const std::string policy =
    "columns:\n  id: identifier\n  age: quasi_identifier\n  job: {role: quasi_identifier, hierarchy: job.csv}\n"
    "  note: insensitive\n  disease: {role: sensitive, hierarchy: disease.csv}\nperson: id\n";
const std::string jobs = "nurse;health;*\nsurgeon;health;*\ncook;food;*\nbaker;food;*\n";
const std::string diseases =
    "flu;lungs;*\nasthma;lungs;*\nbronchitis;lungs;*\ngastritis;stomach;*\nulcer;stomach;*\ncolitis;stomach;*\n";

class RepublishTest : public CliTest {
protected:
    RepublishTest() {
        folder_.write("policy.yaml", policy);
        folder_.write("job.csv", jobs);
        folder_.write("disease.csv", diseases);
        for (int i = 0; i < crowd; ++i) add();
    }

    void add(const std::string& disease = "") {
        static const std::vector<std::string> job{"nurse", "surgeon", "cook", "baker"};
        people_[next_] = std::to_string(20 + random_.below(60)) + "," + job[random_.below(4)] + ",n" +
                         std::to_string(next_) + "," + (disease.empty() ? ill_[random_.below(6)] : disease);
        ++next_;
    }
    void add_one_of_each() {
        for (const std::string& disease : ill_) add(disease);
    }
    // Everybody another one, so that who is in a release with exact quasi-identifiers can be told.
    void give_own_ages() {
        for (auto& [id, rest] : people_) rest = std::to_string(1000 + id) + rest.substr(rest.find(','));
    }
    bool is_released(int id, int number) const {
        const std::string data = folder_.read("series/public/" + std::to_string(number) + "/data.csv");
        return data.find(std::to_string(1000 + id)) != std::string::npos;
    }
    void remove(std::size_t count) {
        for (; count > 0; --count) {
            auto one = people_.begin();
            std::advance(one, static_cast<std::ptrdiff_t>(random_.below(people_.size())));
            people_.erase(one);
        }
    }
    void write(const std::string& name) const {
        std::string table = "id,age,job,note,disease\n";
        for (const auto& [id, rest] : people_) table += "p" + std::to_string(id) + "," + rest + "\n";
        folder_.write(name, table);
    }
    // The next release of the data as they are.
    Json release(const std::string& more = "") {
        write("now.csv");
        const Outcome outcome = run_scrim("republish now.csv --series series --json" + more);
        EXPECT_EQ(outcome.code, cli::fine) << outcome.err;
        return outcome.code == cli::fine ? Json::parse(outcome.out) : Json::object();
    }
    Json first(const std::string& method) { return release(" --policy policy.yaml " + method); }
    void expect_refused(const std::string& command, const std::string& words) {
        const Outcome outcome = run_scrim(command);
        EXPECT_EQ(outcome.code, cli::bad_input) << command << "\n" << outcome.out;
        EXPECT_THAT(outcome.err, HasSubstr(words)) << command;
    }
    void expect_verified() {
        for (const std::string more : {"", " --public"}) {
            const Outcome outcome = run_scrim("verify series" + more);
            EXPECT_EQ(outcome.code, cli::fine) << outcome.out << outcome.err;
        }
        EXPECT_EQ(run_scrim("verify series/public").code, cli::fine);
    }

    const std::vector<std::string> ill_{"flu", "asthma", "bronchitis", "gastritis", "ulcer", "colitis"};
    std::map<int, std::string> people_;
    int next_ = 0;
    SeededRandom random_{5};
};

class EveryMethod : public RepublishTest, public ::testing::WithParamInterface<std::string> {};
INSTANTIATE_TEST_SUITE_P(Republish, EveryMethod,
                         ::testing::Values("--method m_invariance -m 4", "--method m_invariance -m 3 --form anatomized",
                                           "--method epsilon_inclusion -m 4", "--method m_invariance -m 4 --blind",
                                           "--method epsilon_inclusion --lambda 2 --tau 2",
                                           "--method m_invariance -m 4 --format parquet"));

TEST_P(EveryMethod, ManyReleases) {
    std::vector<std::string> versions;
    const std::string format = GetParam().find("parquet") != std::string::npos ? " --format parquet" : "";
    const int releases = rounds(3);
    for (int number = 1; number <= releases; ++number) {
        const Json report = number == 1 ? first(GetParam() + " --delay") : release(" --delay" + format);
        ASSERT_EQ(report["release"]["number"], number);
        EXPECT_EQ(report["releases"].size(), static_cast<std::size_t>(number));
        write("v" + std::to_string(number) + ".csv");
        versions.push_back("v" + std::to_string(number) + ".csv");
        remove(15);
        for (int i = 0; i < 15; ++i) add();
    }
    expect_verified();
    // From outside, by whoever knows who is in which release.
    std::string command = "check-series series --policy policy.yaml --least 3 --people";
    for (const std::string& version : versions) command += " " + version;
    const Outcome outcome = run_scrim(command);
    // People who were held back are in no release.
    if (outcome.code == cli::bad_input) {
        EXPECT_THAT(outcome.err, HasSubstr("no class covers"));
        return;
    }
    EXPECT_EQ(outcome.code, cli::fine) << outcome.out << outcome.err;
}

// Combined by somebody who knows who is in which release and whose value changed, no release rules out what somebody
// really has, and nobody is exposed: people come, go, return, move and get other values.
TEST_P(EveryMethod, RulesOutNoTruth) {
    std::vector<std::map<std::string, std::string>> truths;
    std::string folders, versions;
    people_.clear();
    for (int i = 0; i < 10; ++i) add_one_of_each();
    give_own_ages();
    auto gone = people_;
    const bool exact = GetParam().find("epsilon_inclusion") != std::string::npos;
    const std::string format = GetParam().find("parquet") != std::string::npos ? " --format parquet" : "";
    std::size_t changed = 0;
    for (int number = 1; number <= 9 && truths.size() < 3; ++number) {
        const Json report = number == 1 ? first(GetParam() + " --delay") : release(" --delay" + format);
        ASSERT_TRUE(report.contains("changed_inside"));
        changed += report["changed_inside"].get<std::size_t>() + report["changed_outside"].get<std::size_t>();
        const auto before = people_;
        // Who is held back is in no release: known where ages are exact; other releases are left out.
        if (exact) std::erase_if(people_, [&](const auto& person) { return !is_released(person.first, number); });
        if (exact || report["held_back"] == 0) {
            write("v" + std::to_string(number) + ".csv");
            versions += " v" + std::to_string(number) + ".csv";
            folders += " series/public/" + std::to_string(number);
            std::map<std::string, std::string>& truth = truths.emplace_back();
            for (const auto& [id, rest] : people_) truth["p" + std::to_string(id)] = rest.substr(rest.rfind(',') + 1);
        }
        people_ = before;
        remove(6);
        for (const auto& [id, rest] : gone)
            if (!people_.contains(id) && random_.below(4) == 0) people_[id] = rest;
        for (int i = 0; i < 4; ++i) add_one_of_each();
        give_own_ages();
        for (auto& [id, rest] : people_)
            if (random_.below(12) == 0) rest = rest.substr(0, rest.rfind(',') + 1) + ill_[random_.below(6)];
        gone = before;
    }
    EXPECT_GT(changed, 0u);
    ASSERT_EQ(truths.size(), 3u);
    const std::string more = " --people" + versions + " --policy policy.yaml --least ";
    // Everybody has fewer than seven possible values: all are listed.
    const Outcome all = run_scrim("check-series" + folders + more + "7 --json");
    ASSERT_EQ(all.code, cli::does_not_hold) << all.out << all.err;
    std::size_t found = 0;
    const Json json = Json::parse(all.out);
    for (const Json& person : json["exposed"]) {
        const std::size_t from = person.value("from_release", std::size_t{1}) - 1,
                          to = person.value("to_release", truths.size()) - 1;
        for (std::size_t r = from; r <= to; ++r) {
            const auto truth = truths[r].find(person["person"].get<std::string>());
            if (truth == truths[r].end()) continue;
            EXPECT_THAT(person["values"].get<std::vector<std::string>>(), ::testing::Contains(truth->second));
            ++found;
        }
    }
    EXPECT_GT(found, truths.size() * 40);
    const Outcome safe = run_scrim("check-series" + folders + more + "3");
    EXPECT_EQ(safe.code, cli::fine) << safe.out << safe.err;
    EXPECT_THAT(safe.out, HasSubstr("changed between releases"));
}

// The same through the audit of the whole series.
TEST_F(RepublishTest, AuditsAnAnatomizedSeriesWithUpdates) {
    first("--method m_invariance -m 3 --form anatomized");
    write("v1.csv");
    for (auto& [id, rest] : people_)
        if (id % 10 == 0) rest = rest.substr(0, rest.rfind(',')) + (id % 20 == 0 ? ",flu" : ",ulcer");
    // With as many newcomers of each disease, whoever gets a new group finds one.
    for (int i = 0; i < 6; ++i) add_one_of_each();
    const Json report = release();
    ASSERT_TRUE(report.contains("changed_inside"));
    EXPECT_GT(report["changed_inside"].get<int>() + report["changed_outside"].get<int>(), 0);
    write("v2.csv");
    const Outcome audit = run_scrim("audit series --people v1.csv v2.csv --person id");
    EXPECT_EQ(audit.code, cli::fine) << audit.out << audit.err;
    EXPECT_THAT(audit.out, HasSubstr("has at least 3 possible values of 'disease' left after 2 releases"));
    EXPECT_THAT(audit.out, HasSubstr("changed between releases"));
}

TEST_F(RepublishTest, RecipientsSeeNoNames) {
    first("--method m_invariance -m 3");
    remove(crowd / 2);
    release();
    for (const auto& entry : std::filesystem::recursive_directory_iterator("series/public")) {
        if (!entry.is_regular_file()) continue;
        const std::string text = folder_.read(entry.path().string());
        EXPECT_THAT(text, Not(HasSubstr("p17"))) << entry.path();
        EXPECT_THAT(text, Not(HasSubstr("n17"))) << entry.path();
    }
    EXPECT_EQ(folder_.read("series/public/2/counterfeits.csv").substr(0, 12), "group,count\n");
    // Nobody else may look into the owner's folder, and nobody who left is named in it.
    EXPECT_EQ(std::filesystem::status("series/owner").permissions(), std::filesystem::perms::owner_all);
    EXPECT_FALSE(std::filesystem::exists("series/owner/history-1"));
}

TEST_F(RepublishTest, WhoReturnsKeepsTheSignature) {
    first("--method m_invariance -m 3");
    const auto all = people_;
    remove(crowd / 2);
    EXPECT_EQ(release()["left"], crowd / 2);
    people_ = all;
    const Json back = release();
    EXPECT_EQ(back["returned"], crowd / 2);
    EXPECT_EQ(back["arrived"], 0);
    EXPECT_EQ(back["counterfeits"], 0);
    EXPECT_EQ(back["release"]["records"], crowd);
    expect_verified();
}

TEST_F(RepublishTest, Updates) {
    first("--method m_invariance -m 3");
    people_.begin()->second = "99,cook,moved," + people_.begin()->second.substr(people_.begin()->second.rfind(',') + 1);
    EXPECT_EQ(release()["moved"], 1);
    const Json same = release();
    EXPECT_EQ(same["moved"], 0);
    EXPECT_THAT(same["notes"].dump(), HasSubstr("nothing changed"));
    for (auto& [id, rest] : people_) rest = rest.substr(0, rest.rfind(',')) + (id % 2 ? ",flu" : ",ulcer");
    write("now.csv");
    expect_refused("republish now.csv --series series --refuse-updates",
                   "changed to one that their group does not hide");
    expect_refused("republish now.csv --series series", "cannot be grouped");
    const Json report = release(" --delay");
    EXPECT_GT(report["changed_inside"], 0);
    EXPECT_GT(report["changed_outside"], 0);
    EXPECT_THAT(report["notes"].dump(), HasSubstr("treated as having left"));
    expect_verified();
}

TEST_F(RepublishTest, DryRunWritesNothing) {
    write("now.csv");
    const Outcome nothing =
        run_scrim("republish now.csv --policy policy.yaml --series series --method m_invariance -m 3 --dry-run");
    EXPECT_EQ(nothing.code, cli::fine) << nothing.err;
    EXPECT_THAT(nothing.out, HasSubstr("Nothing was written"));
    EXPECT_FALSE(std::filesystem::exists("series"));
    first("--method m_invariance -m 3");
    const Json dry = release(" --dry-run");
    EXPECT_EQ(dry["release"]["number"], 2);
    EXPECT_FALSE(std::filesystem::exists("series/public/2"));
    expect_verified();
}

TEST_F(RepublishTest, RefusesANewSeries) {
    write("now.csv");
    const std::string start = "republish now.csv --series series --policy policy.yaml ";
    expect_refused("republish now.csv --series series --method m_invariance -m 3", "is a new series");
    expect_refused(start, "needs a method");
    expect_refused(start + "--method k_anonymity -m 3", "there is no method 'k_anonymity'");
    expect_refused(start + "--method m_invariance", "-m 10");
    expect_refused(start + "--method m_invariance -m 1", "between 2 and");
    expect_refused(start + "--method m_invariance -m 7", "cannot be grouped");
    expect_refused(start + "--method m_invariance --lambda 2", "--lambda");
    expect_refused(start + "--method m_invariance -m 3 --form round", "generalized or anatomized");
    expect_refused(start + "--method epsilon_inclusion -m 3 --form anatomized", "no other form");
    expect_refused(start + "--method epsilon_inclusion -m 3 --lambda 3", "not both");
    expect_refused(start + "--method epsilon_inclusion --lambda 2 --category-level 9", "above the top");
    expect_refused(start + "--method m_invariance -m 3 --format docx", "format of the data");
    expect_refused(start + "--method m_invariance -m 3 --require t_closeness_equal(t=0.01)", "also requires");
    std::string text = policy;
    folder_.write("other.yaml", text.substr(0, text.find("person:")));
    expect_refused("republish now.csv --series series --policy other.yaml --method m_invariance -m 3", "--person");
    folder_.write("twice.csv", "id,age,job,note,disease\na,1,cook,x,flu\na,2,cook,x,ulcer\n");
    expect_refused("republish twice.csv --series series --policy policy.yaml --method m_invariance -m 2",
                   "'a' is there twice");
    folder_.write("nobody.csv", "id,age,job,note,disease\n,1,cook,x,flu\nb,2,cook,x,ulcer\n");
    expect_refused("republish nobody.csv --series series --policy policy.yaml --method m_invariance -m 2", "no value");
    folder_.write("odd.csv", "id,age,job,note,disease\na,1,cook,x,plague\nb,2,cook,x,ulcer\n");
    expect_refused("republish odd.csv --series series --policy policy.yaml --method m_invariance -m 2", "'plague'");
    EXPECT_FALSE(std::filesystem::exists("series"));
    std::filesystem::create_directory("file");
    folder_.write("file/inside", "x");
    expect_refused("republish now.csv --series file --policy policy.yaml --method m_invariance -m 3", "is no series");
}

TEST_F(RepublishTest, RefusesTheNextRelease) {
    first("--method m_invariance -m 3");
    const std::string next = "republish now.csv --series series ";
    expect_refused(next + "--method epsilon_inclusion", "another method");
    expect_refused(next + "-m 2", "promise less");
    expect_refused(next + "-m 5", "m cannot become 5");
    expect_refused(next + "--form anatomized", "another form");
    folder_.write("none.csv", "id,age,job,note,disease\n");
    expect_refused("republish none.csv --series series", "no rows");
    folder_.write("odd.csv", "id,age,job,note,disease\na,1,cook,x,plague\n");
    expect_refused("republish odd.csv --series series", "'plague'");
    expect_verified();

    namespace fs = std::filesystem;
    const auto damaged = [&](auto harm, const std::string& words) {
        fs::remove_all("harmed");
        fs::copy("series", "harmed", fs::copy_options::recursive);
        harm();
        expect_refused("republish now.csv --series harmed", words);
    };
    damaged([] { fs::remove("harmed/owner/current"); }, "'owner/current' is missing");
    damaged([&] { folder_.write("harmed/owner/current", "{}"); }, "cannot be trusted");
    damaged([] { fs::remove_all("harmed/owner/history-1"); }, "is missing");
    damaged([&] { folder_.write("harmed/owner/history-1/history.json", "{}"); },
            "'history.json' is not what was written");
    damaged([&] { folder_.write("harmed/owner/history-1/people.parquet", "x"); }, "'people.parquet' is not");
    damaged([] { fs::remove_all("harmed/public/1"); }, "release 1 is recorded");
    damaged([&] { folder_.write("harmed/public/1/certificate.json", "{}"); }, "release 1 is not the one");
}

// A job that runs every quarter says the same each time; what differs is refused, by name.
TEST_F(RepublishTest, TakesTheSamePolicyAndFlagsAgain) {
    const std::string flags = "--method m_invariance -m 3 --form generalized --delay";
    first(flags);
    std::filesystem::create_directory("elsewhere");
    const auto written = [&](std::string text, const std::string& from, const std::string& to) {
        if (!from.empty()) {
            EXPECT_NE(text.find(from), std::string::npos) << from;
            text.replace(text.find(from), from.size(), to);
        }
        folder_.write("elsewhere/policy.yaml", text);
    };
    folder_.write("elsewhere/job.csv", jobs);
    folder_.write("elsewhere/disease.csv", diseases);
    EXPECT_EQ(first(flags)["release"]["number"], 2);
    // In another place, in another order, with a hierarchy that is written in another way; and by flags.
    folder_.write("elsewhere/policy.yaml", "person: id\n" + policy.substr(0, policy.find("person:")));
    std::string windows = jobs;
    for (std::size_t at = 0; (at = windows.find('\n', at)) != std::string::npos; at += 2) windows.insert(at, "\r");
    folder_.write("elsewhere/job.csv", windows);
    EXPECT_EQ(release(" --policy elsewhere/policy.yaml " + flags)["release"]["number"], 3);
    EXPECT_EQ(release(" --person id --qi age --qi job=job.csv --insensitive note --sensitive disease=disease.csv " +
                      flags)["release"]["number"],
              4);

    const auto refused = [&](const std::string& from, const std::string& to, const std::string& words) {
        written(policy, from, to);
        expect_refused("republish now.csv --series series --policy elsewhere/policy.yaml " + flags, words);
    };
    refused("age: quasi_identifier", "age: insensitive",
            "this one differs: column 'age' is insensitive, not quasi_identifier; give the same one or none");
    refused("  note: insensitive\n", "", "column 'note' is missing, which is insensitive");
    refused("  note: insensitive\n", "  note: insensitive\n  more: insensitive\n",
            "column 'more' is new, as insensitive");
    refused("age: quasi_identifier", "age: {role: quasi_identifier, weight: 2}", "column 'age' weighs 2, not 1");
    refused("hierarchy: job.csv", "weight: 1", "column 'job' has no hierarchy");
    refused("person: id\n", "person: id\nrequire:\n  - k_anonymity(k=2)\n", "k_anonymity(k=2) is required");
    folder_.write("elsewhere/job.csv", jobs + "waiter;food;*\n");
    refused("", "", "the hierarchy of column 'job', 'elsewhere/job.csv', does not hold what it held");
    expect_refused("republish now.csv --series series --policy policy.yaml --method m_invariance -m 3 --lambda 3",
                   "which stays");
    EXPECT_FALSE(std::filesystem::exists("series/public/5"));
    expect_verified();
}

TEST_F(RepublishTest, VerifyFindsTampering) {
    first("--method m_invariance -m 3");
    remove(crowd / 3);
    release();
    namespace fs = std::filesystem;
    const auto tampered = [&](auto harm, const std::string& words) {
        fs::remove_all("harmed");
        fs::copy("series", "harmed", fs::copy_options::recursive);
        harm();
        const Outcome outcome = run_scrim("verify harmed");
        EXPECT_EQ(outcome.code, cli::does_not_hold) << words;
        EXPECT_THAT(outcome.out, HasSubstr(words));
    };
    const auto replace = [&](const std::string& file, const std::string& from, const std::string& to) {
        std::string text = folder_.read(file);
        ASSERT_NE(text.find(from), std::string::npos);
        folder_.write(file, text.replace(text.find(from), from.size(), to));
    };
    tampered([] { fs::remove_all("harmed/public/1"); }, "release 1 is missing");
    tampered([] { fs::rename("harmed/public/2", "harmed/public/3"); }, "release 2 is missing");
    tampered([&] { folder_.write("harmed/public/notes.txt", "x"); }, "notes.txt");
    tampered([&] { replace("harmed/public/1/data.csv", "flu", "ulcer"); }, "release 1: data.csv is unchanged");
    tampered([&] { replace("harmed/public/1/certificate.json", "\"m_uniqueness(m=3)\"", "\"m_uniqueness(m=2)\""); },
             "follows another release");
    tampered([&] { replace("harmed/public/2/certificate.json", "\"untrue\"", "\"untrue\": 1, \"more\""); },
             "release 2");
    tampered([&] { replace("harmed/owner/current", "\"release\": 2", "\"release\": 1"); }, "release 1 was recorded");
    tampered([] { fs::remove_all("harmed/owner/history-2"); }, "it is missing");
}

}  // namespace republish_test
}  // namespace scrim::testing
