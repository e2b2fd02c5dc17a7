// Questions about every choice of so many quasi-identifiers.
#pragma once

#include "kernel/models/model.h"

namespace scrim::models {

// Of all of them where there are fewer. Classes on fewer columns are unions of those on more.
std::vector<Question> questions_on_choices(const std::vector<std::string>& quasi_identifiers, std::uint64_t size);

}  // namespace scrim::models
