#include "kernel/risk/sample_risk.h"

#include "kernel/core/text.h"
#include "kernel/models/crowds.h"
#include "kernel/risk/individual_risk.h"
#include "kernel/risk/population_uniques.h"
#include "kernel/risk/sampling_weights.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace scrim::risk {
namespace {

// The table as classes of tuples: quasi-identifiers, then person, weight and household, as far as there are any.
struct Sample {
    std::shared_ptr<const Tuples> tuples;
    std::optional<models::Classes> classes;
    std::vector<std::uint32_t> runs;
    std::optional<std::size_t> person, weight, household;  // places in the tuples
    std::vector<double> weights;                           // by code
    std::vector<SampleClass> own, crowds;                  // by class
    std::uint64_t members = 0;                             // people, or records
    double population = 0;                                 // whom they stand for
    double same = 1;                                       // weight of all, where these have no column

    double weight_of(std::size_t t) const { return weight ? weights[tuples->table[*weight][t]] : same; }
};

Sample sample_of(const SampleSubject& subject) {
    Sample sample;
    std::vector<std::size_t> columns = subject.quasi_identifiers;
    const auto add = [&](const std::optional<std::size_t>& column, std::optional<std::size_t>& place) {
        if (!column) return;
        place = columns.size();
        columns.push_back(*column);
    };
    add(subject.person, sample.person);
    add(subject.weight, sample.weight);
    add(subject.household, sample.household);
    if (subject.fraction) sample.same = 1 / *subject.fraction;
    sample.tuples = std::make_shared<const Tuples>(distinct_tuples(subject.table, columns));
    sample.classes.emplace(sample.tuples, subject.quasi_identifiers.size());
    sample.runs = run_offsets(*sample.tuples, subject.quasi_identifiers.size());
    if (subject.missing_matches) models::match_missing_values(*sample.classes);
    return sample;
}

// Whoever has several records has one weight.
Result<void> count_people(Sample& sample) {
    const Table& table = sample.tuples->table;
    const Domain& people = table[*sample.person].domain();
    constexpr Code nobody = UINT32_MAX;
    std::vector<Code> weight(people.size(), nobody);
    for (std::size_t t = 0; t < sample.tuples->size(); ++t) {
        const Code person = table[*sample.person][t], its = sample.weight ? table[*sample.weight][t] : 0;
        if (weight[person] == nobody) {
            ++sample.members;
            sample.population += sample.weight_of(t);
            weight[person] = its;
        } else if (weight[person] != its) {
            return input_error(format(
                "the sampling weight {} must be the same in all records of a person; {} has {} "
                "and {}",
                quoted(table.name(*sample.weight)), quoted(people.label(person)),
                table[*sample.weight].domain().label(weight[person]), table[*sample.weight].domain().label(its)));
        }
    }
    return {};
}

Result<Sample> counted_sample(const SampleSubject& subject) {
    Sample sample = sample_of(subject);
    const Table& table = sample.tuples->table;
    if (sample.weight) {
        SCRIM_TRY(sample.weights, sampling_weights(table.name(*sample.weight), table[*sample.weight].domain()));
    }
    if (sample.person) SCRIM_CHECK(count_people(sample));
    sample.own.resize(sample.classes->size());
    for (std::size_t c = 0; c < sample.own.size(); ++c)
        for (std::uint32_t t = sample.runs[c]; t < sample.runs[c + 1]; ++t) {
            const bool again =
                sample.person && t > sample.runs[c] && table[*sample.person][t] == table[*sample.person][t - 1];
            if (again) continue;
            const std::uint64_t records = sample.person ? 1 : sample.tuples->weights[t];
            sample.own[c].sample += records;
            sample.own[c].population += static_cast<double>(records) * sample.weight_of(t);
        }
    for (std::size_t c = 0; c < sample.own.size(); ++c) {
        SampleClass& crowd = sample.crowds.emplace_back();
        for (const std::uint32_t member : sample.classes->crowd_classes(c)) {
            crowd.sample += sample.own[member].sample;
            crowd.population += sample.own[member].population;
        }
        if (sample.person) continue;
        sample.members += sample.own[c].sample;
        sample.population += sample.own[c].population;
    }
    return sample;
}

// Adds up the risks of members.
struct Total {
    double highest = 0, expected = 0;
    std::uint64_t at_risk = 0;
    double threshold;

