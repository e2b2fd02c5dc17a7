// Anatomy: groups of l or more records with different sensitive values, released as two tables: the
// quasi-identifiers as they are with the group of each record, and how often each value occurs in
// each group.
//
// Xiao, Tao, VLDB 2006. Here the values of the groups are planned from their counts alone, and
// people are dealt to them by chance (group_plan.h), so that the grouping tells nothing. It is
// possible where the most frequent value has at most 1/l of the records.
#include "kernel/recode/bucket/anatomy.h"

#include "kernel/core/parallel.h"
#include "kernel/core/text.h"
#include "kernel/deal/draws.h"
#include "kernel/recode/bucket/sensitive_groups.h"
#include "kernel/recode/recoder.h"

#include <atomic>

namespace scrim::recode::bucket {

ValueBuckets make_buckets(const Tuples& tuples, std::size_t column) {
    ValueBuckets buckets;
    const Column& values = tuples.table[column];
    values.visit([&](auto codes) {
        std::vector<std::uint32_t> counts(values.domain().size(), 0), next(counts.size(), 0);
        for (std::size_t t = 0; t < codes.size(); ++t) counts[codes[t]] += tuples.weights[t];
        std::uint32_t records = 0;
        for (Code code = 0; code < counts.size(); ++code) {
            if (counts[code] == 0) continue;
            next[code] = records;
            records += counts[code];
            buckets.codes.push_back(code);
            buckets.counts.push_back(counts[code]);
        }
        buckets.tuples.resize(records);
        for (std::uint32_t t = 0; t < codes.size(); ++t)
            for (std::uint32_t i = 0; i < tuples.weights[t]; ++i) buckets.tuples[next[codes[t]]++] = t;
    });
    return buckets;
}

namespace {

constexpr std::size_t groups_at_once = 1024;

// The first group that fails, or their number; members_of(group, scratch) says who is in a group.
template <class MembersOf>
std::size_t first_failing(const Demands& demands, std::size_t groups, MembersOf members_of) {
    std::atomic<std::size_t> failing = groups;
    parallel_for(0, groups, groups_at_once, [&](std::size_t first, std::size_t last) {
        Demands::Scratch scratch;
        std::vector<Member> room;
        for (std::size_t group = first; group < last && group < failing; ++group) {
            if (demands.holds(members_of(group, room), scratch)) continue;
            for (std::size_t known = failing; group < known && !failing.compare_exchange_weak(known, group);) {
            }
        }
    });
    return failing;
}

// The value that stands in the way of a larger l.
struct MostFrequent {
    std::string label;
    std::string attribute;
    std::uint64_t count = 0, records = 0;

