#include "methods/republish/history.h"

#include "kernel/core/json_depth.h"
#include "kernel/core/text.h"
#include "methods/files/digest.h"
#include "methods/files/file.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace scrim::republication {
namespace {

// Columns of ours beside the policy's; the policy's get numbers instead of names, so that none can clash.
constexpr const char *person_column = "person", *group_column_name = "group", *signature_column = "signature";

DomainPtr numbers_below(std::size_t count) {
    std::vector<Int128> units(count);
    std::iota(units.begin(), units.end(), Int128{0});
    return std::make_shared<const Domain>(Domain::of_numbers(std::move(units), 0));
}

Column number_column(std::span<const std::uint32_t> numbers) {
    const std::uint32_t most = numbers.empty() ? 0 : *std::max_element(numbers.begin(), numbers.end());
    return Column(numbers_below(std::size_t{most} + 1), numbers);
}

Column text_column(const std::vector<std::string>& texts) {
    std::vector<std::string> labels = texts;
    std::sort(labels.begin(), labels.end());
    labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
    std::vector<Code> codes;
    for (const std::string& text : texts)
        codes.push_back(static_cast<Code>(std::lower_bound(labels.begin(), labels.end(), text) - labels.begin()));
    return Column(std::make_shared<const Domain>(Domain::of_text(std::move(labels))), codes);
}

std::vector<std::uint32_t> numbers_of(const Column& column) {
    std::vector<std::uint32_t> of_code(column.domain().size());
    for (Code code = 0; code < column.domain().values(); ++code)
        of_code[code] = static_cast<std::uint32_t>(column.domain().units(code));
    std::vector<std::uint32_t> numbers(column.size());
    for (std::size_t r = 0; r < numbers.size(); ++r) numbers[r] = of_code[column[r]];
    return numbers;
}

Error damaged(const std::string& what) {
    return input_error(
        format("the history of this series cannot be trusted: {}; restore it from a copy, or start a new "
               "series for new people",
               what));
}

Json policy_json(const Policy& policy) {
    Json json{{"person", policy.person}, {"columns", Json::object()}, {"require", Json::array()}};
    for (const ColumnPolicy& column : policy.columns) {
        Json entry{{"role", role_name(column.role)}};
        if (!column.hierarchy.empty()) entry["hierarchy"] = column.hierarchy;
        if (!column.weight.empty()) entry["weight"] = column.weight;
        json["columns"][column.name] = std::move(entry);
    }
    for (const Requirement& requirement : policy.require) json["require"].push_back(to_string(requirement));
    return json;
}

struct NamedTable {
    std::string name;
    Table table;
};

std::vector<NamedTable> tables_of(const History& history) {
    std::vector<NamedTable> tables;
    Table people;
    people.add(person_column, text_column(history.names));
    for (std::size_t c = 0; c < history.people.width(); ++c) people.add(std::to_string(c), history.people[c]);
    people.add(group_column_name, number_column(history.groups));
    people.add(signature_column, number_column(history.signature_of));
    tables.push_back({"people.parquet", std::move(people)});

    std::vector<std::uint32_t> numbers;
    std::vector<Code> values;
    for (std::uint32_t s = 0; s < history.signatures.size(); ++s)
        for (const std::uint32_t value : history.signatures[s]) {
            numbers.push_back(s);
            values.push_back(value);
        }
    Table signatures;
    signatures.add(signature_column, number_column(numbers));
    signatures.add("value", Column(history.values.domain_ptr(), values));
    tables.push_back({"signatures.parquet", std::move(signatures)});

    if (!history.departed.empty()) {
        // In the order of their fingerprints, which tells nothing.
        const std::map<std::string, std::uint32_t> sorted(history.departed.begin(), history.departed.end());
        std::vector<std::string> prints;
        std::vector<std::uint32_t> kept;
        for (const auto& [print, signature] : sorted) {
            prints.push_back(print);
            kept.push_back(signature);
        }
        Table departed;
        departed.add(person_column, text_column(prints));
        departed.add(signature_column, number_column(kept));
        tables.push_back({"departed.parquet", std::move(departed)});
    }
    return tables;
}

Result<Table> read_table(const std::string& folder, const Json& json, const SeriesTools& tools, Progress& progress) {
    const std::string path = folder + "/" + json.at("name").get<std::string>();
    const auto digest = files::sha256_of_file(path);
    if (!digest || *digest != json.at("sha256").get<std::string>())
        return damaged(format("{} is {}", quoted(json.at("name").get<std::string>()),
                              digest ? "not what was written" : "missing"));
    SCRIM_TRY(const auto source, tools.open(path));
    return source->read(source->columns(), progress);
}

Result<void> read_tables(History& history, const std::string& folder, const Json& json, const SeriesTools& tools,
                         Progress& progress) {
    for (const Json& file : json.at("files")) {
        const std::string name = file.at("name").get<std::string>();
        SCRIM_TRY(Table table, read_table(folder, file, tools, progress));
        const Column& first = table[0];
        const Column& last = table[table.width() - 1];
        if (name == "people.parquet") {
            for (std::size_t r = 0; r < table.rows(); ++r) history.names.push_back(first.domain().label(first[r]));
            history.signature_of = numbers_of(last);
            history.groups = numbers_of(table[table.width() - 2]);
            for (std::size_t c = 1; c + 2 < table.width(); ++c)
                history.people.add(json.at("columns").at(c - 1).get<std::string>(), table.take(c));
        } else if (name == "signatures.parquet") {
            const std::vector<std::uint32_t> numbers = numbers_of(first);
            history.values = last;
            for (std::size_t r = 0; r < numbers.size(); ++r) {
                if (numbers[r] >= history.signatures.size()) history.signatures.resize(numbers[r] + 1);
                history.signatures[numbers[r]].push_back(last[r]);
            }
            for (Signature& signature : history.signatures) std::sort(signature.begin(), signature.end());
        } else {
            const std::vector<std::uint32_t> kept = numbers_of(last);
            for (std::size_t r = 0; r < kept.size(); ++r)
                history.departed.emplace(first.domain().label(first[r]), kept[r]);
        }
    }
    return {};
}

}  // namespace

