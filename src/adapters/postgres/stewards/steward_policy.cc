#include "adapters/postgres/stewards/steward_policy.h"

#include "adapters/postgres/must.h"
#include "adapters/postgres/view_options.h"
#include "kernel/core/text.h"
#include "kernel/hierarchy/hierarchy_text.h"
#include "methods/views/recoding/attribute.h"

#include <utility>

namespace scrim::postgres {

Policy steward_policy(const std::string& yaml, const Wishes& wishes,
                      const std::function<std::optional<StoredDgh>(const std::string&)>& dgh) {
    Policy policy = must(parse_policy(yaml));
    if (!policy.population.empty())
        throw Refused(format("the policy names a population, {}, and inside the server no file is read",
                             quoted(policy.population)),
                      "leave it out, or use scrim check and scrim publish of the command line",
                      Refused::Kind::unsupported);
    for (ColumnPolicy& column : policy.columns) {
        if (column.hierarchy.empty()) continue;
        const auto stored = dgh(folded_name(column.hierarchy));
        if (!stored || stored->edges.empty())
            throw Refused(format("column {} has the hierarchy {}, and there is no DGH of this name",
                                 quoted(column.name), quoted(column.hierarchy)),
                          "inside the server a hierarchy is the name of a DGH: make it with CREATE DGH",
                          Refused::Kind::missing);
        column.hierarchy_text = hierarchy::format_hierarchy(must(views::hierarchy_of_edges(stored->edges)));
        column.hierarchy.clear();
    }
    for (const std::string& text : wishes.require) policy.require.push_back(must(parse_requirement(text)));
    for (const Requirement& requirement : policy.require) must(validate(requirement));
    if (!wishes.algorithm.empty()) policy.algorithm = wishes.algorithm;
    if (!wishes.suppress.empty()) policy.suppress = wishes.suppress;
    return policy;
}

}  // namespace scrim::postgres
