#include "methods/release/prepare.h"

#include "kernel/compare/comparison.h"
#include "kernel/core/field.h"
#include "kernel/core/names.h"
#include "kernel/core/text.h"
#include "kernel/hierarchy/label.h"
#include "kernel/subject/persons.h"
#include "methods/files/file.h"
#include "methods/policy/hierarchy_files.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numeric>

namespace scrim::release {
namespace {

void add_once(std::vector<std::string>& names, const std::string& name) {
    if (!contains(names, name)) names.push_back(name);
}

// Which columns are read, in the order of Material::rows.
struct Plan {
    std::vector<std::string> judged;    // quasi-identifiers, then what models look at: the columns of the problem
    std::vector<std::string> all;       // judged, then the other released ones
    std::vector<std::string> released;  // in the order of the original
};

Result<Plan> plan_columns(const TableSource& source, const PublishRequest& request,
                          const std::vector<std::shared_ptr<const models::Model>>& models) {
    const Policy& policy = request.policy;
    Plan plan;
    const auto quasi_identifiers = policy.columns_in(Role::quasi_identifier);
    plan.judged = quasi_identifiers;
    for (const ColumnPolicy& column : policy.columns)
        if (column.role == Role::sensitive) {
            add_once(plan.judged, column.name);
            if (column.guard.empty()) continue;
            add_once(plan.judged, column.guard);
            if (const ColumnPolicy* guard = policy.find(column.guard);
                guard && guard->role != Role::identifier && guard->role != Role::dropped)
                return input_error(
                    format("the guard column {} must be an identifier: released, it would tell what each "
                           "person wants hidden",
                           quoted(column.guard)));
        }
    if (!policy.person.empty()) {
        const ColumnPolicy* person = policy.find(policy.person);
        if (person && person->role != Role::identifier)
            return input_error(
                format("the person column {} must be an identifier: released, it would link the records "
                       "of one person",
                       quoted(policy.person)));
        add_once(plan.judged, policy.person);
    }
    if (!request.target.empty()) add_once(plan.judged, request.target);
    for (const auto& model : models)
        for (const models::Question& question : model->questions(quasi_identifiers)) {
            for (const std::string& column : question.x) add_once(plan.judged, column);
            for (const std::string& column : question.y) add_once(plan.judged, column);
        }
    plan.all = plan.judged;
    for (const std::string& name : source.columns()) {
        const ColumnPolicy* column = policy.find(name);
        if (!column || column->role == Role::identifier || column->role == Role::dropped) continue;
        add_once(plan.all, name);
        plan.released.push_back(name);
    }
    for (const std::string& name : plan.all)
        if (!contains(source.columns(), name)) return subject::no_such_column(source, name);
    SCRIM_CHECK(check_released_names(plan.released));
    return plan;
}

// Every node between the values and the top is named as an interval: "20-29", but not "885**".
bool is_of_intervals(const hierarchy::Hierarchy& hierarchy) {
    for (const hierarchy::Hierarchy::Node& node : hierarchy.nodes()) {
        if (node.is_leaf() || node.parent == hierarchy::Hierarchy::none) continue;
        if (node.label.find('*') != std::string::npos) return false;
        if (!hierarchy::span_of_label(node.label, hierarchy.domain(), nullptr)) return false;
    }
    return true;
}

Result<hierarchy::Attribute> quasi_identifier(const ColumnPolicy& column, const Domain& domain,
                                              const DomainPtr& domain_ptr, const hierarchy::Hierarchies& hierarchies) {
    const auto known = hierarchies.find(column.name);
    hierarchy::Attribute made = known != hierarchies.end() ? hierarchy::Attribute::over(column.name, known->second)
                                                           : hierarchy::Attribute::flat(column.name, domain_ptr);
    made.intervals = domain.is_numeric() && (!made.from_file || is_of_intervals(*made.hierarchy));
    SCRIM_TRY(made.weight, subject::weight_of(column));
    made.max_level = column.max_level.value_or(made.hierarchy->height());
    if (made.max_level > made.hierarchy->height())
        return input_error(format("column {}: max_level {} is above the top of its hierarchy, level {}",
                                  quoted(column.name), made.max_level, made.hierarchy->height()));
    if (!made.from_file && domain.find("*"))
        return input_error(
            format("column {} holds the value '*', which would look like a suppressed one; mend the data "
                   "or give the column a hierarchy",
                   quoted(column.name)));
    return made;
}

Result<std::shared_ptr<Tuples>> read_rows(TableSource& source, const Plan& plan, hierarchy::Hierarchies& hierarchies,
                                          std::size_t memory, Progress& progress) {
    if (memory == 0 && !source.weighted()) {
        SCRIM_TRY(Table table, source.read(plan.all, progress));
        progress.stage("finding the different rows", 0);
        SCRIM_TRY(Table moved, over_hierarchies(std::move(table), hierarchies));
        return std::make_shared<Tuples>(distinct_tuples(std::move(moved)));
    }
    SCRIM_TRY(Tuples tuples, source.read_tuples(plan.all, memory, progress));
    progress.stage("finding the different rows", 0);
    if (hierarchies.empty()) return std::make_shared<Tuples>(std::move(tuples));
    SCRIM_TRY(tuples.table, over_hierarchies(std::move(tuples.table), hierarchies));
    return std::make_shared<Tuples>(distinct_tuples(std::move(tuples)));
}

// The first `columns` columns of sorted rows, each different tuple once.
Tuples project(const Tuples& rows, std::size_t columns, const std::vector<std::uint32_t>& runs) {
    Tuples projected;
    const std::size_t size = runs.size() - 1;
    for (std::size_t c = 0; c < columns; ++c) {
        std::vector<Code> codes(size);
        rows.table[c].visit([&](auto from) {
            for (std::size_t t = 0; t < size; ++t) codes[t] = from[runs[t]];
        });
        projected.table.add(rows.table.name(c), Column(rows.table[c].domain_ptr(), codes));
    }
    projected.weights.resize(size);
    for (std::size_t t = 0; t < size; ++t)
        projected.weights[t] = std::accumulate(rows.weights.begin() + runs[t], rows.weights.begin() + runs[t + 1], 0u);
    projected.total = rows.total;
    return projected;
}

// Without a hierarchy, a column's values are all that is known of it.
Result<void> check_known(const std::string& name, const Domain& people, const Domain& table) {
    std::vector<std::string> unknown;
    for (Code code = 0; code < people.values(); ++code)
        if (std::string label = people.label(code); !table.find(label)) unknown.push_back(std::move(label));
    if (unknown.empty()) return {};
    return input_error(
        format("the population holds {} in column {}, and the table does not: give the column a hierarchy that holds "
               "all values of both (scrim hierarchy build)",
               list_some(unknown), quoted(name)));
}

// Counts the population's people at the tuples of their quasi-identifiers, and appends tuples without records for
// people whom the table lacks.
Result<std::vector<std::uint32_t>> add_population(const Table& table,
                                                  const std::vector<hierarchy::Attribute>& attributes, Tuples& tuples) {
    Table over;
    const std::vector<std::string>& names = table.names();
    for (std::size_t a = 0; a < attributes.size(); ++a) {
        if (!attributes[a].from_file) SCRIM_CHECK(check_known(names[a], table[a].domain(), attributes[a].domain()));
        auto hierarchy = attributes[a].hierarchy;
        const auto moved = subject::over_hierarchy(names[a], table[a], hierarchy);
        if (!moved) return input_error(format("the population: {}", moved.error().message));
        if (hierarchy->domain().size() != attributes[a].domain().size())
            return input_error(
                format("the population has missing values in column {}, the table has none: which "
                       "people a class stands for is not defined",
                       quoted(names[a])));
        over.add(names[a], *moved);
    }
    const Tuples people = distinct_tuples(std::move(over));

    const std::size_t d = attributes.size();
    const std::vector<std::uint32_t> runs = run_offsets(tuples, d);
    std::vector<std::uint32_t> population(tuples.size(), 0);
    std::vector<std::vector<Code>> codes(tuples.table.width());
    for (std::size_t c = 0; c < codes.size(); ++c) {
        codes[c].resize(tuples.size());
        for (std::size_t t = 0; t < codes[c].size(); ++t) codes[c][t] = tuples.table[c][t];
    }
    std::size_t run = 0;
    for (std::size_t p = 0; p < people.size(); ++p) {
        const auto order = [&](std::size_t r) {
            for (std::size_t a = 0; a < d; ++a)
                if (const Code have = codes[a][runs[r]], want = people.table[a][p]; have != want)
                    return have < want ? -1 : 1;
            return 0;
        };
        while (run + 1 < runs.size() && order(run) < 0) ++run;
        if (run + 1 < runs.size() && order(run) == 0) {
            population[runs[run]] = people.weights[p];
            continue;
        }
        for (std::size_t c = 0; c < codes.size(); ++c) codes[c].push_back(c < d ? people.table[c][p] : 0);
        tuples.weights.push_back(0);
        population.push_back(people.weights[p]);
    }
    Table extended;
    for (std::size_t c = 0; c < codes.size(); ++c)
        extended.add(tuples.table.name(c), Column(tuples.table[c].domain_ptr(), codes[c]));
    tuples.table = std::move(extended);
    return population;
}

Result<std::uint64_t> suppression_limit(const std::string& text, std::uint64_t records) {
    if (text.empty()) return std::uint64_t{0};
    const bool percent = text.ends_with('%');
    const auto number = Ratio::parse(percent ? text.substr(0, text.size() - 1) : text);
    const Ratio most = percent ? Ratio(100) : Ratio(records);
    if (!number || *number < Ratio(0) || *number > most || (!percent && !number->is_integer()))
        return input_error(
            format("suppress must be a share such as 5%, between 0% and 100%, or a number of records, at "
                   "most the {} there are; not {}",
                   with_thousands(records), quoted(text)));
    const Int128 numerator = percent ? number->numerator() * records : number->numerator();
    const Int128 denominator = percent ? number->denominator() * 100 : number->denominator();
    return static_cast<std::uint64_t>(numerator / denominator);
}

Result<const metrics::MetricSpec*> metric_named(const std::string& name) {
    if (name.empty() || name == "loss") return &metrics::loss_metric();
    if (const metrics::MetricSpec* metric = metrics::find_metric(name)) return metric;
    if (compare::find_comparison(name))
        return input_error(
            format("{} compares a finished release with its original and cannot be minimized; see it "
                   "with {}",
                   quoted(name), switched_on("explore")));
    std::vector<std::string> names{"loss"};
    for (const metrics::MetricSpec* metric : metrics::metrics()) names.push_back(metric->name);
    return input_error(
        format("there is no metric {}{}; there are {}", quoted(name), did_you_mean(name, names), join(names, ", ")));
}

}  // namespace

Result<Table> over_hierarchies(Table table, hierarchy::Hierarchies& hierarchies) {
    Table moved;
    for (std::size_t i = 0; i < table.width(); ++i) {
        const std::string name = table.name(i);
        const auto hierarchy = hierarchies.find(name);
        if (hierarchy == hierarchies.end()) {
            moved.add(name, table.take(i));
            continue;
        }
        SCRIM_TRY(Column over, subject::over_hierarchy(name, table[i], hierarchy->second));
        moved.add(name, std::move(over));
    }
    return moved;
}

Result<std::vector<hierarchy::Attribute>> quasi_identifiers(const Policy& policy, const Table& table,
                                                            const hierarchy::Hierarchies& hierarchies) {
    std::vector<hierarchy::Attribute> attributes;
    for (const ColumnPolicy& column : policy.columns) {
        if (column.role != Role::quasi_identifier) continue;
        const Column& values = table[table.find(column.name).value()];
        SCRIM_TRY(hierarchy::Attribute attribute,
                  quasi_identifier(column, values.domain(), values.domain_ptr(), hierarchies));
        attributes.push_back(std::move(attribute));
    }
    return attributes;
}

bool same_name(std::string_view one, std::string_view other) {
    return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                      [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); });
}

