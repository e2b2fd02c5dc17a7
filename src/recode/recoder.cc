#include "recode/recoder.h"

#include "core/text.h"

namespace scrim {

#define SCRIM_RECODER(name) const RecoderSpec& name##_recoder();
#include "recode/recoders.def"
#undef SCRIM_RECODER

const std::vector<const RecoderSpec*>& recoders() {
    static const std::vector<const RecoderSpec*> all = {
#define SCRIM_RECODER(name) &name##_recoder(),
#include "recode/recoders.def"
#undef SCRIM_RECODER
    };
    return all;
}

const RecoderSpec* find_recoder(std::string_view name) {
    for (const RecoderSpec* spec : recoders())
        if (spec->name == name) return spec;
    return nullptr;
}

std::vector<const AlgorithmInfo*> list_algorithms() { return {recoders().begin(), recoders().end()}; }

namespace {

std::vector<std::string> blind_recoders() {
    std::vector<std::string> names;
    for (const RecoderSpec* spec : recoders())
        if (spec->blind) names.emplace_back(spec->name);
    return names;
}

}  // namespace

std::string why_refused(const RecoderSpec& recoder, const Problem& problem) {
    const Demands& demands = problem.demands;
    const auto refused = [&](std::string_view model, std::string_view reason) {
        return format("{} cannot serve {}: {}", recoder.name, model, reason);
    };
    for (const auto& model : demands.models()) {
        const Traits& traits = model->info().traits;
        if (recoder.monotone_only && !traits.monotone)
            return refused(model->info().name,
                           "two classes that satisfy this model may break it when merged, and it relies on that "
                           "they do not (optimal examines every generalisation by itself)");
        if (!recoder.blind && traits.needs_blind)
            return refused(
                model->info().name,
                format("it looks at sensitive values when it forms classes, and the minimality attack exploits "
                       "that ({} does not)",
                       join(blind_recoders(), ", ")));
        if (!recoder.population && traits.needs_population)
            return refused(model->info().name, "it does not know how the population falls into its classes");
    }
    if (recoder.per_class_only && !demands.per_class())
        return refused("a model that asks about other columns than all quasi-identifiers together",
                       "it judges each class by itself (optimal, datafly, topdown and bottomup recode the whole "
                       "column)");
    if (!recoder.people && demands.counts_people())
        return refused("a policy with several records per person",
                       "its classes may overlap, so nobody could recount the people in them");
    if (recoder.needs_sensitive && demands.roles().sensitive.empty())
        return format("{} needs a sensitive attribute; name one with --sensitive or in the policy", recoder.name);
    if (recoder.form != Form::generalised && demands.roles().sensitive.size() > 1)
        return format(
            "{} releases exact quasi-identifiers, and of {} sensitive attributes all but one would stand beside "
            "them; leave the others out (make them identifiers) or use another algorithm",
            recoder.name, demands.roles().sensitive.size());
    return {};
}

Result<Recoding> recode(const RecoderSpec& recoder, const Problem& problem, const Arguments& arguments,
                        Progress& progress) {
    if (const std::string reason = why_refused(recoder, problem); !reason.empty()) return input_error(reason);
    if (const std::string reason = problem.demands.why_impossible(); !reason.empty()) return input_error(reason);
    SCRIM_TRY(Recoding recoding, recoder.run(problem, arguments, progress));
    return recoding;
}

}  // namespace scrim
