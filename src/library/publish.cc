#include "scrim/publish.h"

#include "library/files/files.h"
#include "library/made_release.h"
#include "library/publish_tables.h"
#include "methods/query/draw_cells.h"
#include "methods/query/released_reader.h"
#include "methods/release/explore_table.h"
#include "methods/release/needs_original.h"
#include "methods/release/publish_table.h"
#include "report/report.h"
#include "scrim/catalogue.h"
#include "scrim/verify.h"

#include <algorithm>
#include <memory>

namespace scrim {

namespace {

// What a recipient could do with the rows.
Result<release::Microdata> draw_microdata(const Tuples& rows, const std::vector<release::ShownColumn>& shown,
                                          Random& random) {
    std::vector<querying::ReleasedColumn> columns;
    for (std::size_t c = 0; c < shown.size(); ++c) {
        SCRIM_TRY(querying::ReleasedColumn column, querying::column_with_outline(shown[c].name, shown[c].outline));
        column.exact = shown[c].exact;
        column.category = shown[c].category;
        column.may_be_missing = shown[c].nulls || shown[c].outline.empty();
        column.printed = rows.table[c].domain_ptr();
        columns.push_back(std::move(column));
    }
    SCRIM_TRY(querying::DrawnCells drawn, querying::draw_cells(rows, columns, random));
    release::Microdata made{std::move(drawn.table), {}};
    for (const auto& [column, values, labels, empty] : drawn.columns)
        made.cells.push_back({column, values, labels, empty});
    return made;
}

}  // namespace

Result<PublishReport> publish(const PublishRequest& request, Progress& progress) {
    return library::publish_release(request, library::write_tuples, progress);
}

Result<PublishReport> library::publish_release(const PublishRequest& asked_for, const WriteTuples& write,
                                               Progress& progress) {
    SCRIM_TRY(library::PublishTables opened, library::open_publish_tables(asked_for));
    const PublishRequest request = library::with_table_defaults(asked_for, *opened.table);
    release::PublishTools tools;
    tools.workload = library::workload_reader(request);
    tools.write = write;
    tools.page = report::report_html;
    tools.perturbed_page = report::perturbed_html;
    tools.draw = draw_microdata;
    tools.version = version_text();
    tools.verify = [&](const std::string& folder, Progress& shown) -> Result<void> {
        VerifyRequest asked;
        asked.folder = folder;
        asked.memory = request.memory;
        asked.population = library::population_of(request);
        asked.policy = request.policy;
        if (release::needs_original(request.policy)) asked.original = request.table;
        SCRIM_TRY(const VerifyReport report, verify(asked, shown));
        for (const VerifyClaim& claim : report.claims)
            if (claim.outcome == VerifyClaim::Outcome::fails) return input_error(claim.what + ": " + claim.detail);
        return {};
    };
    return release::publish_table(opened.sources(), request, tools, progress);
}

Result<ExploreReport> explore(const PublishRequest& request, Progress& progress) {
    SCRIM_TRY(library::PublishTables opened, library::open_publish_tables(request));
    return release::explore_table(opened.sources(), library::with_table_defaults(request, *opened.table),
                                  library::workload_reader(request), progress);
}

}  // namespace scrim
