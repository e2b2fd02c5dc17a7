#include "methods/release/chosen_algorithm.h"

#include "kernel/core/names.h"
#include "kernel/core/text.h"
#include "methods/files/file.h"

#include <utility>
#include <vector>

namespace scrim::release {
namespace {

// The arguments with the contents of files instead of their names.
Result<std::vector<Requirement::Argument>> with_files(const recode::RecoderSpec& recoder,
                                                      std::vector<Requirement::Argument> given) {
    for (Requirement::Argument& argument : given)
        for (const Parameter& parameter : recoder.parameters) {
            if (!parameter.file || parameter.name != argument.name) continue;
            if (argument.value.size() != 1 || argument.value[0].size() != 1)
                return input_error(format("{}: {} must name one file", recoder.name, argument.name));
            const auto text = files::read_file(argument.value[0][0], std::size_t{1} << 28);
            if (!text) return input_error(format("{}: {}: {}", recoder.name, argument.name, text.error().message));
            argument.value = {{*text}};
        }
    return given;
}

}  // namespace

Result<Chosen> choose_recoder(const std::string& text) {
    Chosen chosen;
    SCRIM_TRY(chosen.text, parse_requirement(text));
    chosen.recoder = recode::find_recoder(chosen.text.model);
    if (!chosen.recoder) {
        std::vector<std::string> names;
        for (const recode::RecoderSpec* known : recode::recoders()) names.push_back(known->name);
        return input_error(format("there is no algorithm {}{}; there are {}", quoted(chosen.text.model),
                                  did_you_mean(chosen.text.model, names), join(names, ", ")));
    }
    SCRIM_TRY(const auto given, with_files(*chosen.recoder, chosen.text.arguments));
    SCRIM_TRY(chosen.arguments, models::Arguments::make(chosen.recoder->name, chosen.recoder->parameters, given));
    return chosen;
}

Result<Chosen> choose_for_release(const std::string& text) {
    SCRIM_TRY(Chosen chosen, choose_recoder(text));
    const auto& parameters = chosen.recoder->parameters;
    std::vector<Requirement::Argument> given = chosen.text.arguments;
    for (const Parameter& parameter : parameters)
        if (!parameter.when_written.empty() && !chosen.arguments.given(parameter.name))
            given.push_back({parameter.name, {{parameter.when_written}}});
    if (given.size() > chosen.text.arguments.size()) {
        SCRIM_TRY(chosen.arguments, models::Arguments::make(chosen.recoder->name, parameters, given));
    }
    return chosen;
}

}  // namespace scrim::release
