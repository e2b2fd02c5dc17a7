#include "methods/republish/next_version.h"

#include "kernel/core/field.h"
#include "kernel/core/text.h"
#include "methods/policy/hierarchy_files.h"
#include "methods/release/prepare.h"
#include "methods/republish/merged_domain.h"

#include <algorithm>
#include <unordered_map>

namespace scrim::republication {
namespace {

Result<std::string> the_sensitive_column(const Policy& policy) {
    const auto sensitive = policy.columns_in(Role::sensitive);
    if (sensitive.size() == 1) return sensitive.front();
    if (sensitive.empty())
        return input_error(
            "the policy names no sensitive column: there is nothing that releases could betray together");
    return input_error(
        format("a series protects one sensitive column, and the policy names {}: {}; make all but one "
               "dropped, which are not released",
               sensitive.size(), list_some(sensitive)));
}

Result<void> check_policy(const Policy& policy, const TableSource& source) {
    if (policy.person.empty())
        return input_error(
            "a series needs to know whose each record is: name the column in the policy (person: …) or "
            "with " +
            field("person"));
    const ColumnPolicy* person = policy.find(policy.person);
    if (person && person->role != Role::identifier)
        return input_error(
            format("the person column {} must be an identifier: released, it would link the records of one "
                   "person",
                   quoted(policy.person)));
    const auto& columns = source.columns();
    if (std::find(columns.begin(), columns.end(), policy.person) == columns.end())
        return subject::no_such_column(source, policy.person);
    for (const ColumnPolicy& column : policy.columns) {
        if (!column.guard.empty())
            return input_error(format("column {} has a guard, which a series does not know", quoted(column.name)));
        if (column.max_level)
            return input_error(format("column {} has a max_level, which a series cannot promise", quoted(column.name)));
    }
    return subject::check_classified(source, policy);
}

// A name for each record; refuses records of nobody, and two of one person.
Result<std::vector<std::string>> names_of(const Column& persons, const std::string& name) {
    const Domain& domain = persons.domain();
    std::vector<char> seen(domain.size(), 0);
    std::vector<std::string> names;
    names.reserve(persons.size());
    for (std::size_t r = 0; r < persons.size(); ++r) {
        const Code code = persons[r];
        if (domain.has_null() && code == domain.null_code())
            return input_error(format("a record has no value in the person column {}", quoted(name)));
        if (seen[code]++)
            return input_error(format("person {} is there twice; a series has one record for each person",
                                      quoted(domain.label(code))));
        names.push_back(domain.label(code));
    }
    return names;
}

// Who of the history each record is, and what came of everybody.
class Comparison {
public:
    Comparison(NextVersion& next, const History& history, bool substitutes)
        : next_(next), history_(history), substitutes_(substitutes) {}

    void run() {
        compare_columns();
        std::unordered_map<std::string_view, std::uint32_t> by_name;
        for (std::uint32_t p = 0; p < history_.names.size(); ++p) by_name.emplace(history_.names[p], p);
        for (std::uint32_t r = 0; r < next_.names.size(); ++r) {
            const auto before = by_name.find(next_.names[r]);
            if (before != by_name.end())
                stayed(r, before->second);
            else
                came(r);
        }
        next_.left = history_.names.size() - next_.stayed;
    }

private:
    std::uint32_t value(std::uint32_t record) const { return next_.version.value[record]; }
    bool hides(std::uint32_t signature, std::uint32_t of_value) const {
        const Signature& values = next_.version.signatures[signature];
        return std::binary_search(values.begin(), values.end(), of_value);
    }

