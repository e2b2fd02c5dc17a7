// Which printed values of a table cover which values of the population.
#include "kernel/subject/subject.h"

#include "kernel/hierarchy/label.h"

#include <algorithm>
#include <numeric>

namespace scrim::subject {
namespace {

// Values that print the same; all there is to go by without a base.
std::vector<std::vector<Code>> covering_by_label(const Domain& people, const Domain& table) {
    std::vector<std::vector<Code>> covering(people.size());
    for (Code code = 0; code < people.values(); ++code)
        if (const auto same = table.find(people.label(code))) covering[code].push_back(*same);
    if (people.has_null() && table.has_null()) covering[people.null_code()].push_back(table.null_code());
    return covering;
}

// Values of the table whose span covers the span of the population's value.
std::vector<std::vector<Code>> covering_by_span(const std::vector<Span>& people, const std::vector<Span>& table) {
    std::vector<Code> by_start(people.size());
    std::iota(by_start.begin(), by_start.end(), Code{0});
    std::sort(by_start.begin(), by_start.end(), [&](Code a, Code b) { return people[a].lo < people[b].lo; });
    std::vector<std::vector<Code>> covering(people.size());
    for (Code t = 0; t < table.size(); ++t) {
        auto person = std::lower_bound(by_start.begin(), by_start.end(), table[t].lo,
                                       [&](Code code, Code lo) { return people[code].lo < lo; });
        for (; person != by_start.end() && people[*person].lo < table[t].hi; ++person)
            if (table[t].covers(people[*person])) covering[*person].push_back(t);
    }
    return covering;
}

Result<std::vector<std::vector<Code>>> covering_values(const std::string& name, const DomainPtr& people,
                                                       const DomainPtr& table,
                                                       const hierarchy::Hierarchies& hierarchies) {
    const hierarchy::Attribute base = base_of(name, hierarchies, people).value();
    if (!base.from_file) {
        // The population's values serve as base if every value of the table means something among them.
        const auto table_spans = spans_of(*table, base);
        if (!table_spans) return covering_by_label(*people, *table);
        std::vector<Span> people_spans;
        for (Code code = 0; code < people->size(); ++code) people_spans.push_back(Span::of(code));
        return covering_by_span(people_spans, *table_spans);
    }
    SCRIM_TRY(const std::vector<Span> people_spans, spans_of(*people, base));
    SCRIM_TRY(const std::vector<Span> table_spans, spans_of(*table, base));
    return covering_by_span(people_spans, table_spans);
}

}  // namespace

Result<models::Population> make_population(const Table& population, const Table& table,
                                           const std::vector<std::string>& quasi_identifiers,
                                           const hierarchy::Hierarchies& hierarchies) {
    models::Population made;
    std::vector<std::size_t> columns;
    for (const std::string& name : quasi_identifiers) {
        columns.push_back(population.find(name).value());
        SCRIM_TRY(auto covering, covering_values(name, population[columns.back()].domain_ptr(),
                                                 table[table.find(name).value()].domain_ptr(), hierarchies));
        made.covering.push_back(std::move(covering));
    }
    made.tuples = distinct_tuples(population, columns);
    return made;
}

}  // namespace scrim::subject
