#include "methods/verify/series_history.h"

#include "kernel/core/text.h"
#include "methods/files/digest.h"
#include "methods/files/file.h"
#include "methods/policy/hierarchy_files.h"
#include "methods/verify/outlines.h"
#include "methods/verify/printed_spans.h"
#include "methods/verify/strict_json.h"
#include "methods/verify/untrue.h"

#include <algorithm>
#include <filesystem>
#include <unordered_map>

namespace scrim::verifier {
namespace {

std::uint32_t number_at(const Column& column, std::size_t row) {
    return static_cast<std::uint32_t>(column.domain().units(column[row]));
}

bool holds_numbers(const Column& column) {
    const Domain& domain = column.domain();
    return domain.kind() == Domain::Kind::number && !domain.has_null() && domain.scale() == 0 && domain.values() > 0 &&
           domain.units(0) >= 0 && domain.units(domain.values() - 1) < UINT32_MAX;
}

// A group of the release, as its files show it.
struct ShownGroup {
    Values values;
    std::uint64_t records = 0, untrue = 0;
    std::vector<std::vector<std::string>> rows;  // exact quasi-identifiers, where they are printed so
    std::vector<Span> box;                       // else
};

struct ShownRelease {
    ClaimedRelease claimed;
    std::unordered_map<std::string, ShownGroup> groups;
    std::vector<PrintedColumn> printed;  // where spans are
};

Result<std::optional<ShownRelease>> read_shown(const SeriesHistory& history, const std::string& folder,
                                               const Reading& reading, Ledger& ledger) {
    const auto nothing = std::optional<ShownRelease>();
    Ledger aside;  // the release by itself is somebody else's to check
    auto claimed = read_certificate(folder, aside);
    if (!claimed || !claimed->series) {
        ledger.fails("the last release has a certificate of a series", "it has none");
        return nothing;
    }
    ShownRelease shown{*std::move(claimed), {}, {}};
    SCRIM_TRY(const ReleaseFiles files, check_files(folder, shown.claimed, aside, reading.progress));
    SCRIM_TRY(auto release, open_release(folder, shown.claimed, files, reading, aside));
    if (!release) {
        ledger.fails("the last release can be read", "it cannot");
        return nothing;
    }
    SCRIM_CHECK(check_outlines(*release, shown.claimed, reading, aside));
    if (const std::string other = locate_outlines(*release, history.hierarchies); !other.empty()) {
        ledger.fails("hierarchies are those of the series", format("that of column {} is another", quoted(other)));
        return nothing;
    }
    const std::string &group = shown.claimed.group_column, &sensitive = shown.claimed.parted_column;
    TableSource& values = release->values ? *release->values : *release->data;
    SCRIM_TRY(const Table of_values, values.read(std::vector{group, sensitive}, reading.progress));
    for (std::size_t r = 0; r < of_values.rows(); ++r) {
        ShownGroup& one = shown.groups[of_values[0].domain().label(of_values[0][r])];
        one.values.insert(printed_value(of_values[1].domain(), of_values[1][r]));
        ++one.records;
    }
    std::vector<std::string> columns = shown.claimed.columns_in(Role::quasi_identifier);
    if (columns.size() + 1 != history.columns.size()) {
        ledger.fails("history and release have the same columns", "they do not");
        return nothing;
    }
    columns.push_back(group);
    SCRIM_TRY(const Table rows, release->data->read(columns, reading.progress));
    if (shown.claimed.prints_spans())
        for (std::size_t a = 0; a + 1 < columns.size(); ++a) {
            auto printed = printed_column(*shown.claimed.find(columns[a]), release->hierarchies, rows[a].domain(),
                                          history.quasi_identifier(a).domain_ptr());
            if (!printed || !*printed) {
                ledger.fails("the last release prints known values",
                             printed ? "they mean nothing" : printed.error().message);
                return nothing;
            }
            shown.printed.push_back(**std::move(printed));
        }
    for (std::size_t r = 0; r < rows.rows(); ++r) {
        const Column& numbers = rows[columns.size() - 1];
        ShownGroup& one = shown.groups[numbers.domain().label(numbers[r])];
        if (shown.claimed.prints_spans()) {
            one.box.clear();
            for (std::size_t a = 0; a + 1 < columns.size(); ++a) one.box.push_back(shown.printed[a].spans[rows[a][r]]);
        } else {
            std::vector<std::string> row;
            for (std::size_t a = 0; a + 1 < columns.size(); ++a)
                row.push_back(printed_value(rows[a].domain(), rows[a][r]));
            one.rows.push_back(std::move(row));
        }
    }
    SCRIM_TRY(const auto untrue, read_untrue(*release, shown.claimed, reading, ledger));
    if (!untrue) return nothing;
    for (const auto& [number, count] : *untrue) shown.groups[number].untrue = count;
    return std::optional(std::move(shown));
}

// The people of one group.
std::string why_not_hidden(const SeriesHistory& history, const ShownRelease& shown, const ShownGroup& group,
                           const std::vector<std::size_t>& people, const std::vector<std::vector<Code>>& base) {
    const bool made_up = !history.method->substitutes;
    if (people.size() + (made_up ? group.untrue : 0) != group.records)
        return format("it has {} and holds {} people and {} counterfeits", counted(group.records, "row", "rows"),
                      people.size(), made_up ? group.untrue : 0);
    std::map<std::string, std::uint64_t> held;
    for (const std::size_t person : people) {
        if (history.signatures[history.signature_of(person)] != group.values) return "its values are not the signature";
        ++held[history.value(person)];
        for (std::size_t a = 0; a < group.box.size(); ++a)
            if (!group.box[a].contains(base[a][history.quasi_identifier(a)[person]]))
                return format("its {} does not cover somebody in it", quoted(history.columns[a]));
    }
    // As many as can stand at their own value do.
    std::uint64_t own = 0;
    for (const auto& [value, count] : held) own += group.values.contains(value) ? 1 : 0;
    if (people.size() - own != (made_up ? 0 : group.untrue))
        return format("{} in it are not published with their own value",
                      counted(people.size() - own, "person", "people"));
    if (shown.claimed.prints_spans()) return {};
    std::multiset<std::vector<std::string>> rows(group.rows.begin(), group.rows.end());
    for (const std::size_t person : people) {
        std::vector<std::string> row;
        for (std::size_t a = 0; a + 1 < history.columns.size(); ++a)
            row.push_back(printed_value(history.quasi_identifier(a).domain(), history.quasi_identifier(a)[person]));
        const auto found = rows.find(row);
        if (found == rows.end()) return "the quasi-identifiers of somebody in it are not there";
        rows.erase(found);
    }
    return {};
}

Result<Table> read_file_of(const std::string& folder, JsonObject& file, const Reading& reading) {
    SCRIM_TRY(const std::string name, file.text("name"));
    SCRIM_TRY(const std::string stated, file.text("sha256"));
    if (!stays_inside(name)) return input_error("a file of the history is not inside its folder");
    SCRIM_TRY(const std::string digest, files::sha256_of_file(folder + "/" + name));
    if (digest != stated) return input_error(format("{} is not what was written", quoted(name)));
    TableInput input;
    input.path = folder + "/" + name;
    SCRIM_TRY(const auto source, reading.open(input));
    return source->read(source->columns(), reading.progress);
}

// The policy's hierarchies, which lie beside the histories of all releases; a staged history lies one folder deeper.
Result<hierarchy::Hierarchies> owner_hierarchies(const std::string& folder, JsonObject& root) {
    namespace fs = std::filesystem;
    hierarchy::Hierarchies hierarchies;
    SCRIM_TRY(JsonObject policy, root.object("policy"));
    SCRIM_TRY(JsonObject columns, policy.object("columns"));
    std::error_code error;
    fs::path place = fs::path(folder).parent_path() / "hierarchies";
    if (!fs::is_directory(place, error)) place = fs::path(folder).parent_path().parent_path() / "hierarchies";
    for (const std::string& name : columns.keys()) {
        SCRIM_TRY(JsonObject column, columns.object(name));
        if (!column.has("hierarchy")) continue;
        SCRIM_TRY(const std::string file, column.text("hierarchy"));
        if (!stays_inside(file)) return input_error("a hierarchy of the history is not inside its folder");
        SCRIM_TRY(hierarchy::Hierarchy hierarchy, policy::read_hierarchy((place / file).string()));
        hierarchies.emplace(name, std::make_shared<hierarchy::Hierarchy>(std::move(hierarchy)));
    }
    return hierarchies;
}

Result<SeriesHistory> parse_history(const std::string& folder, const Reading& reading) {
    SCRIM_TRY(const std::string text, files::read_file(folder + "/history.json"));
    SCRIM_TRY(const Json json, parse_strict_json(text));
    SCRIM_TRY(JsonObject root, JsonObject::of(json, ""));
    SeriesHistory history;
    SCRIM_TRY(JsonObject rules, root.object("rules"));
    SCRIM_TRY(history.method, series_method(rules));
    SCRIM_TRY(history.key, root.text("key"));
    if (history.key.size() > 64) return input_error("'key' is too long");
    SCRIM_TRY(history.columns, root.texts("columns"));
    SCRIM_TRY(history.hierarchies, owner_hierarchies(folder, root));
    SCRIM_TRY(std::vector<JsonObject> files, root.objects("files"));
    if (files.size() < 2) return input_error("'history.json' lists too few files");
    SCRIM_TRY(history.people, read_file_of(folder, files[0], reading));
    const std::size_t width = history.columns.size() + 3;
    if (history.people.width() != width || !holds_numbers(history.people[width - 1]))
        return input_error("the people have other columns");
    SCRIM_TRY(const Table signatures, read_file_of(folder, files[1], reading));
    if (signatures.width() != 2 || !holds_numbers(signatures[0]))
        return input_error("the signatures have other columns");
    for (std::size_t r = 0; r < signatures.rows(); ++r) {
        const std::uint32_t number = number_at(signatures[0], r);
        if (number >= history.signatures.size()) history.signatures.resize(number + 1);
        history.signatures[number].insert(printed_value(signatures[1].domain(), signatures[1][r]));
    }
    if (files.size() > 2) {
        SCRIM_TRY(const Table departed, read_file_of(folder, files[2], reading));
        if (departed.width() != 2 || !holds_numbers(departed[1])) return input_error("the departed have other columns");
        for (std::size_t r = 0; r < departed.rows(); ++r)
            history.departed.emplace(departed[0].domain().label(departed[0][r]), number_at(departed[1], r));
    }
    for (std::size_t p = 0; p < history.people.rows(); ++p)
        if (history.signature_of(p) >= history.signatures.size()) return input_error("a signature is missing");
    return history;
}

}  // namespace

std::string printed_value(const Domain& domain, Code code) {
    return domain.has_null() && code == domain.null_code() ? std::string(1, '\0') : domain.label(code);
}

std::string SeriesHistory::name(std::size_t person) const { return people[0].domain().label(people[0][person]); }
std::string SeriesHistory::value(std::size_t person) const {
    const Column& values = people[columns.size()];
    return printed_value(values.domain(), values[person]);
}
std::string SeriesHistory::group(std::size_t person) const {
    const Column& groups = people[columns.size() + 1];
    return groups.domain().label(groups[person]);
}
std::uint32_t SeriesHistory::signature_of(std::size_t person) const {
    return number_at(people[columns.size() + 2], person);
}
std::string SeriesHistory::fingerprint_of(const std::string& name) const { return files::keyed_fingerprint(key, name); }

Result<std::optional<SeriesHistory>> read_series_history(const std::string& folder, const Reading& reading,
                                                         Ledger& ledger) {
    auto history = parse_history(folder, reading);
    if (history) return std::optional(*std::move(history));
    if (is_ours(history.error())) return history.error();
    ledger.fails("the history can be read", history.error().message);
    return std::optional<SeriesHistory>();
}

Result<void> check_last_release(const SeriesHistory& history, const std::string& folder, const Reading& reading,
                                Ledger& ledger) {
    SCRIM_TRY(const auto shown, read_shown(history, folder, reading, ledger));
    if (!shown) return {};
    std::vector<std::vector<Code>> base;
    for (std::size_t a = 0; a < shown->printed.size(); ++a) {
        SCRIM_TRY(auto codes, base_codes(shown->printed[a], history.quasi_identifier(a).domain()));
        base.push_back(std::move(codes));
    }
    std::unordered_map<std::string, std::vector<std::size_t>> people;
    for (std::size_t p = 0; p < history.people.rows(); ++p) people[history.group(p)].push_back(p);
    std::string against;
    for (const auto& [number, group] : shown->groups) {
        const std::string why = why_not_hidden(history, *shown, group, people[number], base);
        if (!why.empty()) against = format("group {}: {}", number, why);
    }
    for (const auto& [number, of_group] : people)
        if (!shown->groups.contains(number)) against = format("there is no group {}", number);
    ledger.settle("everybody is hidden in the last release as the history says", against,
                  counted(history.people.rows(), "person", "people"));
    return {};
}

void check_signatures_kept(const SeriesHistory& history, const SeriesHistory& before, Ledger& ledger) {
    std::unordered_map<std::string, std::size_t> earlier;
    for (std::size_t p = 0; p < before.people.rows(); ++p) earlier.emplace(before.name(p), p);
    const bool own_values = !history.method->substitutes;  // everybody was published with their own
    std::uint64_t kept = 0;
    std::string against;
    for (std::size_t p = 0; p < history.people.rows(); ++p) {
        const Values* old = nullptr;
        std::string old_value;
        if (const auto found = earlier.find(history.name(p)); found != earlier.end()) {
            old = &before.signatures[before.signature_of(found->second)];
            old_value = before.value(found->second);
        } else if (const auto left = before.departed.find(history.fingerprint_of(history.name(p)));
                   left != before.departed.end()) {
            old = &before.signatures[left->second];
            old_value = history.value(p);
        }
        if (!old) continue;
        // Another value, one that the signature does not hold: as if somebody else had come.
        const std::string value = history.value(p);
        if (!old->contains(value) && (value != old_value || own_values)) continue;
        const Values& now = history.signatures[history.signature_of(p)];
        const bool nested = std::includes(now.begin(), now.end(), old->begin(), old->end());
        if (!nested || (!history.method->nests && now.size() != old->size()))
            against = "somebody has another signature than before";
        ++kept;
    }
    ledger.settle(history.method->nests ? "signatures of those who stay include those before"
                                        : "whoever stays keeps the signature",
                  against, counted(kept, "person", "people"));
}

}  // namespace scrim::verifier
