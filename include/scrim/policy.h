// Policy: what each column is, and what a release must satisfy. One file for all verbs; flags can say all of it too.
//
//   columns:
//     name:    identifier
//     age:     quasi_identifier
//     zip:     {role: quasi_identifier, hierarchy: zip.csv}
//     disease: {role: sensitive, hierarchy: disease.csv}
//     ward:    {role: insensitive, type: category, missing: [-9]}
//     note:    dropped
//   default: insensitive
//   require:
//     - k_anonymity(k=5)
//     - t_closeness_equal: {t: 0.2}
//
// A column that the policy does not classify, and that has no default, is refused, not guessed.
#pragma once

#include "scrim/input.h"
#include "scrim/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#pragma GCC visibility push(default)
namespace scrim {

enum class Role { identifier, quasi_identifier, sensitive, insensitive, dropped };

std::string_view role_name(Role role);
// The names above, and ARX's: identifying, quasi_identifying ('-', '_' and letter case do not matter).
std::optional<Role> parse_role(std::string_view text);

struct ColumnPolicy {
    std::string name;
    Role role = Role::insensitive;
    std::string hierarchy = {};       // path of its hierarchy file, "" for none …
    std::string hierarchy_text = {};  // … or what such a file would hold
    std::string guard = {};   // of a sensitive column: the column that holds each person's guarding node, "" for none
    std::string weight = {};  // of a quasi-identifier: how much its loss counts, a number > 0; "" for 1
    std::optional<std::uint32_t> max_level = {};  // of a quasi-identifier: no cell may be more general than this
    ColumnType type = ColumnType::found;
    std::vector<std::string> missing = {};  // values that mean "no value"
    bool must_exist = false;                // named for this very table; a policy may name what a release has dropped
    bool by_default = false;                // classified by the policy's default

    bool has_hierarchy() const { return !hierarchy.empty() || !hierarchy_text.empty(); }
};

// "category", "day_first", …
std::string_view column_type_name(ColumnType type);
std::optional<ColumnType> parse_column_type(std::string_view text);

// One model that must hold, as the user wrote it: a scalar argument is {{"5"}}, a list {{"a", "b"}}, a list of lists as
// it is.
struct Requirement {
    struct Argument {
        std::string name;
        std::vector<std::vector<std::string>> value;
    };
    std::string model;
    std::vector<Argument> arguments;
};

struct Policy {
    std::vector<ColumnPolicy> columns;  // in the order given
    std::vector<Requirement> require;
    std::string population;     // path of the population's table, "" for none
    std::string person;         // column that says whose record it is, where people have several; "" for one each
    std::string sample_weight;  // column of sampling weights: people of the population a record stands for; "" for none
    std::string sampling_fraction;          // share of the population that the table is: 1%; "" where that is not known
    std::string household;                  // column that says who lives together; "" for none
    bool rows_are_persons = false;          // each record is another person's, although an identifier repeats
    std::vector<std::string> accept_exact;  // columns that may be released as they are, though they single people out
    std::string max_singled_out;  // share of people whom an exact column may single out: 1%; "" for the default
    // How a release is made; "" for the default. Flags go before these.
    std::string algorithm;                  // mondrian, or optimal(strategy=incognito)
    std::string minimize;                   // a metric: ncp
    std::string suppress;                   // the most records that may be left out: 5%, or a number of them
    std::optional<Role> default_role = {};  // of columns that are not listed
    std::vector<std::string> missing = {};  // values of any column that mean "no value"

    const ColumnPolicy* find(std::string_view column) const;
    std::vector<std::string> columns_in(Role role) const;
};

// The policy with a role for each of these columns, where it has a default. Guards are no columns of their own.
Policy with_defaults(Policy policy, const std::vector<std::string>& columns);
// The table, read as the policy says: types and missing values of its columns.
TableInput read_as(TableInput table, const Policy& policy);
// ", did you mean 'age'?" where the policy has a column that is spelled nearly so, else "".
std::string near_column(const Policy& policy, const std::string& name);
// The names of a table's columns.
Result<std::vector<std::string>> column_names(const TableInput& table);

// Read a policy file; relative paths in it are taken from the file's folder.
Result<Policy> read_policy(const std::string& path);
// The same from text; `folder` is where relative paths start.
Result<Policy> parse_policy(std::string_view yaml, const std::string& folder = "");
// "k_anonymity(k=5)", "k_anonymity(k=5, qid=[[job, sex], [age]])".
Result<Requirement> parse_requirement(std::string_view text);
// Every requirement names a known model with known, well-typed parameters in their ranges.
Result<void> validate(const Requirement& requirement);
std::string to_string(const Requirement& requirement);

}  // namespace scrim
#pragma GCC visibility pop
