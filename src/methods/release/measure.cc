#include "methods/release/measure.h"

#include "kernel/risk/exact_columns.h"
#include "kernel/risk/risk.h"
#include "methods/check/findings.h"
#include "methods/release/released_table.h"

#include <algorithm>
#include <map>

namespace scrim::release {
namespace {

models::Evidence::Input evidence_input(const Prepared& prepared, JudgedTable judged) {
    const recode::DemandRoles& roles = prepared.problem.demands.roles();
    models::Evidence::Input input;
    input.quasi_identifiers = std::move(judged.classes_by);
    input.person = roles.person;
    for (const auto& attribute : roles.sensitive) {
        input.sensitive.push_back({attribute.column, attribute.hierarchy, attribute.guard, attribute.guard_spans, {}});
        if (attribute.column == judged.generalized) input.sensitive.back().cells = std::move(judged.cells);
    }
    input.table = std::move(judged.table);
    input.weights = std::move(judged.weights);
    return input;
}

std::vector<std::pair<std::uint64_t, std::uint64_t>> sizes_of(const models::Classes& classes) {
    std::map<std::uint64_t, std::uint64_t> sizes;
    for (std::size_t c = 0; c < classes.size(); ++c) ++sizes[classes.records(c)];
    return {sizes.begin(), sizes.end()};
}

// Records, or people where those are counted.
std::uint64_t members_of(const models::Classes& classes) {
    std::uint64_t sum = 0;
    for (std::size_t c = 0; c < classes.size(); ++c) sum += classes.records(c);
    return sum;
}

// The original as its own release.
RiskReport risks_of_original(const recode::Problem& problem, const Ratio& threshold) {
    const recode::DemandRoles& roles = problem.demands.roles();
    if (roles.person.empty() && roles.population.empty())
        return risk::measure_risks(models::Classes(problem.tuples, problem.dimensions()), problem.records(), threshold);
    models::Evidence::Input input;
    std::vector<std::string> names = roles.quasi_identifiers;
    if (!roles.person.empty()) names.push_back(roles.person);
    std::vector<std::uint32_t> real;  // not the people of the population whom the table lacks
    for (std::uint32_t t = 0; t < problem.tuples->size(); ++t)
        if (problem.tuples->weights[t] > 0) real.push_back(t);
    for (const std::string& name : names) {
        const Column& column = problem.column(problem.tuples->table.find(name).value());
        std::vector<Code> codes;
        for (const std::uint32_t t : real) codes.push_back(column[t]);
        input.table.add(name, Column(column.domain_ptr(), codes));
    }
    for (const std::uint32_t t : real) input.weights.push_back(problem.tuples->weights[t]);
    input.quasi_identifiers = roles.quasi_identifiers;
    input.person = roles.person;
    const models::Evidence evidence(std::move(input));
    const auto classes = evidence.classes(roles.quasi_identifiers, {});
    if (!evidence.counts_people()) return risk::measure_risks(*classes, members_of(*classes), threshold);
    const Tuples people = evidence.people_by_class(roles.quasi_identifiers);
    return risk::measure_risks(*classes, members_of(*classes), threshold, &people);
}

// How often each value of a column occurs in the original.
std::vector<std::uint64_t> counts_of(const recode::Problem& problem, const std::string& name) {
    const Column& column = problem.column(problem.tuples->table.find(name).value());
    std::vector<std::uint64_t> counts(column.domain().size(), 0);
    column.visit([&](auto codes) {
        for (std::size_t t = 0; t < codes.size(); ++t) counts[codes[t]] += problem.tuples->weights[t];
    });
    return counts;
}

std::vector<MetricReport> metric_reports(metrics::MetricInput input, recode::Form form) {
    if (!recode::prints_spans(form)) input.attributes.clear();  // every cell is exact; what is lost is the association
    // What needs the original's distribution would tell about it.
    for (metrics::Printed& printed : input.attributes) printed.original.reset();
    std::vector<MetricReport> reports;
    for (const metrics::MetricSpec* metric : metrics::metrics())
        if (const auto value = metric->measure(input))
            reports.push_back({metric->name, metric->title, *value, metric->lower_is_better, metric->normalization});
    return reports;
}

}  // namespace

ExactReport exact_report(const Dealing& dealing, const Policy& policy) {
    const Tuples rows = exact_rows(dealing);
    // Classes by their number: their boxes are different.
    risk::ExactSubject subject{.rows = rows, .quasi_identifiers = {0}};
    if (dealing.prepared().problem.demands.counts_people()) subject.person = rows.table.width() - 1;
    subject.add_exact(policy);
    return measure_exact(subject);
}

Result<Measured> measure(const Dealing& dealing, const PublishRequest& request, const recode::RecoderSpec& recoder,
                         Progress& progress) {
    const Prepared& prepared = dealing.prepared();
    const recode::Recoding& recoding = dealing.recoding();
    const recode::Problem& problem = prepared.problem;
    SCRIM_TRY(JudgedTable judged, judged_table(prepared, recoding, recoder.form));
    const std::string generalized = judged.generalized;
    models::Evidence::Input input = evidence_input(prepared, std::move(judged));
    if (prepared.material.population) {
        SCRIM_TRY(input.population, subject::make_population(*prepared.material.population, input.table,
                                                             input.quasi_identifiers, prepared.material.hierarchies));
    }
    for (const auto& attribute : problem.demands.roles().sensitive)
        if (attribute.column != generalized) input.original[attribute.column] = counts_of(problem, attribute.column);
    const models::Evidence evidence(std::move(input));
    std::vector<const models::Model*> models;
    for (const auto& model : problem.demands.models()) models.push_back(model.get());

    Measured measured;
    measured.original_records = problem.records();
    measured.records = recoding.records();
    SCRIM_TRY(measured.judgments, models::judge(evidence, models, progress));
    for (std::size_t r = 0; r < models.size(); ++r)
        measured.requirements.push_back(
            checking::requirement_report(request.policy.require[r], measured.judgments[r], evidence.counts_people()));
    const auto classes = evidence.classes(evidence.quasi_identifiers(), {});
    const auto threshold = *Ratio::parse("0.2");
    measured.classes = classes->size();
    measured.class_sizes = sizes_of(*classes);
    std::optional<Tuples> people;
    if (evidence.counts_people()) people = evidence.people_by_class(evidence.quasi_identifiers());
    measured.risks = risk::measure_risks(*classes, members_of(*classes), threshold, people ? &*people : nullptr);
    const metrics::MetricInput shown = recode::metric_input(problem, recoding);
    measured.metrics = metric_reports(shown, recoder.form);
    for (const metrics::Printed& printed : shown.attributes) {
        metrics::MetricInput alone = shown;
        alone.attributes = {printed};
        measured.loss_by_attribute.emplace_back(
            printed.column.name,
            recode::prints_spans(recoder.form) ? metrics::loss_metric().measure(alone).value_or(0) : 0);
    }
    measured.risks_before = risks_of_original(problem, threshold);
    measured.people = measured.records;
    measured.original_people = measured.original_records;
    if (evidence.counts_people()) {
        measured.people = problem.demands.people(recoding.all_members());
        measured.original_people = problem.demands.people(recode::whole_tuples(*problem.tuples));
    }
    if (recoder.form == recode::Form::generalized) measured.exact = exact_report(dealing, request.policy);
    return measured;
}

}  // namespace scrim::release
