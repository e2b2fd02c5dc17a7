#include "methods/query/cases.h"

#include "kernel/core/text.h"

#include <algorithm>
#include <map>

namespace scrim::querying {
namespace {

constexpr std::size_t most_boxes = 4096;

void add_columns(const Condition& condition, std::vector<std::size_t>& columns) {
    if (condition.kind == Condition::Kind::in) columns.push_back(condition.column);
    for (const Condition& part : condition.parts) add_columns(part, columns);
}

// The sets that a condition names for one column, from left to right.
void add_sets(const Condition& condition, std::size_t column, std::vector<const Spans*>& sets) {
    if (condition.kind == Condition::Kind::in && condition.column == column) sets.push_back(&condition.spans);
    for (const Condition& part : condition.parts) add_sets(part, column, sets);
}

Condition constant(bool value) { return value ? Condition::always() : Condition::any_of({}); }
bool is_constant(const Condition& condition) {
    return condition.kind != Condition::Kind::in && condition.parts.empty();
}

// What is left of a condition when it is known in which of the column's sets the value is.
Condition rest_of(const Condition& condition, std::size_t column, const std::vector<bool>& within, std::size_t& next) {
    if (condition.kind == Condition::Kind::in) return condition.column == column ? constant(within[next++]) : condition;
    const bool all = condition.kind == Condition::Kind::all_of;
    std::vector<Condition> parts;
    bool decided = false;
    for (const Condition& part : condition.parts) {
        Condition rest = rest_of(part, column, within, next);  // also where decided: `next` counts on
        if (!is_constant(rest))
            parts.push_back(std::move(rest));
        else
            decided |= (rest.kind == Condition::Kind::all_of) != all;
    }
    if (decided) return constant(!all);
    if (parts.size() == 1) return std::move(parts.front());
    return all ? Condition::all_of(std::move(parts)) : Condition::any_of(std::move(parts));
}

// Equal texts are equal conditions.
std::string key_of(const Condition& condition) {
    if (condition.kind == Condition::Kind::in) {
        std::string key = format("{}:", condition.column);
        for (const Span span : condition.spans) key += format("{}-{},", span.lo, span.hi);
        return key;
    }
    std::string key = condition.kind == Condition::Kind::all_of ? "&(" : "|(";
    for (const Condition& part : condition.parts) key += key_of(part) + ' ';
    return key + ')';
}

class Splitter {
public:
    Splitter(Cases& cases, const std::vector<Code>& sizes) : cases_(cases), sizes_(sizes) {}

    Result<void> split(const Condition& rest, Box box) {
        const std::size_t place = box.sets.size();
        if (place == cases_.columns.size()) {
            (rest.kind == Condition::Kind::all_of ? cases_.yes : cases_.no).push_back(std::move(box));
            if (cases_.yes.size() + cases_.no.size() <= most_boxes) return {};
            return input_error(
                format("the condition falls into more than {} cases; ask several simpler queries", most_boxes));
        }
        for (auto& [key, branch] : branches(rest, cases_.columns[place])) {
            Box narrowed = box;
            narrowed.sets.push_back(statdb::query::united(std::move(branch.values)));
            SCRIM_CHECK(split(branch.rest, std::move(narrowed)));
        }
        return {};
    }

private:
    struct Branch {
        Condition rest;
        Spans values;
    };

    // The values of a column by what they leave of the condition.
    std::map<std::string, Branch> branches(const Condition& rest, std::size_t column) const {
        std::vector<const Spans*> sets;
        add_sets(rest, column, sets);
        std::vector<Code> ends{0, sizes_[column]};
        for (const Spans* set : sets)
            for (const Span span : *set) {
                ends.push_back(span.lo);
                ends.push_back(span.hi);
            }
        std::sort(ends.begin(), ends.end());
        ends.erase(std::unique(ends.begin(), ends.end()), ends.end());

        std::map<std::vector<bool>, Spans> alike;
        std::vector<std::size_t> at(sets.size(), 0);
        std::vector<bool> within(sets.size());
        for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
            for (std::size_t s = 0; s < sets.size(); ++s) {
                while (at[s] < sets[s]->size() && (*sets[s])[at[s]].hi <= ends[i]) ++at[s];
                within[s] = at[s] < sets[s]->size() && (*sets[s])[at[s]].contains(ends[i]);
            }
            alike[within].push_back({ends[i], ends[i + 1]});
        }
        std::map<std::string, Branch> branches;
        for (auto& [where, values] : alike) {
            std::size_t next = 0;
            Condition left = rest_of(rest, column, where, next);
            Branch& branch = branches[key_of(left)];
            branch.rest = std::move(left);
            branch.values.insert(branch.values.end(), values.begin(), values.end());
        }
        return branches;
    }

    Cases& cases_;
    const std::vector<Code>& sizes_;
};

}  // namespace

std::optional<std::size_t> Cases::place_of(std::size_t column) const {
    const auto found = std::lower_bound(columns.begin(), columns.end(), column);
    if (found == columns.end() || *found != column) return std::nullopt;
    return static_cast<std::size_t>(found - columns.begin());
}

Result<Cases> cases_of(const Condition& condition, const std::vector<Code>& sizes) {
    Cases cases;
    add_columns(condition, cases.columns);
    std::sort(cases.columns.begin(), cases.columns.end());
    cases.columns.erase(std::unique(cases.columns.begin(), cases.columns.end()), cases.columns.end());
    SCRIM_CHECK(Splitter(cases, sizes).split(condition, {}));
    return cases;
}

}  // namespace scrim::querying
