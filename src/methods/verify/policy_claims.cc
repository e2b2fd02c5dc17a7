#include "methods/verify/policy_claims.h"

#include "kernel/core/text.h"
#include "kernel/hierarchy/hierarchy_text.h"
#include "methods/policy/hierarchy_files.h"
#include "methods/verify/outlines.h"

#include <algorithm>

namespace scrim::verifier {

Result<void> check_hierarchies(const Policy& policy, const ClaimedRelease& claimed, ReleasedData& release,
                               Ledger& ledger) {
    SCRIM_TRY(const hierarchy::Hierarchies meant, policy::read_hierarchies(policy));
    std::string other;
    std::size_t compared = 0;
    for (const ClaimedColumn& column : claimed.columns) {
        const auto ours = meant.find(column.name);
        const auto theirs = release.hierarchies.find(column.name);
        // What is released as it is needs none.
        if (theirs == release.hierarchies.end() && (ours == meant.end() || column.role == Role::insensitive)) continue;
        ++compared;
        if (release.outlines.contains(column.name)) continue;
        if (ours == meant.end() || theirs == release.hierarchies.end() ||
            hierarchy::format_hierarchy(*ours->second) != hierarchy::format_hierarchy(*theirs->second))
            other = column.name;
    }
    if (const std::string outlined = locate_outlines(release, meant); !outlined.empty()) other = outlined;
    const std::string against =
        other.empty() ? "" : format("that of column {} is another", quoted(std::string_view(other)));
    ledger.settle("hierarchies are those of the policy", against, counted(compared, "hierarchy", "hierarchies"));
    return {};
}

void check_policy(const Policy& policy, const ClaimedRelease& claimed, Ledger& ledger) {
    std::string against;
    for (const ClaimedColumn& column : claimed.columns) {
        if (column.added) continue;  // by what made the release
        const ColumnPolicy* meant = policy.find(column.name);
        if (!meant)
            against = format("it says nothing of column {}", quoted(std::string_view(column.name)));
        else if (meant->role != column.role)
            against = format("to it, column {} is {}, to the certificate {}", quoted(std::string_view(column.name)),
                             role_name(meant->role), role_name(column.role));
        if (!against.empty()) break;
    }
    // A perturbed release counts nobody.
    if (against.empty() && !claimed.perturbation && claimed.counts_people == policy.person.empty())
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

}  // namespace scrim::verifier