    std::uint64_t largest_l() const { return records / count; }
    std::string share() const {
        return format("value {} of {} holds {:.3g} % of the {}", quoted(label), quoted(attribute),
                      100.0 * static_cast<double>(count) / static_cast<double>(records),
                      counted(records, "record", "records"));
    }
};

MostFrequent most_frequent(const Problem& problem, std::size_t column, const ValueBuckets& buckets) {
    const auto most = std::max_element(buckets.counts.begin(), buckets.counts.end()) - buckets.counts.begin();
    return {problem.column(column).domain().label(buckets.codes[static_cast<std::size_t>(most)]),
            problem.tuples->table.name(column), buckets.counts[static_cast<std::size_t>(most)], problem.records()};
}

Error cannot_be_met(const MostFrequent& most, std::uint64_t l) {
    if (most.largest_l() < 2)
        return input_error(
            format("{}, so no group of different values can hide it: anatomy cannot be used", most.share()));
    return input_error(
        format("{}, so l = {} cannot be met; the largest possible l is {}", most.share(), l, most.largest_l()));
}

// The models that a group fails.
std::string failed_models(const Problem& problem, std::span<const Member> group) {
    std::vector<std::string> names;
    Demands::Scratch scratch;
    for (const auto& model : problem.demands.models()) {
        const auto alone = Demands::make(problem.tuples, problem.demands.roles(), {model});
        if (alone && !alone->holds(group, scratch)) names.push_back(model->info().name);
    }
    return join(names, ", ");
}

struct Found {
    Groups<Member> groups;
    std::uint64_t l = 0;
};

// One record of each value.
std::vector<Member> examples_of(const ValueBuckets& buckets) {
    std::vector<Member> examples;
    std::size_t first = 0;
    for (const std::uint32_t count : buckets.counts) {
        examples.push_back({buckets.tuples[first], 1});
        first += count;
    }
    return examples;
}

// Groups that hold: for the l given, or the smallest that will do.
Result<Found> groups_that_hold(const Problem& problem, std::size_t column, std::optional<std::uint64_t> given,
                               deal::Draws& draws) {
    ValueBuckets buckets = make_buckets(*problem.tuples, column);
    const MostFrequent most = most_frequent(problem, column, buckets);
    if (most.largest_l() < 2 || (given && *given > most.largest_l())) return cannot_be_met(most, given.value_or(2));
    const bool by_values = judges_values_only(problem.demands);
    const std::vector<Member> examples = examples_of(buckets);
    std::vector<Member> failed;
    for (std::uint64_t l = given.value_or(2); l <= most.largest_l(); ++l) {
        const GroupPlan plan = plan_groups(buckets.counts, static_cast<std::uint32_t>(l), draws);
        const auto planned = [&](std::size_t group, std::vector<Member>& room) -> std::span<const Member> {
            room.clear();
            plan.each(group, group + 1, [&](std::uint32_t, std::uint32_t value) { room.push_back(examples[value]); });
            return room;
        };
        if (by_values) {
            const std::size_t failing = first_failing(problem.demands, plan.groups, planned);
            if (failing == plan.groups) return Found{deal(buckets, plan, draws), l};
            planned(failing, failed);
        } else {
            Groups<Member> groups = deal(buckets, plan, draws);
            const auto dealt = [&](std::size_t group, std::vector<Member>&) { return groups[group]; };
            const std::size_t failing = first_failing(problem.demands, plan.groups, dealt);
            if (failing == plan.groups) return Found{std::move(groups), l};
            failed.assign(groups[failing].begin(), groups[failing].end());
        }
        if (given)
            return input_error(
                format("anatomy with l = {} makes groups that do not satisfy {}; give a larger l, at most {}", l,
                       failed_models(problem, failed), most.largest_l()));
    }
    return input_error(
        format("anatomy cannot satisfy {}: not even with l = {}, and a larger l is not possible because {}",
               failed_models(problem, failed), most.largest_l(), most.share()));
}

Result<Recoding> run_anatomy(const Problem& problem, const models::Arguments& arguments, Progress& progress) {
    SCRIM_TRY(const std::size_t column, column_to_group_by("anatomy", problem, arguments));
    const auto given = arguments.whole("l");
    if (!given && !judges_values_only(problem.demands))
        return input_error("anatomy: with guarding nodes l must be given: to seek it would tell who guards what");
    progress.stage("grouping", 0);
    SystemRandom random;
    deal::Draws draws(random);
    SCRIM_TRY(Found found, groups_that_hold(problem, column, given, draws));
    Recoding recoding = recoding_of_groups(std::move(found.groups));
    recoding.details = {{"attribute", problem.tuples->table.name(column)}, {"l", std::to_string(found.l)}};
    return recoding;
}

}  // namespace

const RecoderSpec& anatomy_recoder() {
    static const RecoderSpec spec = [] {
        RecoderSpec made;
        made.name = "anatomy";
        made.title = "anatomy: quasi-identifiers and sensitive values in two tables";
        made.citation = "Xiao, Tao: Anatomy: simple and effective privacy preservation, VLDB 2006";
        made.summary =
            "Puts records into groups of l or more different sensitive values, at random, and releases the "
            "quasi-identifiers as they are, with the group of each record, and apart from them how often each value "
            "occurs in each group. Choose it for counts over exact quasi-identifiers, where it may be known who is in "
            "the data. Never leaves records out: who is missing would be known to hold the frequent value.";
        made.parameters = {
            {.name = "l",
             .title = "different values in each group (default: the fewest that satisfy what is required)",
             .kind = Parameter::Kind::integer,
             .bound = Parameter::Bound::given,
             .minimum = "2"},
            attribute_parameter()};
        made.form = Form::anatomized;
        made.blind = true;  // tests/recode/bucket/blindness_test.cc
        made.monotone_only = false;
        made.needs_sensitive = true;
        made.by_chance = true;
        made.preference = 7;
        made.default_because = "it forms groups without looking at who has which sensitive value";
        made.run = run_anatomy;
        return made;
    }();
    return spec;
}

}  // namespace scrim::recode::bucket
