#include "tests/cli/case_request.h"

#include "adapters/cli/several_values.h"
#include "scrim/policy.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

namespace scrim::testing {
namespace {

// What a verb's flags are: of the policy, of its tables, or fields that have their name.
const std::map<std::string, std::string> roles = {{"id", "identifier"},
                                                  {"qi", "quasi_identifier"},
                                                  {"sensitive", "sensitive"},
                                                  {"insensitive", "insensitive"},
                                                  {"drop", "dropped"}};
const std::set<std::string> switches = {"rows_are_persons", "null_matches", "no_header", "flat",
                                        "explore",          "force",        "json"};
const std::set<std::string> texts = {
    "target", "workload",  "risk_threshold", "algorithm", "minimize", "suppress",   "max_singled_out",
    "out",    "format",    "isolation_c",    "column",    "default",  "person",     "table",
    "query",  "delimiter", "policy",         "data",      "original", "population", "external"};
const std::set<std::string> numbers = {"suda", "m", "isolation_t", "l", "pieces"};
const std::set<std::string> lists = {"require", "accept_exact", "attack",   "intervals", "dates",  "prefixes", "null",
                                     "guard",   "type",         "category", "missing",   "weight", "max_level"};

using Values = std::map<std::string, std::vector<std::string>>;

std::pair<std::string, std::string> halves(const std::string& text) {
    const auto equals = text.find('=');
    if (equals == std::string::npos) return {text, ""};
    return {text.substr(0, equals), text.substr(equals + 1)};
}

class Words {
public:
    Words(const CaseRun& run, std::string& why) : run_(run), why_(why) {}

    // The flags and what follows each, and the words that follow none.
    bool read() {
        std::string flag;
        for (std::size_t i = verb_words(); i < run_.words.size(); ++i) {
            const std::string& word = run_.words[i];
            if (!word.starts_with('-') || word.size() < 2 || (word[1] >= '0' && word[1] <= '9')) {
                if (flag.empty())
                    free.push_back(word);
                else
                    values[flag].push_back(word);
                if (!flag.empty() && !roles.contains(flag) && !lists.contains(flag)) flag.clear();
                continue;
            }
            auto [name, value] = halves(word.substr(word.find_first_not_of('-')));
            std::replace(name.begin(), name.end(), '-', '_');
            if (name == "o") name = "out";
            if (!roles.contains(name) && !switches.contains(name) && !texts.contains(name) && !numbers.contains(name) &&
                !lists.contains(name))
                return no(word);
            flag = switches.contains(name) ? "" : name;
            values[name];
            if (word.find('=') != std::string::npos) values[name].push_back(value);
        }
        return true;
    }
    bool no(std::string why) {
        why_ = std::move(why);
        return false;
    }
    bool given(const std::string& name) const { return values.contains(name); }
    std::string text(const std::string& name) const {
        const auto found = values.find(name);
        return found == values.end() || found->second.empty() ? "" : found->second.front();
    }
    // Lists of columns are parted at commas, unless the whole is the name of one.
    std::vector<std::string> items(const std::string& name, const std::vector<std::string>& columns) const {
        std::vector<std::string> all;
        const auto found = values.find(name);
        if (found == values.end()) return all;
        for (const std::string& value : found->second) {
            const bool one = std::find(columns.begin(), columns.end(), halves(value).first) != columns.end();
            for (std::string& item : one ? std::vector{value} : cli::split_list(value)) all.push_back(std::move(item));
        }
        return all;
    }
    std::size_t verb_words() const {
        return run_.words.front() == "hierarchy" || run_.words.front() == "statdb" ? 2 : 1;
    }

