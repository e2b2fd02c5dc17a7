#include "methods/audit/series/series_columns.h"

#include "kernel/core/text.h"
#include "kernel/subject/subject.h"
#include "methods/release/released_table.h"

#include <algorithm>

namespace scrim::audit {
namespace {

Result<std::string> one_sensitive(const Policy& policy) {
    const std::vector<std::string> sensitive = policy.columns_in(Role::sensitive);
    if (sensitive.empty())
        return input_error("no sensitive column is given: name the one whose values are looked for in the policy");
    if (sensitive.size() > 1)
        return input_error(
            format("{} are sensitive: releases are combined for one sensitive column at a time; use a policy in which "
                   "the others are insensitive",
                   list_some(sensitive)));
    return sensitive.front();
}

// The column that names people in the releases, "" where tables of people say who is where.
Result<std::string> person_column(const std::vector<ReleaseTables>& releases, const std::vector<TableSource*>& people,
                                  const Policy& policy) {
    if (policy.person.empty())
        return input_error(
            "who is in which release is not known: give the policy a person column, that the releases hold or that "
            "tables of people hold beside the exact quasi-identifiers, one table for all releases or one for each");
    const auto lacking = std::find_if(releases.begin(), releases.end(),
                                      [&](const ReleaseTables& release) { return !release.data->has(policy.person); });
    if (people.empty()) {
        if (lacking != releases.end())
            return input_error(
                format("who is in {} is not known: it has no column {}, and no table of people is given (with {} and "
                       "the exact quasi-identifiers, one table for all releases or one for each)",
                       lacking->data->name(), quoted(policy.person), quoted(policy.person)));
        return policy.person;
    }
    if (lacking == releases.end())
        return input_error(
            format("every release has a column {} that says who is in it: leave out the tables of people",
                   quoted(policy.person)));
    if (people.size() != 1 && people.size() != releases.size())
        return input_error(format("{} of people for {}: give one for all releases or one for each",
                                  counted(people.size(), "table", "tables"),
                                  counted(releases.size(), "release", "releases")));
    return std::string();
}

// Releases that do not say which column tells their classes apart: the group column that our own releases have, where
// all of them have it; none otherwise.
void settle_groups(std::vector<ReleaseTables>& releases, const Policy& policy) {
    std::vector<std::string> classified;
    for (const ColumnPolicy& column : policy.columns) classified.push_back(column.name);
    const std::string group = release::group_column(classified);
    const bool everywhere = std::all_of(releases.begin(), releases.end(), [&](const ReleaseTables& release) {
        return release.group || release.data->has(group);
    });
    for (ReleaseTables& release : releases)
        if (!release.group) release.group = everywhere ? group : "";
}

Result<void> check_release(const ReleaseTables& tables, const SeriesColumns& columns, const Policy& policy) {
    const TableSource& release = *tables.data;
    for (const std::string& column : columns.quasi_identifiers)
        if (!release.has(column)) return subject::no_such_column(release, column);
    const TableSource& values = tables.values ? *tables.values : release;
    if (!values.has(columns.sensitive)) return subject::no_such_column(values, columns.sensitive);
    std::vector<std::string> unclassified;
    for (const std::string& column : release.columns()) {
        const bool guard = std::any_of(policy.columns.begin(), policy.columns.end(),
                                       [&](const ColumnPolicy& known) { return known.guard == column; });
        if (!policy.find(column) && !guard && column != *tables.group && column != policy.person)
            unclassified.push_back(column);
    }
    if (unclassified.empty()) return {};
    const bool group = std::find(unclassified.begin(), unclassified.end(), "group") != unclassified.end();
    return input_error(format("{}: no role is given for {}; the policy must say what each is{}", release.name(),
                              list_some(unclassified, 12),
                              group ? " ('group' tells classes apart where all releases have it)" : ""));
}

}  // namespace

Result<SeriesColumns> series_columns(std::vector<ReleaseTables>& releases, const std::vector<TableSource*>& people,
                                     const Policy& policy) {
    if (releases.empty()) return input_error("no release is given: name at least one, better two");
    SeriesColumns columns;
    columns.quasi_identifiers = policy.columns_in(Role::quasi_identifier);
    if (columns.quasi_identifiers.empty())
        return input_error("no quasi-identifier is given: name at least one column in the policy");
    SCRIM_TRY(columns.sensitive, one_sensitive(policy));
    SCRIM_TRY(columns.person, person_column(releases, people, policy));
    settle_groups(releases, policy);
    for (const ReleaseTables& release : releases) SCRIM_CHECK(check_release(release, columns, policy));
    return columns;
}

}  // namespace scrim::audit
