#include "cli/table_options.h"

namespace scrim::cli {
namespace {

// "zip=zip.csv" as column and hierarchy.
std::pair<std::string, std::string> split(const std::string& text) {
    const auto equals = text.find('=');
    if (equals == std::string::npos) return {text, ""};
    return {text.substr(0, equals), text.substr(equals + 1)};
}

Result<void> add_column(Policy& policy, const std::string& text, Role role) {
    auto [name, hierarchy] = split(text);
    if (const ColumnPolicy* there = policy.find(name))
        return input_error("column '" + name + "' has two roles, " + std::string(role_name(there->role)) + " and " +
                           std::string(role_name(role)) + ": a column has one role and is named once");
    policy.columns.push_back({name, role, hierarchy, "", "", {}});
    return {};
}

}  // namespace

void add_input_options(CLI::App& command, TableInput& input) {
    command.add_option("--table", input.table, "Table of a DuckDB file")->group("Input");
    command.add_option("--query", input.query, "Query on a DuckDB file, instead of a table")->group("Input");
    command.add_option("--delimiter", input.delimiter, "Delimiter of a CSV file (default: found out)")->group("Input");
    command
        .add_flag_callback(
            "--no-header", [&input] { input.header = false; },
            "The CSV file names no columns: they are called column1, column2, …")
        ->group("Input");
    command
        .add_option("--null", input.null_strings, "Text of a CSV file that means 'no value', besides the empty cell")
        ->group("Input")
        ->allow_extra_args(false);
}

void PolicyOptions::add_to(CLI::App& command) {
    command.add_option("--policy", file, "Policy file (YAML): roles, hierarchies, requirements")->group("Policy");
    command.add_option("--id", identifiers, "Column that identifies a person")->group("Policy");
    command
        .add_option("--qi", quasi_identifiers, "Quasi-identifier, with its hierarchy file if it has one: COLUMN[=FILE]")
        ->group("Policy");
    command
        .add_option("--sensitive", sensitive, "Sensitive column, with its hierarchy file if it has one: COLUMN[=FILE]")
        ->group("Policy");
    command.add_option("--insensitive", insensitive, "Column that is none of these")->group("Policy");
    command.add_option("--guard", guards, "Column that holds each person's guarding node: SENSITIVE=COLUMN")
        ->group("Policy");
    command.add_option("--person", person, "Column that says whose record it is, where people have several")
        ->group("Policy");
    command.add_option("--require", require, "Model that must hold, such as 'k_anonymity(k=5)'")->group("Policy");
    for (CLI::Option* option : command.get_options())
        if (option->get_expected_max() > 1)
            option->allow_extra_args(false);  // one value per flag; the table's path may follow
}

bool PolicyOptions::given() const {
    return !file.empty() || !person.empty() || !identifiers.empty() || !quasi_identifiers.empty() ||
           !sensitive.empty() || !insensitive.empty() || !guards.empty() || !require.empty();
}

Result<Policy> PolicyOptions::policy() const {
    Policy policy;
    if (!file.empty()) {
        SCRIM_TRY(policy, read_policy(file));
    }
    const std::pair<const std::vector<std::string>*, Role> groups[] = {{&identifiers, Role::identifier},
                                                                       {&quasi_identifiers, Role::quasi_identifier},
                                                                       {&sensitive, Role::sensitive},
                                                                       {&insensitive, Role::insensitive}};
    for (const auto& [columns, role] : groups)
        for (const std::string& column : *columns) SCRIM_CHECK(add_column(policy, column, role));
    for (const std::string& text : guards) {
        const auto [column, guard] = split(text);
        const ColumnPolicy* found = policy.find(column);
        if (!found || found->role != Role::sensitive || guard.empty())
            return input_error("--guard " + text +
                               ": SENSITIVE=COLUMN is accepted, with a sensitive column on the left");
        policy.columns[static_cast<std::size_t>(found - policy.columns.data())].guard = guard;
    }
    if (!person.empty()) {
        policy.person = person;
        if (!policy.find(person)) SCRIM_CHECK(add_column(policy, person, Role::identifier));
    }
    for (const std::string& text : require) {
        SCRIM_TRY(Requirement requirement, parse_requirement(text));
        policy.require.push_back(std::move(requirement));
    }
    for (const Requirement& requirement : policy.require) SCRIM_CHECK(validate(requirement));
    return policy;
}

}  // namespace scrim::cli
