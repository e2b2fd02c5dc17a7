#include "scrim/audit.h"

#include "kernel/core/field.h"
#include "kernel/core/text.h"
#include "library/open_table.h"
#include "library/shown_types.h"
#include "methods/audit/release/audit_release.h"
#include "methods/audit/series/check_series.h"
#include "methods/files/file.h"
#include "methods/republish/history.h"
#include "methods/republish/series_folder.h"
#include "methods/verify/release_files.h"
#include "methods/verify/series.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>

namespace scrim {
namespace {

namespace fs = std::filesystem;

// A release with its tables open.
struct OpenRelease {
    std::unique_ptr<TableSource> data, values, untrue;
    bool substitutes = false;
    std::optional<std::string> group;
};

// The folder of a release without a certificate: its data are taken as any tool's.
Result<std::string> data_of(const std::string& folder) {
    std::error_code error;
    std::string found;
    for (const auto& entry : fs::directory_iterator(folder, error))
        if (entry.path().filename().string().starts_with("data.")) found = entry.path().string();
    if (found.empty()) return input_error(format("{} is no release: it holds no data", quoted(folder)));
    return found;
}

// `like`: how its tables are read.
Result<OpenRelease> open_folder(const std::string& folder, const TableInput& like) {
    const auto table = [&](const std::string& name) {
        TableInput input = like;
        input.path = name;
        return library::open_table(input);
    };
    OpenRelease release;
    const auto text = files::read_file(folder + "/certificate.json");
    if (!text) {
        SCRIM_TRY(const std::string data, data_of(folder));
        SCRIM_TRY(release.data, table(data));
        return release;
    }
    auto claimed = verifier::parse_certificate(*text);
    if (!claimed) return input_error(format("{}: {}", quoted(folder), claimed.error().message));
    const verifier::ReleaseFiles files = verifier::listed_files(folder, *claimed);
    const auto listed = [&](const std::string& name) -> Result<std::unique_ptr<TableSource>> {
        if (!files.can_use(name))
            return input_error(format("{} cannot be read as a release: its certificate names no table {} that is there",
                                      quoted(folder), quoted(name)));
        return table(folder + "/" + name);
    };
    const bool anatomized = claimed->form == verifier::ReleaseForm::anatomized;
    SCRIM_TRY(release.data, listed(files.data.empty() ? (anatomized ? "qit" : "data") : files.data));
    if (anatomized) {
        SCRIM_TRY(release.values, listed(files.values.empty() ? "st" : files.values));
    }
    if (claimed->series) {
        SCRIM_TRY(release.untrue, listed(claimed->series->auxiliary));
        release.substitutes = claimed->series->method->substitutes;
    }
    release.group = claimed->group_column;
    return release;
}

// The folders of a series' releases, in their order; none where it is no series.
std::vector<std::string> releases_of(const std::string& path) {
    std::string folder = path;
    while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
    std::error_code error;
    if (fs::is_directory(folder + "/public", error)) folder += "/public";
    std::vector<std::string> folders;
    for (std::size_t number = 1; fs::is_directory(format("{}/{}", folder, number), error); ++number)
        folders.push_back(format("{}/{}", folder, number));
    return folders;
}

// A file is a release; so is the folder of one; the folder of a series is all of its releases.
Result<std::vector<OpenRelease>> open_releases(const std::vector<TableInput>& given) {
    std::vector<OpenRelease> releases;
    std::error_code error;
    for (const TableInput& one : given) {
        if (one.frame || !fs::is_directory(one.path, error)) {
            SCRIM_TRY(releases.emplace_back().data, library::open_table(one));
            continue;
        }
        std::vector<std::string> folders = releases_of(one.path);
        if (folders.empty()) folders.push_back(one.path);
        for (const std::string& folder : folders) {
            SCRIM_TRY(OpenRelease release, open_folder(folder, one));
            releases.push_back(std::move(release));
        }
    }
    return releases;
}

Result<std::vector<std::unique_ptr<TableSource>>> open_all(const std::vector<TableInput>& inputs) {
    std::vector<std::unique_ptr<TableSource>> sources;
    for (const TableInput& input : inputs) {
        SCRIM_TRY(auto source, library::open_table(input));
        sources.push_back(std::move(source));
    }
    return sources;
}

std::vector<TableSource*> pointers(const std::vector<std::unique_ptr<TableSource>>& sources) {
    std::vector<TableSource*> all;
    for (const auto& source : sources) all.push_back(source.get());
    return all;
}

// What the policy says of how columns are written, where it says so.
Policy as_written(Policy policy) {
    for (ColumnPolicy& column : policy.columns)
        if (column.type == ColumnType::found) {
            column.hierarchy.clear();
            column.hierarchy_text.clear();
        }
    return policy;
}

// The hierarchies that a series was made with, by column: those in the owner's part of it, and before them those given.
// The releases themselves hold outlines of them.
Result<std::map<std::string, std::string>> hierarchies_of(const ReleaseAuditRequest& request) {
    std::map<std::string, std::string> files(request.hierarchies.begin(), request.hierarchies.end());
    std::error_code error;
    if (!fs::exists(request.folder + "/owner", error)) return files;
    SCRIM_TRY(const republication::SeriesFolder series, republication::SeriesFolder::open(request.folder, true));
    if (series.is_new()) return files;
    SCRIM_TRY(const Policy policy, republication::read_history_policy(series.history_folder(), series.hierarchies()));
    for (const ColumnPolicy& column : policy.columns)
        if (!column.hierarchy.empty()) files.emplace(column.name, column.hierarchy);
    return files;
}

}  // namespace

Result<SeriesCheckReport> check_series(const SeriesCheckRequest& request, Progress& progress) {
    SCRIM_TRY(const std::vector<OpenRelease> releases, open_releases(request.releases));
    SCRIM_TRY(const auto people, open_all(request.people));
    std::vector<audit::ReleaseTables> tables;
    for (const OpenRelease& release : releases)
        tables.push_back(
            {release.data.get(), release.values.get(), release.untrue.get(), release.substitutes, release.group});
    return audit::check_series_tables(std::move(tables), pointers(people), request, progress);
}

Result<ReleaseAudit> audit_release(const ReleaseAuditRequest& request, Progress& progress) {
    std::unique_ptr<TableSource> external;
    if (request.external) {
        SCRIM_TRY(const TableInput input,
                  library::read_as_shown(*request.external, as_written(request.policy), progress));
        SCRIM_TRY(external, library::open_table(input));
    }
    if (request.table) {
        SCRIM_TRY(const TableInput input, library::read_as_shown(*request.table, as_written(request.policy), progress));
        SCRIM_TRY(auto table, library::open_table(input));
        std::unique_ptr<TableSource> original;
        if (request.original) {
            SCRIM_TRY(original, library::open_table(read_as(*request.original, as_written(request.policy))));
        }
        // People are called as in the table, where the other one has that column and nothing else is said.
        ReleaseAuditRequest named = request;
        if (external && named.person.empty() && external->has(request.policy.person))
            named.person = request.policy.person;
        return audit::audit_table(named, std::move(table), original.get(), external.get(), progress);
    }
    return audit::audit_release_folder(request, library::open_table, external.get(), progress);
}

bool is_series_folder(const std::string& folder) { return verifier::is_series(folder); }

Result<SeriesAudit> audit_series(const SeriesAuditRequest& request, Progress& progress) {
    SeriesAudit audit;
    audit.folder = request.release.folder;
    const std::vector<std::string> folders = releases_of(request.release.folder);
    if (folders.empty()) return input_error(format("{} holds no releases", quoted(request.release.folder)));
    for (const std::string& folder : folders) {
        ReleaseAuditRequest one = request.release;
        one.folder = folder;
        SCRIM_TRY(ReleaseAudit of_release, audit_release(one, progress));
        audit.releases.push_back(std::move(of_release));
    }
    if (request.people.empty()) return audit;
    // Columns as the releases state them, and the names of people.
    SCRIM_TRY(const std::string text, files::read_file(folders.back() + "/certificate.json"));
    SCRIM_TRY(const verifier::ClaimedRelease claimed, verifier::parse_certificate(text));
    SeriesCheckRequest together;
    together.releases.push_back({.path = request.release.folder});
    together.people = request.people;
    together.policy.person = request.release.person;
    if (together.policy.person.empty())
        return input_error(format("{} needs {}, the column of their names", field("people"), field("person")));
    const auto column_of = [](const std::string& name, Role role) {
        ColumnPolicy column;
        column.name = name;
        column.role = role;
        return column;
    };
    together.policy.columns.push_back(column_of(request.release.person, Role::identifier));
    SCRIM_TRY(auto hierarchies, hierarchies_of(request.release));
    for (const verifier::ClaimedColumn& column : claimed.columns) {
        ColumnPolicy made = column_of(column.name, column.role);
        made.hierarchy = hierarchies[column.name];
        together.policy.columns.push_back(std::move(made));
    }
    if (claimed.series) together.least = claimed.series->lambda * claimed.series->tau;
    SCRIM_TRY(audit.together, check_series(together, progress));
    return audit;
}

}  // namespace scrim
