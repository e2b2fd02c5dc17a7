#include "methods/policy/policy_of_yaml.h"

#include "kernel/core/ratio.h"
#include "kernel/core/text.h"
#include "methods/policy/requirement_of_yaml.h"

#include <algorithm>

namespace scrim::policy {
namespace {

using Kind = YamlNode::Kind;
using Entry = YamlNode::Entry;

std::vector<std::string> role_names() {
    std::vector<std::string> names;
    for (const Role role :
         {Role::identifier, Role::quasi_identifier, Role::sensitive, Role::insensitive, Role::dropped})
        names.emplace_back(role_name(role));
    return names;
}

std::vector<std::string> type_names() {
    std::vector<std::string> names;
    for (const ColumnType type : {ColumnType::category, ColumnType::day_first, ColumnType::month_first,
                                  ColumnType::decimal_comma, ColumnType::decimal_point})
        names.emplace_back(column_type_name(type));
    return names;
}

const Entry* find(const YamlNode& map, std::string_view key) {
    for (const Entry& entry : map.entries)
        if (entry.key == key) return &entry;
    return nullptr;
}

class PolicyReader {
public:
    PolicyReader(const std::string& name, const std::string& folder) : name_(name), folder_(folder) {}

    Result<Policy> read(const YamlNode& root) const {
        const std::vector<std::string> keys = {
            "columns",       "require",           "population", "person",       "algorithm",       "minimize",
            "suppress",      "default",           "missing",    "accept_exact", "max_singled_out", "rows_are_persons",
            "sample_weight", "sampling_fraction", "household"};
        if (root.kind != Kind::map)
            return refuse(root.line, format("a policy must be a map of {}, not {}", join(keys, ", "), describe(root)));
        SCRIM_CHECK(check_keys("", root, keys));
        Policy policy;
        if (const Entry* columns = find(root, "columns")) SCRIM_CHECK(read_columns(columns->value, policy));
        if (const Entry* require = find(root, "require")) SCRIM_CHECK(read_require(require->value, policy));
        if (const Entry* population = find(root, "population"))
            SCRIM_CHECK(read_path("population", population->value, policy.population));
        if (const Entry* person = find(root, "person"))
            SCRIM_CHECK(read_text("person", "the name of a column", person->value, policy.person));
        if (const Entry* weight = find(root, "sample_weight"))
            SCRIM_CHECK(read_text("sample_weight", "the name of a column", weight->value, policy.sample_weight));
        if (const Entry* fraction = find(root, "sampling_fraction"))
            SCRIM_CHECK(
                read_text("sampling_fraction", "a share such as 1%", fraction->value, policy.sampling_fraction));
        if (const Entry* household = find(root, "household"))
            SCRIM_CHECK(read_text("household", "the name of a column", household->value, policy.household));
        if (const Entry* role = find(root, "default")) {
            policy.default_role.emplace();
            SCRIM_CHECK(read_role("default: ", role->value, *policy.default_role));
        }
        if (const Entry* missing = find(root, "missing"))
            SCRIM_CHECK(read_missing("missing", missing->value, policy.missing));
        if (const Entry* each = find(root, "rows_are_persons")) SCRIM_CHECK(read_rows_are_persons(each->value, policy));
        if (const Entry* accepted = find(root, "accept_exact")) SCRIM_CHECK(read_accepted(accepted->value, policy));
        if (const Entry* most = find(root, "max_singled_out"))
            SCRIM_CHECK(read_text("max_singled_out", "a share such as 1%", most->value, policy.max_singled_out));
        if (const Entry* algorithm = find(root, "algorithm"))
            SCRIM_CHECK(read_text("algorithm", "an algorithm such as mondrian", algorithm->value, policy.algorithm));
        if (const Entry* minimize = find(root, "minimize"))
            SCRIM_CHECK(read_text("minimize", "the name of a metric", minimize->value, policy.minimize));
        if (const Entry* suppress = find(root, "suppress"))
            SCRIM_CHECK(read_text("suppress", "a share such as 5%", suppress->value, policy.suppress));
        return policy;
    }

private:
    Error refuse(int line, std::string_view message) const { return yaml_error(name_, line, message); }

