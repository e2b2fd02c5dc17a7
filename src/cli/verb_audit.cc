#include "cli/table_options.h"
#include "cli/verb.h"
#include "scrim/audit.h"

#include <fstream>
#include <memory>

namespace scrim::cli {
namespace {

struct AuditOptions {
    ReleaseAuditRequest request;
    TableInput external;
    std::string html;
    bool json = false;
};

Result<int> run_audit(AuditOptions& options, Session& session) {
    if (!options.external.path.empty()) options.request.external = options.external;
    SCRIM_TRY(const ReleaseAudit audit, audit_release(options.request, session.progress));
    if (!options.html.empty()) {
        std::ofstream file(options.html, std::ios::binary);
        if (!(file << to_html(audit)) || !file.flush()) return input_error("cannot write '" + options.html + "'");
    }
    session.out << (options.json ? to_json(audit) : to_text(audit));
    return audit.holds() ? fine : does_not_hold;
}

}  // namespace

void add_audit(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand(
        "audit", "What could an attacker learn? Belief before and after a release, and attacks on it");
    auto options = std::make_shared<AuditOptions>();
    ReleaseAuditRequest& request = options->request;
    command->add_option("folder", request.folder, "The release, as publish or republish made it")->required();
    command->add_option("--attacker", request.attacker,
                        "uniform (default): knows nothing else; pruning: may rule out l - 1 values of each person");
    command->add_option("--l", request.l, "Of the pruning attacker (default 2)");
    command
        ->add_option(
            "--attack", request.attacks,
            "Attack to try: homogeneity, background, skewness, similarity, linking, presence, minimality, or all")
        ->allow_extra_args(false);
    command->add_option("--external", options->external.path,
                        "Table of people whom the attacker knows, with exact quasi-identifiers");
    command->add_option("--person", request.person,
                        "Column of the external table that names people (default: row numbers)");
    command->add_option("--pieces", request.pieces, "Pieces of background knowledge (default 1, at most 4)");
    command->add_option("--html", options->html, "Also write the audit as a page, for the owner");
    add_input_options(*command, options->external);
    command->add_flag("--json", options->json, "Print one JSON object instead of text");
    command->footer(
        "Example:\n"
        "  scrim audit release/\n"
        "  scrim audit release/ --attacker pruning --l 3\n"
        "  scrim audit release/ --attack all --external voters.csv --person name --html audit.html\n"
        "Exit code: 0 when every bound that the promises imply holds, 1 when one does not, 2 when it cannot be told.");
    command->callback(
        [options, &action] { action = [options](Session& session) { return run_audit(*options, session); }; });
}

}  // namespace scrim::cli
