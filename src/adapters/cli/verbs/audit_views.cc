#include "adapters/cli/verbs/audit_views.h"

#include "adapters/cli/owner_page.h"
#include "scrim/audit.h"

#include <cmath>

namespace scrim::cli {

void ViewAuditOptions::add_to(CLI::App& command) {
    command
        .add_option(
            "--guarantee", request.guarantees,
            "Views: NDE, NSE, NBR, NFBR, 'BBR 1/10', 'BFBR 1/10', perfect_privacy or 'k_anonymity 3'; several times "
            "(default: those that the file asks for, or all that make sense for it)")
        ->allow_extra_args(false)
        ->group("Views");
    command.add_option("--epsilon", request.epsilon, "Views: how far a belief may move, for BBR and BFBR: 0.1 or 1/10")
        ->group("Views");
    command
        .add_option("--fresh", request.fresh, "Views: values beside those of the file that every open domain may have")
        ->group("Views");
    command
        .add_flag("--every-extent", request.every_extent,
                  "Views: for whatever facts there could be, not only the file's")
        ->group("Views");
    command.add_flag("--list", request.list, "Views: also list the possible databases, where they are few")
        ->group("Views");
    command
        .add_option("--time-limit", request.time_limit, "Views: seconds for everything; what is open then is undecided")
        ->group("Views");
}

Result<int> run_view_audit(const ViewAuditRequest& request, const std::string& html, bool json, Session& session) {
    if (request.time_limit < 0 || std::isnan(request.time_limit))
        return input_error("--time-limit takes a number of seconds, 0 for none");
    SCRIM_TRY(const ViewAuditReport report, audit_views(request, session.progress));
    if (!html.empty()) SCRIM_CHECK(write_owner_page(html, to_html(report)));
    session.print(json ? to_json(report) : to_text(report));
    return report.holds() ? fine : does_not_hold;
}

}  // namespace scrim::cli