    void add(std::uint64_t members, double risk) {
        highest = std::max(highest, risk);
        expected += static_cast<double>(members) * risk;
        if (risk > threshold) at_risk += members;
    }
    SampleRisk of(std::uint64_t members) const {
        return {highest, members > 0 ? expected / static_cast<double>(members) : 0, expected, at_risk};
    }
};

// Each person's largest risk, by code; below 0 for codes of nobody.
std::vector<double> risks_of_people(const Sample& sample, const std::vector<double>& risks) {
    const Column& people = sample.tuples->table[*sample.person];
    std::vector<double> highest(people.domain().size(), -1);
    for (std::size_t c = 0; c < risks.size(); ++c)
        for (std::uint32_t t = sample.runs[c]; t < sample.runs[c + 1]; ++t)
            highest[people[t]] = std::max(highest[people[t]], risks[c]);
    return highest;
}

SampleRisk individual(const Sample& sample, const std::vector<double>& risks, double threshold) {
    Total total{.threshold = threshold};
    if (sample.person) {
        for (const double risk : risks_of_people(sample, risks))
            if (risk >= 0) total.add(1, risk);
    } else {
        for (std::size_t c = 0; c < risks.size(); ++c) total.add(sample.own[c].sample, risks[c]);
    }
    return total.of(sample.members);
}

// Who lives where: members of equal risk, by household.
struct Tenant {
    Code household;
    double risk;
    std::uint64_t members;
};

std::vector<Tenant> tenants_of(const Sample& sample, const std::vector<double>& risks) {
    std::vector<Tenant> tenants;
    if (!sample.person) {
        for (std::size_t c = 0; c < risks.size(); ++c)
            for (std::uint32_t t = sample.runs[c]; t < sample.runs[c + 1]; ++t)
                tenants.push_back({sample.tuples->table[*sample.household][t], risks[c], sample.tuples->weights[t]});
        return tenants;
    }
    const std::vector<double> of_person = risks_of_people(sample, risks);
    const std::vector<std::size_t> columns{*sample.household, *sample.person};
    const Tuples pairs = distinct_tuples(*sample.tuples, columns);
    for (std::size_t t = 0; t < pairs.size(); ++t)
        tenants.push_back({pairs.table[0][t], of_person[pairs.table[1][t]], 1});
    return tenants;
}

HouseholdRisk households(const Sample& sample, const std::vector<double>& risks, double threshold) {
    const Domain& domain = sample.tuples->table[*sample.household].domain();
    const std::vector<Tenant> tenants = tenants_of(sample, risks);
    std::vector<double> unfound(domain.size(), 0);  // log of the probability that none of its members is found
    std::vector<char> there(domain.size(), 0);
    for (const Tenant& tenant : tenants) {
        unfound[tenant.household] += static_cast<double>(tenant.members) * std::log1p(-tenant.risk);
        there[tenant.household] = 1;
    }
    HouseholdRisk report;
    Total total{.threshold = threshold};
    std::uint64_t members = 0;
    for (const Tenant& tenant : tenants) {
        const bool alone = domain.has_null() && tenant.household == domain.null_code();
        if (alone) report.households += tenant.members;
        total.add(tenant.members, alone ? tenant.risk : -std::expm1(unfound[tenant.household]));
        members += tenant.members;
    }
    for (Code code = 0; code < domain.values(); ++code) report.households += there[code] != 0;
    report.risk = total.of(members);
    return report;
}

std::vector<RiskyClass> riskiest(const Sample& sample, const std::vector<double>& risks) {
    constexpr std::size_t most = 10;
    std::vector<std::size_t> order(risks.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const std::size_t shown = std::min(most, order.size());
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(shown), order.end(),
                      [&](std::size_t a, std::size_t b) { return std::pair(-risks[a], a) < std::pair(-risks[b], b); });
    std::vector<RiskyClass> classes;
    for (std::size_t i = 0; i < shown; ++i) {
        const std::size_t c = order[i];
        RiskyClass& risky = classes.emplace_back();
        for (std::size_t x = 0; x < sample.classes->x(); ++x)
            risky.values.emplace_back(
                sample.classes->x_name(x),
                sample.classes->is_null(c, x) ? std::nullopt : std::optional<std::string>(sample.classes->label(c, x)));
        risky.sample = sample.crowds[c].sample;
        risky.population = sample.crowds[c].population;
        risky.risk = risks[c];
    }
    return classes;
}

// Where the classes divide the members among them.
void add_uniques(const Sample& sample, bool missing_matches, SampleReport& report) {
    std::map<std::uint64_t, std::uint64_t> of_size;
    std::uint64_t in_classes = 0;
    for (const SampleClass& own : sample.own) {
        ++of_size[own.sample];
        in_classes += own.sample;
    }
    if (missing_matches)
        report.no_uniques = "missing values match anything, so classes overlap";
    else if (in_classes != sample.members)
        report.no_uniques = "some people have records in several classes";
    else
        report.uniques = estimate_population_uniques(
            {.classes = {of_size.begin(), of_size.end()},
             .population = std::max(sample.members, static_cast<std::uint64_t>(std::llround(sample.population)))});
}

}  // namespace

Result<std::vector<SampleClass>> sample_classes(const SampleSubject& subject) {
    SCRIM_TRY(Sample sample, counted_sample(subject));
    return std::move(sample.crowds);
}

Result<SampleReport> measure_sample(const SampleSubject& subject, const Ratio& threshold) {
    SCRIM_TRY(const Sample sample, counted_sample(subject));
    const double above = threshold.to_double();
    std::vector<double> risks, approximate;
    for (const SampleClass& crowd : sample.crowds) {
        risks.push_back(individual_risk(crowd.sample, crowd.population));
        approximate.push_back(approximate_individual_risk(crowd.sample, crowd.population));
    }
    SampleReport report;
    if (subject.weight) report.weight = subject.table.name(*subject.weight);
    report.drawn = subject.weight || subject.fraction;
    report.members = sample.members;
    report.population = sample.population;
    report.individual = individual(sample, risks, above);
    report.approximate_average = individual(sample, approximate, above).average;
    report.riskiest = riskiest(sample, risks);
    if (report.drawn && sample.members > 0) add_uniques(sample, subject.missing_matches, report);
    if (subject.household) {
        report.household = households(sample, risks, above);
        report.household->column = subject.table.name(*subject.household);
    }
    return report;
}

}  // namespace scrim::risk
