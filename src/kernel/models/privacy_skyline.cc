// Privacy skyline: three-dimensional knowledge (l, k, m). An attacker who wants to know whether a person t has the
// value s knows l values that t does not have, the values of k other people, and m people of whom "if this one has s,
// so has t" holds (t's family: the same-value family). The worst such knowledge leads to a belief below c. A skyline of
// several points is several requirements.
//
// In a class of n records, n_s of them with s: ruled out are the l most frequent other values, the known people have
// none of these nor s, and the odds against s are
//   (n - n_s - (those l) - k) / n_s · product over i < m of (n - k - 1 - n_s - i) / (n - k - 1 - i)
// where they are 0 or less, t has s. The level is 1 / (1 + odds), for the worst s. Family may be of other classes,
// where known people help too: with m >= 1 the table is judged as a whole (joint_odds.h), value by value.
//
// B.-C. Chen, K. LeFevre, R. Ramakrishnan, Privacy Skyline: Privacy with Multidimensional Adversarial Knowledge, VLDB
// 2007.
//
// Example: flu 4, cold 3, HIV 2, ulcer 1 and s = HIV. (0, 0, 0): 2/10. (1, 0, 0), no flu: 2/6. (1, 1, 0), and somebody
// else's cold: 2/5. (1, 1, 1), and HIV would run in the family: odds 3/2 · 6/8 = 9/8, so 8/17.
#include "kernel/core/big_ratio.h"
#include "kernel/models/joint_odds.h"
#include "kernel/models/model.h"
#include "kernel/models/parameters.h"
#include "kernel/models/selected_values.h"

#include <algorithm>
#include <functional>
#include <map>
#include <vector>

namespace scrim::models {
namespace {

struct Knowledge {
    std::uint64_t l = 0, k = 0, m = 0;
};

// Records of the l most frequent values and, where they are fewer, of all.
class MostFrequent {
public:
    MostFrequent(const ClassView& view, std::uint64_t l) : l_(std::min<std::uint64_t>(l, view.values.size())) {
        counts_.clear();
        if (l_ == 0) return;
        for (const ValueCount& bar : view.values) counts_.push_back(bar.count);
        const std::size_t top = std::min<std::size_t>(l_ + 1, counts_.size());
        std::partial_sort(counts_.begin(), counts_.begin() + static_cast<std::ptrdiff_t>(top), counts_.end(),
                          std::greater<>());
        for (std::size_t i = 0; i < l_; ++i) sum_ += counts_[i];
    }
    // Of values other than one that has `count` records.
    std::uint64_t besides(std::uint64_t count) const {
        if (l_ == 0) return 0;
        const std::uint64_t next = l_ < counts_.size() ? counts_[l_] : 0;
        return count >= counts_[l_ - 1] ? sum_ - count + next : sum_;
    }

private:
    inline static thread_local std::vector<std::uint32_t> counts_;  // per thread, because classes are many and small
    std::uint64_t l_;
    std::uint64_t sum_ = 0;
};

// The odds against a value: of(…) / against(…), both products of counts.
template <class Number>
struct Odds {
    Number of = Number(1), against = Number(1);

