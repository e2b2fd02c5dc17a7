#include "scrim/sync.h"

#include "adapters/libpq/anon_schema.h"
#include "adapters/libpq/fingerprint.h"
#include "kernel/core/shown_name.h"
#include "kernel/core/text.h"
#include "library/files/files.h"
#include "library/made_release.h"
#include "library/open_table.h"
#include "methods/files/file.h"
#include "methods/release/needs_original.h"
#include "methods/sync/sync_table.h"
#include "methods/verify/verify_folder.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <utility>

namespace scrim {
namespace {

constexpr const char* format_of_files = "parquet";  // whose cells are typed, and tell empty texts from missing ones

// What the library does for one table.
class ServerTable {
public:
    ServerTable(const SyncRequest& request, TableInput input) : request_(request), input_(std::move(input)) {}

    Result<void> open(Progress& progress) {
        SCRIM_TRY(source_, library::open_table(read_as(input_, request_.policy)));
        policy_ = with_defaults(request_.policy, source_->columns());
        SCRIM_TRY(state_, libpq::table_state(input_, policy_.columns_in(Role::dropped), progress));
        return {};
    }
    const libpq::TableState& state() const { return state_; }

    syncing::SyncTools tools() const {
        return {[this](const std::string& folder, Progress& progress) { return publish(folder, progress); },
                [this](const std::string& folder, Progress& progress) { return republish(folder, progress); },
                [this](const syncing::MadeRelease& made, const syncing::OpenTable& open, Progress& progress) {
                    return verify(made, open, progress);
                }};
    }

private:
    // Writes the files of a release, and keeps the rows.
    static library::WriteTuples writing(syncing::MadeRelease& made) {
        return [&made](const Tuples& rows, const std::string& path) -> Result<void> {
            SCRIM_CHECK(library::write_tuples(rows, path));
            made.tables.emplace_back(std::filesystem::path(path).stem().string(), rows);
            return {};
        };
    }

    Result<syncing::MadeRelease> publish(const std::string& folder, Progress& progress) const {
        PublishRequest request;
        request.table = input_;
        request.policy = request_.policy;
        request.out = folder;
        request.format = format_of_files;
        request.memory = request_.memory;
        syncing::MadeRelease made;
        SCRIM_TRY(const PublishReport report, library::publish_release(request, writing(made), progress));
        made.folder = folder;
        made.requirements = report.requirements;
        made.notes = report.notes;
        if (!report.notice.empty()) made.notes.insert(made.notes.begin(), report.notice);
        if (report.perturbation) made.notes.insert(made.notes.begin(), report.perturbation->notice);
        SCRIM_TRY(made.owner, files::read_file(report.owner));
        return finished(std::move(made));
    }

    Result<syncing::MadeRelease> republish(const std::string& series, Progress& progress) const {
        RepublishRequest request;
        request.table = input_;
        request.series = series;
        request.policy = request_.policy;
        request.method = request_.method;
        request.m = request_.m;
        request.lambda = request_.lambda;
        request.tau = request_.tau;
        request.category_level = request_.category_level;
        request.form = request_.form;
        request.format = format_of_files;
        request.delay = request_.delay;
        request.blind = request_.blind;
        syncing::MadeRelease made;
        SCRIM_TRY(const RepublishReport report, library::republish_release(request, writing(made), progress));
        made.folder = report.folder;
        made.requirements = report.requirements;
        made.notes = report.notes;
        made.method = report.method;
        return finished(std::move(made));
    }

    // The data first.
    static syncing::MadeRelease finished(syncing::MadeRelease made) {
        made.format = format_of_files;
        std::stable_partition(made.tables.begin(), made.tables.end(),
                              [](const auto& table) { return table.first == "data"; });
        return made;
    }

    // A series promises more than its policy asks for, and counts in its own way.
    Result<void> verify(const syncing::MadeRelease& made, const syncing::OpenTable& open, Progress& progress) const {
        VerifyRequest asked;
        asked.folder = made.folder;
        asked.memory = request_.memory;
        if (made.method.empty()) {
            asked.policy = policy_;
            if (release::needs_original(policy_)) asked.original = input_;
        }
        const std::string inside = made.folder + "/";
        const auto either = [&](const TableInput& input) {
            return input.path.starts_with(inside) ? open(input) : library::open_table(input);
        };
        SCRIM_TRY(const VerifyReport report, verifier::verify_folder(asked, either, progress));
        for (const VerifyClaim& claim : report.claims)
            if (claim.outcome == VerifyClaim::Outcome::fails) return input_error(claim.what + ": " + claim.detail);
        return {};
    }

    const SyncRequest& request_;
    TableInput input_;
    Policy policy_;                        // with a role for each column
    std::unique_ptr<TableSource> source_;  // keeps the state of the database that all of this is about
    libpq::TableState state_;
};

Result<void> check_request(const SyncRequest& request) {
    if (!is_database_address(request.database))
        return input_error(
            format("{} is no address of a PostgreSQL server; postgres://host:5432/database?table=name is accepted",
                   quoted(std::string_view(request.database))));
    return {};
}

}  // namespace

Result<SyncReport> sync(const SyncRequest& request, Progress& progress) {
    SCRIM_CHECK(check_request(request));
    std::vector<std::unique_ptr<ServerTable>> tables;
    const std::vector<std::string> names = request.tables.empty() ? std::vector<std::string>{""} : request.tables;
    for (const std::string& name : names) {
        TableInput input;
        input.path = request.database;
        input.table = name;
        tables.push_back(std::make_unique<ServerTable>(request, std::move(input)));
        SCRIM_CHECK(tables.back()->open(progress));
    }
    SCRIM_TRY(const auto warehouse, libpq::AnonSchema::open(request.database, request.schema));
    SyncReport report;
    report.server = tables.front()->state().server;
    report.schema = request.schema;
    report.owner_schema = warehouse->owner_schema();
    report.dry_run = request.dry_run;
    for (const auto& table : tables) {
        const libpq::TableState& state = table->state();
        for (const SyncedTable& other : report.tables)
            if (other.tables.front() == state.table)
                return input_error(
                    format("{} and {} would be released under one name; sync one of them to another "
                           "schema",
                           other.source, state.name));
        if (state.name.starts_with(request.schema + ".") || state.name.starts_with(report.owner_schema + "."))
            return input_error(format("{} is what sync makes, and no table of the owner's", state.name));
        SCRIM_TRY(SyncedTable synced, syncing::sync_table({state.name, state.table, state.fingerprint}, request,
                                                          table->tools(), *warehouse, progress));
        report.tables.push_back(std::move(synced));
    }
    if (!request.dry_run) SCRIM_CHECK(warehouse->commit(progress));
    return report;
}

}  // namespace scrim
