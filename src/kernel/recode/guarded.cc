#include "kernel/recode/guarded.h"

#include "kernel/core/text.h"

#include <algorithm>
#include <optional>

namespace scrim::recode {

Result<Guarded> guarded_column(const Problem& problem) {
    const DemandRoles& roles = problem.demands.roles();
    std::vector<std::shared_ptr<const models::Model>> others;
    std::vector<std::string> names;
    std::optional<Ratio> p;
    for (const auto& model : problem.demands.models()) {
        const auto most = model->most_below_guards();
        if (!most) {
            others.push_back(model);
            continue;
        }
        p = p ? std::min(*p, *most) : *most;
        for (const models::SensitiveRole& role : roles.sensitive)
            if (model->attribute().empty() || model->attribute() == role.column)
                if (std::find(names.begin(), names.end(), role.column) == names.end()) names.push_back(role.column);
    }
    if (names.empty()) return input_error("nothing is required that generalized sensitive values serve");
    if (names.size() > 1)
        return input_error(format("it generalizes the cells of one sensitive column, and {} are guarded; require {}",
                                  list_some(names),
                                  format("personalized_privacy(p={}, attribute={})", p->to_string(), names.front())));
    const auto role = std::find_if(roles.sensitive.begin(), roles.sensitive.end(),
                                   [&](const auto& known) { return known.column == names.front(); });
    if (!role->hierarchy)
        return input_error(format("it prints nodes of the hierarchy of {}, which has none", quoted(role->column)));
    const Tuples& tuples = *problem.tuples;
    SCRIM_TRY(Demands demands, Demands::make(problem.tuples, roles, std::move(others)));
    return Guarded{*tuples.table.find(role->column),
                   *tuples.table.find(role->guard),
                   role->guard_spans,
                   role->hierarchy,
                   *p,
                   std::move(demands)};
}

}  // namespace scrim::recode
