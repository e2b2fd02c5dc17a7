#include "kernel/subject/original_distribution.h"

#include "kernel/core/text.h"

#include <algorithm>

namespace scrim::subject {
namespace {

// The same column under the codes of another domain.
Result<Column> moved_onto(const std::string& name, const Column& column, const DomainPtr& domain) {
    const Domain& from = column.domain();
    std::vector<Code> code_of(from.size());
    for (Code value = 0; value < from.size(); ++value) {
        const bool null = from.has_null() && value == from.null_code();
        const auto found = null ? (domain->has_null() ? std::optional(domain->null_code()) : std::nullopt)
                                : domain->find(from.label(value));
        if (!found)
            return input_error(format("the original table has no {} in column {}",
                                      null ? std::string("missing value") : quoted(from.label(value)), quoted(name)));
        code_of[value] = *found;
    }
    std::vector<Code> codes(column.size());
    column.visit([&](auto old) {
        for (std::size_t row = 0; row < codes.size(); ++row) codes[row] = code_of[old[row]];
    });
    return Column(domain, codes);
}

}  // namespace

Result<void> add_original(const std::string& name, const Column& original, const std::vector<std::uint32_t>& weights,
                          const hierarchy::Hierarchies& hierarchies, models::Evidence::Input& input) {
    const auto role = std::find_if(input.sensitive.begin(), input.sensitive.end(),
                                   [&](const models::SensitiveRole& r) { return r.column == name; });
    const auto place = input.table.find(name);
    if (role == input.sensitive.end() || !place) return {};
    Column over = original;
    role->hierarchy = nullptr;
    if (const auto known = hierarchies.find(name); known != hierarchies.end()) {
        role->hierarchy = known->second;
        SCRIM_TRY(over, over_hierarchy(name, original, role->hierarchy));
    }
    const DomainPtr domain = over.domain_ptr();
    Table table;
    for (std::size_t i = 0; i < input.table.width(); ++i) {
        if (i != *place) {
            table.add(input.table.name(i), input.table.take(i));
            continue;
        }
        SCRIM_TRY(Column moved, moved_onto(name, input.table[i], domain));
        table.add(name, std::move(moved));
    }
    input.table = std::move(table);
    std::vector<std::uint64_t> counts(domain->size(), 0);
    over.visit([&](auto codes) {
        for (std::size_t row = 0; row < codes.size(); ++row) counts[codes[row]] += weights.empty() ? 1 : weights[row];
    });
    input.original[name] = std::move(counts);
    return {};
}

}  // namespace scrim::subject
