// (X, Y)-models: X and Y must have no column in common, otherwise every value on Y would be known.
#pragma once

#include "kernel/models/arguments.h"

namespace scrim::models {

// `model` is what the message calls the model.
Result<void> check_disjoint(std::string_view model, const Arguments& arguments);

}  // namespace scrim::models
