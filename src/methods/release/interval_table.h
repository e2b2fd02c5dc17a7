// A generalized release as numbers, too: beside its data, the same rows with every column of intervals as two columns
// of numbers, or as the number in the middle. Made of the data alone; `verify` makes it again.
#pragma once

#include "kernel/core/json.h"
#include "kernel/hierarchy/interval_columns.h"
#include "methods/release/dealing.h"
#include "methods/release/released_table.h"

#include <optional>
#include <string>

namespace scrim::release {

// In which form is it asked for? Nothing for "text". Refuses other words, and releases that print no intervals.
Result<std::optional<hierarchy::IntervalsAs>> asks_intervals(const PublishRequest& request,
                                                             const recode::RecoderSpec& recoder);

// The table, called "intervals".
Result<ReleasedTable> interval_table(const Dealing& dealing, hierarchy::IntervalsAs as);
// What the certificate says of it.
Json intervals_json(const ReleasedTable& table, const PublishRequest& request);

}  // namespace scrim::release
