// Definitions as statements. Names are always quoted, so that none is taken for a keyword.
#include "kernel/core/text.h"
#include "methods/views/language/definition.h"

#include <algorithm>

namespace scrim::views {
namespace {

std::string between(char quote, std::string_view text) {
    std::string out(1, quote);
    for (const char c : text) {
        if (c == quote) out += c;
        out += c;
    }
    return out + quote;
}

std::string name(std::string_view text) { return between('"', text); }
std::string string(std::string_view text) { return between('\'', text); }

template <class Item, class Print>
std::string list(const std::vector<Item>& items, const Print& print) {
    std::vector<std::string> printed;
    for (const Item& item : items) printed.push_back(print(item));
    return "(" + join(printed, ", ") + ")";
}

std::string columns(const std::vector<GeneralizedColumn>& items) {
    return list(items, [](const GeneralizedColumn& item) {
        return name(item.column) + (item.dgh.empty() ? "" : " DGH_NAME " + name(item.dgh));
    });
}

std::string profile(const ViewDefinition& view) {
    if (!view.has_profile()) return format("K {}", view.k) + (view.level > 0 ? format(" LEVEL {}", view.level) : "");
    const ProfileReference& profile = view.profile;
    const std::string level = profile.level_column.empty() ? "" : ", " + name(profile.level_column);
    return format("{} REFERENCES {}({}{})", name(profile.column), profile.table, name(profile.k_column), level);
}

bool is_plain(const std::string& word) {
    return !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
    });
}

std::string words(const std::vector<std::string>& items) {
    std::vector<std::string> printed;
    for (const std::string& word : items) printed.push_back(is_plain(word) ? word : string(word));
    return join(printed, ", ");
}

// Other than to_string() this quotes what SQL would not read as a value: a--b.
std::string requirement(const Requirement& item) {
    std::vector<std::string> arguments;
    for (const Requirement::Argument& argument : item.arguments) {
        std::vector<std::string> lists;
        for (const auto& one : argument.value) lists.push_back("[" + words(one) + "]");
        const bool single = argument.value.size() == 1;
        const std::string value = single && argument.value[0].size() == 1 ? words(argument.value[0])
                                  : single                                ? lists[0]
                                                                          : "[" + join(lists, ", ") + "]";
        arguments.push_back(argument.name + "=" + value);
    }
    return item.model + (arguments.empty() ? "" : "(" + join(arguments, ", ") + ")");
}

std::string disclosure(const Disclosure& item) { return name(item.column) + " IF " + name(item.choice); }

std::string retention(const Retention& item) {
    if (!item.until.empty()) return name(item.column) + " UNTIL " + name(item.until);
    return name(item.column) + " FOR " + string(item.period) + " SINCE " + name(item.since);
}

std::string clauses(const ViewDefinition& view) {
    const ViewDefinition defaults;
    std::string out;
    if (!view.profile.key.empty()) out += "\n  KEY " + name(view.profile.key);
    if (view.recoder != defaults.recoder || view.block > 0) out += "\n  RECODE " + view.recoder;
    if (view.block > 0) out += format(" BLOCK {}", view.block);
    std::vector<std::string> required;
    for (const Requirement& item : view.require) required.push_back(requirement(item));
    if (!required.empty()) out += "\n  REQUIRE " + join(required, ", ");
    if (!view.disclose.empty()) out += "\n  DISCLOSE " + list(view.disclose, disclosure);
    if (!view.retain.empty()) out += "\n  RETAIN " + list(view.retain, retention);
    if (!view.policy.empty()) out += "\n  POLICY " + name(view.policy);
    if (view.missing_profile != defaults.missing_profile) out += "\n  MISSING PROFILE REFUSE";
    if (view.unknown_value != defaults.unknown_value) out += "\n  UNKNOWN VALUE TOP";
    return out;
}

}  // namespace

std::string to_sql(const ViewDefinition& view) {
    std::string out = view.materialized ? "CREATE MATERIALIZED ANONYMIZATION_VIEW " : "CREATE ANONYMIZATION_VIEW ";
    out += name(view.name) + "\n  ON (" + view.query + ")";
    out += "\n  WITH ANONYMIZATION_ID " + name(view.id);
    out += "\n  ANONYMIZATION_QUASI_ID " + columns(view.quasi_identifiers);
    if (!view.sensitive.empty()) out += "\n  ANONYMIZATION_SENSITIVE_ATTR " + columns(view.sensitive);
    return out + "\n  " + profile(view) + clauses(view);
}

}  // namespace scrim::views
