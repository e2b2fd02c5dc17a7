// Every function of the library that reads tables gives of a frame what it gives of the file.
#include "scrim/audit.h"
#include "scrim/check.h"
#include "scrim/frame.h"
#include "scrim/hierarchy.h"
#include "scrim/publish.h"
#include "scrim/query.h"
#include "scrim/republish.h"
#include "scrim/statdb.h"
#include "scrim/verify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace scrim::testing {
namespace frames_test {

using ::testing::HasSubstr;

class FramesTest : public ::testing::Test {
protected:
    FramesTest() {
        std::string name = (std::filesystem::temp_directory_path() / "scrim-frames-XXXXXX").string();
        folder_ = ::mkdtemp(name.data());
    }
    ~FramesTest() override { std::filesystem::remove_all(folder_); }

    std::string path(const std::string& name) const { return folder_ + "/" + name; }
    static std::string example(const std::string& name) { return std::string(SCRIM_SOURCE_DIR) + "/examples/" + name; }
    static TableInput file(const std::string& name) {
        TableInput input;
        input.path = example(name);
        return input;
    }
    // The same table in memory; messages call it by the same name.
    static TableInput frame(const std::string& name) {
        TableInput input = file(name);
        const auto read = read_frame(input, no_progress());
        EXPECT_TRUE(read.ok()) << read.error().message;
        input.frame = *read;
        return input;
    }
    static Policy policy(const std::string& name) {
        const auto read = read_policy(example(name));
        EXPECT_TRUE(read.ok()) << read.error().message;
        return *read;
    }
    static std::string text_of(const std::string& path) {
        std::ifstream file(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    }
    template <class T>
    static std::string json_of(const Result<T>& report) {
        EXPECT_TRUE(report.ok()) << report.error().message;
        return report ? to_json(*report) : "";
    }
    PublishRequest publishing(TableInput table, const std::string& out) const {
        PublishRequest request;
        request.table = std::move(table);
        request.policy = policy("policy.yaml");
        request.policy.algorithm = "mondrian";
        request.out = path(out);
        return request;
    }

    std::string folder_;
};

TEST_F(FramesTest, Check) {
    const auto report = [&](TableInput table, TableInput original) {
        CheckRequest request;
        request.table = std::move(table);
        request.original = std::move(original);
        request.policy = policy("policy.yaml");
        return json_of(check(request, no_progress()));
    };
    const std::string expected = report(file("released.csv"), file("patients.csv"));
    EXPECT_THAT(expected, HasSubstr("k_anonymity"));
    EXPECT_EQ(report(frame("released.csv"), frame("patients.csv")), expected);
    EXPECT_EQ(report(frame("released.csv"), file("patients.csv")), expected);
}

TEST_F(FramesTest, PublishAndVerify) {
    const auto of_file = publish(publishing(file("patients.csv"), "of_file"), no_progress());
    const auto of_frame = publish(publishing(frame("patients.csv"), "of_frame"), no_progress());
    ASSERT_TRUE(of_file.ok()) << of_file.error().message;
    ASSERT_TRUE(of_frame.ok()) << of_frame.error().message;
    EXPECT_EQ(text_of(path("of_frame/data.csv")), text_of(path("of_file/data.csv")));
    EXPECT_EQ(text_of(path("of_frame/certificate.json")), text_of(path("of_file/certificate.json")));
    VerifyRequest request;
    request.folder = path("of_frame");
    request.original = frame("patients.csv");
    request.policy = policy("policy.yaml");
    const auto verified = verify(request, no_progress());
    ASSERT_TRUE(verified.ok()) << verified.error().message;
    EXPECT_TRUE(verified->holds()) << to_text(*verified);
    request.original = frame("ward_q1.csv");
    const auto other = verify(request, no_progress());
    EXPECT_TRUE(!other || !other->holds());
}

TEST_F(FramesTest, AFrameWithoutANameIsCalledATableInMemory) {
    TableInput unnamed = frame("patients.csv");
    unnamed.path.clear();
    ASSERT_TRUE(publish(publishing(unnamed, "out"), no_progress()).ok());
    EXPECT_THAT(text_of(path("out/report.html")), HasSubstr("the table in memory – Scrim release report"));
    unnamed.delimiter = ";";
    const auto refused = column_names(unnamed);
    ASSERT_FALSE(refused.ok());
    EXPECT_THAT(refused.error().message, HasSubstr("only for files"));
}

TEST_F(FramesTest, Query) {
    const auto report = [&](TableInput table) {
        QueryRequest request;
        request.table = std::move(table);
        request.policy = policy("policy.yaml");
        request.queries = {"SELECT disease, COUNT(*) FROM t WHERE age BETWEEN 20 AND 25 GROUP BY disease"};
        return json_of(query(request, no_progress()));
    };
    EXPECT_EQ(report(frame("released.csv")), report(file("released.csv")));
}

TEST_F(FramesTest, Statdb) {
    const auto info = [&](TableInput table, const std::string& out) {
        StatBuildRequest request;
        request.table = std::move(table);
        request.policy = policy("policy.yaml");
        request.m = 2;
        request.out = path(out);
        const auto built = build_statdb(request, no_progress());
        EXPECT_TRUE(built.ok()) << built.error().message;
        const auto db = StatDb::open(request.out);
        EXPECT_TRUE(db.ok()) << db.error().message;
        StatInfo known = db->info(100);
        const auto answer = db->ask("SELECT COUNT(*) FROM StatDB", "", no_progress());
        EXPECT_TRUE(answer.ok());
        return to_json(*answer, false);
    };
    EXPECT_EQ(info(frame("patients.csv"), "a.statdb"), info(file("patients.csv"), "b.statdb"));
}

TEST_F(FramesTest, RepublishAndCheckSeries) {
    for (const char* quarter : {"ward_q1.csv", "ward_q2.csv", "ward_q3.csv"}) {
        RepublishRequest request;
        request.table = frame(quarter);
        request.series = path("series");
        if (quarter == std::string("ward_q1.csv")) {
            request.policy = policy("ward.yaml");
            request.method = "m_invariance";
            request.m = 3;
        }
        const auto released = republish(request, no_progress());
        ASSERT_TRUE(released.ok()) << released.error().message;
    }
    VerifyRequest verifying;
    verifying.folder = path("series");
    const auto verified = verify(verifying, no_progress());
    ASSERT_TRUE(verified.ok() && verified->holds());
    SeriesCheckRequest checking;
    checking.releases.push_back({.path = path("series")});
    for (const char* quarter : {"ward_q1.csv", "ward_q2.csv", "ward_q3.csv"}) checking.people.push_back(frame(quarter));
    checking.policy = policy("ward.yaml");
    checking.least = 3;
    const std::string of_frames = json_of(check_series(checking, no_progress()));
    checking.people.clear();
    for (const char* quarter : {"ward_q1.csv", "ward_q2.csv", "ward_q3.csv"}) checking.people.push_back(file(quarter));
    EXPECT_EQ(of_frames, json_of(check_series(checking, no_progress())));
}

TEST_F(FramesTest, Audit) {
    const auto report = [&](TableInput table, TableInput original, TableInput external) {
        ReleaseAuditRequest request;
        request.table = std::move(table);
        request.original = std::move(original);
        request.external = std::move(external);
        request.person = "name";
        request.policy = policy("policy.yaml");
        return json_of(audit_release(request, no_progress()));
    };
    EXPECT_EQ(report(frame("released.csv"), frame("patients.csv"), frame("patients.csv")),
              report(file("released.csv"), file("patients.csv"), file("patients.csv")));
}

TEST_F(FramesTest, Hierarchies) {
    const auto built = [&](TableInput data) {
        HierarchyBuild build;
        build.data = std::move(data);
        build.column = "age";
        build.intervals = {"10", "20"};
        const auto text = build_hierarchy(build, no_progress());
        EXPECT_TRUE(text.ok()) << text.error().message;
        return *text;
    };
    EXPECT_EQ(built(frame("patients.csv")), built(file("patients.csv")));
    EXPECT_EQ(json_of(check_hierarchy(example("zip.csv"), frame("patients.csv"), "zip", no_progress())),
              json_of(check_hierarchy(example("zip.csv"), file("patients.csv"), "zip", no_progress())));
}

// Types and missing values of a policy, and what is refused, are the same.
TEST_F(FramesTest, MeaningsAreAsInFiles) {
    std::ofstream(path("t.csv")) << "age,day,zip\n34,31/12/2020,02139\n-9,1/2/2020,02139\n35,30/11/2020,?\n";
    TableInput text;
    text.path = path("t.csv");
    text.columns = {{"age", ColumnType::category}, {"day", ColumnType::category}, {"zip", ColumnType::category}};
    const auto as_text = read_frame(text, no_progress());
    ASSERT_TRUE(as_text.ok()) << as_text.error().message;
    const auto report = [&](TableInput table, ColumnType day) {
        CheckRequest request;
        request.table = std::move(table);
        request.policy.missing = {"?", "-9"};
        for (const auto& [name, type] : {std::pair<std::string, ColumnType>{"age", ColumnType::found},
                                         {"day", day},
                                         {"zip", ColumnType::category}}) {
            ColumnPolicy column;
            column.name = name;
            column.role = Role::quasi_identifier;
            column.type = type;
            request.policy.columns.push_back(column);
        }
        const auto checked = check(request, no_progress());
        return checked ? to_json(*checked) : checked.error().message;
    };
    TableInput file, memory;
    file.path = memory.path = path("t.csv");
    memory.frame = *as_text;
    for (const ColumnType day : {ColumnType::found, ColumnType::day_first, ColumnType::month_first, ColumnType::plain})
        EXPECT_EQ(report(memory, day), report(file, day));
    EXPECT_THAT(report(memory, ColumnType::month_first), HasSubstr("12/31/2020"));
}

}  // namespace frames_test
}  // namespace scrim::testing
