#include "core/text.h"
#include "models/model.h"

namespace scrim {

#define SCRIM_MODEL(name) const ModelSpec& name##_model();
#include "models/models.def"
#undef SCRIM_MODEL

const std::vector<const ModelSpec*>& models() {
    static const std::vector<const ModelSpec*> all = {
#define SCRIM_MODEL(name) &name##_model(),
#include "models/models.def"
#undef SCRIM_MODEL
    };
    return all;
}

const ModelSpec* find_model(std::string_view name) {
    for (const ModelSpec* spec : models())
        if (spec->name == name) return spec;
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
    SCRIM_TRY(Arguments arguments, Arguments::make(*spec, requirement));
    return spec->make(*spec, std::move(arguments));
}

std::vector<const ModelInfo*> list_models() { return {models().begin(), models().end()}; }

}  // namespace scrim
