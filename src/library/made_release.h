// publish() and republish() with a word on how tables are written: for whoever wants them somewhere else, too.
#pragma once

#include "kernel/core/tuples.h"
#include "scrim/publish.h"
#include "scrim/republish.h"

#include <functional>
#include <string>

namespace scrim::library {

using WriteTuples = std::function<Result<void>(const Tuples& rows, const std::string& path)>;

Result<PublishReport> publish_release(const PublishRequest& request, const WriteTuples& write, Progress& progress);
Result<RepublishReport> republish_release(const RepublishRequest& request, const WriteTuples& write,
                                          Progress& progress);

}  // namespace scrim::library
