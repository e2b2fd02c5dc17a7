// Permutation: groups of records with consecutive numbers, within which the numbers are shuffled.
// Of all divisions into runs that hold, the one whose ranges (largest less smallest number) add up
// to the least; optimal for models that more records of other values never break, valid for all.
//
// Zhang, Koudas, Srivastava, Yu, ICDE 2007. Records of one number always share a group.
#include "kernel/core/text.h"
#include "kernel/recode/bucket/cheapest_runs.h"
#include "kernel/recode/bucket/sensitive_groups.h"
#include "kernel/recode/recoder.h"

#include <algorithm>

namespace scrim::recode::bucket {
namespace {

// The tuples by one sensitive column: those of a value together, values ascending, NULL last.
struct Values {
    std::vector<Code> codes;
    Groups<Member> tuples;         // of each value
    std::vector<Member> examples;  // one tuple of each value, with all records of the value
};

Values sort_by_value(const Tuples& tuples, std::size_t column) {
    Values values;
    std::vector<std::vector<Member>> by_code(tuples.table[column].domain().size());
    tuples.table[column].visit([&](auto codes) {
        for (std::uint32_t t = 0; t < codes.size(); ++t)
            if (tuples.weights[t] > 0) by_code[codes[t]].push_back({t, tuples.weights[t]});
    });
    for (Code code = 0; code < by_code.size(); ++code) {
        if (by_code[code].empty()) continue;
        values.codes.push_back(code);
        values.tuples.add(by_code[code]);
        Member all{by_code[code].front().tuple, 0};
        for (const Member& member : by_code[code]) all.records += member.records;
        values.examples.push_back(all);
    }
    return values;
}

// How far each value is from the one before, in units of the domain. NULL is no number: no range grows by it.
std::vector<Uint128> gaps_between(const Domain& domain, const std::vector<Code>& codes) {
    std::vector<Uint128> gaps(codes.size(), 0);
    for (std::size_t i = 1; i < codes.size(); ++i)
        if (!domain.has_null() || codes[i] != domain.null_code())
            gaps[i] = static_cast<Uint128>(domain.units(codes[i])) - static_cast<Uint128>(domain.units(codes[i - 1]));
    return gaps;
}

Result<Recoding> run_permutation(const Problem& problem, const models::Arguments& arguments, Progress& progress) {
    SCRIM_TRY(const std::size_t column, column_to_group_by("permutation", problem, arguments));
    const Domain& domain = problem.column(column).domain();
    const std::string& name = problem.tuples->table.name(column);
    if (!domain.is_numeric())
        return input_error(
            format("permutation needs a numeric sensitive attribute, and {} holds text; anatomy groups "
                   "any values",
                   quoted(name)));
    progress.stage("grouping", 0);
    Values values = sort_by_value(*problem.tuples, column);
    const bool by_values = judges_values_only(problem.demands);
    Demands::Scratch scratch;
    const auto holds = [&](std::uint32_t begin, std::uint32_t end) {
        const auto members =
            by_values ? std::span(values.examples).subspan(begin, end - begin) : values.tuples.between(begin, end);
        return problem.demands.holds(members, scratch);
    };
    auto ends = cheapest_runs(gaps_between(domain, values.codes), holds);
    const auto all = static_cast<std::uint32_t>(values.codes.size());
    if (!ends && holds(0, all)) ends = {all};
    if (!ends) return input_error("permutation found no groups that satisfy the requirements; relax them");

    Groups<Member> groups;
    for (const std::uint32_t end : *ends) groups.offsets.push_back(values.tuples.offsets[end]);
    groups.members = std::move(values.tuples.members);
    Recoding recoding = recoding_of_groups(std::move(groups));
    recoding.details = {{"attribute", name}};
    return recoding;
}

}  // namespace

const RecoderSpec& permutation_recoder() {
    static const RecoderSpec spec = [] {
        RecoderSpec made;
        made.name = "permutation";
        made.title = "permutation of numbers within groups";
        made.citation = "Zhang, Koudas, Srivastava, Yu: Aggregate query answering on anonymized tables, ICDE 2007";
        made.summary =
            "Groups records of neighboring sensitive numbers so that the ranges of the groups add up to the least "
            "possible, and releases quasi-identifiers as they are, with the numbers of each group in random order. "
            "Made "
            "for ke_anonymity; least possible for whatever more records of other values never break, valid for all "
            "else. Choose it for sums and averages over exact quasi-identifiers, where it may be known who is in the "
            "data. Records of one number always share a group.";
        made.parameters = {attribute_parameter()};
        made.form = Form::permuted;
        made.needs_sensitive = true;
        made.run = run_permutation;
        return made;
    }();
    return spec;
}

}  // namespace scrim::recode::bucket