    void compare_columns() {
        for (std::size_t c = 0; c < next_.table.width(); ++c) {
            const Domain& from = history_.people[c].domain();
            const Domain& to = next_.table[c].domain();
            std::vector<Code> codes(from.size(), UINT32_MAX);
            for (Code code = 0; code < from.values(); ++code)
                if (const auto known = to.find(from.label(code))) codes[code] = *known;
            if (from.has_null() && to.has_null()) codes[from.null_code()] = to.null_code();
            code_of_.push_back(std::move(codes));
        }
    }
    bool same(std::size_t column, std::uint32_t record, std::uint32_t before) const {
        return code_of_[column][history_.people[column][before]] == next_.table[column][record];
    }
    void stayed(std::uint32_t record, std::uint32_t before) {
        ++next_.stayed;
        const std::size_t sensitive = next_.table.width() - 1;
        for (std::size_t c = 0; c < sensitive; ++c)
            if (!same(c, record, before)) {
                ++next_.moved;
                break;
            }
        const std::uint32_t signature = history_.signature_of[before];
        const bool changed = !same(sensitive, record, before), hidden = hides(signature, value(record));
        next_.changed_inside += changed && hidden;
        next_.changed_outside += changed && !hidden;
        // Somebody who was substituted never had a value of the signature.
        if (hidden || (substitutes_ && !changed)) next_.version.signature[record] = signature;
    }
    void came(std::uint32_t record) {
        const auto departed = history_.departed.find(history_.fingerprint_of(next_.names[record]));
        if (departed == history_.departed.end()) {
            ++next_.arrived;
            return;
        }
        ++next_.returned;
        // With m-invariance everybody had a value of their signature, so another one is a change.
        if (substitutes_ || hides(departed->second, value(record)))
            next_.version.signature[record] = departed->second;
        else
            ++next_.changed_outside;
    }

    NextVersion& next_;
    const History& history_;
    bool substitutes_;
    std::vector<std::vector<Code>> code_of_;  // of the history's codes in this version, by column
};

// The sensitive column over its own values and those of the history's signatures, and these as values of it.
Result<void> merge_values(NextVersion& next, const History& history) {
    const auto hierarchy = next.hierarchies.find(next.sensitive);
    Column known = history.values;
    if (hierarchy != next.hierarchies.end()) {
        SCRIM_TRY(known, subject::over_hierarchy(next.sensitive, known, hierarchy->second));
    }
    SCRIM_TRY(const DomainPtr domain, merged_domain(next.sensitive, next.values().domain_ptr(), known.domain_ptr()));
    Table merged;
    for (std::size_t c = 0; c + 1 < next.table.width(); ++c) merged.add(next.table.name(c), next.table[c]);
    merged.add(next.sensitive, over_domain(next.values(), domain));
    next.table = std::move(merged);

    // A row of the history's column for each value of each signature.
    std::vector<Code> code_of(history.values.domain().size());
    const std::vector<Code> in_all = codes_in(known.domain(), *domain);
    for (std::size_t r = 0; r < known.size(); ++r) code_of[history.values[r]] = in_all[known[r]];
    for (Signature signature : history.signatures) {
        for (std::uint32_t& value : signature) value = code_of[value];
        std::sort(signature.begin(), signature.end());
        next.version.signatures.push_back(std::move(signature));
    }
    return {};
}

}  // namespace

Result<NextVersion> read_version(TableSource& source, const Policy& policy, const History* history, bool substitutes,
                                 Progress& progress) {
    NextVersion next;
    SCRIM_CHECK(check_policy(policy, source));
    SCRIM_TRY(next.sensitive, the_sensitive_column(policy));
    std::vector<std::string> columns = policy.columns_in(Role::quasi_identifier);
    columns.push_back(next.sensitive);
    SCRIM_TRY(next.hierarchies, policy::read_hierarchies(policy));
    std::erase_if(next.hierarchies, [&](const auto& hierarchy) {
        return std::find(columns.begin(), columns.end(), hierarchy.first) == columns.end();
    });
    columns.push_back(policy.person);
    SCRIM_TRY(Table table, source.read(columns, progress));
    progress.stage("comparing with the release before", 0);
    SCRIM_TRY(next.names, names_of(table[columns.size() - 1], policy.person));
    Table kept;
    for (std::size_t c = 0; c + 1 < columns.size(); ++c) kept.add(columns[c], table.take(c));
    SCRIM_TRY(next.table, release::over_hierarchies(std::move(kept), next.hierarchies));

    if (history) SCRIM_CHECK(merge_values(next, *history));
    Version& version = next.version;
    version.values = next.values().domain().size();
    version.dimensions = next.table.width() - 1;
    const std::size_t records = next.names.size();
    version.value.resize(records);
    version.signature.assign(records, Version::is_new);
    version.quasi_identifiers.resize(records * version.dimensions);
    next.values().visit([&](auto codes) { std::copy(codes.begin(), codes.end(), version.value.begin()); });
    for (std::size_t a = 0; a < version.dimensions; ++a)
        next.table[a].visit([&](auto codes) {
            for (std::size_t r = 0; r < records; ++r) version.quasi_identifiers[r * version.dimensions + a] = codes[r];
        });
    if (history)
        Comparison(next, *history, substitutes).run();
    else
        next.arrived = records;
    return next;
}

}  // namespace scrim::republication
