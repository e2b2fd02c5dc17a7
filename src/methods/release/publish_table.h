// Makes a release folder from a table: recodes, measures, writes, has it verified, and only then shows it.
#pragma once

#include "methods/release/default_algorithm.h"
#include "methods/release/write_release.h"

#include <string>

namespace scrim::release {

Result<PublishReport> publish_table(PublishSources sources, const PublishRequest& request, const PublishTools& tools,
                                    Progress& progress);

// The classes that the algorithm makes which the policy names, or which is the default.
Result<ChosenTrial> recoded(const Prepared& prepared, const Policy& policy, Progress& progress);

// The policy names an algorithm that changes values instead of generalizing them.
bool changes_values(const Policy& policy);

// Where the owner's file of a request goes.
std::string owner_file(const PublishRequest& request);

}  // namespace scrim::release
