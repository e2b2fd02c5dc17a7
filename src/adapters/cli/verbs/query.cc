#include "scrim/query.h"
#include "adapters/cli/several_values.h"
#include "adapters/cli/table_options.h"
#include "adapters/cli/verb.h"
#include "kernel/core/shown_name.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>

namespace scrim::cli {
namespace {

struct QueryOptions {
    std::string release, query, batch, policy, hierarchies, sample_weight;
    TableInput input;
    ReadingOptions reading;
    bool json = false;
};

Result<std::vector<std::string>> queries_of(const QueryOptions& options) {
    if (options.query.empty() == options.batch.empty())
        return input_error("ask one query, or name a file of them with --file");
    if (!options.query.empty()) return std::vector<std::string>{options.query};
    std::ifstream file(options.batch, std::ios::binary);
    std::error_code error;
    if (!file || std::filesystem::is_directory(options.batch, error))
        return input_error("cannot read '" + options.batch + "'");
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    std::vector<std::string> queries = questions_in(text);
    if (queries.empty()) return input_error("there is no query in '" + options.batch + "'");
    return queries;
}

Result<void> add_hierarchies(const QueryOptions& options, QueryRequest& request) {
    if (options.hierarchies.empty()) return {};
    for (const std::string& text : split_list(options.hierarchies)) {
        if (text.find('=') == std::string::npos)
            return input_error("--hierarchy " + text + ": COLUMN=FILE is accepted, the hierarchy of a column");
        request.hierarchies.push_back(column_and_value(text));
    }
    return {};
}

// What is known of a bare table: the policy's hierarchies and types, and before them the flags'.
Result<void> describe_table(const QueryOptions& options, QueryRequest& request) {
    request.table = options.input;
    request.table->path = options.release;
    if (!options.policy.empty()) {
        SCRIM_TRY(request.policy, read_policy(options.policy));
    }
    if (!options.sample_weight.empty()) request.policy.sample_weight = options.sample_weight;
    request.policy.default_role = Role::insensitive;
    SCRIM_TRY(const std::vector<std::string> columns, column_names(*request.table));
    request.policy = with_defaults(std::move(request.policy), columns);
    SCRIM_CHECK(options.reading.say(*request.table, request.policy));
    for (const auto& [name, file] : request.hierarchies) {
        bool known = false;
        for (ColumnPolicy& column : request.policy.columns)
            if (column.name == name) {
                column.hierarchy = file;
                known = true;
            }
        if (!known) return input_error(options.release + " has no column '" + name + "'");
    }
    std::erase_if(request.policy.columns, [&](const ColumnPolicy& column) {
        return std::find(columns.begin(), columns.end(), column.name) == columns.end();
    });
    request.hierarchies.clear();
    return {};
}

Result<void> check_no_table_options(const QueryOptions& options) {
    const TableInput& input = options.input;
    if (!options.policy.empty() || !options.sample_weight.empty() || options.reading.given() || !input.table.empty() ||
        !input.query.empty() || !input.delimiter.empty() || !input.null_strings.empty() || !input.header)
        return input_error(
            "a release says itself how it is read: --policy, --type and the like are for a table without a "
            "certificate");
    return {};
}

Result<int> run_query_verb(const QueryOptions& options, Session& session) {
    QueryRequest request;
    SCRIM_TRY(request.queries, queries_of(options));
    SCRIM_CHECK(add_hierarchies(options, request));
    std::error_code error;
    const bool address = is_database_address(options.release);
    if (!address && !std::filesystem::exists(options.release, error))
        return input_error("there is no release or table '" + options.release + "'");
    if (!address && std::filesystem::is_directory(options.release, error)) {
        SCRIM_CHECK(check_no_table_options(options));
        request.folder = options.release;
    } else {
        SCRIM_CHECK(describe_table(options, request));
    }
    SCRIM_TRY(const QueryReport report, query(request, session.progress));
    session.print(options.json ? to_json(report) : to_text(report));
    return fine;
}

}  // namespace

void add_query(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand(
        "query", "What a recipient can compute from a release: intervals that surely hold the truth, and expectations");
    auto options = std::make_shared<QueryOptions>();
    command
        ->add_option("release", options->release,
                     "The folder of a release, or any tool's table whose cells may be intervals, labels or *")
        ->required();
    command->add_option("query", options->query, "SELECT COUNT(*) FROM release WHERE …");
    command->add_option("--file", options->batch, "A file of queries, each ended by ';' or on a line");
    command
        ->add_option("--hierarchy", options->hierarchies,
                     "COLUMN=FILE: the hierarchy of a column; needed to ask for values that no label names")
        ->join(',');
    command->add_option("--policy", options->policy, "Of a table: the policy whose hierarchies and types it has");
    command->add_option("--sample-weight", options->sample_weight,
                        "Of a table: the column of sampling weights; adds estimates of whom the records stand for");
    options->reading.add_to(*command, "Input");
    add_input_options(*command, options->input);
    command->add_flag("--json", options->json, "Print one JSON object instead of text");
    command->footer(
        "Example:\n"
        "  scrim query release/ \"SELECT COUNT(*) FROM release WHERE age BETWEEN 30 AND 50 AND disease = 'flu'\"\n"
        "  scrim query release/ \"SELECT disease, COUNT(*), AVG(age) FROM release GROUP BY disease\"\n"
        "  scrim query released.csv \"SELECT COUNT(*) FROM release WHERE zip = '885**'\" --hierarchy zip=zip.csv\n"
        "COUNT(*), SUM, AVG, MIN and MAX; GROUP BY a column's printed labels, or level(column, n) of its hierarchy.\n"
        "What is said of the release is true whatever its cells stand for; what is expected takes all values of a "
        "cell\n"
        "for equally likely. The release is taken as it is: whether it is what it says is for `scrim verify`.");
    command->callback(
        [options, &action] { action = [options](Session& session) { return run_query_verb(*options, session); }; });
}

}  // namespace scrim::cli