    Result<void> check_keys(std::string_view where, const YamlNode& map, const std::vector<std::string>& keys) const {
        for (const Entry& entry : map.entries)
            if (std::find(keys.begin(), keys.end(), entry.key) == keys.end())
                return refuse(entry.line, format("{}unknown key {} (accepted: {}){}", where, quoted(entry.key),
                                                 join(keys, ", "), did_you_mean(entry.key, keys)));
        return {};
    }

    Result<void> read_columns(const YamlNode& node, Policy& policy) const {
        if (node.kind != Kind::map)
            return refuse(node.line, "columns must be a map from column names to roles, not " + describe(node));
        for (const Entry& entry : node.entries) {
            if (entry.key.empty()) return refuse(entry.line, "a column has no name; write one before ':'");
            ColumnPolicy column;
            column.name = entry.key;
            const std::string where = format("column {}: ", quoted(column.name));
            SCRIM_CHECK(entry.value.kind == Kind::map ? read_column(where, entry, column)
                                                      : read_role(where, entry.value, column.role));
            policy.columns.push_back(std::move(column));
        }
        return check_guards(node, policy);
    }

    Result<void> read_column(const std::string& where, const Entry& entry, ColumnPolicy& column) const {
        SCRIM_CHECK(
            check_keys(where, entry.value, {"role", "hierarchy", "guard", "weight", "max_level", "type", "missing"}));
        const Entry* role = find(entry.value, "role");
        if (role == nullptr)
            return refuse(entry.line, format("{}role is missing; accepted are {}", where, join(role_names(), ", ")));
        SCRIM_CHECK(read_role(where, role->value, column.role));
        if (const Entry* hierarchy = find(entry.value, "hierarchy")) {
            SCRIM_CHECK(read_path(where + "hierarchy", hierarchy->value, column.hierarchy));
            if (column.role == Role::identifier)
                return refuse(hierarchy->line, where + "an identifier is never released; remove its hierarchy");
            if (column.role == Role::dropped)
                return refuse(hierarchy->line, where + "a dropped column is never released; remove its hierarchy");
        }
        if (const Entry* guard = find(entry.value, "guard")) {
            SCRIM_CHECK(read_text(where + "guard", "the name of a column", guard->value, column.guard));
            if (column.role != Role::sensitive)
                return refuse(guard->line, format("{}only a sensitive column has a guard, this one is {}", where,
                                                  role_name(column.role)));
        }
        for (const char* key : {"weight", "max_level"})
            if (const Entry* entry_of_key = find(entry.value, key);
                entry_of_key && column.role != Role::quasi_identifier)
                return refuse(entry_of_key->line, format("{}only a quasi-identifier has a {}, this one is {}", where,
                                                         key, role_name(column.role)));
        if (const Entry* type = find(entry.value, "type")) {
            const auto known = type->value.kind == Kind::text ? parse_column_type(type->value.text) : std::nullopt;
            if (!known)
                return refuse(type->line, format("{}type must be one of {}, not {}{}", where, join(type_names(), ", "),
                                                 describe(type->value), did_you_mean(type->value.text, type_names())));
            column.type = *known;
        }
        if (const Entry* missing = find(entry.value, "missing"))
            SCRIM_CHECK(read_missing(where + "missing", missing->value, column.missing));
        if (const Entry* weight = find(entry.value, "weight")) {
            SCRIM_CHECK(read_text(where + "weight", "a number greater than 0", weight->value, column.weight));
            if (const auto number = Ratio::parse(column.weight); !number || *number <= Ratio(0))
                return refuse(weight->line, format("{}weight must be a number greater than 0, not {}", where,
                                                   describe(weight->value)));
        }
        if (const Entry* level = find(entry.value, "max_level")) {
            std::string text;
            SCRIM_CHECK(read_text(where + "max_level", "a level of its hierarchy, 0 or more", level->value, text));
            const auto number = Ratio::parse(text);
            if (!number || !number->is_integer() || *number < Ratio(0) || *number > Ratio(1000))
                return refuse(level->line, format("{}max_level must be a level of its hierarchy, 0 or more, not {}",
                                                  where, describe(level->value)));
            column.max_level = static_cast<std::uint32_t>(number->numerator());
        }
        return {};
    }

