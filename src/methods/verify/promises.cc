#include "methods/verify/promises.h"

#include "kernel/core/field.h"
#include "kernel/core/names.h"
#include "kernel/core/text.h"
#include "kernel/models/mechanism.h"
#include "methods/check/findings.h"
#include "methods/verify/same_number.h"

#include <algorithm>

namespace scrim::verifier {
namespace {

// What the certificate must say a reader needs.
std::vector<std::string> needs_of(const models::Model& model, const ClaimedRelease& claimed) {
    std::vector<std::string> needs;
    const ModelInfo& info = model.info();
    const bool by_class =
        claimed.persons && models::asks_whole_classes(model, claimed.columns_in(Role::quasi_identifier));
    if ((claimed.counts_people && !by_class) || info.traits.needs_guards || model.against_original())
        needs.push_back("original");
    if (info.traits.needs_population) needs.push_back("population");
    return needs;
}

// How the words of a promise differ from those of its model, "" when they do not.
std::string misworded(const ClaimedPromise& claimed, const models::Model& model, const ClaimedRelease& release) {
    const ModelInfo& info = model.info();
    const std::vector<std::string> needs = needs_of(model, release);
    const auto differs = [&](std::string_view what, std::string_view is, std::string_view should) {
        return is == should ? std::string()
                            : format("{}: the {} is {}, the model says {}", printable(claimed.requirement), what,
                                     quoted(is), quoted(should));
    };
    std::string against = differs("model", claimed.model, info.name);
    if (against.empty()) against = differs("title", claimed.title, info.title);
    if (against.empty()) against = differs("promise", claimed.promise, info.promise);
    if (against.empty()) against = differs("limits", claimed.limits, info.limits);
    const auto listed = [](const std::vector<std::string>& names) {
        return names.empty() ? std::string("nothing") : list_some(names);
    };
    if (against.empty() && claimed.needs != needs)
        against = format("{}: it needs {}, the certificate says {}", printable(claimed.requirement), listed(needs),
                         listed(claimed.needs));
    return against;
}

Result<Promise> read_promise(const ClaimedPromise& claimed) {
    Promise promise;
    promise.claimed = &claimed;
    SCRIM_TRY(promise.requirement, parse_requirement(claimed.requirement));
    if (to_string(promise.requirement) != claimed.requirement)
        return input_error(format("it is written {} where {} is meant", quoted(std::string_view(claimed.requirement)),
                                  quoted(std::string_view(to_string(promise.requirement)))));
    SCRIM_CHECK(validate(promise.requirement));
    SCRIM_TRY(promise.model, models::make_model(promise.requirement));
    return promise;
}

// The columns that a promise asks about by name.
std::vector<std::string> asked_columns(const Promise& promise, const std::vector<std::string>& quasi_identifiers) {
    std::vector<std::string> columns;
    for (const models::Question& question : promise.model->questions(quasi_identifiers)) {
        for (const std::string& name : question.x) add_once(columns, name);
        for (const std::string& name : question.y) add_once(columns, name);
    }
    return columns;
}

std::vector<std::string> unknown_columns(const Promise& promise, const Witness& witness) {
    std::vector<std::string> unknown;
    for (const std::string& name : asked_columns(promise, witness.evidence->quasi_identifiers()))
        if (!contains(witness.columns, name)) unknown.push_back(name);
    return unknown;
}

// Speaks against the promise, as it was judged; "" when nothing does. `found` is what was reached.
std::string differences(const Promise& promise, const models::Judgment& judgment, bool people, std::string& found) {
    const RequirementReport report = checking::requirement_report(promise.requirement, judgment, people);
    std::vector<std::string> levels, against;
    for (const LevelReport& level : report.levels) {
        levels.push_back(format("{} = {}", level.parameter, number_text(level.level)));
        const auto& reached = promise.claimed->reached;
        const auto claimed =
            std::find_if(reached.begin(), reached.end(), [&](const auto& r) { return r.first == level.parameter; });
        if (claimed == reached.end())
            against.push_back(format("no level of {} is claimed", level.parameter));
        else if (!same_number(claimed->second, level.level))
            against.push_back(format("{} = {} is claimed", level.parameter, number_text(claimed->second)));
    }
    found = levels.empty() ? "" : "reached " + join(levels, ", ");
    if (!report.holds) against.insert(against.begin(), report.reason.empty() ? "it does not hold" : report.reason);
    if (promise.claimed->reached.size() > report.levels.size())
        against.push_back("more levels are claimed than there are");
    // Several attributes may be equally bad; the one claimed must be.
    const std::string& attribute = promise.claimed->attribute;
    const bool some =
        std::any_of(judgment.findings.begin(), judgment.findings.end(), [&](const models::Finding& finding) {
            return finding.attribute == attribute && !finding.worst.empty() &&
                   finding.worst.front().level == judgment.worst(0).worst.front().level;
        });
    if (!report.levels.empty() && !some)
        against.push_back(format("it is not {} that it is worst for", quoted(std::string_view(attribute))));
    return against.empty() ? "" : join(against, "; ") + (found.empty() ? "" : "; " + found);
}

// A class has at least as many records as people: speaks against a promise about people that not even records keep.
std::string beyond_records(const Promise& promise, const models::Judgment& judgment) {
    if (judgment.verdict() != models::Verdict::holds)
        return "not even records are enough, and people are no more than they";
    const auto parameters = models::measured_parameters(promise.model->info());
    for (const auto& [name, claimed] : promise.claimed->reached)
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            if (parameters[i]->name != name) continue;
            const Ratio& records = judgment.worst(i).worst[i].level;
            const auto level = Ratio::parse(claimed.exact);
            if (!level || models::worse(*parameters[i], records, *level))
                return format("{} = {} people are claimed, and there are {} records", name, number_text(claimed),
                              records.to_string());
        }
    return {};
}

struct Verdicts {
    std::vector<models::Judgment> judgments;  // per model asked
    std::vector<std::string> errors;          // why a model could not be asked, else ""
};

// All in one go, or one by one where one of them cannot be asked.
Result<Verdicts> judge_all(const models::Evidence& evidence, const std::vector<const models::Model*>& models,
                           Progress& progress) {
    Verdicts verdicts;
    verdicts.errors.resize(models.size());
    auto together = models::judge(evidence, models, progress);
    if (together) {
        verdicts.judgments = *std::move(together);
        return verdicts;
    }
    for (std::size_t m = 0; m < models.size(); ++m) {
        auto alone = models::judge(evidence, {models[m]}, progress);
        if (!alone && alone.error().kind == Error::Kind::cancelled) return alone.error();
        if (!alone) verdicts.errors[m] = alone.error().message;
        verdicts.judgments.push_back(alone ? std::move(alone->front()) : models::Judgment{});
    }
    return verdicts;
}

// How a promise is to be judged, or why it is not.
struct Plan {
    enum class By {
        release,
        traced,
        stated,   // people as the release states them
        bound,    // only whether it fails for records, where people are counted
        nothing,  // for the reason given
        refusal,  // the same, and it fails
    };
    By by = By::release;
    std::string why = {};
    std::size_t place = 0;  // among the models that the same witness is asked
};

Plan plan(const Promise& promise, const ClaimedRelease& claimed, const Witnesses& witnesses) {
    using By = Plan::By;
    const Traits& traits = promise.model->info().traits;
    if (traits.of_mechanism) return {By::refusal, "it speaks of chances, and these values are generalized"};
    if (traits.needs_population && claimed.has_groups())
        return {By::refusal, "how many people a group stands for is not defined"};
    if (traits.needs_blind && claimed.perturbation &&
        !models::bounds_belief(*promise.model, claimed.perturbation->design))
        return {By::refusal, "values were not dealt so that it holds, by the numbers that the certificate states"};
    if (traits.needs_blind && !claimed.perturbation && claimed.form != ReleaseForm::anatomized)
        return {By::refusal, "classes of generalized values are formed by looking at sensitive values"};
    if (traits.needs_population && !witnesses.population)
        return {By::nothing, "it needs the population's table: give " + field("population")};
    if (promise.model->against_original() && !witnesses.original)
        return {By::nothing, "it compares with the distribution in the original: give " + field("original")};
    const auto unknown = unknown_columns(promise, witnesses.release);
    if (!unknown.empty() && claimed.has_groups())
        return {By::refusal, format("groups do not tell it of {}", list_some(unknown))};
    if (!claimed.counts_people && !traits.needs_guards && unknown.empty()) return {};
    if (witnesses.traced.evidence) {
        if (const auto lacking = unknown_columns(promise, witnesses.traced); !lacking.empty())
            return {By::refusal, format("there is no column {}", list_some(lacking))};
        return {By::traced};
    }
    if (witnesses.stated.evidence && !traits.needs_guards && unknown.empty() &&
        models::asks_whole_classes(*promise.model, witnesses.stated.evidence->quasi_identifiers()))
        return {By::stated};
    // A class has at least as many records as people, so a model that only counts must hold for records too.
    const bool only_counts = traits.monotone && !traits.needs_sensitive && !traits.needs_population;
    return {only_counts && unknown.empty() ? By::bound : By::nothing, witnesses.untraced};
}

}  // namespace

