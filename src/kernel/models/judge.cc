#include "kernel/models/judge.h"

#include "kernel/core/field.h"
#include "kernel/core/parallel.h"
#include "kernel/core/text.h"

#include <algorithm>
#include <map>

namespace scrim::models {
namespace {

constexpr std::size_t grain = 1024;

// What one model has seen in a block of classes.
struct Seen {
    std::array<Ratio, 2> level{};
    std::array<std::size_t, 2> class_index{};
    bool any = false;
    bool failed = false;
    std::uint64_t failing = 0;
    std::uint64_t failing_rows = 0;
    std::shared_ptr<Together> together;  // of models that judge classes together
};

// A model and the slots in its judgment that a pass over some classes fills.
struct Asked {
    const Model* model;
    std::vector<const Parameter*> parameters;
    Judgment* judgment;
    const Sensitive* original = nullptr;  // what the model compares with, where that is not the table itself
};

void look(const Asked& asked, ClassView view, std::size_t c, Seen& seen) {
    if (asked.original) view.sensitive = asked.original;
    const Levels levels = asked.model->measure(view);
    for (std::size_t i = 0; i < asked.parameters.size(); ++i)
        if (!seen.any || worse(*asked.parameters[i], levels[i], seen.level[i])) {
            seen.level[i] = levels[i];
            seen.class_index[i] = c;
        }
    if (!seen.any) seen.together = asked.model->together();
    seen.any = true;
    if (seen.together) seen.together->add(view);
    if (!asked.judgment->decides) return;
    const Verdict verdict = asked.model->decide(view);
    if (verdict == Verdict::holds) return;
    seen.failed |= verdict == Verdict::fails;
    ++seen.failing;
    seen.failing_rows += view.size;
}

void merge(const Asked& asked, const Seen& right, Seen& left) {
    if (!right.any) return;
    for (std::size_t i = 0; i < asked.parameters.size(); ++i)
        if (!left.any || worse(*asked.parameters[i], right.level[i], left.level[i])) {
            left.level[i] = right.level[i];
            left.class_index[i] = right.class_index[i];
        }
    if (left.together)
        left.together->merge(*right.together);
    else
        left.together = right.together;
    left.any = true;
    left.failed |= right.failed;
    left.failing += right.failing;
    left.failing_rows += right.failing_rows;
}

Worst worst_class(const Classes& classes, const Ratio& level, std::size_t c) {
    Worst worst{level, {}, 0};
    if (c >= classes.size()) return worst;  // nobody's
    for (std::size_t i = 0; i < classes.x(); ++i)
        worst.values.push_back(classes.is_null(c, i) ? std::nullopt : std::optional(classes.label(c, i)));
    worst.records = classes.records(c);
    return worst;
}

// One pass over the classes with every model that asks about them.
void look_at_all(const Evidence& evidence, const Classes& classes, const std::vector<Asked>& asked,
                 Progress& progress) {
    std::vector<Seen> seen = parallel_reduce(
        0, classes.size(), grain, std::vector<Seen>(asked.size()),
        [&](std::vector<Seen> block, std::size_t begin, std::size_t end) {
            Classes::Scratch scratch;
            for (std::size_t c = begin; c < end; ++c) {
                const ClassView view = classes.view(c, scratch);
                for (std::size_t a = 0; a < asked.size(); ++a) look(asked[a], view, c, block[a]);
            }
            progress.advance(end - begin);
            return block;
        },
        [&](std::vector<Seen> left, const std::vector<Seen>& right) {
            for (std::size_t a = 0; a < asked.size(); ++a) merge(asked[a], right[a], left[a]);
            return left;
        });

    for (std::size_t a = 0; a < asked.size(); ++a) {
        // People of the population whom no class stands for: a class of no records.
        if (asked[a].model->info().traits.needs_population && evidence.population_match().unmatched > 0) {
            ClassView nobody;
            nobody.population = evidence.population_match().unmatched;
            look(asked[a], nobody, classes.size(), seen[a]);
        }
        Finding finding;
        for (std::size_t i = 0; i < classes.x(); ++i) finding.x.push_back(classes.x_name(i));
        if (asked[a].model->info().traits.needs_sensitive) finding.attribute = classes.sensitive()->name;
        for (std::size_t i = 0; i < asked[a].parameters.size(); ++i)
            finding.worst.push_back(worst_class(classes, seen[a].level[i], seen[a].class_index[i]));
        finding.failing = seen[a].failing;
        finding.failing_rows = seen[a].failing_rows;
        finding.verdict = seen[a].failing == 0 ? Verdict::holds : seen[a].failed ? Verdict::fails : Verdict::undecided;
        if (seen[a].together) {
            const Levels levels = seen[a].together->measure();
            for (std::size_t i = 0; i < asked[a].parameters.size(); ++i) finding.worst[i].level = levels[i];
            if (asked[a].judgment->decides && finding.verdict != Verdict::fails)
                finding.verdict = seen[a].together->decide();
        }
        asked[a].judgment->findings.push_back(std::move(finding));
    }
}

// Why a model cannot be asked of this attribute, or of this table.
std::string why_not_of(const Evidence& evidence, const Model& model, const Sensitive* attribute) {
    const Traits& traits = model.info().traits;
    const bool guards = attribute && evidence.has_guards(attribute->name);
    std::string reason = why_not(model, attribute, {evidence.has_population(), evidence.counts_people(), guards});
    if (!reason.empty()) return reason;
    if (traits.needs_population && evidence.population_match().overlapping)
        return "a record of the population fits several classes, so how many people a class stands for is not defined";
    if (traits.needs_population && evidence.missing_matches())
        return "is not defined when missing values match anything: the population would have to match them too";
    return {};
}

// The classes to pass over, and who asks about them. No x is empty.
using Passes = std::map<Question, std::vector<Asked>>;

// Adds the passes that a model needs, or says in its judgment why it cannot be asked.
Result<void> plan(const Evidence& evidence, const Asked& asked, Passes& passes) {
    const Model& model = *asked.model;
    std::string& not_applicable = asked.judgment->not_applicable;
    not_applicable = why_not_of(evidence, model, nullptr);
    if (!not_applicable.empty()) return {};
    std::vector<std::shared_ptr<const Sensitive>> all_shown;
    for (Question question : model.questions(evidence.quasi_identifiers())) {
        question.owners &= evidence.counts_people();
        const auto& x = question.x.empty() ? evidence.quasi_identifiers() : question.x;
        for (const std::string& name : x)
            if (evidence.is_generalized(name)) {
                not_applicable = format(
                    "counts values of {}, and some cells there stand for several (generalized record by "
                    "record)",
                    quoted(name));
                return {};
            }
        if (!model.info().traits.needs_sensitive) {
            // Any pass over the same classes will do.
            const bool shared = question.y.empty() && !question.owners && !evidence.sensitive().empty();
            const auto y = shared ? std::vector{evidence.sensitive().front()} : question.y;
            passes[{x, y, question.owners}].push_back(asked);
            continue;
        }
        std::vector<std::vector<std::string>> attributes;
        SCRIM_CHECK(check_attribute(model, evidence.sensitive()));
        if (!question.y.empty())
            attributes.push_back(question.y);
        else if (!model.attribute().empty())
            attributes.push_back({model.attribute()});
        else
            for (const std::string& name : evidence.sensitive()) attributes.push_back({name});
        if (attributes.empty()) {
            not_applicable = "needs a sensitive attribute";
            return {};
        }
        std::vector<std::shared_ptr<const Sensitive>> shown;
        for (const auto& y : attributes) {
            shown.push_back(evidence.attribute(y));
            std::string reason = why_not_of(evidence, model, shown.back().get());
            const Sensitive* original = model.against_original() ? evidence.original_attribute(y) : nullptr;
            if (reason.empty() && model.against_original() && !original)
                reason = format("compares with the original table ({})", field("original"));
            const auto skipped = std::pair(shown.back()->name, reason);
            auto& all_skipped = asked.judgment->skipped;
            if (reason.empty())
                passes[{x, y, question.owners}].push_back({asked.model, asked.parameters, asked.judgment, original});
            else if (std::find(all_skipped.begin(), all_skipped.end(), skipped) == all_skipped.end())
                all_skipped.push_back(skipped);
        }
        all_shown.insert(all_shown.end(), shown.begin(), shown.end());
    }
    std::vector<const Sensitive*> pointers;
    for (const auto& attribute : all_shown) pointers.push_back(attribute.get());
    if (!pointers.empty()) SCRIM_CHECK(model.check_attributes(pointers));
    return {};
}

}  // namespace

std::vector<const Parameter*> measured_parameters(const ModelInfo& info) {
    std::vector<const Parameter*> measured;
    for (const Parameter& parameter : info.parameters)
        if (parameter.bound != Parameter::Bound::given) measured.push_back(&parameter);
    return measured;
}

bool worse(const Parameter& parameter, const Ratio& a, const Ratio& b) {
    return parameter.bound == Parameter::Bound::at_least ? a < b : a > b;
}

const Finding& Judgment::worst(std::size_t i) const { return worst(i, {}); }

const Finding& Judgment::worst(std::size_t i, std::string_view attribute) const {
    const auto parameters = measured_parameters(model->info());
    const Finding* worst = nullptr;
    for (const Finding& finding : findings) {
        if (!attribute.empty() && finding.attribute != attribute) continue;
        if (!worst || worse(*parameters[i], finding.worst[i].level, worst->worst[i].level)) worst = &finding;
    }
    return *worst;
}

Verdict Judgment::verdict() const {
    if (!not_applicable.empty()) return Verdict::undecided;
    Verdict verdict = skipped.empty() ? Verdict::holds : Verdict::undecided;
    for (const Finding& finding : findings) {
        if (finding.verdict == Verdict::fails) return Verdict::fails;
        if (finding.verdict == Verdict::undecided) verdict = Verdict::undecided;
    }
    return verdict;
}

Result<std::vector<Judgment>> judge(const Evidence& evidence, const std::vector<const Model*>& models,
                                    Progress& progress) {
    std::vector<Judgment> judgments(models.size());
    Passes passes;
    for (std::size_t m = 0; m < models.size(); ++m) {
        const auto parameters = measured_parameters(models[m]->info());
        judgments[m].decides = std::any_of(parameters.begin(), parameters.end(), [&](const Parameter* parameter) {
            return models[m]->arguments().given(parameter->name);
        });
        judgments[m].model = models[m];
        SCRIM_CHECK(plan(evidence, {models[m], parameters, &judgments[m]}, passes));
    }
    progress.stage("judging", 0);
    progress.unit("classes");
    for (const auto& [question, asked] : passes) {
        if (progress.cancelled()) return cancelled_error();
        const auto classes =
            question.owners ? evidence.owner_classes(question.x) : evidence.classes(question.x, question.y);
        look_at_all(evidence, *classes, asked, progress);
    }
    for (Judgment& judgment : judgments)
        if (judgment.findings.empty() && judgment.not_applicable.empty()) {
            judgment.not_applicable =
                judgment.skipped.empty() ? "needs more columns to ask about" : judgment.skipped.front().second;
            judgment.skipped.clear();
        }
    return judgments;
}

}  // namespace scrim::models
