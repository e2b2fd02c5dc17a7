#include "methods/statdb/static_versions.h"

#include "kernel/core/partition.h"
#include "kernel/core/text.h"
#include "kernel/deal/draws.h"
#include "kernel/recode/bucket/anatomy.h"
#include "kernel/recode/recoder.h"
#include "methods/statdb/row_test.h"

#include <cmath>
#include <numeric>

namespace scrim::statdb {
namespace {

std::vector<std::uint32_t> static_anatomy(const Column& sensitive, std::uint32_t m, Random& random) {
    Tuples records;  // each by itself
    records.table.add("sensitive", sensitive);
    records.weights.assign(sensitive.size(), 1);
    recode::bucket::ValueBuckets buckets = recode::bucket::make_buckets(records, 0);
    deal::Draws draws(random);
    const recode::bucket::GroupPlan plan = recode::bucket::plan_groups(buckets.counts, m, draws);
    const Groups<recode::Member> groups = recode::bucket::deal(buckets, plan, draws);
    std::vector<std::uint32_t> group_of(sensitive.size());
    for (std::size_t g = 0; g < groups.size(); ++g)
        for (const recode::Member& member : groups[g]) group_of[member.tuple] = static_cast<std::uint32_t>(g);
    return group_of;
}

// Mondrian, with no value more frequent than 1/m in any class.
Result<std::vector<std::uint32_t>> static_generalization(const Table& quasi_identifiers, const Column& sensitive,
                                                         const StatSchema& schema, std::uint32_t m,
                                                         Progress& progress) {
    Table table = quasi_identifiers;
    table.add("\x1fsensitive", sensitive);  // what no column is called
    std::vector<std::size_t> columns(table.width());
    std::iota(columns.begin(), columns.end(), std::size_t{0});
    const Partition rows = group_by(table, columns);
    recode::Problem problem;
    recode::DemandRoles roles;
    for (const hierarchy::Attribute& column : schema.quasi_identifiers) {
        hierarchy::Attribute attribute;
        attribute.name = column.name;
        attribute.hierarchy = column.hierarchy;
        attribute.from_file = column.from_file;
        attribute.intervals = true;  // a group's rectangle is as narrow as its records allow
        attribute.max_level = column.hierarchy->height();
        problem.quasi_identifiers.push_back(std::move(attribute));
        roles.quasi_identifiers.push_back(column.name);
    }
    roles.sensitive.push_back({"\x1fsensitive", nullptr, "", {}});
    auto tuples = std::make_shared<const Tuples>(distinct_tuples(table, columns));
    Requirement requirement{"alpha_k_anonymity", {{"alpha", {{format("1/{}", m)}}}, {"k", {{std::to_string(m)}}}}};
    SCRIM_TRY(std::unique_ptr<models::Model> model, models::make_model(requirement));
    SCRIM_TRY(problem.demands, recode::Demands::make(tuples, std::move(roles), {std::move(model)}));
    problem.tuples = tuples;
    problem.metric = &metrics::loss_metric();
    const recode::RecoderSpec& mondrian = *recode::find_recoder("mondrian");
    SCRIM_TRY(const models::Arguments arguments,
              models::Arguments::make(mondrian.name, mondrian.parameters, {{"categories", {{"order"}}}}));
    SCRIM_TRY(const recode::Recoding recoding, recode::recode(mondrian, problem, arguments, progress));
    std::vector<std::uint32_t> group_of(sensitive.size());
    for (std::size_t c = 0; c < recoding.size(); ++c)
        for (const recode::Member& member : recoding.members(c))
            for (const std::uint32_t row : rows[member.tuple]) group_of[row] = static_cast<std::uint32_t>(c);
    return group_of;
}

std::vector<std::uint32_t> perturbed(const Column& sensitive, std::uint32_t m, Random& random) {
    const Code values = sensitive.domain().size();
    const Ratio kept = retention(values, m);
    std::vector<std::uint32_t> made(sensitive.size());
    for (std::size_t row = 0; row < made.size(); ++row) {
        const bool keep =
            random.below(static_cast<std::uint64_t>(kept.denominator())) < static_cast<std::uint64_t>(kept.numerator());
        made[row] = keep ? sensitive[row] : static_cast<std::uint32_t>(random.below(values));
    }
    return made;
}

// f(row, whether it satisfies the condition, whether its true value is asked for) for every record.
template <class F>
void each_row(const StatTable& table, const Condition& rows, std::span<const Span> values, F f) {
    const RowTest test(table, rows);
    RowTest::Scratch scratch;
    std::vector<std::uint8_t> mask(table.rows());
    test.mask(0, table.rows(), mask.data(), scratch);
    for (std::size_t bucket = 0; bucket < table.buckets(); ++bucket)
        for (std::uint32_t s = table.first_segment(bucket); s < table.last_segment(bucket); ++s) {
            const Code value = table.signature(bucket)[s - table.first_segment(bucket)];
            const bool asked =
                std::any_of(values.begin(), values.end(), [&](Span span) { return span.contains(value); });
            for (std::uint32_t row = table.first_row(s); row < table.first_row(s + 1); ++row)
                f(row, mask[row] != 0, asked);
        }
}

}  // namespace

Ratio retention(std::uint32_t values, std::uint32_t m) {
    return Ratio(values > m ? values - m : 0, Int128{m} * (std::max(values, 2u) - 1));
}

Result<Baselines> make_baselines(const Table& quasi_identifiers, const Column& sensitive, const StatSchema& schema,
                                 std::uint32_t m, Random& random, Progress& progress) {
    Baselines made;
    made.anatomy_groups = static_anatomy(sensitive, m, random);
    SCRIM_TRY(made.general_groups, static_generalization(quasi_identifiers, sensitive, schema, m, progress));
    made.perturbed = perturbed(sensitive, m, random);
    return made;
}

CountInterval count_by_static_anatomy(const StatTable& table, const Condition& rows, std::span<const Span> values) {
    struct Group {
        std::uint32_t size = 0, satisfying = 0, asked = 0;
    };
    std::vector<Group> groups(table.rows());
    each_row(table, rows, values, [&](std::uint32_t row, bool satisfies, bool asked) {
        Group& group = groups[table.anatomy_groups()[row]];
        ++group.size;
        group.satisfying += satisfies;
        group.asked += asked;
    });
    CountInterval sum;
    for (const Group& group : groups) {
        sum.lower += group.satisfying + group.asked - std::min(group.satisfying + group.asked, group.size);
        sum.upper += std::min(group.satisfying, group.asked);
    }
    return sum;
}

CountInterval count_by_static_generalization(const StatTable& table, const Rectangle& rectangle,
                                             std::span<const Span> values) {
    struct Group {
        std::uint32_t asked = 0;
        bool inside = true, meets = true, seen = false;
    };
    std::vector<Group> groups(table.rows());
    each_row(table, Condition::always(), values, [&](std::uint32_t row, bool, bool asked) {
        Group& group = groups[table.general_groups()[row]];
        group.seen = true;
        group.asked += asked;
    });
    for (const auto& [column, side] : rectangle.sides) {
        std::vector<Span> hulls(groups.size());
        std::visit(
            [&](auto codes) {
                for (std::size_t row = 0; row < codes.size(); ++row) {
                    Span& own = hulls[table.general_groups()[row]];
                    own = hull(own, Span::of(codes[row]));
                }
            },
            table.column(column));
        for (std::size_t g = 0; g < groups.size(); ++g) {
            groups[g].inside = groups[g].inside && side.covers(hulls[g]);
            groups[g].meets = groups[g].meets && side.overlaps(hulls[g]);
        }
    }
    CountInterval sum;
    for (const Group& group : groups) {
        if (!group.seen) continue;
        if (group.inside) sum.lower += group.asked;
        if (group.meets) sum.upper += group.asked;
    }
    return sum;
}

PerturbedCount count_by_perturbation(const StatTable& table, const Condition& rows, std::span<const Span> values) {
    std::vector<char> asked_values(table.schema().sensitive.domain().size(), 0);
    double share = 0;
    for (const Span span : values) {
        std::fill(asked_values.begin() + span.lo, asked_values.begin() + span.hi, 1);
        share += span.width();
    }
    share /= static_cast<double>(asked_values.size());
    std::uint64_t satisfying = 0, seen = 0;
    each_row(table, rows, values, [&](std::uint32_t row, bool satisfies, bool) {
        satisfying += satisfies;
        seen += satisfies && asked_values[table.perturbed()[row]];
    });
    const double kept = retention(static_cast<std::uint32_t>(asked_values.size()), table.facts().m).to_double();
    const double all = static_cast<double>(satisfying), found = static_cast<double>(seen);
    if (satisfying == 0 || kept == 0) return {0, all};
    const double estimate = (found - (1 - kept) * all * share) / kept;
    constexpr double z = 1.2815515655446004;  // 80 % of a normal distribution
    const double error = z * std::sqrt(found * (1 - found / all)) / kept;
    return {std::clamp(estimate - error, 0.0, all), std::clamp(estimate + error, 0.0, all)};
}

}  // namespace scrim::statdb