Result<void> check_released_names(const std::vector<std::string>& released) {
    for (auto one = released.begin(); one != released.end(); ++one)
        for (auto other = released.begin(); other != one; ++other)
            if (same_name(*one, *other))
                return input_error(
                    format("the columns {} and {} differ only in upper and lower case, so they cannot be released "
                           "together; rename one, or leave it out ({})",
                           quoted(*other), quoted(*one), field("drop")));
    return {};
}

Result<void> check_required(const Policy& policy) {
    if (!policy.require.empty()) return {};
    return input_error("nothing is required of the release: give at least one model, for example " +
                       quoted_field("require", "k_anonymity(k=5)") +
                       ", or choose an algorithm that changes values, such as " + field("algorithm", "rank_swap"));
}

Result<Prepared> prepare(PublishSources sources, const PublishRequest& request, Progress& progress) {
    SCRIM_CHECK(subject::check_classified(sources.table, request.policy));
    SCRIM_CHECK(check_required(request.policy));
    return prepare_any(sources, request, progress);
}

Result<Prepared> prepare_any(PublishSources sources, const PublishRequest& request, Progress& progress) {
    const Policy& policy = request.policy;
    SCRIM_CHECK(subject::check_classified(sources.table, policy));
    std::vector<std::shared_ptr<const models::Model>> models;
    for (const Requirement& requirement : policy.require) {
        SCRIM_CHECK(validate(requirement));
        SCRIM_TRY(std::unique_ptr<models::Model> model, models::make_model(requirement));
        models.push_back(std::move(model));
    }
    SCRIM_CHECK(subject::check_persons(sources.table, policy, request.memory, progress));
    SCRIM_TRY(const metrics::MetricSpec* metric, metric_named(policy.minimize));
    SCRIM_TRY(const Plan plan, plan_columns(sources.table, request, models));
    SCRIM_TRY(hierarchy::Hierarchies hierarchies, policy::read_hierarchies(policy));
    for (auto it = hierarchies.begin(); it != hierarchies.end();)
        it = contains(plan.all, it->first) && policy.find(it->first)->role != Role::insensitive
                 ? std::next(it)
                 : hierarchies.erase(it);  // what is not read, or released as it is, needs none
    SCRIM_TRY(auto rows, read_rows(sources.table, plan, hierarchies, request.memory, progress));

    std::vector<std::uint32_t> runs = run_offsets(*rows, plan.judged.size());
    auto tuples = plan.judged.size() == plan.all.size() && !sources.population
                      ? rows
                      : std::make_shared<Tuples>(project(*rows, plan.judged.size(), runs));
    for (const auto& model : models)
        for (const models::Question& question : model->questions(policy.columns_in(Role::quasi_identifier)))
            if (question.y.size() > 1) models::add_joined(*tuples, question.y);
    SCRIM_TRY(std::vector<hierarchy::Attribute> attributes, quasi_identifiers(policy, tuples->table, hierarchies));
    recode::DemandRoles roles;
    roles.person = policy.person;
    roles.quasi_identifiers = policy.columns_in(Role::quasi_identifier);
    for (const ColumnPolicy& column : policy.columns) {
        if (column.role == Role::sensitive) {
            models::SensitiveRole attribute{column.name, nullptr, column.guard, {}};
            if (const auto known = hierarchies.find(column.name); known != hierarchies.end())
                attribute.hierarchy = known->second;
            if (!column.guard.empty()) {
                SCRIM_TRY(
                    attribute.guard_spans,
                    subject::guard_spans(column.guard, tuples->table[tuples->table.find(column.guard).value()].domain(),
                                         tuples->table[tuples->table.find(column.name).value()].domain(),
                                         attribute.hierarchy.get()));
            }
            roles.sensitive.push_back(std::move(attribute));
        }
    }
    std::optional<Table> population;
    if (sources.population) {
        SCRIM_TRY(population, sources.population->read(roles.quasi_identifiers, progress));
        SCRIM_TRY(roles.population, add_population(*population, attributes, *tuples));
        runs.resize(tuples->size() + 1, runs.back());
    }
    const std::uint64_t records = tuples->total;
    SCRIM_TRY(recode::Demands demands, recode::Demands::make(tuples, std::move(roles), std::move(models)));
    SCRIM_TRY(const std::uint64_t limit, suppression_limit(policy.suppress, records));
    const std::size_t target = request.target.empty() ? 0 : tuples->table.find(request.target).value();
    if (!request.target.empty() && target < attributes.size())
        return input_error(format("the target {} is a quasi-identifier; a classifier predicts another column",
                                  quoted(request.target)));
    if (target == 0 && metric->of_target)
        return input_error("the metric classification needs the column that a classifier would predict: give " +
                           field("target"));
    std::vector<std::string> categories;
    for (const ColumnPolicy& column : policy.columns)
        if (column.type == ColumnType::category) categories.push_back(column.name);
    return Prepared{{std::move(attributes), std::move(tuples), std::move(demands), limit, metric, target},
                    {std::move(rows), std::move(runs), plan.released, std::move(hierarchies), std::move(population),
                     std::move(categories)}};
}

}  // namespace scrim::release
