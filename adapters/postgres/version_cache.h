// VersionCache: recodings that this backend has made, for as long as the data are the same.
//
// Two statements with equal snapshots, in transactions that have changed nothing, see the same rows of every table. So
// whatever commits anywhere in the cluster ends what is kept here, and nothing else has to be watched.
#pragma once

#include "adapters/postgres/label_algebra.h"
#include "adapters/postgres/version.h"

#include "foreign_view.h"

namespace scrim::postgres {

std::shared_ptr<const Version> version_of(const ForeignView& view, const Purpose& purpose, Server& server,
                                          Snapshot snapshot);
void forget_versions();

}  // namespace scrim::postgres
