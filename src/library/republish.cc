#include "scrim/republish.h"

#include "library/files/files.h"
#include "library/made_release.h"
#include "library/open_table.h"
#include "methods/republish/republish_table.h"
#include "methods/verify/series.h"
#include "report/report.h"
#include "report/series_report.h"
#include "scrim/catalogue.h"
#include "scrim/verify.h"

namespace scrim {

Result<RepublishReport> republish(const RepublishRequest& request, Progress& progress) {
    return library::republish_release(request, library::write_tuples, progress);
}

Result<RepublishReport> library::republish_release(const RepublishRequest& asked_for, const WriteTuples& write,
                                                   Progress& progress) {
    RepublishRequest request = asked_for;
    request.table.plain = true;  // as the history is
    if (request.policy && !read_as({}, *request.policy).missing.empty())
        return input_error("a series does not keep missing: of a policy; leave such cells empty in the table");
    for (const ColumnPolicy& column : request.policy ? request.policy->columns : std::vector<ColumnPolicy>())
        if (column.type != ColumnType::found || !column.missing.empty())
            return input_error("column '" + column.name +
                               "': a series does not keep type: and missing: of a policy; write the table so");
    SCRIM_TRY(const auto source, library::open_table(request.table));
    if (request.policy) request.policy = with_defaults(*request.policy, source->columns());
    republication::RepublishTools tools;
    tools.release.write = write;
    tools.release.page = report::report_html;
    tools.page = report::series_html;
    tools.release.version = version_text();
    tools.release.verify = [](const std::string& folder, Progress& shown) -> Result<void> {
        VerifyRequest asked;
        asked.folder = folder;
        SCRIM_TRY(const VerifyReport report, verify(asked, shown));
        for (const VerifyClaim& claim : report.claims)
            if (claim.outcome == VerifyClaim::Outcome::fails) return input_error(claim.what + ": " + claim.detail);
        return {};
    };
    tools.tables.open = [](const std::string& path) {
        TableInput input;
        input.path = path;
        return library::open_table(input);
    };
    tools.tables.write = [](const Table& table, const std::string& path) {
        return library::write_table(table, path, Readers::owner);
    };
    tools.verify = [](const std::string& release, const std::string& history, const std::string& before,
                      Progress& shown) {
        return verifier::verify_step(release, history, before, library::open_table, shown);
    };
    return republication::republish_table(*source, request, tools, progress);
}

}  // namespace scrim