std::string History::fingerprint_of(const std::string& name) const { return files::keyed_fingerprint(key, name); }

std::size_t History::smallest_signature() const {
    std::size_t least = SIZE_MAX;
    for (const Signature& signature : signatures) least = std::min(least, signature.size());
    return least;
}

Result<void> write_history(const History& history, const std::string& folder, const SeriesTools& tools) {
    Json json{{"scrim_history", 1}, {"rules", history.rules.to_json()}, {"key", history.key}};
    json["policy"] = policy_json(history.policy);
    json["columns"] = history.people.names();
    json["releases"] = Json::array();
    for (const SeriesRelease& release : history.releases)
        json["releases"].push_back({{"number", release.number},
                                    {"records", release.records},
                                    {"groups", release.groups},
                                    {"untrue", release.untrue},
                                    {"loss", release.loss}});
    json["files"] = Json::array();
    for (const NamedTable& named : tables_of(history)) {
        const std::string path = folder + "/" + named.name;
        SCRIM_CHECK(tools.write(named.table, path));
        SCRIM_TRY(const std::string digest, files::sha256_of_file(path));
        json["files"].push_back({{"name", named.name}, {"sha256", digest}});
    }
    return files::write_new_file(folder + "/history.json", json.dump(1) + "\n", Readers::owner);
}

Result<Policy> read_history_policy(const std::string& folder, const std::string& hierarchies) {
    SCRIM_TRY(const std::string text, files::read_file(folder + "/history.json"));
    const Json json = parse_json(text);
    if (!json.is_object() || !json.contains("policy")) return damaged("'history.json' is not what was written");
    return parse_policy(json["policy"].dump(), hierarchies);
}

Result<History> read_history(const std::string& folder, const std::string& hierarchies, const SeriesTools& tools,
                             Progress& progress) {
    SCRIM_TRY(const std::string text, files::read_file(folder + "/history.json"));
    try {
        const Json json = parse_json(text);
        if (json.is_discarded()) return damaged("it is no JSON");
        if (json.at("scrim_history").get<int>() != 1) return damaged("it was written by another version");
        History history;
        SCRIM_TRY(history.rules, SeriesRules::from_json(json.at("rules")));
        SCRIM_TRY(history.policy, parse_policy(json.at("policy").dump(), hierarchies));
        history.key = json.at("key").get<std::string>();
        for (const Json& release : json.at("releases"))
            history.releases.push_back({release.at("number").get<std::uint64_t>(),
                                        release.at("records").get<std::uint64_t>(),
                                        release.at("groups").get<std::uint64_t>(),
                                        release.at("untrue").get<std::uint64_t>(), release.at("loss").get<double>()});
        SCRIM_CHECK(read_tables(history, folder, json, tools, progress));
        return history;
    } catch (const Json::exception&) {
        return damaged("'history.json' is not what was written");
    }
}

}  // namespace scrim::republication
