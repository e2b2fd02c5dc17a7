#include "methods/check/check_table.h"

#include "kernel/core/field.h"
#include "kernel/core/names.h"
#include "kernel/core/text.h"
#include "kernel/models/judge.h"
#include "kernel/risk/exact_columns.h"
#include "kernel/risk/risk.h"
#include "kernel/subject/persons.h"
#include "kernel/subject/stray_notes.h"
#include "kernel/subject/subject.h"
#include "methods/check/check_evidence.h"
#include "methods/check/findings.h"
#include "methods/check/needed_columns.h"
#include "methods/check/sample.h"
#include "methods/check/utility.h"
#include "methods/policy/hierarchy_files.h"

#include <algorithm>
#include <map>

namespace scrim::checking {
namespace {

// Those that both tables have.
std::vector<std::string> columns_of_both(const CheckSources& sources, const CheckRequest& request,
                                         const std::string& target) {
    std::vector<std::string> columns = compared_columns(request.policy, target);
    std::erase_if(columns, [&](const auto& name) { return !sources.table.has(name) || !sources.original->has(name); });
    return columns;
}

std::vector<std::size_t> quasi_identifiers_of(const Table& table, const Policy& policy) {
    std::vector<std::size_t> places;
    for (const std::string& name : policy.columns_in(Role::quasi_identifier))
        places.push_back(table.find(name).value());
    return places;
}

// Measures the columns that are printed as they are, and keeps the first `needed` of the table's columns.
ExactReport take_exact(Table& table, std::size_t needed, const Policy& policy) {
    Tuples rows{std::move(table), {}, 0};
    rows.total = rows.table.rows();
    rows.weights.assign(rows.total, 1);
    risk::ExactSubject subject{.rows = rows,
                               .quasi_identifiers = quasi_identifiers_of(rows.table, policy),
                               .person = rows.table.find(policy.person)};
    subject.add_exact(policy);
    ExactReport report = risk::measure_exact(subject);
    Table kept;
    for (std::size_t c = 0; c < needed; ++c) {
        const std::string name = rows.table.name(c);
        kept.add(name, rows.table.take(c));
    }
    table = std::move(kept);
    return report;
}

// Numbers that no leaf is may be perturbed ones, where an original stands beside them.
Result<void> check_labels(const Table& table, const Policy& policy, const hierarchy::Hierarchies& hierarchies,
                          bool beside_original) {
    for (const std::string& name : policy.columns_in(Role::quasi_identifier)) {
        const auto hierarchy = hierarchies.find(name);
        if (hierarchy == hierarchies.end()) continue;
        const Domain& printed = table[table.find(name).value()].domain();
        if (beside_original && printed.is_numeric() && hierarchy->second->domain().is_numeric()) continue;
        if (auto spans = subject::spans_of(printed, hierarchy::Attribute::over(name, hierarchy->second)); !spans)
            return spans.error();
    }
    return {};
}

// The class size that was asked for, or else the one reached: what "larger than needed" is measured against.
std::uint64_t wanted_class_size(const Asked& asked, const models::Classes& classes) {
    std::optional<std::uint64_t> wanted;
    for (std::size_t m = asked.measured; m < asked.models.size(); ++m)
        for (const Parameter& parameter : asked.models[m]->info().parameters)
            if (parameter.class_size) wanted = std::max(wanted, asked.models[m]->arguments().whole(parameter.name));
    if (wanted) return *wanted;
    std::uint64_t smallest = classes.records(0);
    for (std::size_t c = 1; c < classes.size(); ++c) smallest = std::min(smallest, classes.records(c));
    return smallest;
}

// Why a population cannot be that of the table, or cannot be used.
std::string population_warning(const models::Evidence& evidence, const models::Classes& classes) {
    if (!evidence.has_population()) return {};
    if (evidence.population_match().overlapping)
        return "people of the population fit several classes, so it is not used: the table itself is taken for it";
    std::uint64_t lacking = 0;
    for (std::size_t c = 0; c < classes.size(); ++c)
        if (classes.population(c) < classes.records(c)) lacking += classes.records(c);
    if (lacking == 0) return {};
    return format("the population lacks people for {}: is it the right table?", counted(lacking, "record", "records"));
}

std::vector<std::pair<std::uint64_t, std::uint64_t>> size_histogram(const models::Classes& classes) {
    std::map<std::uint64_t, std::uint64_t> sizes;
    for (std::size_t c = 0; c < classes.size(); ++c) ++sizes[classes.records(c)];
    return {sizes.begin(), sizes.end()};
}

std::vector<MetricReport> metric_reports(const metrics::MetricInput& input) {
    std::vector<MetricReport> reports;
    for (const metrics::MetricSpec* metric : metrics::metrics())
        if (const auto value = metric->measure(input))
            reports.push_back({metric->name, metric->title, *value, metric->lower_is_better, metric->normalization});
    return reports;
}

// How the classes came about cannot be seen in them: what a model says of that is not decided by looking at a table.
RequirementReport of_bare_table(RequirementReport report, const Traits& traits) {
    if (!traits.needs_blind || !report.holds) return report;
    report.holds = false;
    report.undecided = true;
    report.reason =
        "no class breaks it, but it also depends on how classes were formed, which a table does not show (the "
        "minimality attack); scrim publish makes releases that keep it, and scrim verify confirms them";
    return report;
}

// Nor is it measured: that no class breaks it is all that a level would say.
ModelReport of_bare_table(ModelReport report, const Traits& traits) {
    if (!traits.needs_blind || !report.not_applicable.empty()) return report;
    std::vector<std::string> levels;
    for (const LevelReport& level : report.levels)
        if (!level.any) levels.push_back(format("{} = {:.4g}", level.parameter, level.level.value));
    ModelReport undecided;
    undecided.name = report.name;
    undecided.title = report.title;
    undecided.not_applicable = format(
        "is undecided{}: it depends on how classes were formed, which a table does not show (the minimality attack)",
        levels.empty() ? "" : format(" up to {} and fails beyond", join(levels, ", ")));
    return undecided;
}

// Quasi-identifiers of which nothing is left: "*", or the top of their hierarchy, in every record.
std::vector<std::string> lost_columns(const models::Classes& classes, const hierarchy::Hierarchies& hierarchies) {
    std::vector<std::string> lost;
    for (std::size_t i = 0; i < classes.x(); ++i) {
        const Domain& printed = classes.tuples().table[i].domain();
        if (printed.size() != 1 || printed.has_null()) continue;
        const auto known = hierarchies.find(classes.x_name(i));
        const bool top = known != hierarchies.end() && known->second->height() > 0 &&
                         printed.label(0) == known->second->nodes()[0].label;
        if (top || printed.label(0) == "*") lost.push_back(classes.x_name(i));
    }
    return lost;
}

std::string first_sensitive(const Policy& policy) {
    const std::vector<std::string> sensitive = policy.columns_in(Role::sensitive);
    return sensitive.empty() ? std::string() : sensitive.front();
}

struct BothTables {
    const Table& table;
    const Table& original;
    const std::vector<std::string>& columns;
    const std::string& target;
};

// Values that mean nothing to the original are told, a workload that is wrong is refused.
Result<void> add_comparisons(const CheckSources& sources, const BothTables& both, const Policy& policy,
                             const hierarchy::Hierarchies& hierarchies, CheckReport& report) {
    const auto tuples_of = [&](const Table& table) {
        std::vector<std::size_t> columns;
        for (const std::string& name : both.columns) columns.push_back(table.find(name).value());
        return distinct_tuples(table, columns);
    };
    const Tuples release = tuples_of(both.table), original = tuples_of(both.original);
    auto comparison =
        compared_tables(weighted(release), weighted(original), both.columns, policy, both.target, hierarchies);
    if (!comparison) {
        report.comparison_warning = comparison.error().message;
        return {};
    }
    if (sources.workload) {
        SCRIM_TRY(comparison->workload, sources.workload(comparison->attributes));
    }
    report.metrics = comparison_reports(*comparison);
    return {};
}

}  // namespace

Result<CheckReport> check_table(CheckSources sources, const CheckRequest& request, Progress& progress) {
    const Policy& policy = request.policy;
    if (!request.workload.empty() && !sources.original)
        return input_error(format("a workload is counted in the original, too: give {}", field("original")));
    const auto threshold = Ratio::parse(request.risk_threshold);
    if (!threshold || *threshold < Ratio(0) || *threshold > Ratio(1))
        return input_error(
            format("the risk threshold must be between 0 and 1, not {}", quoted(request.risk_threshold)));
    SCRIM_CHECK(subject::check_classified(sources.table, policy));
    if (request.null_matches && subject::has_person(sources.table, policy))
        return input_error(
            format("missing values cannot match anything where people are counted: leave out {} or "
                   "the person column",
                   field("null_matches")));
    SCRIM_CHECK(subject::check_persons(sources.table, policy, 0, progress));
    SCRIM_CHECK(check_sample(sources.table, policy));
    SCRIM_TRY(const Asked asked, models_to_ask(policy));
    SCRIM_TRY(const Needed needed, columns_to_read(asked, request, sources.table));
    SCRIM_TRY(const hierarchy::Hierarchies hierarchies, policy::read_hierarchies(policy));
    const auto quasi_identifiers = policy.columns_in(Role::quasi_identifier);

    SCRIM_TRY(Table table, sources.table.read(with_measured(needed.columns, request, sources.table), progress));
    SCRIM_CHECK(check_labels(table, policy, hierarchies, sources.original != nullptr));
    std::vector<std::string> notes = subject::stray_notes(table, policy);
    const SampledColumns sampled{.table = table,
                                 .policy = policy,
                                 .quasi_identifiers = quasi_identifiers_of(table, policy),
                                 .missing_matches = request.null_matches};
    SCRIM_TRY(std::optional<SampleReport> sample, measure_sample(sampled, *threshold));
    SCRIM_TRY(std::optional<SudaReport> suda, measure_suda(sampled, request.suda, sample));
    ExactReport exact = take_exact(table, needed.columns.size(), policy);
    CheckReport report;
    std::optional<Table> original;
    if (sources.original) {
        std::vector<std::string> columns = original_columns(needed, policy);
        const std::string target = request.target.empty() ? first_sensitive(policy) : request.target;
        const std::vector<std::string> both = columns_of_both(sources, request, target);
        for (const std::string& name : both) add_once(columns, name);
        SCRIM_TRY(original, sources.original->read(columns, progress));
        SCRIM_CHECK(add_comparisons(sources, {table, *original, both, target}, policy, hierarchies, report));
    }
    SCRIM_TRY(models::Evidence::Input input, evidence_input(std::move(table), needed, request, hierarchies, original));
    if (sources.population) {
        SCRIM_TRY(const Table people, sources.population->read(quasi_identifiers, progress));
        SCRIM_TRY(input.population, subject::make_population(people, input.table, quasi_identifiers, hierarchies));
    }

    const models::Evidence evidence(std::move(input));
    std::vector<const models::Model*> asked_models;
    for (const auto& model : asked.models) asked_models.push_back(model.get());
    SCRIM_TRY(const std::vector<models::Judgment> judgments, models::judge(evidence, asked_models, progress));

    std::vector<std::string> target = evidence.sensitive();
    if (!request.target.empty()) target = {request.target};
    if (target.size() > 1) target.resize(1);
    const auto classes = evidence.classes(quasi_identifiers, target);
    const auto by_record = evidence.counts_people() ? evidence.record_classes(quasi_identifiers, target) : classes;
    const std::uint64_t wanted = wanted_class_size(asked, *classes);
    auto utility = utility_of(*by_record, evidence.rows(), original ? &*original : nullptr, hierarchies, wanted);
    if (!utility) {  // metrics that look at classes alone need no values
        report.metrics_warning = utility.error().message;
        utility = utility_of(*by_record, evidence.rows(), nullptr, {}, wanted);
        if (!utility) return utility.error();
        if (original) utility->original_rows = original->rows();
    }
    for (metrics::Printed& printed : utility->attributes)
        if (const ColumnPolicy* column = request.policy.find(printed.column.name)) {
            SCRIM_TRY(printed.column.weight, subject::weight_of(*column));
        }
    for (std::size_t c = 0; evidence.counts_people() && c < classes->size(); ++c)
        utility->class_people.push_back(static_cast<std::uint32_t>(classes->records(c)));
    report.table = sources.table.name();
    report.notes = std::move(notes);
    report.rows = evidence.rows();
    report.classes = classes->size();
    report.quasi_identifiers = quasi_identifiers;
    report.sensitive = evidence.sensitive();
    report.class_sizes = size_histogram(*classes);
    report.lost_columns = lost_columns(*by_record, hierarchies);
    for (const std::string& name : policy.columns_in(Role::identifier))
        if (sources.table.has(name)) report.identifiers_present.push_back(name);
    report.population_warning = population_warning(evidence, *classes);
    for (std::size_t m = 0; m < asked.measured; ++m)
        report.models.push_back(of_bare_table(model_report(judgments[m]), judgments[m].model->info().traits));
    for (std::size_t r = 0; r < policy.require.size(); ++r)
        report.requirements.push_back(of_bare_table(
            requirement_report(policy.require[r], judgments[asked.measured + r], evidence.counts_people()),
            judgments[asked.measured + r].model->info().traits));
    std::uint64_t in_classes = 0;  // somebody may be in several
    for (std::size_t c = 0; c < classes->size(); ++c) in_classes += classes->records(c);
    std::optional<Tuples> people;
    if (evidence.counts_people()) people = evidence.people_by_class(quasi_identifiers);
    report.people = exact.people;
    report.risks = risk::measure_risks(*classes, in_classes, *threshold, people ? &*people : nullptr);
    report.exact = std::move(exact);
    report.sample = std::move(sample);
    report.suda = std::move(suda);
    if (evidence.counts_people())
        report.person = policy.person;
    else if (!policy.person.empty())
        report.person_warning =
            format("the table has no column {}, so records are counted, not people", quoted(policy.person));
    std::vector<MetricReport> metrics = metric_reports(*utility);
    report.metrics.insert(report.metrics.begin(), std::make_move_iterator(metrics.begin()),
                          std::make_move_iterator(metrics.end()));
    return report;
}

}  // namespace scrim::checking

namespace scrim {

bool CheckReport::holds() const {
    return std::all_of(requirements.begin(), requirements.end(), [](const RequirementReport& r) { return r.holds; });
}

}  // namespace scrim
