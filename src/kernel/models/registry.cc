#include "kernel/core/old_names.h"
#include "kernel/core/text.h"
#include "kernel/models/model.h"

#include <algorithm>

namespace scrim::models {

#define SCRIM_MODEL(name) const ModelSpec& name##_model();
#include "kernel/models/models.def"
#undef SCRIM_MODEL

namespace {

// Every model that looks at sensitive values can be restricted to one sensitive attribute: attribute=disease. Takes
// that argument out of `given`.
Result<std::string> take_attribute(const ModelSpec& spec, std::vector<Requirement::Argument>& given) {
    const auto is_attribute = [](const Requirement::Argument& argument) { return argument.name == "attribute"; };
    const auto found = std::find_if(given.begin(), given.end(), is_attribute);
    if (!spec.traits.needs_sensitive || found == given.end()) return std::string();
    if (found->value.size() != 1 || found->value[0].size() != 1)
        return input_error(format("{}: attribute must be the name of one sensitive column", spec.name));
    std::string attribute = found->value[0][0];
    given.erase(found);
    if (std::any_of(given.begin(), given.end(), is_attribute))
        return input_error(format("{}: attribute is given twice; give it once", spec.name));
    return attribute;
}

}  // namespace

const std::vector<const ModelSpec*>& models() {
    static const std::vector<const ModelSpec*> all = {
#define SCRIM_MODEL(name) &name##_model(),
#include "kernel/models/models.def"
#undef SCRIM_MODEL
    };
    return all;
}

const ModelSpec* find_model(std::string_view name) {
    const std::string wanted = current_name(name);
    for (const ModelSpec* spec : models())
        if (spec->name == wanted) return spec;
    return nullptr;
}

Result<std::unique_ptr<Model>> make_model(const Requirement& requirement) {
    const ModelSpec* spec = find_model(requirement.model);
    if (spec == nullptr) {
        std::vector<std::string> names;
        for (const ModelSpec* known : models()) names.push_back(known->name);
        const std::string guess = did_you_mean(requirement.model, names);
        return input_error(format("unknown privacy model {}{}", quoted(requirement.model),
                                  guess.empty() ? "; there are " + join(names, ", ") : guess));
    }
    std::vector<Requirement::Argument> given = requirement.arguments;
    SCRIM_TRY(std::string attribute, take_attribute(*spec, given));
    SCRIM_TRY(Arguments arguments, Arguments::make(spec->name, spec->parameters, given));
    SCRIM_TRY(std::unique_ptr<Model> model, spec->make(*spec, std::move(arguments)));
    model->restrict_to(std::move(attribute));
    return model;
}

}  // namespace scrim::models

namespace scrim {

std::vector<const ModelInfo*> list_models() { return {models::models().begin(), models::models().end()}; }

}  // namespace scrim
