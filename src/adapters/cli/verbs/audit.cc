#include "scrim/audit.h"
#include "adapters/cli/owner_page.h"
#include "adapters/cli/several_values.h"
#include "adapters/cli/table_options.h"
#include "adapters/cli/verb.h"
#include "adapters/cli/verbs/audit_views.h"
#include "kernel/core/shown_name.h"

#include <filesystem>
#include <memory>

namespace scrim::cli {
namespace {

struct AuditOptions {
    std::vector<std::string> words;  // a folder or a table, or "views" and a file
    PolicyOptions policy;            // of a table
    ReleaseAuditRequest request;
    ViewAuditOptions views;
    std::optional<std::uint64_t> l;
    std::string attacker;
    TableInput input;  // how the table, or those beside a release, are read
    std::string external, original, html;
    std::vector<std::string> people, hierarchies;
    bool json = false;
};

// How tables beside a release are read: as the flags say of their columns.
Result<TableInput> read_beside(const AuditOptions& options, const std::string& path) {
    TableInput input = options.input;
    input.path = path;
    if (!options.policy.reading.given()) return input;
    SCRIM_TRY(const std::vector<std::string> columns, column_names(input));
    Policy policy;
    policy.default_role = Role::insensitive;
    policy = with_defaults(std::move(policy), columns);
    SCRIM_CHECK(options.policy.reading.say(input, policy));
    if (policy.columns.size() > columns.size())
        return input_error(path + " has no column '" + policy.columns.back().name + "' whose type could be said");
    return read_as(std::move(input), policy);
}

// Every release of a series, and all of them together.
Result<int> run_series(AuditOptions& options, Session& session) {
    SeriesAuditRequest request{options.request, {}};
    for (const std::string& path : options.people) {
        SCRIM_TRY(TableInput people, read_beside(options, path));
        request.people.push_back(std::move(people));
    }
    SCRIM_TRY(const SeriesAudit audit, audit_series(request, session.progress));
    if (!options.html.empty()) SCRIM_CHECK(write_owner_page(options.html, to_html(audit)));
    session.print(options.json ? to_json(audit) : to_text(audit));
    return audit.holds() ? fine : does_not_hold;
}

Result<int> show(const ReleaseAudit& audit, const AuditOptions& options, Session& session) {
    if (!options.html.empty()) SCRIM_CHECK(write_owner_page(options.html, to_html(audit)));
    session.print(options.json ? to_json(audit) : to_text(audit));
    return audit.holds() ? fine : does_not_hold;
}

// Any tool's table: the policy says what a certificate would.
Result<int> run_table(AuditOptions& options, Session& session) {
    ReleaseAuditRequest& request = options.request;
    if (!options.people.empty()) return input_error("--people is about a series, and this is a single table");
    request.table = options.input;
    request.table->path = options.words.front();
    // A policy file says who is who in the table; --person then names the people of the other one.
    PolicyOptions but_person = options.policy;
    but_person.person.clear();
    SCRIM_TRY(request.policy, but_person.policy(*request.table));
    if (request.policy.person.empty()) {
        SCRIM_TRY(request.policy, options.policy.policy(*request.table));
        for (ColumnPolicy& column : request.policy.columns)
            if (column.name == options.policy.person) column.must_exist = false;
    }
    request.person = options.policy.person;
    // Other tables may be of another kind; in files of one kind the same texts mean "no value".
    const auto beside = [&](const std::string& path) {
        TableInput input;
        input.path = path;
        const auto extension = [](const std::string& name) { return std::filesystem::path(name).extension(); };
        if (extension(path) == extension(request.table->path)) input.null_strings = options.input.null_strings;
        return input;
    };
    if (!options.external.empty()) request.external = beside(options.external);
    if (!options.original.empty()) request.original = beside(options.original);
    SCRIM_TRY(const ReleaseAudit audit, audit_release(request, session.progress));
    return show(audit, options, session);
}

// A release states its columns itself. What is said of values is said of the tables beside it.
Result<void> check_no_policy(const AuditOptions& options) {
    PolicyOptions but_person = options.policy;
    but_person.person.clear();
    but_person.reading = {};
    if (options.policy.reading.given() && options.external.empty() && options.people.empty())
        return input_error(
            "--type, --category and --missing say how --external or --people is written; the release itself is read "
            "as it was made");
    if (!but_person.given() && options.original.empty()) return {};
    return input_error(
        "a release says itself what its columns are and what it promises: --policy, its flags and --original are "
        "for a table without a certificate");
}

Result<int> run_audit(AuditOptions& options, Session& session) {
    if (options.words.size() == 2) {
        if (options.words.front() != "views")
            return input_error(
                "one release or series is audited at a time; views are audited with: scrim audit views FILE");
        ViewAuditRequest& views = options.views.request;
        views.path = options.words.back();
        views.attacker = options.attacker;
        if (options.l) views.l = static_cast<std::uint32_t>(std::min<std::uint64_t>(*options.l, UINT32_MAX));
        return run_view_audit(views, options.html, options.json, session);
    }
    if (!options.attacker.empty()) options.request.attacker = options.attacker;
    options.request.l = options.l.value_or(options.request.l);
    std::error_code error;
    const std::filesystem::path what(options.words.front());
    if (is_database_address(options.words.front())) return run_table(options, session);
    if (!std::filesystem::exists(what, error))
        return input_error("there is no folder and no file '" + options.words.front() +
                           "': name a release, a series or a table");
    if (!std::filesystem::is_directory(what, error)) return run_table(options, session);
    SCRIM_CHECK(check_no_policy(options));
    options.request.folder = options.words.front();
    options.request.person = options.policy.person;
    for (const std::string& text : split_lists(options.hierarchies)) {
        if (column_and_value(text).second.empty())
            return input_error("--hierarchy " + text + ": COLUMN=FILE is accepted, the hierarchy of a column");
        options.request.hierarchies.push_back(column_and_value(text));
    }
    if (!options.external.empty()) {
        SCRIM_TRY(options.request.external, read_beside(options, options.external));
    }
    if (is_series_folder(options.request.folder)) return run_series(options, session);
    if (!options.people.empty()) return input_error("--people is about a series, and this is a single release");
    SCRIM_TRY(const ReleaseAudit audit, audit_release(options.request, session.progress));
    return show(audit, options, session);
}

}  // namespace

void add_audit(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand(
        "audit", "What could an attacker learn? Belief before and after a release, and attacks on it");
    auto options = std::make_shared<AuditOptions>();
    ReleaseAuditRequest& request = options->request;
    options->policy.add_to(*command);
    command->get_option("--person")
        ->description("Column that names people, in the table, in --external and in --people (default: row numbers)");
    command
        ->add_option("what", options->words,
                     "The release, as publish or republish made it, or a whole series; or any tool's table, raw or "
                     "anonymized, with a policy; or the word views and an .audit file")
        ->required()
        ->expected(1, 2);
    command->add_option(
        "--attacker", options->attacker,
        "uniform (default): knows nothing else; pruning: may rule out l - 1 values of each person; of views "
        "also all, secret_focused and independent");
    command->add_option("--l", options->l, "Of the pruning attacker (default 2)");
    command
        ->add_option("--attack", request.attacks,
                     "Attack to try: homogeneity, background, skewness, similarity, linking, presence, isolation, "
                     "minimality, or all")
        ->allow_extra_args(false);
    command->add_option("--external", options->external,
                        "Table of people whom the attacker knows, with exact quasi-identifiers");
    command->add_option("--original", options->original,
                        "Of a table: the one before anonymization, whose values are believed before");
    command
        ->add_option("--people", options->people,
                     "Of a series: who is in which release, one table for all or one for each, with exact "
                     "quasi-identifiers and the column --person")
        ->expected(1, 10'000);
    command
        ->add_option("--hierarchy", options->hierarchies,
                     "Hierarchy that a column's labels come from: COLUMN=FILE (a release does not list what its nodes "
                     "cover; needed with --external where their names do not say it)")
        ->allow_extra_args(false);
    command->add_option("--pieces", request.pieces, "Pieces of background knowledge (default 1, at most 4)");
    command->add_option("--isolation-c", request.isolation_c,
                        "Of the attack isolation: c, times the distance between a record and a person (default 4)");
    command->add_option("--isolation-t", request.isolation_t,
                        "Of the attack isolation: t, people who must be so near the record (default 5)");
    options->views.add_to(*command);
    command->add_option("--html", options->html, "Also write the audit as a page, for the owner");
    add_input_options(*command, options->input);
    command->add_flag("--json", options->json, "Print one JSON object instead of text");
    command->footer(
        "Example:\n"
        "  scrim audit release/\n"
        "  scrim audit release/ --attacker pruning --l 3\n"
        "  scrim audit release/ --attack all --external voters.csv --person name --html audit.html\n"
        "  scrim audit arx_output.csv --policy policy.yaml --require 'k_anonymity(k=5)' --original patients.csv\n"
        "  scrim audit views hospital.audit\n"
        "  scrim audit series/ --people q1.csv q2.csv --person id\n"
        "Exit code: 0 when every bound or guarantee holds, 1 when one does not, 2 when it cannot be told.");
    command->callback(
        [options, &action] { action = [options](Session& session) { return run_audit(*options, session); }; });
}

}  // namespace scrim::cli
