#include "methods/audit/release/linked_people.h"

#include "kernel/core/field.h"
#include "kernel/core/text.h"
#include "kernel/hierarchy/interval_label.h"
#include "kernel/hierarchy/label.h"
#include "methods/audit/series/box_index.h"
#include "methods/verify/printed_spans.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace scrim::audit {
namespace {

// Every different print of the quasi-identifiers, as a box over the people's values, and the class that it stands for.
struct Prints {
    std::vector<Span> boxes;
    std::vector<std::uint32_t> of_class;
    std::vector<std::vector<Code>> codes;  // [quasi-identifier][code of the people's values]: where it lies in boxes
};

// A quasi-identifier: the spans of what the release prints, and where the people's values lie.
struct LinkedColumn {
    std::vector<Span> spans;
    std::vector<Code> codes;
};

// Without a hierarchy, all that counts are values that somebody has: what covers none of them has an empty span.
LinkedColumn over_values(const Domain& printed, const Domain& people) {
    LinkedColumn made;
    for (Code code = 0; code < printed.size(); ++code) {
        if (printed.has_null() && code == printed.null_code())
            made.spans.push_back(people.has_null() ? Span::of(people.null_code()) : Span{});
        else
            made.spans.push_back(hierarchy::span_of_label(printed.label(code), people, nullptr).value_or(Span{}));
    }
    made.codes.resize(people.size());
    std::iota(made.codes.begin(), made.codes.end(), Code{0});
    return made;
}

// Does the name of a node say that it covers none of the people's values? Intervals and masks may.
bool covers_nobody(const std::string& label, const Domain& people) {
    if (hierarchy::reads_as_interval(label, people)) return true;
    if (!label.ends_with('*')) return false;
    const std::string kept = label.substr(0, label.find_last_not_of('*') + 1);
    for (Code code = 0; code < people.values(); ++code)
        if (people.label(code).starts_with(kept)) return false;
    return true;
}

// The release names nodes and does not list what they cover: their names have to say it.
Result<LinkedColumn> over_outline(const std::string& name, const Domain& printed, const Domain& people,
                                  const hierarchy::Hierarchy& outline) {
    LinkedColumn made = over_values(printed, people);
    for (Code code = 0; code < printed.values(); ++code) {
        const std::string label = printed.label(code);
        const auto node = outline.find_node(label);
        if (!node || outline.nodes()[*node].is_leaf() || !made.spans[code].empty()) continue;
        if (*node == 0)
            made.spans[code] = people.whole();
        else if (!covers_nobody(label, people))
            return input_error(
                format("column {}: which values {} covers is not in the release; name the hierarchy "
                       "that says it with {}",
                       quoted(name), quoted(label), field("hierarchy", name + "=FILE")));
    }
    return made;
}

Result<LinkedColumn> link_column(const AuditedRelease& release, const std::string& name, const Domain& printed,
                                 const DomainPtr& people) {
    if (release.hierarchies.find(name) == release.hierarchies.end()) return over_values(printed, *people);
    if (release.outlined.contains(name)) return over_outline(name, printed, *people, *release.hierarchies.at(name));
    SCRIM_TRY(const auto over,
              verifier::printed_column(*release.claimed.find(name), release.hierarchies, printed, people));
    if (!over) return input_error(format("what column {} prints is not known", quoted(name)));
    SCRIM_TRY(std::vector<Code> codes, verifier::base_codes(*over, *people));
    return LinkedColumn{over->spans, std::move(codes)};
}

Result<Prints> prints_of(const AuditedRelease& release, const Table& people, Progress& progress) {
    const verifier::ClaimedRelease& claimed = release.claimed;
    const std::vector<std::string> names = claimed.columns_in(Role::quasi_identifier);
    std::vector<std::string> columns = names;
    if (claimed.has_groups()) columns.push_back(claimed.group_column);
    SCRIM_TRY(const Tuples rows, release.data->read_tuples(columns, 0, progress));
    Prints prints;
    std::vector<std::vector<Span>> spans;
    for (std::size_t a = 0; a < names.size(); ++a) {
        SCRIM_TRY(LinkedColumn linked, link_column(release, names[a], rows.table[a].domain(), people[a].domain_ptr()));
        spans.push_back(std::move(linked.spans));
        prints.codes.push_back(std::move(linked.codes));
    }
    // A class by what it prints: its group, or all quasi-identifiers.
    const auto& by = release.evidence->quasi_identifiers();
    const auto classes = release.evidence->classes(by, {});
    std::map<std::vector<std::string>, std::uint32_t> number;
    std::vector<std::string> key(by.size());
    for (std::uint32_t c = 0; c < classes->size(); ++c) {
        for (std::size_t i = 0; i < by.size(); ++i) key[i] = classes->is_null(c, i) ? "\1" : classes->label(c, i);
        number.emplace(key, c);
    }
    std::vector<std::size_t> places;
    for (const std::string& name : by) places.push_back(rows.table.find(name).value());
    for (std::size_t r = 0; r < rows.size(); ++r) {
        const auto span = [&](std::size_t a) { return spans[a][rows.table[a][r]]; };
        bool nobody = false;
        for (std::size_t a = 0; a < names.size(); ++a) nobody = nobody || span(a).empty();
        if (nobody) continue;
        for (std::size_t a = 0; a < names.size(); ++a) prints.boxes.push_back(span(a));
        for (std::size_t i = 0; i < by.size(); ++i) {
            const Column& column = rows.table[places[i]];
            const bool null = column.domain().has_null() && column[r] == column.domain().null_code();
            key[i] = null ? "\1" : column.domain().label(column[r]);
        }
        prints.of_class.push_back(number.at(key));
    }
    return prints;
}

}  // namespace