    Result<void> read_role(const std::string& where, const YamlNode& node, Role& role) const {
        const auto known = node.kind == Kind::text ? parse_role(node.text) : std::nullopt;
        if (!known)
            return refuse(node.line, format("{}role must be one of {}, not {}{}", where, join(role_names(), ", "),
                                            describe(node), did_you_mean(node.text, role_names())));
        role = *known;
        return {};
    }

    // One value, or a list of them.
    Result<void> read_missing(const std::string& key, const YamlNode& node, std::vector<std::string>& missing) const {
        constexpr std::string_view what = "a value that means 'no value', or a list of such";
        if (node.kind == Kind::text) {
            missing.push_back(node.text);
            return {};
        }
        if (node.kind != Kind::list)
            return refuse(node.line, format("{} must be {}, not {}", key, what, describe(node)));
        for (const YamlNode& item : node.items) {
            if (item.kind != Kind::text)
                return refuse(item.line, format("{} must be {}, not {}", key, what, describe(item)));
            missing.push_back(item.text);
        }
        return {};
    }

    // A guard is itself a column, and every column must have a role.
    Result<void> check_guards(const YamlNode& node, const Policy& policy) const {
        for (const ColumnPolicy& column : policy.columns) {
            if (column.guard.empty() || (column.guard != column.name && policy.find(column.guard))) continue;
            std::vector<std::string> others;
            for (const ColumnPolicy& other : policy.columns)
                if (&other != &column) others.push_back(other.name);
            return refuse(find(find(node, column.name)->value, "guard")->line,
                          format("column {}: guard must be another column of the policy, not {}{}", quoted(column.name),
                                 quoted(column.guard), did_you_mean(column.guard, others)));
        }
        return {};
    }

    Result<void> read_require(const YamlNode& node, Policy& policy) const {
        if (node.kind != Kind::list)
            return refuse(node.line, "require must be a list of models, each after '- ', not " + describe(node));
        for (const YamlNode& item : node.items) {
            auto requirement = requirement_of_yaml(item);
            if (!requirement) return refuse(item.line, requirement.error().message);
            policy.require.push_back(*std::move(requirement));
        }
        return {};
    }

    Result<void> read_rows_are_persons(const YamlNode& node, Policy& policy) const {
        const bool yes = node.kind == Kind::text && (node.text == "true" || node.text == "yes");
        if (!yes && (node.kind != Kind::text || (node.text != "false" && node.text != "no")))
            return refuse(node.line, "rows_are_persons must be true or false, not " + describe(node));
        if (yes && !policy.person.empty())
            return refuse(node.line, format("rows_are_persons: true and person: {} exclude each other; leave one out",
                                            policy.person));
        policy.rows_are_persons = yes;
        return {};
    }

    // One column, or a list of them.
    Result<void> read_accepted(const YamlNode& node, Policy& policy) const {
        const auto add = [&](const YamlNode& item) -> Result<void> {
            std::string name;
            SCRIM_CHECK(read_text("accept_exact", "the name of a column, or a list of them", item, name));
            policy.accept_exact.push_back(std::move(name));
            return {};
        };
        if (node.kind != Kind::list) return add(node);
        for (const YamlNode& item : node.items) SCRIM_CHECK(add(item));
        return {};
    }

    Result<void> read_text(const std::string& key, std::string_view what, const YamlNode& node,
                           std::string& text) const {
        if (node.kind != Kind::text || node.text.empty())
            return refuse(node.line, format("{} must be {}, not {}", key, what, describe(node)));
        text = node.text;
        return {};
    }

    Result<void> read_path(const std::string& key, const YamlNode& node, std::string& path) const {
        SCRIM_CHECK(read_text(key, "the path of a file", node, path));
        if (!folder_.empty() && !path.starts_with('/')) path = folder_ + "/" + path;
        return {};
    }

    const std::string& name_;
    const std::string& folder_;
};

}  // namespace

Result<Policy> policy_of_yaml(const YamlNode& root, const std::string& name, const std::string& folder) {
    return PolicyReader(name, folder).read(root);
}

}  // namespace scrim::policy
