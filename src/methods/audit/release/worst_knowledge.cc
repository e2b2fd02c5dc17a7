#include "methods/audit/release/worst_knowledge.h"

#include <algorithm>
#include <functional>

namespace scrim::audit {
namespace {

Ratio times(const Ratio& a, const Ratio& b) {
    return Ratio(a.numerator() * b.numerator(), a.denominator() * b.denominator()).reduced();
}

std::vector<std::uint64_t> descending_counts(const models::ClassView& view) {
    std::vector<std::uint64_t> counts;
    for (const ValueCount& bar : view.values) counts.push_back(bar.count);
    std::sort(counts.begin(), counts.end(), std::greater<>());
    return counts;
}

void keep_least(std::optional<Ratio>& known, const Ratio& found) {
    if (!known || found < *known) known = found;
}

}  // namespace

std::vector<Ratio> least_without(const models::ClassView& view, std::uint64_t pieces) {
    const std::vector<std::uint64_t> counts = descending_counts(view);
    std::vector<Ratio> least(pieces + 2, Ratio(1));
    // The i-th person lacks the k_i most frequent values, k_0 >= k_1 >= …: each choice once.
    const std::function<void(std::uint64_t, std::uint64_t, std::uint64_t, const Ratio&)> choose =
        [&](std::uint64_t person, std::uint64_t most, std::uint64_t used, const Ratio& so_far) {
            least[used] = std::min(least[used], so_far);
            if (person == view.size) return;
            std::uint64_t lacking = 0;
            for (std::uint64_t k = 1; k <= most && used + k <= pieces + 1; ++k) {
                if (k <= counts.size()) lacking += counts[k - 1];
                const std::uint64_t left = view.size - person;
                const Ratio factor(left > lacking ? static_cast<Int128>(left - lacking) : 0, static_cast<Int128>(left));
                choose(person + 1, k, used + k, times(so_far, factor));
            }
        };
    choose(0, pieces + 1, 0, Ratio(1));
    for (std::size_t h = 1; h < least.size(); ++h) least[h] = std::min(least[h], least[h - 1]);
    return least;
}

Ratio worst_belief(const models::ClassView& view, std::uint64_t pieces) {
    WorstKnowledge alone(pieces);
    alone.add(view);
    return alone.belief();
}

WorstKnowledge::WorstKnowledge(std::uint64_t pieces) : pieces_(pieces), without_(pieces + 2), with_(pieces + 2) {
    without_[0] = Ratio(1);
}

void WorstKnowledge::add(const models::ClassView& view) {
    const std::vector<Ratio> least = least_without(view, pieces_);
    // Divided by P(A), where A is about the most frequent value.
    const Ratio share(static_cast<Int128>(view.size), static_cast<Int128>(view.largest()));
    const auto before = without_, after = with_;
    for (std::uint64_t used = 0; used < before.size(); ++used)
        for (std::uint64_t more = 1; used + more < before.size(); ++more) {
            if (before[used]) {
                keep_least(without_[used + more], times(*before[used], least[more]));
                keep_least(with_[used + more], times(times(*before[used], least[more]), share));
            }
            if (after[used]) keep_least(with_[used + more], times(*after[used], least[more]));
        }
}

Ratio WorstKnowledge::belief() const {
    std::optional<Ratio> least;
    for (const auto& found : with_)
        if (found) keep_least(least, *found);
    if (!least) return Ratio(0);
    return Ratio(least->denominator(), least->denominator() + least->numerator()).reduced();
}

}  // namespace scrim::audit
