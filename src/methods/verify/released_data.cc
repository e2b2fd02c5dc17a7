#include "methods/verify/released_data.h"

#include "kernel/core/field.h"
#include "kernel/core/memory_source.h"
#include "kernel/core/text.h"
#include "kernel/hierarchy/hierarchy_text.h"
#include "kernel/hierarchy/outline.h"
#include "methods/files/file.h"
#include "methods/verify/plain_table.h"
#include "methods/verify/seen_part.h"

#include <algorithm>
#include <cctype>

namespace scrim::verifier {
namespace {

// But for upper and lower case.
bool contains_in_any_case(const std::vector<std::string>& names, std::string_view name) {
    const auto same = [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); };
    return std::any_of(names.begin(), names.end(), [&](const std::string& known) {
        return std::equal(known.begin(), known.end(), name.begin(), name.end(), same);
    });
}

std::vector<std::string> data_columns(const ClaimedRelease& claimed) {
    std::vector<std::string> names = claimed.names();
    if (claimed.form == ReleaseForm::anatomized) std::erase(names, claimed.parted_column);
    if (claimed.has_groups()) names.push_back(claimed.group_column);
    return names;
}

// Of an anatomized release's second table.
std::vector<std::string> value_columns(const ClaimedRelease& claimed) {
    std::vector<std::string> names = claimed.names();
    names.push_back(claimed.group_column);
    std::string count = contains_in_any_case(names, "count") ? "records" : "count";
    while (contains_in_any_case(names, count)) count += "_";
    return {claimed.group_column, claimed.parted_column, count};
}

// The data, of which all files have been looked at: their rows are not read again.
Result<std::unique_ptr<TableSource>> seen_table(std::unique_ptr<TableSource> source, const std::string& name,
                                                const ClaimedRelease& claimed, const ReleaseFiles& files,
                                                const Reading& reading, Ledger& ledger) {
    std::vector<std::string> seen;
    for (const auto& part : reading.seen) seen.push_back(part->name);
    if (seen != files.parts)
        return input_error(
            format("{} files of the data were looked at, which are not the {} that the certificate lists", seen.size(),
                   files.parts.size()));
    TableInput input;
    input.plain = true;
    auto data = seen_data(reading.seen, claimed.read_as_stated(std::move(input)));
    if (!data || data->rows.table.names() != source->columns()) {
        ledger.fails("the data can be read", data ? "its files have other columns" : data.error().message);
        return std::unique_ptr<TableSource>();
    }
    SCRIM_TRY(const std::string otherwise, source->why_not_as_written(data->rows.table, reading.progress));
    ledger.settle(format("{} spells each value in one way", name), otherwise);
    ledger.settle(format("the rows of {} are sorted", name), data->unsorted);
    return std::unique_ptr<TableSource>(std::make_unique<MemorySource>(source->name(), std::move(data->rows)));
}

// A table of the release with exactly these columns, or null.
Result<std::unique_ptr<TableSource>> open_table(const std::string& folder, const std::string& name,
                                                const std::vector<std::string>& columns, const ClaimedRelease& claimed,
                                                const ReleaseFiles& files, const Reading& reading, Ledger& ledger) {
    const std::string what = format("{} has the columns stated", name);
    if (!files.can_use(name)) {
        ledger.fails(what, "it cannot be opened");
        return std::unique_ptr<TableSource>();
    }
    TableInput input;
    input.path = folder + "/" + name;
    input.plain = true;
    if (name.find(".csv") != std::string::npos) input.delimiter = ",";
    if (name.ends_with(".tsv")) input.delimiter = "tab";
    auto source = reading.open(claimed.read_as_stated(std::move(input)));
    if (!source) {
        if (is_ours(source.error())) return source.error();
        ledger.fails(what, source.error().message);
        return std::unique_ptr<TableSource>();
    }
    auto beside = (*source)->beside_rows();
    if (!beside) {
        if (is_ours(beside.error())) return beside.error();
        beside = beside.error().message;
    }
    if (!beside->empty()) ledger.fails(format("{} holds its rows and nothing else", name), *beside);
    const bool same = (*source)->columns() == columns;
    ledger.settle(what,
                  same ? ""
                       : format("it has {}, the certificate says {}", list_some((*source)->columns(), 20),
                                list_some(columns, 20)),
                  counted(columns.size(), "column", "columns"));
    if (!same) return std::unique_ptr<TableSource>();
    if (name == files.data && !reading.seen.empty())
        return seen_table(*std::move(source), name, claimed, files, reading, ledger);
    if (reading.memory == 0) return read_plain_table(*std::move(source), name, reading.progress, ledger);
    ledger.unchecked(format("the spelling and order of {}", name),
                     "every row has to be held for it: leave out " + field("memory"));
    return source;
}

// People by class, and by class and sensitive value. False when one of the tables cannot be read.
Result<bool> open_persons(const std::string& folder, const ClaimedRelease& claimed, const ReleaseFiles& files,
                          const Reading& reading, ReleasedData& release, Ledger& ledger) {
    std::vector<std::string> columns = claimed.columns_in(Role::quasi_identifier);
    columns.push_back(claimed.persons->column);
    SCRIM_TRY(release.persons, open_table(folder, claimed.persons->classes, columns, claimed, files, reading, ledger));
    if (!release.persons) return false;
    for (const auto& [name, file] : claimed.persons->values) {
        columns.back() = name;
        columns.push_back(claimed.persons->column);
        SCRIM_TRY(auto by_value, open_table(folder, file, columns, claimed, files, reading, ledger));
        columns.pop_back();
        if (!by_value) return false;
        release.persons_by.push_back(std::move(by_value));
    }
    return true;
}

// False when one of them cannot be read.
bool open_hierarchies(const std::string& folder, const ClaimedRelease& claimed, const ReleaseFiles& files,
                      ReleasedData& release, Ledger& ledger) {
    for (const ClaimedColumn& column : claimed.columns) {
        if (column.hierarchy.empty()) continue;
        const std::string what = format("{} is a hierarchy", printable(column.hierarchy));
        if (!files.can_use(column.hierarchy)) {
            ledger.fails(what, "it cannot be opened");
            return false;
        }
        auto text = files::read_file(folder + "/" + column.hierarchy);
        auto hierarchy = !text            ? Result<hierarchy::Hierarchy>(text.error())
                         : column.outline ? hierarchy::parse_outline(*text, column.hierarchy)
                                          : hierarchy::parse_hierarchy(*text, column.hierarchy);
        if (!hierarchy) {
            ledger.fails(what, hierarchy.error().message);
            return false;
        }
        release.hierarchies.emplace(column.name, std::make_shared<hierarchy::Hierarchy>(*std::move(hierarchy)));
        if (column.outline) release.outlines.emplace(column.name, ReleasedOutline{*std::move(text), {}});
    }
    return true;
}

}  // namespace

