// The parameter `gain` of the subtree recoders: what a step is worth.
#pragma once

#include "kernel/core/field.h"
#include "kernel/core/text.h"
#include "kernel/models/arguments.h"
#include "kernel/recode/problem.h"

namespace scrim::recode::subtree {

inline Parameter gain_parameter() {
    return {.name = "gain",
            .title = "what counts: information about the target (default where there is one), or loss",
            .kind = Parameter::Kind::text,
            .bound = Parameter::Bound::given,
            .choices = {"information", "loss"}};
}

// Information about the target? Otherwise loss.
inline Result<bool> gain_by_information(std::string_view recoder, const Problem& problem,
                                        const models::Arguments& arguments) {
    const std::string wanted = arguments.text("gain");
    if (wanted == "information" && problem.target == 0)
        return input_error(
            format("{}: gain=information needs a target, a column that a classifier would predict "
                   "({}); gain=loss needs none",
                   recoder, field("target")));
    return problem.target != 0 && wanted != "loss";
}

}  // namespace scrim::recode::subtree
