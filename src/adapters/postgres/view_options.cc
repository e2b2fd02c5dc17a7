#include "adapters/postgres/view_options.h"

#include "adapters/postgres/must.h"
#include "adapters/postgres/sql_text.h"
#include "kernel/core/text.h"
#include "methods/views/language/folded_name.h"
#include "methods/views/language/statement.h"

#include <algorithm>
#include <array>

namespace scrim::postgres {
namespace {

// Options that are clauses of the statement: what stands before and behind the value there.
struct Clause {
    const char* option;
    const char* before;
};
constexpr std::array<Clause, 9> clauses = {{{"key", "KEY "},
                                            {"recode", "RECODE "},
                                            {"require", "REQUIRE "},
                                            {"disclose", "DISCLOSE "},
                                            {"retain", "RETAIN "},
                                            {"policy", "POLICY "},
                                            {"missing_profile", "MISSING PROFILE "},
                                            {"unknown_value", "UNKNOWN VALUE "},
                                            {"block", "BLOCK "}}};
constexpr std::array<const char*, 5> others = {"query", "profile", "k", "level", "materialized"};
constexpr std::array<const char*, 3> roles = {"identifier", "quasi_identifier", "sensitive"};

std::string value_of(const Options& options, std::string_view name) {
    for (const auto& [option, value] : options)
        if (option == name) return value;
    return "";
}

// The clause that the statement's printer writes between its keyword and the next line.
std::string clause_in(const std::string& statement, const std::string& keyword) {
    const std::size_t at = statement.rfind("\n  " + keyword);
    if (at == std::string::npos) return "";
    const std::size_t begin = at + 3 + keyword.size(), end = statement.find("\n  ", begin);
    return statement.substr(begin, end == std::string::npos ? end : end - begin);
}

}  // namespace

std::string folded_name(std::string_view name) { return views::folded(name); }
bool same_name(std::string_view a, std::string_view b) { return views::folded(a) == views::folded(b); }

void check_table_option(std::string_view name, std::string_view value) {
    std::vector<std::string> known(others.begin(), others.end());
    for (const Clause& clause : clauses) known.emplace_back(clause.option);
    if (std::find(known.begin(), known.end(), name) == known.end())
        throw Refused(format("invalid option {}{}", quoted(name), did_you_mean(name, known)),
                      "valid options are " + join(known, ", "));
    if (value.empty()) throw Refused(format("option {} is empty", quoted(name)), "leave it out");
    const auto whole = [&](std::string_view what) {
        if (value.find_first_not_of("0123456789") != std::string_view::npos || value.size() > 9)
            throw Refused(format("option {} is {}, which is not {}", quoted(name), quoted(value), what));
    };
    if (name == "k" || name == "block") {
        whole("a whole number, 1 or more");
        if (value.find_first_not_of('0') == std::string_view::npos)
            throw Refused(format("option {} is {}; it is 1 or more", quoted(name), value));
    }
    if (name == "level") whole("a whole number, 0 or more");
    if (name == "materialized" && value != "true" && value != "false")
        throw Refused(format("option \"materialized\" is {}; write 'true' or 'false'", quoted(value)));
}

void check_column_option(std::string_view name, std::string_view value) {
    if (name != "role" && name != "dgh")
        throw Refused(format("invalid option {}", quoted(name)), "valid options of a column are role, dgh");
    if (name == "role" && std::find(roles.begin(), roles.end(), value) == roles.end())
        throw Refused(format("invalid role {}", quoted(value)),
                      "a role is identifier, quasi_identifier or sensitive; every other column is shown as it is");
}

views::ViewDefinition definition_of(const std::string& name, const Options& table,
                                    const std::vector<OptionColumn>& columns) {
    const std::string query = value_of(table, "query");
    if (query.empty())
        throw Refused(format("the foreign table {} has no query", quoted(name)),
                      "say OPTIONS (query 'SELECT … FROM schema.table')");
    std::vector<std::string> id, quasi, sensitive;
    for (const OptionColumn& column : columns) {
        const std::string role = value_of(column.options, "role"), dgh = value_of(column.options, "dgh");
        const std::string named = sql_name(column.name) + (dgh.empty() ? "" : " DGH_NAME " + sql_name(dgh));
        if (role == "identifier") id.push_back(sql_name(column.name));
        if (role == "quasi_identifier") quasi.push_back(named);
        if (role == "sensitive") sensitive.push_back(named);
        if (!dgh.empty() && role != "quasi_identifier" && role != "sensitive")
            throw Refused(format("column {} has a dgh, but is shown as it is", quoted(column.name)),
                          "give it the role quasi_identifier or sensitive");
    }
    if (id.size() != 1)
        throw Refused(
            format("the foreign table {} has {} columns with the role identifier; exactly one names the person",
                   quoted(name), id.size()),
            "say OPTIONS (role 'identifier') for one column");
    if (quasi.empty())
        throw Refused(format("the foreign table {} has no column with the role quasi_identifier", quoted(name)),
                      "say OPTIONS (role 'quasi_identifier') for what a person could be recognized by");
    const std::string k = value_of(table, "k"), level = value_of(table, "level"), profile = value_of(table, "profile");
    if (k.empty() == profile.empty())
        throw Refused(format("the foreign table {} needs one of the options k and profile", quoted(name)),
                      "say k '5', or profile 'choice REFERENCES schema.choices(k, level)'");
    if (!level.empty() && k.empty())
        throw Refused("option \"level\" goes with k; a profile names its column of levels itself");
    const bool materialized = value_of(table, "materialized") == "true";
    std::string statement = format("CREATE {}ANONYMIZATION_VIEW ", materialized ? "MATERIALIZED " : "") +
                            sql_name(name) + "\nON (" + query + "\n)\nWITH ANONYMIZATION_ID " + id[0] +
                            "\nANONYMIZATION_QUASI_ID (" + join(quasi, ", ") + ")";
    if (!sensitive.empty()) statement += "\nANONYMIZATION_SENSITIVE_ATTR (" + join(sensitive, ", ") + ")";
    statement += "\n" + (k.empty() ? profile : "K " + k + (level.empty() ? "" : " LEVEL " + level));
    std::string recode = value_of(table, "recode");
    const std::string block = value_of(table, "block");
    if (!block.empty()) recode = (recode.empty() ? "best" : recode) + " BLOCK " + block;
    for (const Clause& clause : clauses) {
        const std::string_view option = clause.option;
        const std::string value = option == "recode" ? recode : option == "block" ? "" : value_of(table, option);
        if (!value.empty()) statement += "\n" + std::string(clause.before) + value;
    }
    auto parsed = must(views::parse_statement(statement));
    auto* made = std::get_if<views::CreateView>(&parsed);
    if (made == nullptr) throw Refused(format("the options of {} do not make a view", quoted(name)));
    return std::move(made->definition);
}

// In the order of their names: pg_dump puts options in another one.
std::string said(const Options& table, const std::vector<OptionColumn>& columns) {
    const auto list = [](const Options& options) {
        std::vector<std::string> all;
        for (const auto& [name, value] : options) all.push_back(sql_name(name) + ' ' + sql_string(value));
        std::sort(all.begin(), all.end());
        return "(" + join(all, ", ") + ")";
    };
    std::string all = list(table);
    for (const OptionColumn& column : columns)
        if (!column.name.empty()) all += ", " + sql_name(column.name) + ' ' + list(column.options);
    return all;
}

Options table_options(const views::ViewDefinition& view) {
    Options options{{"query", view.query}};
    const std::string statement = views::to_sql(view);
    if (view.has_profile()) {
        const std::string& level = view.profile.level_column;
        options.emplace_back("profile",
                             format("{} REFERENCES {}({}{})", sql_name(view.profile.column), view.profile.table,
                                    sql_name(view.profile.k_column), level.empty() ? "" : ", " + sql_name(level)));
    } else {
        options.emplace_back("k", format("{}", view.k));
        if (view.level > 0) options.emplace_back("level", format("{}", view.level));
    }
    if (view.recoder != views::ViewDefinition::best) options.emplace_back("recode", view.recoder);
    if (view.block > 0) options.emplace_back("block", format("{}", view.block));
    if (view.materialized) options.emplace_back("materialized", "true");
    const std::size_t tail = statement.rfind("\n  WITH ANONYMIZATION_ID ");
    for (const Clause& clause : clauses) {
        const std::string_view option = clause.option;
        if (option == "recode" || option == "block") continue;
        if (const std::string value = clause_in(statement.substr(tail), clause.before); !value.empty())
            options.emplace_back(option, value);
    }
    return options;
}

Options column_options(const views::ViewDefinition& view, std::string_view column) {
    Options options;
    const auto find = [&](const std::vector<views::GeneralizedColumn>& list, const char* role) {
        for (const views::GeneralizedColumn& item : list)
            if (same_name(item.column, column)) {
                options.emplace_back("role", role);
                if (!item.dgh.empty()) options.emplace_back("dgh", folded_name(item.dgh));
            }
    };
    if (same_name(view.id, column)) options.emplace_back("role", roles[0]);
    find(view.quasi_identifiers, roles[1]);
    find(view.sensitive, roles[2]);
    return options;
}

}  // namespace scrim::postgres
