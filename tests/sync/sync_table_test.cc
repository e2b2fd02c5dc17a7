// What is released again, and what is refused: on a warehouse in memory whose every step may fail.
#include "methods/sync/sync_table.h"

#include "kernel/core/memory_source.h"
#include "methods/files/file.h"
#include "methods/sync/folder_files.h"
#include "methods/sync/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>

namespace scrim::testing {
namespace sync_table_test {

using namespace syncing;
using ::testing::HasSubstr;
namespace fs = std::filesystem;

Tuples rows_of(const std::vector<std::string>& values) {
    Tuples rows;
    auto domain = std::make_shared<Domain>(Domain::of_text(values));
    std::vector<Code> codes(values.size());
    for (Code code = 0; code < codes.size(); ++code) codes[code] = code;
    rows.table.add("x", Column(domain, codes));
    rows.weights.assign(values.size(), 1);
    rows.total = values.size();
    return rows;
}

class MemoryWarehouse final : public Warehouse {
public:
    struct State {
        std::map<std::string, std::vector<std::string>> tables;
        std::map<std::string, Remembered> remembered;
        std::map<std::string, Files> histories;
        bool operator==(const State& other) const { return tables == other.tables && histories == other.histories; }
    };
    State shown, changed;
    int steps_left = -1;  // until one fails; -1: none does
    std::string altered;  // a value that the place puts instead of what is written

    Result<std::optional<Remembered>> remembered(const std::string& source) override {
        const auto found = shown.remembered.find(source);
        return found == shown.remembered.end() ? std::optional<Remembered>() : found->second;
    }
    Result<Files> history(const std::string& source) override { return shown.histories[source]; }
    Result<void> begin() override {
        changed = shown;
        return step();
    }
    Result<void> write(const TableToWrite& table, Progress&) override {
        std::vector<std::string>& values = changed.tables[table.name];
        values.clear();
        for (Code code = 0; code < table.rows.table[0].domain().values(); ++code)
            values.push_back(altered.empty() ? table.rows.table[0].domain().label(code) : altered);
        return step();
    }
    Result<std::unique_ptr<TableSource>> read_back(const std::string& name, const TableInput&) override {
        SCRIM_CHECK(step());
        return std::unique_ptr<TableSource>(std::make_unique<MemorySource>(name, rows_of(changed.tables[name])));
    }
    Result<void> remove(const std::string& name) override {
        changed.tables.erase(name);
        return step();
    }
    Result<void> remember(const std::string& source, const Remembered& release, const Certified& certified,
                          const std::string&, const Files& history, Progress&) override {
        EXPECT_EQ(certified.certificate, "certificate");
        changed.remembered[source] = release;
        changed.histories[source] = history;
        return step();
    }
    Result<void> commit(Progress&) override {
        SCRIM_CHECK(step());
        shown = changed;
        return {};
    }

private:
    Result<void> step() {
        if (steps_left == 0) return input_error("the step failed");
        if (steps_left > 0) --steps_left;
        return {};
    }
};

class SyncTable : public ::testing::Test {
protected:
    MemoryWarehouse warehouse;
    SyncRequest request;
    SyncSource source{"public.t", "t", "state 1"};
    std::vector<std::string> values{"a", "b"};
    std::string folder_seen;
    int published = 0, republished = 0;

