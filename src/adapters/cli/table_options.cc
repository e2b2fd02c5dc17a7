#include "adapters/cli/table_options.h"

#include "adapters/cli/several_values.h"

#include <algorithm>
#include <filesystem>

namespace scrim::cli {
namespace {

// The columns of the table, read when a comma asks for them.
class ColumnLists {
public:
    explicit ColumnLists(const TableInput& table) : table_(table) {}

    // Each value of a flag, split at commas: unless it names one column, or one file, that has a comma in its name.
    Result<std::vector<std::string>> items(const std::vector<std::string>& values) {
        std::vector<std::string> items;
        for (const std::string& value : values) {
            if (value.find(',') == std::string::npos && !value.starts_with('"')) {
                items.push_back(value);
                continue;
            }
            SCRIM_TRY(const bool whole, is_one(value));
            for (const std::string& item : whole ? std::vector{value} : split_list(value)) items.push_back(item);
        }
        return items;
    }

private:
    Result<bool> is_one(const std::string& value) {
        const auto [column, file] = column_and_value(value);
        std::error_code error;
        if (file.find(',') != std::string::npos && std::filesystem::exists(file, error)) return true;
        if (!columns_ && !table_.path.empty()) {
            SCRIM_TRY(columns_, column_names(table_));
        }
        return columns_ && column.find(',') != std::string::npos &&
               std::find(columns_->begin(), columns_->end(), column) != columns_->end();
    }