std::optional<std::vector<Promise>> read_promises(const ClaimedRelease& claimed, Ledger& ledger) {
    std::vector<Promise> promises;
    std::string wording;
    for (const ClaimedPromise& stated : claimed.promises) {
        auto promise = read_promise(stated);
        if (!promise) {
            ledger.fails(printable(stated.requirement), "no such promise can be made: " + promise.error().message);
            return std::nullopt;
        }
        if (wording.empty()) wording = misworded(stated, *promise->model, claimed);
        promises.push_back(*std::move(promise));
    }
    ledger.settle("promises are worded as the models make them", wording,
                  counted(promises.size(), "promise", "promises"));
    return promises;
}

void judge_mechanism(const std::vector<Promise>& promises, const models::Design& design, Ledger& ledger) {
    for (const Promise& promise : promises) {
        if (!promise.model->info().traits.of_mechanism) continue;
        const models::Judgment judgment = models::judge_mechanism(*promise.model, design);
        std::string found;
        const std::string against = differences(promise, judgment, false, found);
        ledger.settle(promise.claimed->requirement, against, found + ", by the chances that the certificate states");
    }
}

NamedColumns named_columns(const std::vector<Promise>& promises, const std::vector<std::string>& quasi_identifiers) {
    NamedColumns named;
    for (const Promise& promise : promises) {
        for (const std::string& name : asked_columns(promise, quasi_identifiers)) add_once(named.columns, name);
        for (const models::Question& question : promise.model->questions(quasi_identifiers))
            if (question.y.size() > 1) named.joined.push_back(question.y);
    }
    return named;
}

