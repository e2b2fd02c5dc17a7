#include "scrim/statdb.h"
#include "adapters/cli/noisy_options.h"
#include "adapters/cli/table_options.h"
#include "adapters/cli/verb.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>

namespace scrim::cli {
namespace {

struct StatdbOptions {
    StatBuildRequest build;
    PolicyOptions policy;
    NoisyOptions noisy;
    MembershipRequest membership;
    std::string file, query, framework, batch;
    bool json = false, explain = false;
};

Result<int> run_build(StatdbOptions& options, Session& session) {
    SCRIM_TRY(options.build.policy, options.policy.policy(options.build.table));
    SCRIM_TRY(const StatBuildReport report, build_statdb(options.build, session.progress));
    session.print(options.json ? to_json(report) : to_text(report));
    return fine;
}

// Of the command line, or of the file.
Result<std::vector<std::string>> questions_of(const StatdbOptions& options) {
    if (options.query.empty() == options.batch.empty())
        return input_error("ask one question, or name a file of them with --file");
    if (options.batch.empty()) return std::vector{options.query};
    std::ifstream file(options.batch, std::ios::binary);
    std::error_code error;
    if (!file || std::filesystem::is_directory(options.batch, error))
        return input_error("cannot read '" + options.batch + "'");
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    std::vector<std::string> questions = questions_in(text);
    if (questions.empty()) return input_error("there is no question in '" + options.batch + "'");
    return questions;
}

Result<int> run_batch(const StatdbOptions& options, const StatDb& db, const std::vector<std::string>& questions,
                      Session& session) {
    // All of them must be understood before any is answered.
    std::vector<StatAnswer> answers;
    for (std::size_t i = 0; i < questions.size(); ++i) {
        const auto answer = db.ask(questions[i], options.framework);
        if (!answer)
            return Error{answer.error().kind, "question " + std::to_string(i + 1) + ": " + answer.error().message};
        answers.push_back(*answer);
    }
    if (!options.explain)
        for (StatAnswer& answer : answers) answer.note.clear();  // an answer a line
    if (options.json) {
        session.print(to_json(answers, options.explain));
        return fine;
    }
    for (const StatAnswer& answer : answers) session.print(to_text(answer, options.explain));
    return fine;
}

Result<int> run_query(const StatdbOptions& options, Session& session) {
    SCRIM_TRY(const std::vector<std::string> questions, questions_of(options));
    if (answers_for_a_price(options.framework))
        return run_noisy(options.noisy, options.file, questions, options.json, options.explain, session);
    if (options.noisy.given())
        return input_error("a recipient, a price and bounds are of noisy answers: ask with --framework dp");
    SCRIM_TRY(const StatDb db, StatDb::open(options.file));
    if (!options.batch.empty()) return run_batch(options, db, questions, session);
    SCRIM_TRY(const StatAnswer answer, db.ask(options.query, options.framework));
    session.print(options.json ? to_json(answer, options.explain) : to_text(answer, options.explain));
    return fine;
}

Result<int> run_membership(StatdbOptions& options, Session& session) {
    options.membership.file = options.file;
    SCRIM_TRY(const MembershipReport report, audit_membership(options.membership, session.progress));
    session.print(options.json ? to_json(report) : to_text(report));
    return fine;
}

Result<int> run_info(const StatdbOptions& options, Session& session) {
    SCRIM_TRY(const StatDb db, StatDb::open(options.file));
    session.print(options.json ? to_json(db.info()) : to_text(db.info()));
    return fine;
}

}  // namespace

void add_statdb(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand(
        "statdb", "A statistical database: any number of counts, each an interval that surely holds the truth");
    command->require_subcommand(1);
    auto options = std::make_shared<StatdbOptions>();

    CLI::App* build = command->add_subcommand("build", "Make a statistical database from a table");
    build->add_option("table", options->build.table.path, "The table")->required();
    options->policy.add_to(*build);
    build->add_option("-m,--m", options->build.m,
                      "Nobody's value may be known with more certainty than 1/m (not needed with --frameworks dp)");
    build->add_option("-o,--out", options->build.out, "The file to make, readable for you alone")->required();
    build->add_option("--builder", options->build.builder, builders_text())->capture_default_str();
    build->add_option(
        "--strata", options->build.strata,
        "At most so many regions of people, made from quasi-identifiers alone (default: by the table's size "
        "and its most frequent value)");
    build
        ->add_option("--frameworks", options->build.frameworks,
                     "Which may answer: anatomy, generalization (default: both), dp (with noise, for a price). Only "
                     "generalization and dp hide who is in the table")
        ->delimiter(',');
    build->add_option("--contributions", options->build.contributions,
                      "With --frameworks dp, where people have several records: keep so many of each, drawn at random");
    build->add_flag("--baselines", options->build.baselines,
                    "Also hold what others would answer from, to compare; not for use");
    build->add_flag("--force", options->build.force, "Replace a file that is there");
    add_input_options(*build, options->build.table);
    build->add_flag("--json", options->json, "One JSON object instead of text");
    build->footer("Example:\n  scrim statdb build patients.csv --policy policy.yaml -m 3 -o patients.statdb");
    build->callback([options, &action] { action = [options](Session& s) { return run_build(*options, s); }; });

    CLI::App* query = command->add_subcommand("query", "Ask it");
    query->add_option("file", options->file, "The statistical database")->required();
    query->add_option("question", options->query, "SELECT COUNT(*) FROM StatDB WHERE …");
    query->add_option("--file", options->batch, "A file of questions, each ended by ';' or on a line");
    query->add_option("--framework", options->framework,
                      frameworks_text() + " (default: the first that the file allows)");
    options->noisy.add_to(*query);
    query->add_flag("--explain", options->explain, "What is promised, and what answering took");
    query->add_flag("--json", options->json, "One JSON object instead of text");
    query->footer(
        "Example:\n"
        "  scrim statdb query patients.statdb \"SELECT COUNT(*) FROM StatDB WHERE age BETWEEN 30 AND 50\"\n"
        "  scrim statdb query patients.statdb \"SELECT sex, COUNT(*) FROM StatDB WHERE disease = 'flu' GROUP BY sex\"\n"
        "  scrim statdb query patients.statdb --framework dp --recipient ana --epsilon 0.1 \"SELECT COUNT(*) FROM "
        "StatDB\"");
    query->callback([options, &action] { action = [options](Session& s) { return run_query(*options, s); }; });

    CLI::App* membership = command->add_subcommand(
        "membership",
        "Attack it: how often one answer tells whether a person is in the table, beside answers with noise");
    membership->add_option("file", options->file, "The statistical database")->required();
    membership->add_option("--people", options->membership.people, "How many people are left out, one after the other")
        ->capture_default_str();
    membership->add_option("--epsilon", options->membership.epsilon, "Of the noisy answers beside them")
        ->delimiter(',')
        ->capture_default_str();
    membership->add_flag("--json", options->json, "One JSON object instead of text");
    membership->footer("Example:\n  scrim statdb membership patients.statdb --epsilon 0.1,1");
    membership->callback(
        [options, &action] { action = [options](Session& s) { return run_membership(*options, s); }; });

    CLI::App* info = command->add_subcommand("info", "What can be asked, and what is promised");
    info->add_option("file", options->file, "The statistical database")->required();
    info->add_flag("--json", options->json, "One JSON object instead of text");
    info->footer("Example:\n  scrim statdb info patients.statdb");
    info->callback([options, &action] { action = [options](Session& s) { return run_info(*options, s); }; });
}

}  // namespace scrim::cli