    SyncTools tools() {
        const auto make = [this](const std::string& folder, const std::string& method) -> Result<MadeRelease> {
            fs::create_directories(folder + "/hierarchies");
            SCRIM_CHECK(files::write_file(folder + "/certificate.json", "certificate"));
            MadeRelease made;
            made.folder = folder;
            made.format = "csv";
            made.method = method;
            made.tables.emplace_back("data", rows_of(values));
            made.tables.emplace_back("values", rows_of(values));
            return made;
        };
        return {[=, this](const std::string& folder, Progress&) {
                    ++published;
                    folder_seen = folder;
                    return make(folder, "");
                },
                [=, this](const std::string& series, Progress&) {
                    ++republished;
                    // The history of the time before is there, and grows.
                    EXPECT_EQ(fs::exists(series + "/owner/1"), republished > 1);
                    fs::create_directories(series + "/owner");
                    EXPECT_TRUE(files::write_file(series + "/owner/" + std::to_string(republished), "h").ok());
                    return make(series + "/public/1", "m_invariance(m=2)");
                },
                [this](const MadeRelease& made, const OpenTable& open, Progress& progress) -> Result<void> {
                    TableInput input;
                    input.path = made.folder + "/data.csv";
                    SCRIM_TRY(const auto table, open(input));
                    SCRIM_TRY(const Table rows, table->read(table->columns(), progress));
                    for (Code code = 0; code < rows[0].domain().values(); ++code)
                        if (rows[0].domain().label(code) != values[code]) return input_error("another value is there");
                    input.path = "elsewhere.csv";
                    EXPECT_FALSE(open(input).ok());
                    return {};
                }};
    }
    Result<SyncedTable> run() {
        auto synced = sync_table(source, request, tools(), warehouse, no_progress());
        if (!synced) return synced;
        if (!request.dry_run) SCRIM_CHECK(warehouse.commit(no_progress()));
        return synced;
    }
};

TEST_F(SyncTable, OnceAndNotAgain) {
    const auto first = run();
    ASSERT_TRUE(first.ok()) << first.error().message;
    EXPECT_EQ(first->tables, (std::vector<std::string>{"t", "t_values"}));
    EXPECT_EQ(warehouse.shown.tables["t"], values);
    EXPECT_FALSE(fs::exists(folder_seen)) << "what is temporary stays";
    const auto second = run();
    EXPECT_EQ(second->outcome, SyncedTable::Outcome::unchanged);
    EXPECT_EQ(published, 1);
}

TEST_F(SyncTable, ChangedDataNeedAWord) {
    ASSERT_TRUE(run().ok());
    source.fingerprint = "state 2";
    values = {"c"};
    EXPECT_THAT(run().error().message, HasSubstr("its data changed since release 1"));
    EXPECT_EQ(warehouse.shown.tables["t"].size(), 2u);
    request.independent = true;
    const auto second = run();
    ASSERT_TRUE(second.ok()) << second.error().message;
    EXPECT_EQ(second->release, 2u);
    EXPECT_THAT(second->notes.back(), HasSubstr("knows nothing of those before"));
    EXPECT_EQ(warehouse.shown.tables["t"], values);
    request.independent = false;
    request.policy.require.push_back(*parse_requirement("k_anonymity(k=2)"));
    EXPECT_THAT(run().error().message, HasSubstr("what is asked for changed since release 2"));
}

TEST_F(SyncTable, ASeriesGoesOn) {
    request.method = "m_invariance";
    ASSERT_TRUE(run().ok());
    EXPECT_EQ(warehouse.shown.histories["public.t"].count("owner/1"), 1u);
    source.fingerprint = "state 2";
    request.method.clear();
    const auto second = run();
    ASSERT_TRUE(second.ok()) << second.error().message;
    EXPECT_EQ(republished, 2);
    EXPECT_EQ(published, 0);
    request.independent = true;
    source.fingerprint = "state 3";
    EXPECT_THAT(run().error().message, HasSubstr("would break what it promises"));
}

TEST_F(SyncTable, ASeriesDoesNotBeginLate) {
    ASSERT_TRUE(run().ok());
    request.method = "m_invariance";
    EXPECT_THAT(run().error().message, HasSubstr("is part of no series"));
    request.method.clear();
    request.m = 2;
    EXPECT_THAT(run().error().message, HasSubstr("are of series"));
}

TEST_F(SyncTable, ADryRunChangesNothing) {
    request.dry_run = true;
    const auto tried = run();
    ASSERT_TRUE(tried.ok());
    EXPECT_EQ(tried->records, 2u);
    EXPECT_TRUE(warehouse.shown == MemoryWarehouse::State{});
}

TEST_F(SyncTable, WhateverFailsTheOldStateStays) {
    ASSERT_TRUE(run().ok());
    const MemoryWarehouse::State before = warehouse.shown;
    request.independent = true;
    values = {"new"};
    for (int step = 0;; ++step) {
        source.fingerprint = "state 2";
        warehouse.steps_left = step;
        if (run().ok()) {
            EXPECT_GE(step, 6);
            break;
        }
        ASSERT_TRUE(warehouse.shown == before) << "after step " << step;
        ASSERT_LT(step, 20);
    }
    EXPECT_EQ(warehouse.shown.tables["t"], values);
}

TEST_F(SyncTable, WhatIsReadBackIsJudged) {
    warehouse.altered = "z";
    const auto made = run();
    ASSERT_FALSE(made.ok());
    EXPECT_THAT(made.error().message, HasSubstr("could not be confirmed by reading it back"));
    EXPECT_TRUE(warehouse.shown == MemoryWarehouse::State{});
}

TEST_F(SyncTable, WhatIsAskedIsEveryFieldOfThePolicy) {
    const auto asked = [&] { return *asked_text(request); };
    std::vector<std::string> seen{asked()};
    const auto differs = [&](auto change) {
        change(request.policy);
        const std::string now = asked();
        EXPECT_EQ(std::count(seen.begin(), seen.end(), now), 0);
        seen.push_back(now);
    };
    differs([](Policy& p) { p.columns.push_back({"a", Role::quasi_identifier}); });
    differs([](Policy& p) { p.columns[0].hierarchy_text = "1;*\n"; });
    differs([](Policy& p) { p.columns[0].hierarchy_text = "1;2;*\n"; });
    differs([](Policy& p) { p.columns[0].guard = "g"; });
    differs([](Policy& p) { p.columns[0].weight = "2"; });
    differs([](Policy& p) { p.columns[0].max_level = 1; });
    differs([](Policy& p) { p.columns[0].type = ColumnType::category; });
    differs([](Policy& p) { p.columns[0].missing = {"?"}; });
    differs([](Policy& p) { p.require.push_back(*parse_requirement("k_anonymity(k=3)")); });
    differs([](Policy& p) { p.population = "x"; });
    differs([](Policy& p) { p.person = "x"; });
    differs([](Policy& p) { p.sample_weight = "x"; });
    differs([](Policy& p) { p.sampling_fraction = "x"; });
    differs([](Policy& p) { p.household = "x"; });
    differs([](Policy& p) { p.rows_are_persons = true; });
    differs([](Policy& p) { p.accept_exact = {"a"}; });
    differs([](Policy& p) { p.max_singled_out = "x"; });
    differs([](Policy& p) { p.algorithm = "x"; });
    differs([](Policy& p) { p.minimize = "x"; });
    differs([](Policy& p) { p.suppress = "x"; });
    differs([](Policy& p) { p.default_role = Role::insensitive; });
    differs([](Policy& p) { p.missing = {"-"}; });
}

TEST(FolderFiles, StayInside) {
    const auto made = TemporaryFolder::make();
    ASSERT_TRUE(made.ok());
    const std::string folder = made->path() + "/in";
    EXPECT_TRUE(write_files({{"a", "1"}, {"b/c", "2"}}, folder).ok());
    EXPECT_EQ(*read_files(folder), (Files{{"a", "1"}, {"b/c", "2"}}));
    for (const char* path : {"../x", "/tmp/x", "b/../../x", "", "."})
        EXPECT_FALSE(write_files({{path, "x"}}, folder).ok()) << path;
}

TEST(TemporaryFolder, WhatIsLeftBehindIsRemoved) {
    const auto held = TemporaryFolder::make();
    ASSERT_TRUE(held.ok());
    EXPECT_EQ(fs::status(held->path()).permissions() & fs::perms::all, fs::perms::owner_all);
    const std::string left = fs::temp_directory_path().string() + "/scrim-sync-left" + std::to_string(::getpid());
    fs::create_directories(left + "/in");
    const auto next = TemporaryFolder::make();
    EXPECT_FALSE(fs::exists(left));
    EXPECT_TRUE(fs::exists(held->path()));
}

}  // namespace sync_table_test
}  // namespace scrim::testing
