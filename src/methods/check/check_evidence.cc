#include "methods/check/check_evidence.h"

#include "kernel/subject/original_distribution.h"
#include "kernel/subject/subject.h"

#include <algorithm>

namespace scrim::checking {
namespace {

// What the printed values of a column are spans of, with a NULL where it has one.
hierarchy::Attribute whole_base(const std::string& name, std::shared_ptr<const hierarchy::Hierarchy> hierarchy,
                                const Domain& printed) {
    if (printed.has_null() && !hierarchy->domain().has_null())
        hierarchy = std::make_shared<const hierarchy::Hierarchy>(hierarchy->with_null());
    return hierarchy::Attribute::over(name, std::move(hierarchy));
}

bool is_generalized(const models::Evidence::Input& input, const std::string& column) {
    return std::any_of(input.sensitive.begin(), input.sensitive.end(),
                       [&](const auto& role) { return role.column == column && !role.cells.empty(); });
}

}  // namespace

Result<models::Evidence::Input> evidence_input(Table table, const Needed& needed, const CheckRequest& request,
                                               const hierarchy::Hierarchies& hierarchies,
                                               const std::optional<Table>& original) {
    models::Evidence::Input input;
    input.quasi_identifiers = request.policy.columns_in(Role::quasi_identifier);
    input.missing_matches = request.null_matches;
    if (table.find(request.policy.person)) input.person = request.policy.person;
    input.joined = needed.joined;
    for (const std::string& name : request.policy.columns_in(Role::sensitive))
        input.sensitive.push_back({name, nullptr, "", {}});

    for (std::size_t i = 0; i < table.width(); ++i) {
        const std::string& name = table.name(i);
        const auto role = std::find_if(input.sensitive.begin(), input.sensitive.end(),
                                       [&](const auto& r) { return r.column == name; });
        const auto hierarchy = hierarchies.find(name);
        if (role == input.sensitive.end() || hierarchy == hierarchies.end()) {
            input.table.add(name, table.take(i));
            continue;
        }
        role->hierarchy = hierarchy->second;
        auto moved = subject::over_hierarchy(name, table[i], role->hierarchy);
        if (moved) {
            input.table.add(name, *std::move(moved));
            continue;
        }
        auto cells = subject::spans_of(table[i].domain(), whole_base(name, hierarchy->second, table[i].domain()));
        if (!cells) return moved.error();
        role->hierarchy = whole_base(name, hierarchy->second, table[i].domain()).hierarchy;
        role->cells = *std::move(cells);
        input.table.add(name, table.take(i));
    }
    for (const std::string& name : needed.distributions)
        if (const auto there = original && !is_generalized(input, name) ? original->find(name) : std::nullopt)
            SCRIM_CHECK(subject::add_original(name, (*original)[*there], {}, hierarchies, input));
    for (models::SensitiveRole& role : input.sensitive) {
        role.guard = request.policy.find(role.column)->guard;
        if (role.guard.empty()) continue;
        SCRIM_TRY(role.guard_spans,
                  subject::guard_spans(role.guard, input.table[input.table.find(role.guard).value()].domain(),
                                       role.cells.empty() ? input.table[input.table.find(role.column).value()].domain()
                                                          : role.hierarchy->domain(),
                                       role.hierarchy.get()));
    }
    return input;
}

}  // namespace scrim::checking
