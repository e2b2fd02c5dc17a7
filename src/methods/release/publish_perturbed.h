// Writes the folder of a perturbed release.
#pragma once

#include "methods/release/perturbed_release.h"
#include "methods/release/write_release.h"

#include <string>

namespace scrim::release {

// What is left when a release has been written.
struct Written {
    PublishReport report;
    std::string owner;           // the owner's file
    std::uint64_t original = 0;  // records that it was made of
};

// `inside`: the folder. What publish_table knows of it, its name and the owner's file, is left out of the report.
Result<Written> write_perturbed(TableSource& table, const PublishRequest& request, const Chosen& chosen,
                                const PublishTools& tools, const std::string& inside, Random& random,
                                Progress& progress);

}  // namespace scrim::release