    void times(std::uint64_t a, std::uint64_t b) {
        of = of * Number(static_cast<unsigned long>(a));
        against = against * Number(static_cast<unsigned long>(b));
    }
};

// Of m people out of n, `with` of whom have the value: nobody has it. n >= m + with, so that it can be.
template <class Number>
void nobody_has_it(Odds<Number>& odds, std::uint64_t n, std::uint64_t with, std::uint64_t m) {
    for (std::uint64_t i = 0; i < m; ++i) odds.times(n - with - i, n - i);
}

// People of the class without the value, of whom `left` do not have one that is ruled out for the target, and of whom k
// are known: is the target surely not among them?
bool is_certain(std::uint64_t n, std::uint64_t with, std::uint64_t left, const Knowledge& known) {
    return left <= known.k || n - with - 1 < known.k || n - with - 1 - known.k < known.m;
}

// Against the value, which `with` of n have and `left` neither have nor had ruled out for the target; not is_certain().
template <class Number>
Odds<Number> odds_of_target(std::uint64_t n, std::uint64_t with, std::uint64_t left, const Knowledge& known) {
    Odds<Number> odds;
    odds.times(left - known.k, with);
    nobody_has_it(odds, n - known.k - 1, with, known.m);
    return odds;
}

BigRatio as_ratio(const Odds<BigNatural>& odds) {
    BigRatio ratio(odds.of, odds.against);
    ratio.canonicalize();
    return ratio;
}

// One value that an attacker may want to know, in one class.
struct Wanted {
    Code value;
    std::uint64_t n, with, left;
};

template <class F>
void for_each_wanted(const ClassView& view, const SelectedValues& values, std::uint64_t l, F f) {
    const MostFrequent ruled_out(view, l);
    for (const ValueCount& bar : view.values)
        if (values.selects(view, bar.value))
            f(Wanted{bar.value, view.size, bar.count, view.size - bar.count - ruled_out.besides(bar.count)});
}

class SkylineTogether final : public Together {
public:
    SkylineTogether(const SelectedValues& values, Knowledge known, std::optional<Ratio> c)
        : values_(values), known_(known), c_(std::move(c)) {}

    void add(const ClassView& view) override {
        for_each_wanted(view, values_, known_.l, [&](const Wanted& wanted) {
            certain_ |= is_certain(wanted.n, wanted.with, wanted.left, known_);
            if (!certain_) offer(wanted);
        });
    }
    void merge(const Together& other) override {
        const auto& right = static_cast<const SkylineTogether&>(other);
        certain_ |= right.certain_;
        for (const auto& [value, odds] : right.odds_)
            if (const auto [known, is_new] = odds_.try_emplace(value, odds); !is_new) known->second.merge(odds);
    }
    Levels measure() const override { return {ratio_above(disclosure())}; }
    Verdict decide() const override { return verdict(!c_ || disclosure() < big(*c_)); }

private:
    using Role = JointOdds::Role;

    // Not is_certain(), so neither k nor m is beyond the people of the class.
    void offer(const Wanted& wanted) {
        JointOdds& odds =
            odds_.try_emplace(wanted.value, JointOdds::Spent{known_.k, known_.m}, known_.m + 1).first->second;
        const auto c = odds.next_class();
        for (std::uint64_t k = 0; k <= known_.k; ++k)
            for (std::uint64_t m = 0; m <= known_.m; ++m) {
                const JointOdds::Spent spent{k, m};
                const Knowledge some{known_.l, k, m};
                const auto made = [&]<class Number>(Role role) {
                    if (role == Role::target) return odds_of_target<Number>(wanted.n, wanted.with, wanted.left, some);
                    Odds<Number> family;
                    nobody_has_it(family, wanted.n - k, wanted.with, m);
                    return family;
                };
                for (const Role role : {Role::target, Role::helper}) {
                    if (role == Role::helper && m == 0) continue;
                    const auto about = made.template operator()<long double>(role);
                    if (odds.may_matter(role, spent, about.of / about.against))
                        odds.offer(c, role, spent, as_ratio(made.template operator()<BigNatural>(role)));
                }
            }
    }
    BigRatio disclosure() const {
        if (certain_) return BigRatio(1);
        BigRatio most(0);
        for (const auto& [value, joint] : odds_)
            if (const auto odds = joint.least()) most = std::max(most, BigRatio(BigRatio(1) / (*odds + 1)));
        return most;
    }

    const SelectedValues& values_;
    Knowledge known_;
    std::optional<Ratio> c_;
    bool certain_ = false;
    std::map<Code, JointOdds> odds_;
};

class PrivacySkyline final : public Model {
public:
    PrivacySkyline(const ModelInfo& info, Arguments given)
        : Model(info, std::move(given)),
          c_(arguments().ratio("c")),
          known_{arguments().whole("l").value(), arguments().whole("k").value(), arguments().whole("m").value()},
          names_values_(!arguments().list("value").empty()),
          values_(arguments().list("value")) {}

