#include "kernel/models/evidence.h"

#include "kernel/core/partition.h"
#include "kernel/core/text.h"
#include "kernel/models/crowds.h"
#include "kernel/models/sensitive.h"

#include <algorithm>
#include <numeric>

namespace scrim::models {
namespace {

// One part of a joined label, such that different parts make different labels.
std::string joined_part(const Domain& domain, Code code) {
    const bool is_null = domain.has_null() && code == domain.null_code();
    const std::string label = domain.label(code);
    const bool unclear = label == "NULL" || label.find(" + ") != std::string::npos || label.starts_with('\'');
    return !is_null && unclear ? format("'{}'", label) : label;
}

std::vector<std::size_t> all_columns(const Table& table) {
    std::vector<std::size_t> all(table.width());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return all;
}

// Each different tuple on `columns` with how many people have it.
Tuples people_of(const Tuples& base, std::vector<std::size_t> columns, std::size_t person) {
    const std::size_t width = columns.size();
    columns.push_back(person);
    const Tuples each = distinct_tuples(base, columns);
    Tuples people;
    const std::vector<std::uint32_t> runs = run_offsets(each, width);
    for (std::size_t c = 0; c < width; ++c) {
        std::vector<Code> codes;
        for (std::size_t r = 0; r + 1 < runs.size(); ++r) codes.push_back(each.table[c][runs[r]]);
        people.table.add(each.table.name(c), Column(each.table[c].domain_ptr(), codes));
    }
    for (std::size_t r = 0; r + 1 < runs.size(); ++r) people.weights.push_back(runs[r + 1] - runs[r]);
    for (const std::uint32_t weight : people.weights) people.total += weight;
    return people;
}

std::shared_ptr<const Tuples> tuples_of(Evidence::Input& input) {
    std::shared_ptr<Tuples> tuples;
    if (input.weights.empty()) {
        tuples = std::make_shared<Tuples>(distinct_tuples(std::move(input.table)));
    } else {
        Tuples weighted{std::move(input.table), std::move(input.weights), 0};
        for (const std::uint32_t weight : weighted.weights) weighted.total += weight;
        tuples = std::make_shared<Tuples>(distinct_tuples(std::move(weighted)));
    }
    for (const auto& y : input.joined)
        if (y.size() > 1) add_joined(*tuples, y);
    return tuples;
}

}  // namespace

std::string joined_name(const std::vector<std::string>& y) {
    return y.size() == 1 ? y.front() : "\x1f" + join(y, "\x1f");
}

void add_joined(Tuples& tuples, const std::vector<std::string>& y) {
    if (tuples.table.find(joined_name(y))) return;  // also where y is one column
    std::vector<std::size_t> columns;
    for (const std::string& part : y) columns.push_back(tuples.table.find(part).value());
    const Partition parts = group_by(tuples.table, columns);
    std::vector<std::string> labels;
    std::vector<Code> codes(tuples.size());
    for (std::size_t p = 0; p < parts.size(); ++p) {
        std::vector<std::string> words;
        for (const std::size_t c : columns)
            words.push_back(joined_part(tuples.table[c].domain(), tuples.table[c][parts[p].front()]));
        labels.push_back(join(words, " + "));
        for (const std::uint32_t tuple : parts[p]) codes[tuple] = static_cast<Code>(p);
    }
    auto domain = std::make_shared<Domain>(Domain::of_text(std::move(labels)));
    tuples.table.add(joined_name(y), Column(std::move(domain), codes));
}

Evidence::Evidence(Input input)
    : quasi_identifiers_(std::move(input.quasi_identifiers)),
      population_(std::move(input.population)),
      missing_matches_(input.missing_matches),
      person_(std::move(input.person)),
      base_(tuples_of(input)) {
    for (std::size_t c = 0; c < base_->table.width(); ++c) places_.emplace(base_->table.name(c), c);
    for (SensitiveRole& role : input.sensitive) {
        sensitive_.push_back(role.column);
        roles_.emplace(role.column, std::move(role));
    }
    for (const std::string& name : sensitive_) attributes_.emplace(name, make_attribute({name}));
    for (const auto& [name, counts] : input.original) originals_.emplace(name, make_attribute({name}, counts));
    if (population_) population_match_ = match_population(*classes(quasi_identifiers_, {}), *population_);
}

std::size_t Evidence::column(const std::string& name) const { return places_.at(name); }

bool Evidence::is_generalized(const std::string& column) const {
    const auto role = roles_.find(column);
    return role != roles_.end() && !role->second.cells.empty();
}

bool Evidence::has_guards(const std::string& sensitive) const {
    const auto role = roles_.find(sensitive);
    return role != roles_.end() && std::any_of(role->second.guard_spans.begin(), role->second.guard_spans.end(),
                                               [](Span span) { return !span.empty(); });
}

std::shared_ptr<const Sensitive> Evidence::attribute(const std::vector<std::string>& y) const {
    const auto known = attributes_.find(joined_name(y));
    return known != attributes_.end() ? known->second : make_attribute(y);
}

std::shared_ptr<const Sensitive> Evidence::make_attribute(const std::vector<std::string>& y) const {
    const Column& values = base_->table[column(joined_name(y))];
    std::vector<std::uint64_t> counts(values.domain().size(), 0);
    if (counts_people()) {
        // Each value of a person once.
        const std::size_t columns[] = {column(joined_name(y)), column(person_)};
        const Tuples each = distinct_tuples(*base_, columns);
        for (std::size_t t = 0; t < each.size(); ++t) ++counts[each.table[0][t]];
    } else {
        values.visit([&](auto codes) {
            for (std::size_t t = 0; t < codes.size(); ++t) counts[codes[t]] += base_->weights[t];
        });
    }
    return make_attribute(y, counts);
}

const Sensitive* Evidence::original_attribute(const std::vector<std::string>& y) const {
    const auto known = originals_.find(joined_name(y));
    return known == originals_.end() ? nullptr : known->second.get();
}

std::shared_ptr<const Sensitive> Evidence::make_attribute(const std::vector<std::string>& y,
                                                          const std::vector<std::uint64_t>& counts) const {
    const Column& values = base_->table[column(joined_name(y))];
    const auto role = roles_.find(joined_name(y));
    const hierarchy::Hierarchy* hierarchy = role == roles_.end() ? nullptr : role->second.hierarchy.get();
    auto made = std::make_shared<Sensitive>(
        make_sensitive(join(y, " + "), values.domain_ptr(), hierarchy, counts, values.domain().is_numeric()));
    // Of several columns joined it is enough to know that some value stands for others.
    for (const std::string& part : y)
        if (const auto of_part = roles_.find(part); of_part != roles_.end() && !of_part->second.cells.empty())
            made->cells = y.size() == 1 ? of_part->second.cells : std::vector<Span>(values.domain().size());
    return made;
}

std::shared_ptr<const Classes> Evidence::classes(const std::vector<std::string>& x,
                                                 const std::vector<std::string>& y) const {
    return make_classes(x, y, counts_people());
}

std::shared_ptr<const Classes> Evidence::record_classes(const std::vector<std::string>& x,
                                                        const std::vector<std::string>& y) const {
    return make_classes(x, y, false);
}

std::shared_ptr<const Classes> Evidence::owner_classes(const std::vector<std::string>& x) const {
    if (!counts_people()) return classes(x, {});
    std::vector<std::size_t> columns{column(person_)};
    for (const std::string& name : x) columns.push_back(column(name));
    Tuples each = distinct_tuples(*base_, columns);
    add_joined(each, x);
    const Column& values = each.table[each.table.find(joined_name(x)).value()];
    std::map<std::vector<Code>, std::uint32_t> sets;  // how many people have each
    const std::vector<std::uint32_t> runs = run_offsets(each, 1);
    for (std::size_t r = 0; r + 1 < runs.size(); ++r) {
        std::vector<Code> set;
        for (std::uint32_t t = runs[r]; t < runs[r + 1]; ++t) set.push_back(values[t]);
        std::sort(set.begin(), set.end());
        ++sets[std::move(set)];
    }
    const auto fewest =
        std::min_element(sets.begin(), sets.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    Tuples people;
    std::vector<std::string> labels;
    std::vector<Code> codes;
    for (auto set = sets.begin(); set != sets.end(); ++set) {
        std::vector<std::string> words;
        for (const Code code : set->first)
            if (set == fewest) words.push_back(values.domain().label(code));
        codes.push_back(static_cast<Code>(labels.size()));
        labels.push_back(set == fewest ? join(words, "; ") : format("set {}", labels.size()));
        people.weights.push_back(set->second);
        people.total += set->second;
    }
    auto domain = std::make_shared<Domain>(Domain::of_text(std::move(labels)));
    people.table.add(join(x, " + "), Column(std::move(domain), codes));
    return std::make_shared<Classes>(std::make_shared<Tuples>(std::move(people)), 1);
}

Tuples Evidence::people_by_class(const std::vector<std::string>& x) const {
    std::vector<std::size_t> columns;
    for (const std::string& name : x) columns.push_back(column(name));
    columns.push_back(column(person_));
    return distinct_tuples(*base_, columns);
}

std::shared_ptr<const Classes> Evidence::make_classes(const std::vector<std::string>& x,
                                                      const std::vector<std::string>& y, bool people) const {
    std::vector<std::size_t> columns;
    for (const std::string& name : x) columns.push_back(column(name));
    std::vector<Span> guard_spans;
    if (!y.empty()) {
        columns.push_back(column(joined_name(y)));
        if (has_guards(joined_name(y))) {
            const SensitiveRole& role = roles_.at(joined_name(y));
            columns.push_back(column(role.guard));
            guard_spans = role.guard_spans;
        }
    }
    std::shared_ptr<const Tuples> tuples = base_;
    if (people)
        tuples = std::make_shared<Tuples>(people_of(*base_, columns, column(person_)));
    else if (columns != all_columns(base_->table))
        tuples = std::make_shared<Tuples>(distinct_tuples(*base_, columns));

    auto made = std::make_shared<Classes>(std::move(tuples), x.size(), y.empty() ? nullptr : attribute(y),
                                          std::move(guard_spans));
    if (people && !y.empty()) {
        // A person with several values counts once in the class.
        columns.resize(x.size());
        made->set_people(people_of(*base_, columns, column(person_)).weights);
    }
    if (missing_matches_) match_missing_values(*made);
    if (population_match_ && !population_match_->overlapping && x == quasi_identifiers_)
        made->set_population(population_match_->counts);
    return made;
}

}  // namespace scrim::models
