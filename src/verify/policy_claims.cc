#include "verify/policy_claims.h"

#include "core/text.h"

#include <algorithm>

namespace scrim {

void check_policy(const Policy& policy, const ClaimedRelease& claimed, Ledger& ledger) {
    std::string against;
    for (const ClaimedColumn& column : claimed.columns) {
        const ColumnPolicy* meant = policy.find(column.name);
        if (!meant)
            against = format("it says nothing of column {}", quoted(std::string_view(column.name)));
        else if (meant->role != column.role)
            against = format("to it, column {} is {}, to the certificate {}", quoted(std::string_view(column.name)),
                             role_name(meant->role), role_name(column.role));
        if (!against.empty()) break;
    }
    if (against.empty() && claimed.counts_people == policy.person.empty())
        against = claimed.counts_people ? "it names no person column, and the certificate counts people"
                                        : "it names a person column, and the certificate counts records";
    ledger.settle("columns mean what the policy says", against, counted(claimed.columns.size(), "column", "columns"));

    std::vector<std::string> missing;
    for (const Requirement& requirement : policy.require) {
        const auto same = [&](const ClaimedPromise& promise) { return promise.requirement == to_string(requirement); };
        if (std::none_of(claimed.promises.begin(), claimed.promises.end(), same))
            missing.push_back(to_string(requirement));
    }
    ledger.settle(
        "all that the policy requires is promised",
        missing.empty() ? "" : format("{} not promised", join(missing, ", ") + (missing.size() == 1 ? " is" : " are")),
        counted(policy.require.size(), "requirement", "requirements"));
}

}  // namespace scrim