    Result<void> check_attributes(std::span<const Sensitive* const> attributes) const override {
        return values_.check(attributes, info().name);
    }
    Levels measure(const ClassView& view) const override {
        Ratio most(0);
        for_each_wanted(view, values_, known_.l,
                        [&](const Wanted& wanted) { most = std::max(most, ratio_above_of(wanted)); });
        return {most};
    }
    Verdict decide(const ClassView& view) const override {
        bool holds = !c_ || Ratio(0) < *c_;
        for_each_wanted(view, values_, known_.l, [&](const Wanted& wanted) {
            if (!c_ || !holds) return;
            const auto belief = exactly(wanted);
            holds = belief ? *belief < *c_ : largely(wanted) < big(*c_);
        });
        return verdict(holds);
    }
    std::unique_ptr<Together> together() const override {
        if (known_.m == 0) return nullptr;
        return std::make_unique<SkylineTogether>(values_, known_, c_);
    }
    std::uint64_t least_lost(const ClassView& view) const override {
        // Parts that hold by themselves may fail only together.
        return known_.m == 0 ? Model::least_lost(view) : 0;
    }
    std::optional<BeliefBound> belief_bound() const override {
        if (!c_ || names_values_) return std::nullopt;
        return BeliefBound{.most = *c_, .pruned = known_.l};
    }

private:
    // The worst belief; nothing where 128 bits may not hold it.
    std::optional<Ratio> exactly(const Wanted& wanted) const {
        if (is_certain(wanted.n, wanted.with, wanted.left, known_)) return Ratio(1);
        const auto bits = static_cast<std::uint64_t>(64 - __builtin_clzll(wanted.n));
        if (known_.m > 126 || bits * (known_.m + 1) > 126) return std::nullopt;
        const auto odds = odds_of_target<Int128>(wanted.n, wanted.with, wanted.left, known_);
        return Ratio(odds.against, odds.against + odds.of);
    }
    BigRatio largely(const Wanted& wanted) const {
        return BigRatio(1) / (as_ratio(odds_of_target<BigNatural>(wanted.n, wanted.with, wanted.left, known_)) + 1);
    }
    Ratio ratio_above_of(const Wanted& wanted) const {
        const auto belief = exactly(wanted);
        return belief ? *belief : ratio_above(largely(wanted));
    }

    std::optional<Ratio> c_;
    Knowledge known_;
    bool names_values_;
    SelectedValues values_;
};

}  // namespace

const ModelSpec& privacy_skyline_model() {
    using namespace parameters;
    static const ModelSpec spec{
        {.name = "privacy_skyline",
         .title = "privacy skyline: (l, k, m)-knowledge",
         .citation = "B.-C. Chen, K. LeFevre, R. Ramakrishnan: Privacy Skyline: Privacy with Multidimensional "
                     "Adversarial Knowledge. VLDB 2007",
         .promise = "An attacker who knows everybody's class, l values that a person does not have, the values of k "
                    "other people, and m people who have a value only if the person has it too (a family), believes "
                    "with less than c that the person has that value.",
         .limits = "More knowledge than that may reveal everything; each point of a skyline is a requirement of its "
                   "own. With m = 1 or more an attacker combines classes, so that the table is judged as a whole.",
         .parameters = {models::parameters::strict(
                            models::parameters::most_share("c", "belief of an attacker with the worst such knowledge")),
                        models::parameters::given_pieces("l", "values ruled out for the person", "1"),
                        models::parameters::given_pieces("k", "other people whose values are known", "1"),
                        models::parameters::given_pieces("m", "people who have the value only if the person has it",
                                                         "0"),
                        models::parameters::given_values("value", "values that are protected (default: every value)")},
         .traits = {.monotone = true, .one_value_each = true, .needs_sensitive = true}},
        make_model<PrivacySkyline>};
    return spec;
}

}  // namespace scrim::models
