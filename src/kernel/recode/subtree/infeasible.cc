#include "kernel/recode/subtree/infeasible.h"

#include "kernel/core/field.h"
#include "kernel/core/text.h"
#include "kernel/recode/subtree/kept.h"

namespace scrim::recode::subtree {

namespace {

// The models that some records fail by themselves at these cuts; all of them where none does alone.
std::vector<std::string> failing_models(const Problem& problem, std::span<const Cut> cuts) {
    std::vector<std::string> all, failing;
    for (const auto& model : problem.demands.models()) {
        all.push_back(model->info().name);
        auto demands = Demands::make(problem.tuples, problem.demands.roles(), {model});
        if (!demands) continue;
        Problem alone = problem;
        alone.demands = *std::move(demands);
        if (records_failing(alone, cuts) > 0) failing.push_back(all.back());
    }
    return failing.empty() ? all : failing;
}

}  // namespace

Error too_many_fail(const Problem& problem, std::span<const Cut> cuts, std::string_view where,
                    std::optional<std::uint64_t> known) {
    std::vector<std::string> limited;
    for (const hierarchy::Attribute& attribute : problem.quasi_identifiers)
        if (attribute.max_level < attribute.hierarchy->height()) limited.push_back(attribute.name);
    const std::uint64_t records = problem.records(), failing = known ? *known : records_failing(problem, cuts);
    const std::string models = join(failing_models(problem, cuts), " or ");
    const std::string raise = limited.empty() ? "" : format("raise the max_level of {}, or ", list_some(limited));
    // A part of a class that fails may hold, so leaving out the rest of it could help, if more were allowed.
    if (failing == records && !problem.demands.upward_closed())
        return input_error(
            format("{}, all {} records are in classes that fail {}, and {} may be suppressed; allow more suppression, "
                   "{}relax {}",
                   where, with_thousands(records), models, with_thousands(problem.suppression_limit),
                   raise.empty() ? "or " : raise, models));
    if (failing == records)
        return input_error(
            format("{}, all {} records are in classes that fail {}, so leaving records out does not help; {}relax {}",
                   where, with_thousands(records), models, raise, models));
    return input_error(format(
        "{}, {} of {} records are in classes that fail {}, and {} may be suppressed; allow more suppression "
        "({}), {}relax {}",
        where, with_thousands(failing), with_thousands(records), models, with_thousands(problem.suppression_limit),
        field("suppress", std::to_string(failing)), raise.empty() ? "or " : raise, models));
}

}  // namespace scrim::recode::subtree
