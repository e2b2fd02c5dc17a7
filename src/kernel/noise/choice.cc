#include "kernel/noise/choice.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace scrim::noise {
namespace {

// How much worse a score is than the best decides with which chance it is taken.
class Taking {
public:
    Taking(std::span<const std::int64_t> scores, const ChoicePrivacy& privacy)
        : scores_(scores), best_(*std::max_element(scores.begin(), scores.end())) {
        const Ratio epsilon = privacy.epsilon.reduced();
        numerator_ = static_cast<Uint128>(epsilon.numerator());
        denominator_ = static_cast<Uint128>(epsilon.denominator()) * 2 * privacy.sensitivity;
    }
    bool taken(std::size_t candidate, Coins& coins) const {
        const auto worse = static_cast<Uint128>(Int128{best_} - scores_[candidate]);
        return coins.exponential_heads(worse * numerator_, denominator_);
    }

private:
    std::span<const std::int64_t> scores_;
    std::int64_t best_;
    Uint128 numerator_, denominator_;
};

}  // namespace

std::size_t exponential_mechanism(std::span<const std::int64_t> scores, const ChoicePrivacy& privacy, Coins& coins) {
    const Taking taking(scores, privacy);
    while (true) {
        const std::size_t candidate = coins.below(scores.size());
        if (taking.taken(candidate, coins)) return candidate;
    }
}

std::size_t permute_and_flip(std::span<const std::int64_t> scores, const ChoicePrivacy& privacy, Coins& coins) {
    const Taking taking(scores, privacy);
    std::vector<std::size_t> left(scores.size());
    std::iota(left.begin(), left.end(), std::size_t{0});
    // The best is always taken, so that one is.
    while (true) {
        const std::size_t place = coins.below(left.size());
        const std::size_t candidate = left[place];
        if (taking.taken(candidate, coins)) return candidate;
        left[place] = left.back();
        left.pop_back();
    }
}

std::uint64_t randomized_response(std::uint64_t true_value, std::uint64_t values, const Ratio& epsilon, Coins& coins) {
    const Ratio reduced = epsilon.reduced();
    while (true) {
        const std::uint64_t answer = coins.below(values);
        if (answer == true_value || coins.exponential_heads(static_cast<Uint128>(reduced.numerator()),
                                                            static_cast<Uint128>(reduced.denominator())))
            return answer;
    }
}

}  // namespace scrim::noise
