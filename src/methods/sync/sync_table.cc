#include "methods/sync/sync_table.h"

#include "kernel/core/field.h"
#include "kernel/core/text.h"
#include "kernel/series/method.h"
#include "methods/files/digest.h"
#include "methods/files/file.h"
#include "methods/sync/folder_files.h"
#include "methods/sync/temporary_folder.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace scrim::syncing {
namespace {

namespace fs = std::filesystem;

// One run: what each step needs of those before it.
class TableSync {
public:
    TableSync(const SyncSource& source, const SyncRequest& request, const SyncTools& tools, Warehouse& warehouse,
              Progress& progress)
        : source_(source), request_(request), tools_(tools), warehouse_(warehouse), progress_(progress) {}

    Result<SyncedTable> run() {
        SCRIM_TRY(const std::string asked, asked_text(request_));
        asked_ = files::sha256(asked);
        SCRIM_TRY(before_, warehouse_.remembered(source_.name));
        SyncedTable report;
        report.source = source_.name;
        SCRIM_CHECK(check_method());
        if (before_ && before_->fingerprint == source_.fingerprint && before_->asked == asked_) {
            report.outcome = SyncedTable::Outcome::unchanged;
            report.tables = before_->tables;
            report.release = before_->number;
            report.method = before_->method;
            return report;
        }
        SCRIM_CHECK(check_series());
        SCRIM_TRY(const TemporaryFolder temporary, TemporaryFolder::make());
        SCRIM_TRY(const MadeRelease made, make(temporary.path()));
        report.release = before_ ? before_->number + 1 : 1;
        report.method = made.method;
        report.requirements = made.requirements;
        report.notes = made.notes;
        report.records = made.tables.empty() ? 0 : made.tables.front().second.total;
        for (const auto& [name, rows] : made.tables) report.tables.push_back(table_of(name));
        add_notes(report);
        if (!request_.dry_run) SCRIM_CHECK(show(made, report, temporary.path()));
        return report;
    }

private:
    bool as_series() const { return !request_.method.empty() || (before_ && !before_->method.empty()); }

    Result<void> check_method() const {
        if (before_ && before_->method.empty() && !request_.method.empty())
            return input_error(
                format("{}: release {} of it is part of no series, and a series could protect nobody "
                       "against it; begin one in another schema, with {}",
                       source_.name, before_->number, field("schema")));
        if (!as_series() && (request_.m || request_.lambda || request_.tau || request_.category_level ||
                             !request_.form.empty() || request_.delay || request_.blind))
            return input_error(
                format("{}: it is released by itself, and m, lambda, tau, form, delay and blind are of "
                       "series; say {}",
                       source_.name, field("method", series::names_of_methods().front())));
        if (!request_.independent || !as_series()) return {};
        if (request_.method.empty())
            return input_error(
                format("{} is released as a series, {}, and an independent release would break what it "
                       "promises; leave {} out",
                       source_.name, before_->method, field("independent")));
        return input_error(format("{} and {} exclude each other: a series is what makes releases safe together",
                                  field("method"), field("independent")));
    }

    // Is another release of this table safe, or accepted?
    Result<void> check_series() const {
        if (!before_ || request_.independent) return {};
        if (!before_->method.empty()) return {};
        return input_error(
            format("{}: {} since release {}, and whoever has both releases can learn from them together what neither "
                   "gives away alone; keep a series with {} in another schema from its first release on, or accept it "
                   "with {}",
                   source_.name,
                   before_->fingerprint == source_.fingerprint ? "what is asked for changed" : "its data changed",
                   before_->number, field("method", series::names_of_methods().front()), switched_on("independent")));
    }

    Result<MadeRelease> make(const std::string& folder) const {
        if (!as_series()) return tools_.publish(folder + "/release", progress_);
        const std::string series = folder + "/series";
        if (before_) {
            SCRIM_TRY(const Files history, warehouse_.history(source_.name));
            SCRIM_CHECK(write_files(history, series));
        }
        return tools_.republish(series, progress_);
    }