    Values values;
    std::vector<std::string> free;

private:
    const CaseRun& run_;
    std::string& why_;
};

// The policy that flags make, as a file would hold it.
bool say_policy(Words& words, const std::vector<std::string>& columns, Json& fields) {
    Json policy = Json::object(), described = Json::object();
    for (const char* flag : {"id", "qi", "sensitive", "insensitive", "drop"})
        for (const std::string& item : words.items(flag, columns)) {
            const auto [name, hierarchy] = halves(item);
            if (described.contains(name)) return words.no("a column has two roles");
            described[name]["role"] = roles.at(flag);
            if (!hierarchy.empty()) described[name]["hierarchy"] = hierarchy;
        }
    if (const std::string person = words.text("person"); !person.empty() && !words.given("policy")) {
        if (!described.contains(person)) described[person]["role"] = "identifier";
        policy["person"] = person;
    }
    std::vector<std::string> more = words.items("type", columns);
    for (const std::string& code : words.items("category", columns)) more.push_back(code + "=category");
    for (const char* flag : {"guard", "weight", "max_level"})
        for (const std::string& item : words.items(flag, columns)) {
            const auto [name, value] = halves(item);
            if (!described.contains(name) || value.empty())
                return words.no(std::string(flag) + " of an unknown column");
            described[name][flag] = value;
            if (flag == std::string("guard") && !described.contains(value)) described[value]["role"] = "dropped";
        }
    for (const std::string& item : more) {
        const auto [name, value] = halves(item);
        if (!described.contains(name) && !words.given("default")) return words.no("the type of an unknown column");
        if (!described.contains(name)) described[name]["role"] = words.text("default");
        described[name]["type"] = value;
    }
    for (const std::string& item : words.items("missing", columns)) {
        const auto [name, value] = halves(item);
        (described.contains(name) ? described[name]["missing"] : policy["missing"])
            .push_back(described.contains(name) ? value : item);
    }
    if (words.given("default")) policy["default"] = words.text("default");
    if (words.given("rows_are_persons")) policy["rows_are_persons"] = true;
    if (words.given("policy")) {
        if (!described.empty() || !policy.empty()) return words.no("a policy's file and flags beside it");
        fields["policy"] = words.text("policy");
        return true;
    }
    if (!described.empty()) policy["columns"] = described;
    if (!described.empty() && !words.given("attack"))
        policy["must_exist"] = true;  // --person may name the other table's
    if (!policy.empty()) fields["policy"] = policy;
    return true;
}

// A table as a request names it: a file, or what all its cells are as text.
Json table_of(const Words& words, const std::string& path, const std::string& main, TablesAs as, CaseRequest& request) {
    Json said;
    said["path"] = path;
    TableInput input;
    input.path = path;
    const bool is_main = path == main;
    if (is_main && words.given("table")) said["table"] = input.table = words.text("table");
    if (is_main && words.given("query")) said["query"] = input.query = words.text("query");
    if (is_main && words.given("delimiter")) said["delimiter"] = input.delimiter = words.text("delimiter");
    if (is_main && words.given("no_header")) said["header"] = input.header = false;
    if (words.given("null") && std::filesystem::path(path).extension() == std::filesystem::path(main).extension())
        said["null"] = input.null_strings = words.values.at("null");
    if (as == TablesAs::files) return said;
    const auto columns = column_names(input);
    if (!columns) return said;
    for (const std::string& column : *columns) input.columns.push_back({column, ColumnType::category});
    const auto frame = read_frame(input, no_progress());
    if (!frame) return said;
    request.frames.push_back(*frame);
    return {{"path", path}, {"frame", request.frames.size() - 1}};
}

}  // namespace

std::optional<CaseRequest> request_of(const CaseRun& run, TablesAs tables, std::string& why) {
    static const std::map<std::string, std::string> functions = {{"check", "check"},
                                                                 {"publish", "publish"},
                                                                 {"audit", "audit_release"},
                                                                 {"hierarchy", "hierarchy"},
                                                                 {"statdb", "statdb"}};
    if (run.words.empty() || !functions.contains(run.words.front()) || run.words.size() < 3) {
        why = "no verb of the library";
        return {};
    }
    Words words(run, why);
    if (!words.read()) return {};
    CaseRequest request;
    request.function = functions.at(run.words.front());
    if (request.function == "hierarchy") request.function = run.words[1] + "_hierarchy";
    if (request.function == "statdb") request.function = "statdb_" + run.words[1];
    const bool of_hierarchy = request.function.ends_with("_hierarchy");
    if (of_hierarchy && run.refused && words.given("out")) {
        why = "the command line writes the file";
        return {};
    }
    if (words.given("rows_are_persons") && words.given("person")) {
        why = "both are in a policy, which is refused by its line";
        return {};
    }
    if (words.given("explore")) request.function = "explore";
    if (words.free.size() != 1) {
        why = "one table is named";
        return {};
    }
    const std::string main = of_hierarchy ? words.text("data") : words.free.front();
    std::vector<std::string> columns;
    if (TableInput input; !main.empty()) {
        input.path = main;
        if (const auto names = column_names(input)) columns = *names;
        request.fields["table"] = table_of(words, main, main, tables, request);
    }
    if (of_hierarchy) {
        request.fields[request.function == "build_hierarchy" ? "column" : "path"] = words.free.front();
        for (const std::string& item : words.items("type", columns)) request.fields["type"] = halves(item).second;
        if (words.given("category")) request.fields["type"] = "category";
        for (const std::string& item : words.items("missing", columns))
            request.fields["missing"].push_back(item.find('=') == std::string::npos ? item : halves(item).second);
        for (const char* kind : {"intervals", "dates"})
            if (words.given(kind)) request.fields[kind] = words.items(kind, {});
        for (const std::string& count : words.items("prefixes", {}))
            request.fields["prefixes"].push_back(std::stoi(count));
        if (words.given("flat")) request.fields["flat"] = true;
        if (words.given("column")) request.fields["column"] = words.text("column");
        return request;
    }
    if (!say_policy(words, columns, request.fields)) return {};
    for (const auto& [name, values] : words.values) {
        if (name == "require" || name == "accept_exact") request.fields[name] = values;
        if (name == "attack") request.fields["attacks"] = values;
        if (name == "null_matches" || name == "force") request.fields[name] = true;
        if (name == "original" || name == "population" || name == "external")
            request.fields[name] = table_of(words, words.text(name), main, tables, request);
        if (numbers.contains(name)) request.fields[name] = std::stoul(words.text(name));
        for (const char* text : {"target", "workload", "risk_threshold", "algorithm", "minimize", "suppress",
                                 "max_singled_out", "out", "format", "isolation_c"})
            if (name == text) request.fields[name] = words.text(name);
        if (name == "person" && request.function == "audit_release") request.fields[name] = words.text(name);
    }
    return request;
}

}  // namespace scrim::testing
