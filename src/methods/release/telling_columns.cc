#include "methods/release/telling_columns.h"

#include "kernel/risk/exact_columns.h"

#include <algorithm>

namespace scrim::release {

Result<void> refuse_telling_columns(const Prepared& prepared, const Policy& policy) {
    SCRIM_CHECK(risk::check_accepted(policy));
    const Tuples& rows = *prepared.material.rows;
    risk::ExactSubject subject{.rows = rows, .quasi_identifiers = {}, .person = rows.table.find(policy.person)};
    for (const std::string& name : policy.columns_in(Role::insensitive))
        if (const auto column = rows.table.find(name))
            subject.exact.push_back({*column, name, Role::insensitive,
                                     std::count(policy.accept_exact.begin(), policy.accept_exact.end(), name) > 0});
    return risk::refuse_exact(risk::measure_exact(subject), policy, prepared.problem.suppression_limit);
}

}  // namespace scrim::release
