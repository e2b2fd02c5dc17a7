// The distribution of a sensitive attribute in the original, for models that compare with that (against=original).
#pragma once

#include "kernel/subject/subject.h"

namespace scrim::subject {

// Puts the sensitive column of `input` over the values of the original's, which may be more, and tells how often each
// occurs there. `weights` of the original's rows; empty for once each. Refuses values that the original lacks.
Result<void> add_original(const std::string& name, const Column& original, const std::vector<std::uint32_t>& weights,
                          const hierarchy::Hierarchies& hierarchies, models::Evidence::Input& input);

}  // namespace scrim::subject