Result<std::optional<ReleasedData>> open_release(const std::string& folder, const ClaimedRelease& claimed,
                                                 const ReleaseFiles& files, const Reading& reading, Ledger& ledger) {
    ReleasedData release;
    if (files.data.empty()) return std::optional<ReleasedData>();
    SCRIM_TRY(release.data, open_table(folder, files.data, data_columns(claimed), claimed, files, reading, ledger));
    if (!release.data) return std::optional<ReleasedData>();
    if (claimed.form == ReleaseForm::anatomized) {
        if (files.values.empty()) return std::optional<ReleasedData>();
        SCRIM_TRY(release.values,
                  open_table(folder, files.values, value_columns(claimed), claimed, files, reading, ledger));
        if (!release.values) return std::optional<ReleasedData>();
    }
    if (claimed.series) {
        SCRIM_TRY(release.untrue, open_table(folder, claimed.series->auxiliary, {claimed.group_column, "count"},
                                             claimed, files, reading, ledger));
        if (!release.untrue) return std::optional<ReleasedData>();
    }
    if (claimed.intervals) {
        SCRIM_TRY(release.intervals, open_table(folder, claimed.intervals->table, claimed.intervals->columns, claimed,
                                                files, reading, ledger));
        if (!release.intervals) return std::optional<ReleasedData>();
    }
    if (claimed.microdata) {
        SCRIM_TRY(release.microdata,
                  open_table(folder, claimed.microdata->table, claimed.names(), claimed, files, reading, ledger));
        if (!release.microdata) return std::optional<ReleasedData>();
    }
    if (claimed.persons) {
        SCRIM_TRY(const bool opened, open_persons(folder, claimed, files, reading, release, ledger));
        if (!opened) return std::optional<ReleasedData>();
    }
    if (!open_hierarchies(folder, claimed, files, release, ledger)) return std::optional<ReleasedData>();
    if (claimed.has_groups() && !claimed.prints_spans())
        for (const std::string& name : claimed.columns_in(Role::sensitive))
            if (name != claimed.parted_column) {
                ledger.fails("groups hide the sensitive values",
                             format("{} stands beside exact quasi-identifiers", quoted(std::string_view(name))));
                return std::optional<ReleasedData>();
            }
    return std::optional(std::move(release));
}

}  // namespace scrim::verifier