    const TableInput& table_;
    std::optional<std::vector<std::string>> columns_;
};

Result<void> add_column(Policy& policy, const std::string& text, Role role) {
    auto [name, hierarchy] = column_and_value(text);
    if (const ColumnPolicy* there = policy.find(name))
        return input_error("column '" + name + "' has two roles, " + std::string(role_name(there->role)) + " and " +
                           std::string(role_name(role)) + ": a column has one role and is named once");
    ColumnPolicy column;
    column.name = name;
    column.role = role;
    column.hierarchy = hierarchy;
    column.must_exist = true;
    policy.columns.push_back(std::move(column));
    return {};
}

ColumnPolicy* find(Policy& policy, const std::string& name) {
    for (ColumnPolicy& column : policy.columns)
        if (column.name == name) return &column;
    return nullptr;
}

Result<void> add_types(const std::vector<std::string>& codes, const std::vector<std::string>& typed, Policy& policy) {
    std::vector<std::pair<std::string, std::string>> all;
    for (const std::string& name : codes) all.emplace_back(name, "category");
    for (const std::string& text : typed) all.push_back(column_and_value(text));
    for (const auto& [name, word] : all) {
        const auto type = parse_column_type(word);
        if (!type)
            return input_error("--type " + name + "=" + word +
                               ": COLUMN=TYPE is accepted, with category, day_first, month_first, decimal_comma or "
                               "decimal_point on the right");
        ColumnPolicy* column = find(policy, name);
        if (!column && policy.default_role) {
            SCRIM_CHECK(add_column(policy, name, *policy.default_role));
            column = &policy.columns.back();
        }
        if (!column)
            return input_error("--type " + name + "=" + word + ": column '" + name +
                               "' has no role; name it with --id, --qi, --sensitive, --insensitive or --drop too" +
                               near_column(policy, name));
        column->type = *type;
    }
    return {};
}

// COLUMN=VALUE where there is such a column, else a value of any.
void add_missing(const std::vector<std::string>& values, Policy& policy) {
    for (const std::string& text : values) {
        const auto [name, value] = column_and_value(text);
        ColumnPolicy* column = text.find('=') == std::string::npos ? nullptr : find(policy, name);
        (column ? column->missing : policy.missing).push_back(column ? value : text);
    }
}

}  // namespace

std::pair<std::string, std::string> column_and_value(const std::string& text) {
    const auto equals = text.find('=');
    if (equals == std::string::npos) return {text, ""};
    return {text.substr(0, equals), text.substr(equals + 1)};
}

void add_input_options(CLI::App& command, TableInput& input) {
    command.add_option("--table", input.table, "Table of a DuckDB file or a PostgreSQL server")->group("Input");
    command.add_option("--query", input.query, "Query on one, instead of a table")->group("Input");
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

void ReadingOptions::add_to(CLI::App& command, const char* group) {
    const auto several = [&](const char* flag, std::vector<std::string>& values, const char* words) {
        command.add_option(flag, values, words)->group(group)->allow_extra_args(false);
    };
    several("--category", categories, "Columns whose values are codes, also where they look like numbers");
    several("--type", types,
            "How a column is written: COLUMN=category, day_first, month_first, decimal_comma or decimal_point");
    several("--missing", missing, "Values that mean 'no value': '?', or of one column only, COLUMN=-9");
}

Result<void> ReadingOptions::say(const TableInput& table, Policy& policy) const {
    ColumnLists lists(table);
    SCRIM_TRY(const std::vector<std::string> codes, lists.items(categories));
    SCRIM_TRY(const std::vector<std::string> typed, lists.items(types));
    SCRIM_CHECK(add_types(codes, typed, policy));
    add_missing(missing, policy);
    return {};
}

void PolicyOptions::add_to(CLI::App& command) {
    command.add_option("--policy", file, "Policy file (YAML): roles, hierarchies, requirements")->group("Policy");
    const auto several = [&](const char* flag, std::vector<std::string>& values, const char* words) {
        command.add_option(flag, values, words)->group("Policy")->allow_extra_args(false);
    };
    several("--id", identifiers, "Columns that identify a person: a,b or a b");
    several("--qi", quasi_identifiers, "Quasi-identifiers, each with its hierarchy file if it has one: COLUMN[=FILE]");
    several("--sensitive", sensitive, "Sensitive columns, each with its hierarchy file if it has one: COLUMN[=FILE]");
    several("--insensitive", insensitive, "Columns that are none of these; they are released as they are");
    several("--drop", dropped, "Columns that are left out of a release, and say nothing about who is who");
    command.add_option("--default", default_role, "Role of all columns that are not named, such as insensitive")
        ->group("Policy");
    several("--guard", guards, "Column that holds each person's guarding node: SENSITIVE=COLUMN");
    command.add_option("--person", person, "Column that says whose record it is, where people have several")
        ->group("Policy");
    command
        .add_flag("--rows-are-persons", rows_are_persons,
                  "Each record is another person's, although an identifier repeats")
        ->group("Policy");
    reading.add_to(command, "Policy");
    several("--require", require, "Models that must hold, such as 'k_anonymity(k=5)'");
}

bool PolicyOptions::given() const {
    for (const auto* values : {&identifiers, &quasi_identifiers, &sensitive, &insensitive, &dropped, &guards, &require})
        if (!values->empty()) return true;
    return !file.empty() || !person.empty() || !default_role.empty() || rows_are_persons || reading.given();
}

Result<Policy> PolicyOptions::policy(const TableInput& table) const {
    Policy policy;
    if (!file.empty()) {
        SCRIM_TRY(policy, read_policy(file));
    }
    ColumnLists lists(table);
    const std::pair<const std::vector<std::string>*, Role> groups[] = {{&identifiers, Role::identifier},
                                                                       {&quasi_identifiers, Role::quasi_identifier},
                                                                       {&sensitive, Role::sensitive},
                                                                       {&insensitive, Role::insensitive},
                                                                       {&dropped, Role::dropped}};
    for (const auto& [values, role] : groups) {
        SCRIM_TRY(const std::vector<std::string> columns, lists.items(*values));
        for (const std::string& column : columns) SCRIM_CHECK(add_column(policy, column, role));
    }
    if (!default_role.empty()) {
        policy.default_role = parse_role(default_role);
        if (!policy.default_role)
            return input_error("--default " + default_role +
                               ": a role is accepted: identifier, quasi_identifier, sensitive, insensitive or dropped");
    }
    SCRIM_TRY(const std::vector<std::string> guarded, lists.items(guards));
    for (const std::string& text : guarded) {
        const auto [column, guard] = column_and_value(text);
        ColumnPolicy* found = find(policy, column);
        if (!found || found->role != Role::sensitive || guard.empty())
            return input_error("--guard " + text +
                               ": SENSITIVE=COLUMN is accepted, with a sensitive column on the left");
        found->guard = guard;
    }
    if (!person.empty()) {
        policy.person = person;
        if (ColumnPolicy* there = find(policy, person))
            there->must_exist = true;
        else
            SCRIM_CHECK(add_column(policy, person, Role::identifier));
    }
    SCRIM_CHECK(reading.say(table, policy));
    policy.rows_are_persons |= rows_are_persons;
    for (const std::string& text : require) {
        SCRIM_TRY(Requirement requirement, parse_requirement(text));
        policy.require.push_back(std::move(requirement));
    }
    for (const Requirement& requirement : policy.require) SCRIM_CHECK(validate(requirement));
    return policy;
}

}  // namespace scrim::cli
