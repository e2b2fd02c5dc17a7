// Makes a release folder from a table: recodes, measures, writes, has it verified, and only then shows it.
#pragma once

#include "release/prepare.h"

#include <functional>
#include <string>

namespace scrim {

// What the folder's maker needs from others.
struct PublishTools {
    std::function<Result<void>(const Tuples& rows, const std::string& path)> write;
    // Fails when a claim of the release in this folder cannot be confirmed from its files.
    std::function<Result<void>(const std::string& folder, Progress& progress)> verify;
    std::string version;
};

Result<PublishReport> publish_table(PublishSources sources, const PublishRequest& request, const PublishTools& tools,
                                    Progress& progress);

// Every algorithm that the requirements allow, on one table; writes nothing.
Result<ExploreReport> explore_table(PublishSources sources, const PublishRequest& request, Progress& progress);

// Where the owner's file of a request goes.
std::string owner_file(const PublishRequest& request);

}  // namespace scrim
