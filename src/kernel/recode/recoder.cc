#include "kernel/recode/recoder.h"

#include "kernel/core/field.h"
#include "kernel/core/text.h"
#include "kernel/recode/guarded.h"

#include <algorithm>

namespace scrim::recode {

#define SCRIM_RECODER(family, name)      \
    namespace family {                   \
    const RecoderSpec& name##_recoder(); \
    }
#include "kernel/recode/recoders.def"
#undef SCRIM_RECODER

const std::vector<const RecoderSpec*>& recoders() {
    static const std::vector<const RecoderSpec*> all = {
#define SCRIM_RECODER(family, name) &family::name##_recoder(),
#include "kernel/recode/recoders.def"
#undef SCRIM_RECODER
    };
    return all;
}

const RecoderSpec* find_recoder(std::string_view name) {
    for (const RecoderSpec* spec : recoders())
        if (spec->name == name) return spec;
    return nullptr;
}

std::vector<const RecoderSpec*> recoders_by(std::uint32_t RecoderSpec::*rank) {
    std::vector<const RecoderSpec*> ranked;
    for (const RecoderSpec* spec : recoders())
        if (spec->*rank > 0) ranked.push_back(spec);
    std::sort(ranked.begin(), ranked.end(), [&](const auto* a, const auto* b) { return a->*rank < b->*rank; });
    return ranked;
}

const RecoderSpec* find_recoder(bool RecoderSpec::*trait) {
    for (const RecoderSpec* spec : recoders())
        if (spec->*trait) return spec;
    return nullptr;
}

std::vector<std::string> names_of_recoders(bool RecoderSpec::*trait) {
    std::vector<std::string> names;
    for (const RecoderSpec* spec : recoders())
        if (spec->*trait) names.push_back(spec->name);
    return names;
}

namespace {

template <class Is>
std::string names_of(Is is) {
    std::vector<std::string> names;
    for (const RecoderSpec* spec : recoders())
        if (is(*spec)) names.emplace_back(spec->name);
    return join(names, ", ");
}

}  // namespace

std::string why_refused(const RecoderSpec& recoder, const Problem& problem) {
    const Demands& demands = problem.demands;
    if (recoder.form == Form::perturbed) return format("{} changes values, and makes no classes", recoder.name);
    const auto refused = [&](std::string_view model, std::string_view reason) {
        return format("{} cannot serve {}: {}", recoder.name, model, reason);
    };
    for (const auto& model : demands.models()) {
        const Traits& traits = model->info().traits;
        if (recoder.generalizes_sensitive && traits.needs_sensitive && !traits.reads_cells)
            return refused(
                model->info().name,
                "it generalizes sensitive values record by record, and this model would take what is printed "
                "of them for values");
        if (recoder.monotone_only && !traits.monotone)
            return refused(model->info().name,
                           "two classes that satisfy this model may break it when merged, and it relies on that "
                           "they do not (optimal examines every generalization by itself)");
        if (!recoder.blind && traits.needs_blind)
            return refused(
                model->info().name,
                format("it looks at sensitive values when it forms classes, and the minimality attack exploits "
                       "that ({} does not)",
                       names_of([](const RecoderSpec& spec) { return spec.blind && spec.form != Form::perturbed; })));
        if (!recoder.together && model->together())
            return refused(
                model->info().name,
                format("its attacker combines knowledge about people of several classes, and it judges each class by "
                       "itself ({} do not)",
                       names_of([](const RecoderSpec& spec) { return spec.together; })));
        if (!recoder.population && traits.needs_population)
            return refused(model->info().name, "it does not know how the population falls into its classes");
    }
    if (recoder.generalizes_sensitive)
        if (const auto guarded = guarded_column(problem); !guarded)
            return format("{} is for personalized_privacy: {}", recoder.name, guarded.error().message);
    if (recoder.per_class_only && !demands.per_class())
        return refused("a model that asks about other columns than all quasi-identifiers together",
                       "it judges each class by itself (optimal, datafly, topdown and bottomup recode the whole "
                       "column)");
    const bool looked_up = recoder.own_k && !demands.roles().own_k.empty();
    if (!recoder.people && !looked_up && demands.counts_people())
        return refused("a policy with several records per person",
                       "its classes may overlap, so nobody could recount the people in them");
    if (recoder.needs_sensitive && demands.roles().sensitive.empty())
        return format("{} needs a sensitive attribute; name one with {} or in the policy", recoder.name,
                      field("sensitive"));
    if (recoder.form != Form::generalized && demands.roles().sensitive.size() > 1)
        return format(
            "{} releases exact quasi-identifiers, and of {} sensitive attributes all but one would stand beside "
            "them; leave the others out (make them identifiers) or use another algorithm",
            recoder.name, demands.roles().sensitive.size());
    return {};
}

std::string why_ignored(const RecoderSpec& recoder, const Problem& problem, bool metric_asked) {
    using Minimizes = RecoderSpec::Minimizes;
    const metrics::MetricSpec& metric = *problem.metric;
    const auto minimizes = [&](const RecoderSpec& spec) {
        switch (spec.minimizes) {
            case Minimizes::nothing: return false;
            case Minimizes::loss: return metric.is_loss;
            case Minimizes::class_costs: return metric.of_class_sizes || metric.of_target;
            case Minimizes::any_metric: return true;
        }
        return false;
    };
    if (metric_asked && !minimizes(recoder)) {
        const auto others = std::count_if(recoders().begin(), recoders().end(),
                                          [&](const RecoderSpec* spec) { return minimizes(*spec); });
        return format("{} does not minimize {}{}: {} do{}; leave out {}, or choose another algorithm", recoder.name,
                      metric.name, recoder.minimizes == Minimizes::loss ? ", it minimizes the loss (ncp)" : "",
                      names_of(minimizes), others == 1 ? "es" : "", field("minimize"));
    }
    if (!problem.workload.empty() && !recoder.looks_at_workload)
        return format(
            "{} does not look at the workload: {} does; leave out {}, choose another algorithm, or compare them all "
            "by the workload with {}",
            recoder.name, names_of([](const RecoderSpec& spec) { return spec.looks_at_workload; }), field("workload"),
            switched_on("explore"));
    if (problem.target == 0 || recoder.looks_at_target ||
        (recoder.minimizes == Minimizes::any_metric && metric.of_target))
        return {};
    return format(
        "{} does not look at the target {}: {} do, and optimal with {}; leave out "
        "{}, or choose another algorithm",
        recoder.name, quoted(problem.tuples->table.name(problem.target)),
        names_of([](const RecoderSpec& spec) { return spec.looks_at_target; }),
        field("minimize", metrics::find_metric(&metrics::MetricSpec::of_target).name), field("target"));
}

Result<Recoding> recode(const RecoderSpec& recoder, const Problem& problem, const models::Arguments& arguments,
                        Progress& progress) {
    if (const std::string reason = why_refused(recoder, problem); !reason.empty()) return input_error(reason);
    const std::uint64_t spare = recoder.suppresses ? problem.suppression_limit : 0;
    if (const std::string reason = problem.demands.why_impossible(spare); !reason.empty()) return input_error(reason);
    SCRIM_TRY(Recoding recoding, recoder.run(problem, arguments, progress));
    return recoding;
}

}  // namespace scrim::recode

namespace scrim {

std::vector<const AlgorithmInfo*> list_algorithms() { return {recode::recoders().begin(), recode::recoders().end()}; }

}  // namespace scrim