Result<LinkedPeople> LinkedPeople::link(const AuditedRelease& release, TableSource& people, const std::string& person,
                                        Progress& progress) {
    std::vector<std::string> columns = release.claimed.columns_in(Role::quasi_identifier);
    LinkedPeople linked;
    linked.dimensions_ = columns.size();
    if (!person.empty()) columns.push_back(person);
    for (const std::string& column : columns)
        if (!people.has(column)) return subject::no_such_column(people, column);
    SCRIM_TRY(linked.table_, people.read(columns, progress));
    const Table& table = linked.table_;
    auto prints = prints_of(release, table, progress);
    if (!prints) return input_error(format("{}: {}", people.name(), prints.error().message));
    const BoxIndex index(std::move(prints->boxes), linked.dimensions_);
    std::map<std::vector<Code>, std::vector<std::uint32_t>> known;  // many people share their values
    std::vector<Code> point(linked.dimensions_);
    progress.stage("linking people", table.rows());
    progress.unit("people");
    for (std::size_t r = 0; r < table.rows(); ++r) {
        if (r % 4096 == 0 && progress.cancelled()) return cancelled_error();
        for (std::size_t a = 0; a < point.size(); ++a) point[a] = prints->codes[a][table[a][r]];
        const auto [found, is_new] = known.try_emplace(point);
        if (is_new) {
            std::vector<std::uint32_t>& classes = found->second;
            index.visit(point, [&](std::uint32_t box) {
                classes.push_back(prints->of_class[box]);
                return true;
            });
            std::sort(classes.begin(), classes.end());
            classes.erase(std::unique(classes.begin(), classes.end()), classes.end());
        }
        linked.classes_.insert(linked.classes_.end(), found->second.begin(), found->second.end());
        linked.offsets_.push_back(linked.classes_.size());
        linked.values_.insert(linked.values_.end(), point.begin(), point.end());
        linked.names_.push_back(person.empty() ? format("row {}", r + 1)
                                               : table[point.size()].domain().label(table[point.size()][r]));
    }
    return linked;
}

}  // namespace scrim::audit
