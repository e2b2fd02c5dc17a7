// The owner's file: what whoever made a release wants to know later and nobody else may. Readable to the owner alone.
#pragma once

#include "methods/release/chosen_algorithm.h"
#include "methods/release/prepare.h"

#include <string>

namespace scrim::release {

struct PerturbedRelease;

// Nothing is there, or the owner's file of a release that is not: one that was never finished, or has been removed; or,
// with `force`, any owner's file.
bool may_write_owner_file(const std::string& path, bool force);

std::string owner_text(const PublishRequest& request, const Prepared& prepared, const Chosen& chosen,
                       const recode::Recoding& recoding);
std::string owner_text(const PublishRequest& request, const Chosen& chosen, const PerturbedRelease& release);

}  // namespace scrim::release
