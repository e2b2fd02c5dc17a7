// Runs every tests/sql/*.test and tests/attacks/*.test once for each plan (see README.md).
#include "scrim/sql.h"
#include "tests/sql/test_file.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>

namespace scrim::testing {
namespace sql_test {

namespace fs = std::filesystem;

struct FileRun {
    fs::path file;
    std::string plan;
};

void PrintTo(const FileRun& run, std::ostream* out) { *out << run.file.string() << ", plan " << run.plan; }

std::vector<FileRun> all_runs() {
    std::vector<FileRun> runs;
    for (const char* folder : {"sql", "attacks"})
        for (const auto& entry : fs::recursive_directory_iterator(fs::path(SCRIM_SOURCE_DIR) / "tests" / folder))
            if (entry.path().extension() == ".test")
                for (const std::string_view plan : test_plans()) runs.push_back({entry.path(), std::string(plan)});
    std::stable_sort(runs.begin(), runs.end(), [](const FileRun& a, const FileRun& b) { return a.file < b.file; });
    return runs;
}

// "attacks/grants.test" under the plan auto: attacks_grants_plan_auto.
std::string name_of(const FileRun& run) {
    std::string name = fs::relative(run.file, fs::path(SCRIM_SOURCE_DIR) / "tests").replace_extension().string();
    name += "_plan_" + run.plan;
    std::replace_if(
        name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
    return name;
}

class TemporaryFolder {
public:
    TemporaryFolder() {
        std::string name = (fs::temp_directory_path() / "scrim_sql_XXXXXX").string();
        if (!::mkdtemp(name.data())) throw std::runtime_error("cannot make a folder like " + name);
        path_ = name;
    }
    ~TemporaryFolder() {
        std::error_code error;
        fs::remove_all(path_, error);
    }
    const fs::path& path() const { return path_; }

private:
    fs::path path_;
};

// The rows of a statement, header first, as a test file writes them.
class Rows final : public SqlSink {
public:
    void columns(std::span<const SqlColumn> columns) override {
        columns_.assign(columns.begin(), columns.end());
        TestRow& names = rows_.emplace_back();
        for (const SqlColumn& column : columns) names.push_back(column.name);
    }
    bool row(std::span<const std::optional<std::string>> cells) override {
        TestRow& row = rows_.emplace_back();
        for (std::size_t i = 0; i < cells.size(); ++i) row.push_back(test_cell(cells[i], columns_.at(i)));
        return true;
    }
    void message(std::string_view) override {}

    std::vector<TestRow> rows(bool header) const {
        return {rows_.begin() + (header || rows_.empty() ? 0 : 1), rows_.end()};
    }

private:
    std::vector<SqlColumn> columns_;
    std::vector<TestRow> rows_;
};

// The database of one run, and its sessions by name.
class Doors {
public:
    Doors(bool on_disk, std::string plan, const fs::path& folder)
        : path_(on_disk ? (folder / "test.db").string() : ""), plan_(std::move(plan)) {}

    void close() {
        sessions_.clear();
        database_.reset();
    }

    Result<void> run(const std::string& name, const std::string& sql, SqlSink& sink) {
        if (!database_) {
            SCRIM_TRY(SqlDatabase opened, SqlDatabase::open({.path = path_, .threads = 2}));
            database_ = std::move(opened);
        }
        auto session = sessions_.find(name);
        if (session == sessions_.end()) {
            SCRIM_TRY(SqlSession begun, database_->session(name));
            session = sessions_.emplace(name, std::move(begun)).first;
            Rows nothing;
            if (name.empty()) SCRIM_CHECK(session->second.run("SET av_plan = '" + plan_ + "'", nothing, no_progress()));
        }
        return session->second.run(sql, sink, no_progress());
    }

private:
    std::string path_, plan_;
    std::optional<SqlDatabase> database_;
    std::map<std::string, SqlSession> sessions_;
};

std::string filled_in(std::string sql, const fs::path& folder) {
    for (const auto& [name, value] :
         std::map<std::string, std::string>{{"${SOURCE}", SCRIM_SOURCE_DIR}, {"${FOLDER}", folder.string()}})
        for (std::size_t at = 0; (at = sql.find(name, at)) != std::string::npos; at += value.size())
            sql.replace(at, name.size(), value);
    return sql;
}

// What is wrong with the outcome, or "".
std::string judge(const TestRecord& record, const Result<void>& done, const Rows& rows) {
    if (record.kind == TestRecord::Kind::error) {
        const std::string expected = "  expected an error like: " + record.argument + "\n";
        if (done) return expected + "  but it ran\n";
        const bool found = std::regex_search(done.error().message, std::regex(record.argument));
        if (found && done.error().kind == Error::Kind::input) return "";
        return expected + "  actual: " + (found ? "the message, but as a fault: " : "") + done.error().message + "\n";
    }
    if (!done) return "  failed: " + done.error().message + "\n";
    return record.kind == TestRecord::Kind::query ? difference(record, rows.rows(record.header)) : "";
}

class SqlFiles : public ::testing::TestWithParam<FileRun> {};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(SqlFiles);

TEST_P(SqlFiles, Hold) {
    const FileRun& run = GetParam();
    std::ifstream stream(run.file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    const auto file = parse_test_file(text);
    ASSERT_TRUE(file.ok()) << run.file << ": " << file.error().message;

    const TemporaryFolder folder;
    Doors doors(file->on_disk, run.plan, folder.path());
    std::string name;
    for (const TestRecord& record : file->records) {
        if (!record.plan.empty() && record.plan != run.plan) continue;
        if (record.kind == TestRecord::Kind::as) {
            name = record.argument;
        } else if (record.kind == TestRecord::Kind::reopen) {
            doors.close();
        } else {
            Rows rows;
            const std::string sql = filled_in(record.sql, folder.path());
            const Result<void> done = doors.run(name, sql, rows);
            const std::string wrong = judge(record, done, rows);
            if (wrong.empty()) continue;
            ADD_FAILURE_AT(run.file.c_str(), static_cast<int>(record.line))
                << sql << "\n  as " << (name.empty() ? "owner" : name) << ", plan " << run.plan << "\n"
                << wrong;
            if (record.kind == TestRecord::Kind::ok) return;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Files, SqlFiles, ::testing::ValuesIn(all_runs()),
                         [](const auto& test) { return name_of(test.param); });

}  // namespace sql_test
}  // namespace scrim::testing