Result<void> judge_promises(const std::vector<Promise>& promises, const ClaimedRelease& claimed,
                            const Witnesses& witnesses, Ledger& ledger, Progress& progress) {
    using By = Plan::By;
    std::vector<Plan> plans;
    std::vector<const models::Model*> of_release, of_traced, of_stated;
    for (const Promise& promise : promises) {
        Plan& made = plans.emplace_back(plan(promise, claimed, witnesses));
        if (made.by == By::nothing || made.by == By::refusal) continue;
        auto& asked = made.by == By::traced ? of_traced : made.by == By::stated ? of_stated : of_release;
        made.place = asked.size();
        asked.push_back(promise.model.get());
    }
    Verdicts by_release, by_traced, by_stated;
    if (!of_release.empty()) {
        SCRIM_TRY(by_release, judge_all(*witnesses.release.evidence, of_release, progress));
    }
    if (!of_traced.empty()) {
        SCRIM_TRY(by_traced, judge_all(*witnesses.traced.evidence, of_traced, progress));
    }
    if (!of_stated.empty()) {
        SCRIM_TRY(by_stated, judge_all(*witnesses.stated.evidence, of_stated, progress));
    }
    for (std::size_t p = 0; p < promises.size(); ++p) {
        const auto& [by, why, place] = plans[p];
        const std::string& name = promises[p].claimed->requirement;
        if (by == By::nothing) ledger.unchecked_promise(name, why);
        if (by == By::refusal) ledger.fails(name, why);
        if (by == By::nothing || by == By::refusal) continue;
        const Verdicts& verdicts = by == By::traced ? by_traced : by == By::stated ? by_stated : by_release;
        const models::Judgment& judgment = verdicts.judgments[place];
        if (!verdicts.errors[place].empty())
            ledger.fails(name, verdicts.errors[place]);
        else if (by == By::bound && !beyond_records(promises[p], judgment).empty())
            ledger.fails(name, beyond_records(promises[p], judgment));
        else if (by == By::bound)
            ledger.unchecked_promise(name, why);
        else {
            std::string found;
            const std::string against = differences(promises[p], judgment, claimed.counts_people, found);
            if (by == By::stated) found += ", by the people whom " + claimed.persons->classes + " states";
            ledger.settle(name, against, found);
        }
    }
    return {};
}

}  // namespace scrim::verifier
