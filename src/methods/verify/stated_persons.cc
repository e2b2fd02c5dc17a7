#include "methods/verify/stated_persons.h"

#include "kernel/core/text.h"
#include "methods/verify/same_values.h"
#include "methods/verify/traced.h"

#include <algorithm>
#include <numeric>

namespace scrim::verifier {
namespace {

constexpr const char* person_column = "\x1fperson";  // what no column of a file is called

// A person table in the terms of the records on the same columns, which come first there and are different.
Tuples stated_rows(const Tuples& stated, const Tuples& records, const std::string& file, std::string& against) {
    std::vector<Recoded> columns;
    for (std::size_t c = 0; c < records.table.width(); ++c)
        columns.push_back(
            {same_values(stated.table[c].domain(), records.table[c].domain()), records.table[c].domain_ptr()});
    Tuples rows = in_terms_of(stated, columns);
    bool same = rows.size() == records.size() && stated.size() == records.size();
    for (std::size_t t = 0; same && t < rows.size(); ++t) {
        same = compare_rows(rows.table, t, records.table, t, records.table.width()) == 0;
        if (same && rows.weights[t] > records.weights[t])
            against = format("{} states {} where there {} {}: {}", file, counted(rows.weights[t], "person", "people"),
                             records.weights[t] == 1 ? "is" : "are", counted(records.weights[t], "record", "records"),
                             row_text(records.table, t));
    }
    if (!same) against = format("{} is not about the same classes and values as the data", file);
    return rows;
}

Tuples on_columns(const Tuples& tuples, const std::vector<std::string>& names) {
    std::vector<std::size_t> columns;
    for (const std::string& name : names) columns.push_back(tuples.table.find(name).value());
    return distinct_tuples(tuples, columns);
}

// The values of one sensitive column that each person of a class has.
using Values = std::vector<std::vector<Code>>;

// People who have the values [begin, end) as often as stated: each in turn gets the next value.
Values dealt(const Tuples& by_value, std::uint32_t begin, std::uint32_t end, std::uint32_t persons) {
    Values values(persons);
    const Column& codes = by_value.table[by_value.table.width() - 1];
    std::size_t next = 0;
    for (std::uint32_t t = begin; t < end; ++t)
        for (std::uint32_t i = 0; i < by_value.weights[t]; ++i) values[next++ % persons].push_back(codes[t]);
    return values;
}

// Everybody has a value, and nobody one twice.
std::string why_impossible(const Tuples& by_value, const std::vector<std::uint32_t>& runs, const Tuples& classes) {
    for (std::size_t c = 0; c < classes.size(); ++c) {
        std::uint64_t sum = 0, most = 0;
        for (std::uint32_t t = runs[c]; t < runs[c + 1]; ++t) {
            sum += by_value.weights[t];
            most = std::max<std::uint64_t>(most, by_value.weights[t]);
        }
        if (most > classes.weights[c] || sum < classes.weights[c])
            return format("the people with each {} do not make up the {} of {}",
                          quoted(by_value.table.name(by_value.table.width() - 1)),
                          counted(classes.weights[c], "person", "people"), row_text(classes.table, c));
    }
    return {};
}

// A row for each person and value: those of several columns side by side.
Tuples people_of(const Tuples& classes, const std::vector<Tuples>& by_value) {
    std::vector<std::vector<Code>> quasi_identifiers(classes.table.width()), sensitive(by_value.size());
    std::vector<Code> persons;
    std::vector<std::vector<std::uint32_t>> runs;
    for (const Tuples& values : by_value) runs.push_back(run_offsets(values, classes.table.width()));
    Code person = 0;
    for (std::size_t c = 0; c < classes.size(); ++c) {
        std::vector<Values> of_class;
        for (std::size_t s = 0; s < by_value.size(); ++s)
            of_class.push_back(dealt(by_value[s], runs[s][c], runs[s][c + 1], classes.weights[c]));
        for (std::uint32_t p = 0; p < classes.weights[c]; ++p, ++person) {
            std::size_t rows = 1;
            for (const Values& values : of_class) rows = std::max(rows, values[p].size());
            for (std::size_t i = 0; i < rows; ++i) {
                persons.push_back(person);
                for (std::size_t q = 0; q < quasi_identifiers.size(); ++q)
                    quasi_identifiers[q].push_back(classes.table[q][c]);
                for (std::size_t s = 0; s < sensitive.size(); ++s)
                    sensitive[s].push_back(of_class[s][p][std::min(i, of_class[s][p].size() - 1)]);
            }
        }
    }
    std::vector<Int128> numbers(person);
    std::iota(numbers.begin(), numbers.end(), Int128{1});
    Tuples people;
    for (std::size_t q = 0; q < quasi_identifiers.size(); ++q)
        people.table.add(classes.table.name(q), Column(classes.table[q].domain_ptr(), quasi_identifiers[q]));
    for (std::size_t s = 0; s < sensitive.size(); ++s) {
        const Column& values = by_value[s].table[classes.table.width()];
        people.table.add(by_value[s].table.name(classes.table.width()), Column(values.domain_ptr(), sensitive[s]));
    }
    people.table.add(person_column,
                     Column(std::make_shared<Domain>(Domain::of_numbers(std::move(numbers), 0)), persons));
    people.weights.assign(persons.size(), 1);
    people.total = persons.size();
    return people;
}

}  // namespace

Result<std::optional<models::Evidence::Input>> stated_persons(ReleasedData& release, const ClaimedRelease& claimed,
                                                              const JudgedData& records, const Reading& reading,
                                                              Ledger& ledger) {
    const std::string what = "people in classes fit the records";
    std::string against;
    // The table of `columns` and the count, as stated; its rows are those of the records.
    const auto read = [&](TableSource& source, std::vector<std::string> columns,
                          const std::string& file) -> Result<std::optional<Tuples>> {
        const Tuples wanted = on_columns(records.tuples, columns);
        columns.push_back(claimed.persons->column);
        SCRIM_TRY(auto rows, read_claimed(source, columns, reading, ledger));
        if (!rows) return std::optional<Tuples>();
        const Tuples stated = weighted(*std::move(rows), against);
        if (!against.empty()) return std::optional<Tuples>(Tuples{});
        return std::optional(stated_rows(stated, wanted, file, against));
    };
    const std::vector<std::string>& quasi_identifiers = records.quasi_identifiers;
    SCRIM_TRY(auto classes, read(*release.persons, quasi_identifiers, claimed.persons->classes));
    if (!classes) return std::optional<models::Evidence::Input>();
    std::vector<Tuples> by_value;
    for (std::size_t s = 0; s < records.sensitive.size() && against.empty(); ++s) {
        std::vector<std::string> columns = quasi_identifiers;
        columns.push_back(records.sensitive[s]);
        const std::string& file = claimed.persons->values[s].second;
        SCRIM_TRY(auto values, read(*release.persons_by[s], columns, file));
        if (!values) return std::optional<models::Evidence::Input>();
        if (against.empty())
            against = why_impossible(*values, run_offsets(*values, quasi_identifiers.size()), *classes);
        by_value.push_back(*std::move(values));
    }
    std::uint64_t persons = 0;
    for (const std::uint32_t weight : classes->weights) persons += weight;
    ledger.settle(what, against, counted(persons, "person", "people") + " in all classes");
    if (!against.empty()) return std::optional<models::Evidence::Input>();
    auto input =
        evidence_input(people_of(*classes, by_value), quasi_identifiers, records.sensitive, release.hierarchies);
    if (!input) return std::optional<models::Evidence::Input>();  // the same speaks against the records
    input->person = person_column;
    return std::optional(*std::move(input));
}

std::string persons_differ(const models::Evidence& stated, const models::Evidence& traced) {
    std::vector<std::vector<std::string>> by{{}};
    for (const std::string& name : stated.sensitive()) by.push_back({name});
    for (const auto& y : by) {
        const auto one = stated.classes(stated.quasi_identifiers(), y);
        const auto other = traced.classes(stated.quasi_identifiers(), y);
        for (std::size_t c = 0; c < std::min(one->size(), other->size()); ++c) {
            models::Classes::Scratch mine, theirs;
            const models::ClassView said = one->own_view(c, mine), is = other->own_view(c, theirs);
            const auto same = [](const ValueCount& a, const ValueCount& b) { return a.count == b.count; };
            if (said.size == is.size &&
                std::equal(said.values.begin(), said.values.end(), is.values.begin(), is.values.end(), same))
                continue;
            return format("{} holds {} of the original, {} stated{}", row_text(one->tuples().table, c),
                          counted(is.size, "person", "people"), with_thousands(said.size),
                          said.size == is.size ? ", with other values" : "");
        }
    }
    return {};
}

}  // namespace scrim::verifier
