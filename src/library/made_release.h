// publish() and republish() with a word on how tables are written: for whoever wants them somewhere else, too, or lets
// others write them.
#pragma once

#include "kernel/core/tuples.h"
#include "methods/release/write_release.h"
#include "scrim/publish.h"
#include "scrim/republish.h"

#include <functional>
#include <string>

namespace scrim::library {

using WriteTuples = std::function<Result<void>(const Tuples& rows, const std::string& path)>;

// `parts`: PublishTools::write_parts.
Result<PublishReport> publish_release(const PublishRequest& request, const WriteTuples& write, Progress& progress,
                                      decltype(release::PublishTools::write_parts) parts = nullptr);
Result<RepublishReport> republish_release(const RepublishRequest& request, const WriteTuples& write,
                                          Progress& progress);

}  // namespace scrim::library
