#include "tests/recode/problem_maker.h"

#include "kernel/core/text.h"
#include "scrim/policy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <numeric>

namespace scrim::testing {
namespace {

std::optional<long> whole(const std::string& text) {
    long number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

DomainPtr domain_of(std::vector<std::string> values) {
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    const bool missing = !values.empty() && values.front().empty();
    std::vector<Int128> units;
    for (const std::string& value : values)
        if (const auto number = whole(value)) units.push_back(*number);
    if (units.size() + missing < values.size()) return std::make_shared<Domain>(Domain::of_text(values));
    std::sort(units.begin(), units.end());
    return std::make_shared<Domain>(Domain::of_numbers(units, 0, Domain::Kind::number, missing));
}

Column column_over(const DomainPtr& domain, const std::vector<std::string>& values) {
    std::vector<Code> codes;
    for (const std::string& value : values)
        codes.push_back(value.empty() && domain->has_null() ? domain->null_code() : domain->find(value).value());
    return Column(domain, codes);
}

// People at the first tuple of their quasi-identifiers; tuples without records for those whom the table lacks.
std::vector<std::uint32_t> add_people(const std::vector<std::vector<std::string>>& people,
                                      const std::vector<hierarchy::Attribute>& attributes, Tuples& tuples) {
    std::map<std::vector<Code>, std::uint32_t> counts;
    for (const auto& person : people) {
        std::vector<Code> codes;
        for (std::size_t a = 0; a < attributes.size(); ++a)
            codes.push_back(attributes[a].domain().find(person[a]).value());
        ++counts[codes];
    }
    std::vector<std::vector<Code>> columns(tuples.table.width());
    std::vector<std::uint32_t> population;
    for (std::size_t t = 0; t < tuples.size(); ++t) {
        for (std::size_t c = 0; c < columns.size(); ++c) columns[c].push_back(tuples.table[c][t]);
        std::vector<Code> codes;
        for (std::size_t a = 0; a < attributes.size(); ++a) codes.push_back(columns[a][t]);
        const auto found = counts.find(codes);
        population.push_back(found == counts.end() ? 0 : found->second);
        if (found != counts.end()) counts.erase(found);
    }
    for (const auto& [codes, count] : counts) {
        for (std::size_t c = 0; c < columns.size(); ++c) columns[c].push_back(c < codes.size() ? codes[c] : 0);
        tuples.weights.push_back(0);
        population.push_back(count);
    }
    Table extended;
    for (std::size_t c = 0; c < columns.size(); ++c)
        extended.add(tuples.table.name(c), Column(tuples.table[c].domain_ptr(), columns[c]));
    tuples.table = std::move(extended);
    return population;
}

}  // namespace

recode::Problem make_problem(const ProblemOf& of) {
    Table table;
    std::vector<hierarchy::Attribute> attributes;
    recode::DemandRoles roles;
    for (const ColumnOf& column : of.quasi_identifiers) {
        hierarchy::Attribute attribute;
        attribute.name = column.name;
        attribute.weight = column.weight;
        attribute.from_file = !column.hierarchy.empty();
        attribute.hierarchy = std::make_shared<hierarchy::Hierarchy>(
            attribute.from_file ? *hierarchy::Hierarchy::from_paths(column.hierarchy)
                                : hierarchy::Hierarchy::flat(domain_of(column.values)));
        attribute.intervals = attribute.domain().is_numeric();
        attribute.max_level =
            column.max_level < 0 ? attribute.hierarchy->height() : static_cast<std::uint32_t>(column.max_level);
        table.add(column.name, column_over(attribute.hierarchy->domain_ptr(), column.values));
        roles.quasi_identifiers.push_back(column.name);
        attributes.push_back(std::move(attribute));
    }
    for (const ColumnOf& column : of.sensitive) {
        models::SensitiveRole attribute{column.name, nullptr, "", {}};
        if (!column.hierarchy.empty())
            attribute.hierarchy =
                std::make_shared<hierarchy::Hierarchy>(*hierarchy::Hierarchy::from_paths(column.hierarchy));
        const DomainPtr domain = attribute.hierarchy ? attribute.hierarchy->domain_ptr() : domain_of(column.values);
        table.add(column.name, column_over(domain, column.values));
        roles.sensitive.push_back(std::move(attribute));
    }
    if (!of.guards.empty()) {
        models::SensitiveRole& guarded = roles.sensitive.front();
        const DomainPtr domain = domain_of(of.guards);
        guarded.guard = "guard";
        table.add("guard", column_over(domain, of.guards));
        for (Code code = 0; code < domain->size(); ++code)
            guarded.guard_spans.push_back(domain->label(code).empty() ? Span{}
                                                                      : *guarded.hierarchy->find(domain->label(code)));
    }
    if (!of.person.empty()) {
        roles.person = "person";
        table.add("person", column_over(domain_of(of.person), of.person));
    }
    Tuples counted = distinct_tuples(std::move(table));
    if (!of.population.empty()) roles.population = add_people(of.population, attributes, counted);
    auto tuples = std::make_shared<const Tuples>(std::move(counted));
    std::vector<std::shared_ptr<const models::Model>> models;
    for (const std::string& text : of.require) {
        auto model = models::make_model(*parse_requirement(text));
        EXPECT_TRUE(model.ok()) << text;
        models.push_back(*std::move(model));
    }
    auto demands = recode::Demands::make(tuples, std::move(roles), std::move(models));
    EXPECT_TRUE(demands.ok()) << (demands.ok() ? "" : demands.error().message);
    const std::size_t target = of.sensitive.empty() ? 0 : attributes.size();
    return recode::Problem{std::move(attributes),           tuples, *std::move(demands), of.suppress,
                           metrics::find_metric(of.metric), target};
}

ProblemOf random_table(Random& random, std::size_t rows, std::size_t quasi_identifiers, std::size_t values) {
    ProblemOf of;
    for (std::size_t a = 0; a < quasi_identifiers; ++a) {
        ColumnOf column;
        column.name = format("q{}", a);
        const std::uint64_t leaves = 2 + random.below(6);
        const bool numeric = random.below(3) == 0;
        for (std::size_t row = 0; row < rows; ++row) {
            // Squared, so that some values are rare.
            const std::uint64_t pick = random.below(leaves) * random.below(leaves) / leaves;
            column.values.push_back(numeric ? format("{}", pick * 3) : format("v{}", pick));
        }
        if (!numeric || random.below(2) == 0) {
            const bool middle = leaves > 3;
            for (std::uint64_t leaf = 0; leaf < leaves; ++leaf) {
                std::vector<std::string> path{numeric ? format("{}", leaf * 3) : format("v{}", leaf)};
                if (middle) path.push_back(format("{}-node{}", column.name, leaf / 2));
                path.push_back("*");
                column.hierarchy.push_back(std::move(path));
            }
        }
        of.quasi_identifiers.push_back(std::move(column));
    }
    ColumnOf sensitive;
    sensitive.name = "s";
    for (std::size_t row = 0; row < rows; ++row) sensitive.values.push_back(format("s{}", random.below(values)));
    of.sensitive.push_back(std::move(sensitive));
    return of;
}

Result<recode::Recoding> run(const std::string& recoder, const recode::Problem& problem) {
    const Requirement text = *parse_requirement(recoder);
    const recode::RecoderSpec* spec = recode::find_recoder(text.model);
    if (!spec) return fault_error("there is no recoder " + text.model);
    SCRIM_TRY(const models::Arguments arguments, models::Arguments::make(spec->name, spec->parameters, text.arguments));
    SCRIM_TRY(recode::Recoding recoding, recode::recode(*spec, problem, arguments, no_progress()));
    if (spec->form == recode::Form::generalized) recoding.merge_equal_boxes();
    return recoding;
}

void expect_valid(const recode::Problem& problem, const recode::Recoding& recoding, bool any_set) {
    std::vector<std::uint64_t> used(problem.tuples->size(), 0);
    recode::Demands::Scratch scratch;
    const recode::Demands demands = problem.demands.against(recoding.all_members());
    for (std::size_t c = 0; c < recoding.size(); ++c) {
        std::vector<recode::Member> members(recoding.members(c).begin(), recoding.members(c).end());
        ASSERT_FALSE(members.empty());
        if (problem.demands.per_class()) {
            EXPECT_TRUE(demands.holds(members, scratch)) << "class " << c;
        }
        for (std::size_t a = 0; a < recoding.dimensions(); ++a) {
            const hierarchy::Attribute& attribute = problem.quasi_identifiers[a];
            const Span span = recoding.box(c)[a];
            for (const recode::Member& member : members) {
                const Code value = problem.column(a)[member.tuple];
                EXPECT_TRUE(span.contains(value)) << "class " << c << ", attribute " << a;
                EXPECT_TRUE(attribute.widest(value).covers(span)) << "class " << c << ", attribute " << a;
            }
            if (!any_set) {
                EXPECT_EQ(recode::printable(attribute, span), span) << "class " << c << ", attribute " << a;
            }
        }
        for (const recode::Member& member : members) used[member.tuple] += member.records;
    }
    std::uint64_t suppressed = 0;
    for (std::size_t t = 0; t < used.size(); ++t) {
        ASSERT_LE(used[t], problem.tuples->weights[t]);
        suppressed += problem.tuples->weights[t] - used[t];
    }
    EXPECT_LE(suppressed, problem.suppression_limit);
}

}  // namespace scrim::testing
