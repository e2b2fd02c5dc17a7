// Options that every verb which reads a table shares.
#pragma once

#include "scrim/input.h"
#include "scrim/policy.h"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace scrim::cli {

// --table, --query, --delimiter, --null of the table at `input.path`.
void add_input_options(CLI::App& command, TableInput& input);

// How the values of columns are meant.
struct ReadingOptions {
    std::vector<std::string> categories, types, missing;

    void add_to(CLI::App& command, const char* group);
    bool given() const { return !categories.empty() || !types.empty() || !missing.empty(); }
    // Into the columns of the policy; others get its default role.
    Result<void> say(const TableInput& table, Policy& policy) const;
};

// The policy: a file, flags, or both.
struct PolicyOptions {
    std::string file;
    std::string person, default_role;
    bool rows_are_persons = false;
    std::vector<std::string> identifiers, quasi_identifiers, sensitive, insensitive, dropped, guards, require;
    ReadingOptions reading;

    void add_to(CLI::App& command);
    bool given() const;  // any of them
    // `table` is asked for its columns where a flag's value has a comma, which may part columns or belong to one.
    Result<Policy> policy(const TableInput& table) const;
};

// COLUMN=VALUE of flags such as --weight and --hierarchy.
std::pair<std::string, std::string> column_and_value(const std::string& text);

}  // namespace scrim::cli