    // "visits", "visits_values", …
    std::string table_of(const std::string& file) const {
        return file == "data" ? source_.table : source_.table + "_" + file;
    }

    void add_notes(SyncedTable& report) const {
        if (as_series() || !before_) return;
        report.notes.push_back(format(
            "this is release {} of a table whose data changed, and it knows nothing of those before: whoever has "
            "several of them can learn from them together what none gives away alone",
            report.release));
    }

    Result<void> show(const MadeRelease& made, const SyncedTable& report, const std::string& temporary) const {
        const std::string models = [&] {
            std::vector<std::string> names;
            for (const RequirementReport& requirement : made.requirements) names.push_back(requirement.requirement);
            return join(names, ", ");
        }();
        Certified certified;
        certified.table = source_.table;
        certified.summary = format("Anonymized by Scrim, release {}{}{}. The certificate is in scrim_certificates.",
                                   report.release, models.empty() ? "" : ": ", models);
        SCRIM_CHECK(warehouse_.begin());
        for (std::size_t t = 0; t < made.tables.size(); ++t)
            SCRIM_CHECK(
                warehouse_.write({report.tables[t], made.tables[t].second, texts(), certified.summary}, progress_));
        if (before_)
            for (const std::string& name : before_->tables)
                if (std::find(report.tables.begin(), report.tables.end(), name) == report.tables.end())
                    SCRIM_CHECK(warehouse_.remove(name));
        SCRIM_CHECK(verify(made, report));
        SCRIM_TRY(certified.certificate, files::read_file(made.folder + "/certificate.json"));
        std::error_code error;
        if (fs::is_directory(made.folder + "/hierarchies", error)) {
            SCRIM_TRY(const Files hierarchies, read_files(made.folder + "/hierarchies"));
            for (const auto& [name, content] : hierarchies) certified.files["hierarchies/" + name] = content;
        }
        Files history;
        if (as_series()) {
            SCRIM_TRY(history, read_files(temporary + "/series"));
            std::erase_if(history, [](const auto& file) { return file.first == "owner/lock"; });
        }
        return warehouse_.remember(source_.name,
                                   {report.release, source_.fingerprint, asked_, report.method, report.tables},
                                   certified, made.owner, history, progress_);
    }

    // Quasi-identifiers are text, whether a release generalizes them or not: their columns stay what they are.
    std::vector<std::string> texts() const { return request_.policy.columns_in(Role::quasi_identifier); }

    // The verifier's judgment of the tables as whoever reads them will find them.
    Result<void> verify(const MadeRelease& made, const SyncedTable& report) const {
        progress_.stage("verifying", 0);
        const OpenTable open = [&](const TableInput& input) -> Result<std::unique_ptr<TableSource>> {
            for (std::size_t t = 0; t < made.tables.size(); ++t)
                if (input.path == format("{}/{}.{}", made.folder, made.tables[t].first, made.format))
                    return warehouse_.read_back(report.tables[t], input);
            return fault_error(format("the verifier asked for {}, which was not written", quoted(input.path)));
        };
        const auto verified = tools_.verify(made, open, progress_);
        if (verified || verified.error().kind == Error::Kind::cancelled) return verified;
        return fault_error(
            "what was written to the server could not be confirmed by reading it back, so nothing was "
            "changed: " +
            verified.error().message);
    }

    const SyncSource& source_;
    const SyncRequest& request_;
    const SyncTools& tools_;
    Warehouse& warehouse_;
    Progress& progress_;
    std::string asked_;
    std::optional<Remembered> before_;
};

}  // namespace

Result<SyncedTable> sync_table(const SyncSource& source, const SyncRequest& request, const SyncTools& tools,
                               Warehouse& warehouse, Progress& progress) {
    return TableSync(source, request, tools, warehouse, progress).run();
}

}  // namespace scrim::syncing
