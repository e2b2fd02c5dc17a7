// Reading what models are asked about, and counting it.
#include "kernel/core/text.h"
#include "methods/verify/released_data.h"
#include "methods/verify/same_values.h"

#include <algorithm>
#include <map>

namespace scrim::verifier {

Tuples weighted(Tuples rows, std::string& against) {
    const std::size_t last = rows.table.width() - 1;
    const Domain& counts = rows.table[last].domain();
    std::vector<std::uint32_t> of_code(counts.size(), 0);
    for (Code code = 0; code < counts.size(); ++code) {
        const bool null = counts.has_null() && code == counts.null_code();
        if (null || counts.kind() != Domain::Kind::number || counts.scale() != 0 || counts.units(code) < 1 ||
            counts.units(code) > UINT32_MAX) {
            against = format("{} is no count", quoted(std::string_view(counts.label(code))));
            return {};
        }
        of_code[code] = static_cast<std::uint32_t>(counts.units(code));
    }
    std::uint64_t total = 0;
    for (std::size_t t = 0; t < rows.size(); ++t) {
        const Uint128 records = Uint128{rows.weights[t]} * of_code[rows.table[last][t]];
        if (records + total > UINT32_MAX) {
            against = "the counts add up to more than any table has";
            return {};
        }
        rows.weights[t] = static_cast<std::uint32_t>(records);
        total += rows.weights[t];
    }
    rows.total = total;
    return distinct_tuples(rows, columns_between(0, last));
}

namespace {

// Records per group, by its printed name; nothing where a record has no group.
std::optional<std::map<std::string, std::uint64_t>> group_sizes(const Tuples& tuples) {
    std::map<std::string, std::uint64_t> sizes;
    const Domain& groups = tuples.table[0].domain();
    if (groups.has_null()) return std::nullopt;
    std::vector<std::uint64_t> counts(groups.size(), 0);
    tuples.table[0].visit([&](auto codes) {
        for (std::size_t t = 0; t < codes.size(); ++t) counts[codes[t]] += tuples.weights[t];
    });
    for (Code code = 0; code < groups.size(); ++code)
        if (counts[code] > 0) sizes.emplace(groups.label(code), counts[code]);
    return sizes;
}

std::string compare_groups(const Tuples& rows, const Tuples& values) {
    const auto one = group_sizes(rows), other = group_sizes(values);
    if (!one || !other) return "a record belongs to no group";
    for (const auto& [group, records] : *one) {
        const auto found = other->find(group);
        const std::uint64_t told = found == other->end() ? 0 : found->second;
        if (told != records)
            return format("group {} has {} in the first table, {} in the second", quoted(std::string_view(group)),
                          counted(records, "record", "records"), with_thousands(told));
    }
    for (const auto& [group, records] : *other)
        if (!one->contains(group))
            return format("group {} is in the second table only", quoted(std::string_view(group)));
    return {};
}

void check_records(const ClaimedRelease& claimed, std::uint64_t found, Ledger& ledger) {
    std::string against;
    if (found != claimed.released)
        against =
            format("there are {}, the certificate says {}", with_thousands(found), with_thousands(claimed.released));
    else if (claimed.original < claimed.released || claimed.original - claimed.released != claimed.suppressed)
        against = format("{} of the original are not {} released and {} suppressed", with_thousands(claimed.original),
                         with_thousands(claimed.released), with_thousands(claimed.suppressed));
    else if (found == 0)
        against = "there are none";
    ledger.settle("number of records", against, format("{} released", with_thousands(found)));
}

Result<std::optional<JudgedData>> read_groups(ReleasedData& release, const ClaimedRelease& claimed,
                                              const Reading& reading, Ledger& ledger) {
    JudgedData judged;
    judged.quasi_identifiers = {claimed.group_column};
    judged.sensitive = {claimed.parted_column};
    const auto nothing = std::optional<JudgedData>();
    std::string against;
    const bool in_one_table = claimed.form != ReleaseForm::anatomized;
    if (in_one_table) {
        SCRIM_TRY(auto tuples,
                  read_claimed(*release.data, {claimed.group_column, claimed.parted_column}, reading, ledger));
        if (!tuples) return nothing;
        judged.tuples = *std::move(tuples);
        if (!group_sizes(judged.tuples)) against = "a record belongs to no group";
        if (!against.empty()) ledger.fails("every record has its group", against);
    } else {
        SCRIM_TRY(auto rows, read_claimed(*release.data, {claimed.group_column}, reading, ledger));
        if (!rows) return nothing;
        SCRIM_TRY(auto values, read_claimed(*release.values, release.values->columns(), reading, ledger));
        if (!values) return nothing;
        judged.tuples = weighted(*std::move(values), against);
        if (against.empty()) against = compare_groups(*rows, judged.tuples);
        ledger.settle("both tables have the same groups", against);
        check_records(claimed, rows->total, ledger);
    }
    if (!against.empty()) return nothing;
    if (in_one_table) check_records(claimed, judged.tuples.total, ledger);
    return std::optional(std::move(judged));
}

}  // namespace

Result<std::optional<Tuples>> read_claimed(TableSource& source, const std::vector<std::string>& columns,
                                           const Reading& reading, Ledger& ledger) {
    auto tuples = source.read_tuples(columns, reading.memory, reading.progress);
    if (tuples) return std::optional(*std::move(tuples));
    if (is_ours(tuples.error())) return tuples.error();
    ledger.fails("the data can be read", tuples.error().message);
    return std::optional<Tuples>();
}

Result<std::optional<JudgedData>> read_judged(ReleasedData& release, const ClaimedRelease& claimed,
                                              const std::vector<std::string>& named, const Reading& reading,
                                              Ledger& ledger) {
    if (claimed.has_groups()) return read_groups(release, claimed, reading, ledger);
    JudgedData judged;
    judged.quasi_identifiers = claimed.columns_in(Role::quasi_identifier);
    judged.sensitive = claimed.columns_in(Role::sensitive);
    std::vector<std::string> columns = judged.quasi_identifiers;
    columns.insert(columns.end(), judged.sensitive.begin(), judged.sensitive.end());
    for (const std::string& name : named)
        if (claimed.find(name) && std::find(columns.begin(), columns.end(), name) == columns.end())
            columns.push_back(name);
    SCRIM_TRY(auto tuples, read_claimed(*release.data, columns, reading, ledger));
    if (!tuples) return std::optional<JudgedData>();
    judged.tuples = *std::move(tuples);
    if (!claimed.perturbation) check_records(claimed, judged.tuples.total, ledger);
    return std::optional(std::move(judged));
}

}  // namespace scrim::verifier
