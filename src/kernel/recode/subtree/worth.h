// Worth: what is gained when the records that print one value of an attribute print several narrower ones instead.
//
// Two measures. Information: the decrease of the entropy of the target among those records, in bits (the information
// gain of decision trees). Loss: the decrease of the normalized certainty penalty, summed over the table and weighted.
// Generalizing loses what specializing gains. Neither depends on how other attributes are printed. For search only: no
// guarantee depends on these numbers.
#pragma once

#include "kernel/recode/problem.h"

#include <cstdint>
#include <span>
#include <vector>

namespace scrim::recode::subtree {

struct Gain {
    double first = 0;   // by the measure asked for
    double second = 0;  // loss, where the first is equal

    friend auto operator<=>(const Gain&, const Gain&) = default;
};

class Worth {
public:
    // `kept` tuples only. Information is about problem.target, which must be a column then.
    Worth(const Problem& problem, const std::vector<char>& kept, bool information);

    // Of printing the parts, which are disjoint and cover `whole`, instead of `whole`.
    Gain of(std::size_t attribute, Span whole, std::span<const Span> parts) const;
    // Of printing `part` apart from the rest of `whole`, parts of which, `gone`, are printed apart already; the rest
    // goes on printing `whole`.
    Gain of_part(std::size_t attribute, Span whole, std::span<const Span> gone, Span part) const;
    // Of each way to cut `whole` in two: at whole.lo + 1, …, whole.hi - 1.
    std::vector<Gain> of_cuts(std::size_t attribute, Span whole) const;

private:
    struct TargetCount {
        std::uint32_t target = 0;
        std::uint64_t count = 0;
    };
    // Per attribute: records below each value, and the target's values among the records of each value.
    struct Counts {
        std::vector<std::uint64_t> below;
        std::vector<std::size_t> begins;
        std::vector<TargetCount> targets;
    };

    std::uint64_t records(std::size_t attribute, Span span) const {
        return counts_[attribute].below[span.hi] - counts_[attribute].below[span.lo];
    }
    double loss(std::size_t attribute, Span whole, std::span<const Span> parts) const;
    double entropy_sum(std::size_t attribute, Span span) const { return entropy_sum(attribute, span, {}); }
    double entropy_sum(std::size_t attribute, Span span, std::span<const Span> without) const;
    void count_targets(const Problem& problem, const std::vector<char>& kept, std::size_t attribute);

    bool information_;
    std::size_t target_values_ = 0;
    std::vector<Counts> counts_;
    std::vector<double> loss_of_record_;  // per attribute: of printing one value more
};

}  // namespace scrim::recode::subtree
