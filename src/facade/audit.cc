#include "scrim/audit.h"

#include "audit/check_series.h"
#include "audit/release/audit_release.h"
#include "core/file.h"
#include "core/text.h"
#include "engine/source.h"
#include "verify/series.h"

#include <filesystem>
#include <memory>

namespace scrim {
namespace {

namespace fs = std::filesystem;

// The data of a release folder.
Result<std::string> data_of(const std::string& folder) {
    std::error_code error;
    std::string found;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with("data.")) found = entry.path().string();
        if (name.starts_with("qit."))
            return input_error(
                format("{} is an anatomised release, whose two tables have to be joined first; check-series "
                       "reads one table for each release",
                       quoted(folder)));
    }
    if (found.empty()) return input_error(format("{} is no release: it holds no data", quoted(folder)));
    return found;
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
Result<std::vector<TableInput>> expanded(const std::vector<TableInput>& given) {
    std::vector<TableInput> releases;
    std::error_code error;
    for (const TableInput& one : given) {
        if (!fs::is_directory(one.path, error)) {
            releases.push_back(one);
            continue;
        }
        std::vector<std::string> folders = releases_of(one.path);
        if (folders.empty()) folders.push_back(one.path);
        for (const std::string& of_release : folders) {
            TableInput release = one;
            SCRIM_TRY(release.path, data_of(of_release));
            releases.push_back(std::move(release));
        }
    }
    return releases;
}

Result<std::vector<std::unique_ptr<TableSource>>> open_all(const std::vector<TableInput>& inputs) {
    std::vector<std::unique_ptr<TableSource>> sources;
    for (const TableInput& input : inputs) {
        SCRIM_TRY(auto source, open_source(input));
        sources.push_back(std::move(source));
    }
    return sources;
}

std::vector<TableSource*> pointers(const std::vector<std::unique_ptr<TableSource>>& sources) {
    std::vector<TableSource*> all;
    for (const auto& source : sources) all.push_back(source.get());
    return all;
}

}  // namespace

Result<SeriesCheckReport> check_series(const SeriesCheckRequest& request, Progress& progress) {
    SCRIM_TRY(const std::vector<TableInput> releases, expanded(request.releases));
    SCRIM_TRY(const auto tables, open_all(releases));
    SCRIM_TRY(const auto people, open_all(request.people));
    return check_series_tables(pointers(tables), pointers(people), request, progress);
}

Result<ReleaseAudit> audit_release(const ReleaseAuditRequest& request, Progress& progress) {
    std::unique_ptr<TableSource> external;
    if (request.external) {
        SCRIM_TRY(external, open_source(*request.external));
    }
    return audit_release_folder(request, open_source, external.get(), progress);
}

bool is_series_folder(const std::string& folder) { return is_series(folder); }

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
    SCRIM_TRY(const std::string text, read_file(folders.back() + "/certificate.json"));
    SCRIM_TRY(const ClaimedRelease claimed, parse_certificate(text));
    SeriesCheckRequest together;
    together.releases.push_back({.path = request.release.folder});
    together.people = request.people;
    together.policy.person = request.release.person;
    if (together.policy.person.empty()) return input_error("--people needs --person, the column of their names");
    const auto column_of = [](const std::string& name, Role role) {
        ColumnPolicy column;
        column.name = name;
        column.role = role;
        return column;
    };
    together.policy.columns.push_back(column_of(request.release.person, Role::identifier));
    for (const ClaimedColumn& column : claimed.columns) {
        ColumnPolicy made = column_of(column.name, column.role);
        if (!column.hierarchy.empty()) made.hierarchy = folders.back() + "/" + column.hierarchy;
        together.policy.columns.push_back(std::move(made));
    }
    if (claimed.series) together.least = claimed.series->lambda * claimed.series->tau;
    SCRIM_TRY(audit.together, check_series(together, progress));
    return audit;
}

}  // namespace scrim
