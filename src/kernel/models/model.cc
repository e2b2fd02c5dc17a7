#include "kernel/models/model.h"

#include "kernel/core/text.h"

#include <algorithm>

namespace scrim::models {

std::uint64_t ClassView::largest() const {
    std::uint32_t most = 0;
    for (const ValueCount& bar : values) most = std::max(most, bar.count);
    return most;
}

std::vector<Question> questions_on(const std::vector<std::vector<std::string>>& sets) {
    if (sets.empty()) return {Question{}};
    std::vector<Question> questions;
    for (const auto& set : sets) questions.push_back({set, {}});
    return questions;
}

Model::Model(const ModelInfo& info, Arguments arguments) : info_(info), arguments_(std::move(arguments)) {
    for (const Parameter& parameter : info_.parameters) {
        if (info_.traits.against_overall && parameter.name == "against")
            against_original_ = arguments_.text("against") == "original";
        if (parameter.bound == Parameter::Bound::given) continue;
        thresholds_.push_back({&parameter, arguments_.ratio(parameter.name)});
    }
}

Result<void> Model::check_attributes(std::span<const Sensitive* const>) const { return {}; }

bool asks_whole_classes(const Model& model, std::vector<std::string> quasi_identifiers) {
    std::vector<Question> questions = model.questions(quasi_identifiers);
    std::sort(quasi_identifiers.begin(), quasi_identifiers.end());
    return std::all_of(questions.begin(), questions.end(), [&](Question& question) {
        std::sort(question.x.begin(), question.x.end());
        return question.y.empty() && !question.owners && (question.x.empty() || question.x == quasi_identifiers);
    });
}

std::vector<Question> Model::questions(const std::vector<std::string>&) const { return questions_on({}); }

Result<void> check_attribute(const Model& model, const std::vector<std::string>& sensitive) {
    const std::string& name = model.attribute();
    if (name.empty() || std::find(sensitive.begin(), sensitive.end(), name) != sensitive.end()) return {};
    return input_error(format("{}: {} is no sensitive attribute{}", model.info().name, quoted(name),
                              sensitive.empty() ? "" : "; those are " + list_some(sensitive)));
}

std::string why_not(const Model& model, const Sensitive* attribute, const Setting& setting) {
    const Traits& traits = model.info().traits;
    if (traits.of_mechanism) return "speaks of how a release is made by chance, which a table does not show";
    if (traits.needs_population && !setting.population) return "needs the population's table";
    if (traits.against_overall && setting.people)
        return "compares distributions of records, which is not defined where a person has several of them";
    if (traits.one_value_each && setting.people)
        return "divides a class by its sensitive values, which is not defined where a person may have several of them";
    if (!attribute) return {};
    if (attribute->generalized() && traits.needs_sensitive && !traits.reads_cells)
        return "counts sensitive values, and some cells here stand for several (generalized record by record)";
    if (traits.needs_number && !attribute->domain->is_numeric()) return "needs a numeric sensitive attribute";
    if (traits.needs_order && !attribute->ordered) return "needs a sensitive attribute with an order: numbers or dates";
    if (traits.needs_hierarchy && !attribute->hierarchy) return "needs a hierarchy of the sensitive attribute";
    if (traits.needs_guards && !setting.guards) return "needs a column of guarding nodes that guards something";
    return {};
}

std::uint64_t Model::least_lost(const ClassView& view) const {
    const Traits& traits = info_.traits;
    return traits.upward_closed ? view.size : std::min<std::uint64_t>(traits.monotone ? 1 : 0, view.size);
}

bool Model::may_hold_without(const ClassView&, std::uint64_t) const { return true; }

bool Model::Threshold::met_by(const Ratio& level) const {
    if (!value) return true;
    const auto order = parameter->bound == Parameter::Bound::at_least ? level <=> *value : *value <=> level;
    return parameter->strict ? order > 0 : order >= 0;
}

bool Model::meets(const Levels& levels) const {
    for (std::size_t i = 0; i < thresholds_.size(); ++i)
        if (!thresholds_[i].met_by(levels[i])) return false;
    return true;
}

Verdict Model::decide(const ClassView& view) const { return verdict(meets(measure(view))); }

}  // namespace scrim::models
