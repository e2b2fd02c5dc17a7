// The table that a release of a series shows, made of its groups: true records, counterfeits and substitutes alike.
#pragma once

#include "methods/release/released_table.h"
#include "methods/republish/grouping.h"
#include "methods/republish/next_version.h"

namespace scrim::republication {

// What release/ writes: the problem over the published rows, and the groups as its recoding.
struct PublishedTable {
    PublishRequest request;
    release::Prepared prepared;
    recode::Recoding recoding;
};

// `policy` is that of the series, with what is required of each release.
Result<PublishedTable> published_table(const NextVersion& next, const Grouping& grouping, Policy policy,
                                       recode::Form form, const std::string& format_name, Progress& progress);

// How many counterfeits or substitutes each group has.
release::ReleasedTable untrue_table(const NextVersion& next, const Grouping& grouping, const std::string& name,
                                    const std::vector<std::string>& released);

}  // namespace scrim::republication
