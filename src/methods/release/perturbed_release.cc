#include "methods/release/perturbed_release.h"

#include "kernel/core/field.h"
#include "kernel/core/memory_source.h"
#include "kernel/core/names.h"
#include "kernel/core/text.h"
#include "kernel/models/mechanism.h"
#include "kernel/risk/exact_columns.h"
#include "methods/release/measure.h"
#include "methods/release/mechanism_promises.h"
#include "methods/release/perturbed_records.h"
#include "methods/release/read_back.h"
#include "methods/release/released_table.h"

#include <algorithm>
#include <chrono>
#include <numeric>

namespace scrim::release {
namespace {

Column taken(const Column& column, const std::vector<std::uint32_t>& rows) {
    Column some(column.domain_ptr(), rows.size());
    column.visit([&](auto from) {
        some.visit([&](auto into) {
            using Narrow = typename decltype(into)::value_type;
            for (std::size_t i = 0; i < rows.size(); ++i) into[i] = static_cast<Narrow>(from[rows[i]]);
        });
    });
    return some;
}

bool is_category(const Policy& policy, const std::string& name) {
    const ColumnPolicy* column = policy.find(name);
    return column && column->type == ColumnType::category;
}

// The columns of the release, encoded as a reader will see them.
Result<Table> printed_table(recode::Records& records, recode::Perturbed& made, PerturbedRelease& release) {
    Table table;
    std::size_t next = 0;
    for (std::size_t c = 0; c < records.columns.size(); ++c) {
        recode::RecordColumn& column = records.columns[c];
        PerturbedColumn described{column.name, column.role,
                                  std::binary_search(records.chosen.begin(), records.chosen.end(), c), false,
                                  is_category(release.request.policy, column.name)};
        const Column values = described.changed   ? std::move(made.columns[next++])
                              : made.rows.empty() ? std::move(column.values)
                                                  : taken(column.values, made.rows);
        SCRIM_TRY(Column printed, read_back(column.name, values, described.category));
        table.add(column.name, std::move(printed));
        release.columns.push_back(std::move(described));
    }
    for (std::size_t c = 0; c < made.added.width(); ++c) {
        const std::string name = made.added.name(c);
        if (table.find(name))
            return input_error(format("{} adds a column {}, and the table has one of that name; rename that",
                                      release.chosen.recoder->name, quoted(name)));
        SCRIM_TRY(Column printed, read_back(name, made.added[c], false));
        table.add(name, std::move(printed));
        release.columns.push_back({name, Role::insensitive, false, true, false});
    }
    return table;
}

// The release as a table of its own, with the columns that models look at.
PublishRequest request_of(const PerturbedRelease& release) {
    PublishRequest request = release.request;
    request.policy.population.clear();
    std::erase_if(request.policy.require, is_of_mechanism);
    request.policy.suppress.clear();
    request.policy.minimize.clear();
    std::erase_if(request.policy.columns, [&](const ColumnPolicy& column) {
        return std::none_of(release.columns.begin(), release.columns.end(),
                            [&](const PerturbedColumn& known) { return known.name == column.name; });
    });
    for (ColumnPolicy& column : request.policy.columns) {
        const bool changed = contains(release.changed(), column.name);
        if (changed || column.role != Role::sensitive) column.hierarchy.clear();
        column.max_level.reset();
        column.missing.clear();
    }
    for (const PerturbedColumn& column : release.columns)
        if (column.added) request.policy.columns.push_back({.name = column.name, .role = Role::insensitive});
    return request;
}

// Records that print the same quasi-identifiers are a class.
recode::Recoding classes_as_printed(const recode::Problem& problem) {
    recode::Recoding recoding(problem.dimensions());
    const std::vector<std::uint32_t> runs = run_offsets(*problem.tuples, problem.dimensions());
    std::vector<Span> box(problem.dimensions());
    std::vector<recode::Member> members;
    for (std::size_t r = 0; r + 1 < runs.size(); ++r) {
        for (std::size_t a = 0; a < box.size(); ++a) box[a] = Span::of(problem.column(a)[runs[r]]);
        members.clear();
        for (std::uint32_t t = runs[r]; t < runs[r + 1]; ++t) members.push_back({t, problem.tuples->weights[t]});
        recoding.add(box, members);
    }
    return recoding;
}

// "k = 6, m = 3"
std::string numbers_of(const models::Design& design) {
    std::vector<std::string> numbers;
    for (const auto& [name, value] : design) numbers.push_back(format("{} = {}", name, value.to_string()));
    return join(numbers, ", ");
}

Result<void> judge(PerturbedRelease& release, const Table& printed, Progress& progress) {
    const PublishRequest request = request_of(release);
    MemorySource source("the release", printed);
    SCRIM_TRY(const Prepared prepared, prepare({source}, request, progress));
    const recode::Recoding classes = classes_as_printed(prepared.problem);
    SCRIM_TRY(release.measured, measure({prepared, classes}, request, *release.chosen.recoder, progress));
    const auto& models = prepared.problem.demands.models();
    for (std::size_t r = 0; r < models.size(); ++r)
        if (models[r]->info().traits.needs_blind && !models::bounds_belief(*models[r], release.made.design))
            return input_error(format(
                "{} deals values for {}, and that does not reach {}; ask the method for more, or "
                "require less",
                release.chosen.recoder->name, numbers_of(release.made.design), to_string(request.policy.require[r])));
    release.models.insert(release.models.end(), models.begin(), models.end());
    const auto& reached = release.measured->requirements;
    release.requirements.insert(release.requirements.end(), reached.begin(), reached.end());
    for (const RequirementReport& requirement : reached)
        if (!requirement.holds)
            return input_error(
                format("{} does not reach {} on the columns that it changed: {} fail; change all quasi-identifiers "
                       "(columns=…), ask the method for more, or require less",
                       release.chosen.recoder->name, requirement.requirement,
                       counted(requirement.failing_classes, "class", "classes")));
    return {};
}

// What the columns that were not changed tell of people.
Result<void> watch(PerturbedRelease& release) {
    const Policy& policy = release.request.policy;
    SCRIM_CHECK(risk::check_accepted(policy));
    risk::ExactSubject subject{.rows = release.rows, .quasi_identifiers = {}};
    for (std::size_t c = 0; c < release.columns.size(); ++c) {
        const PerturbedColumn& column = release.columns[c];
        if (!column.changed && !column.added && column.role != Role::quasi_identifier)
            subject.exact.push_back({c, column.name, column.role, contains(policy.accept_exact, column.name)});
    }
    release.exact = risk::measure_exact(subject);
    std::vector<std::size_t> columns;
    for (const std::string& name : release.unchanged_in(Role::quasi_identifier))
        columns.push_back(release.rows.table.find(name).value());
    if (!columns.empty()) release.alone = risk::singled_out(release.rows, columns, std::nullopt);
    return risk::refuse_exact(release.exact, policy);
}

Result<void> state(PerturbedRelease& release) {
    std::vector<recode::Kept> kept;
    if (release.made.rows.empty() && !release.unchanged().empty() && release.released() == release.original)
        kept.push_back(recode::Kept::margin(release.unchanged()));
    kept.insert(kept.end(), release.made.kept.begin(), release.made.kept.end());
    for (recode::Kept& one : kept) {
        auto said = stated(one, release.rows);
        if (!said)
            return input_error(format("{}: the values of column {} are too large for exact sums of them",
                                      release.chosen.recoder->name, quoted(one.columns.front())));
        release.kept.push_back(*std::move(said));
    }
    return {};
}

std::vector<std::string> names_where(const std::vector<PerturbedColumn>& columns, auto is) {
    std::vector<std::string> names;
    for (const PerturbedColumn& column : columns)
        if (is(column)) names.push_back(column.name);
    return names;
}

}  // namespace

std::vector<std::string> PerturbedRelease::changed() const {
    return names_where(columns, [](const PerturbedColumn& column) { return column.changed; });
}

std::vector<std::string> PerturbedRelease::unchanged() const {
    return names_where(columns, [](const PerturbedColumn& column) { return !column.changed && !column.added; });
}

std::vector<std::string> PerturbedRelease::unchanged_in(Role role) const {
    return names_where(columns, [&](const PerturbedColumn& column) {
        return !column.changed && !column.added && column.role == role;
    });
}

Result<PerturbedRelease> make_perturbed(TableSource& table, const PublishRequest& request, const Chosen& chosen,
                                        Random& random, Progress& progress) {
    if (const std::string why = recode::why_refused(*chosen.recoder, request.policy); !why.empty())
        return input_error(why);
    SCRIM_TRY(const std::vector<OfMechanism> of_mechanism, required_of_mechanism(request.policy));
    SCRIM_TRY(recode::Records records, read_records(table, request, chosen.recoder->public_domains, progress));
    records.asked = serving(of_mechanism);
    PerturbedRelease release{.request = request, .chosen = chosen, .original = records.count};
    const auto start = std::chrono::steady_clock::now();
    progress.stage("perturbing", 0);
    SCRIM_TRY(release.made, recode::perturb_records(*chosen.recoder, records, chosen.arguments, random, progress));
    release.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (progress.cancelled()) return cancelled_error();
    for (const recode::Transition& transition : release.made.transitions)
        release.of.push_back({records.column(transition.chosen).name, records.column(transition.chosen).role,
                              Column(records.column(transition.chosen).values.domain_ptr(), std::size_t{0}), nullptr});
    SCRIM_TRY(Table printed, printed_table(records, release.made, release));
    SCRIM_TRY(release.requirements, judge_mechanism(of_mechanism, release.made.design));
    for (const OfMechanism& one : of_mechanism) release.models.push_back(one.model);
    if (request.policy.require.size() > of_mechanism.size()) SCRIM_CHECK(judge(release, printed, progress));
    progress.stage("sorting the rows", 0);
    release.rows = distinct_tuples(std::move(printed));
    if (release.released() == 0) return input_error(format("{} leaves no record to release", chosen.recoder->name));
    SCRIM_CHECK(state(release));
    SCRIM_CHECK(watch(release));
    return release;
}

}  // namespace scrim::release
