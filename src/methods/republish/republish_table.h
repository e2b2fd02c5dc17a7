// The next release of a series, from a table: grouped, written, verified, recorded, and only then shown.
#pragma once

#include "methods/release/write_release.h"
#include "methods/republish/history.h"
#include "methods/republish/series_rules.h"

namespace scrim::republication {

struct RepublishTools {
    release::PublishTools release;
    SeriesTools tables;
    // Fails when the release and history in these folders, or the history before them ("" for none), do not fit.
    std::function<Result<void>(const std::string& release, const std::string& history, const std::string& before,
                               Progress& progress)>
        verify;
    // What the series' report.html shows.
    std::function<std::string(const SeriesRules& rules, const std::vector<SeriesRelease>& releases)> page;
};

Result<RepublishReport> republish_table(TableSource& source, const RepublishRequest& request,
                                        const RepublishTools& tools, Progress& progress);

}  // namespace scrim::republication
