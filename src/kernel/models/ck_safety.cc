// (c, k)-safety: an attacker who knows k basic implications ("if these people have these values, then one of those
// people has that value") believes in nobody's value with c or more. The worst k of them negate k atoms "person has
// value" beside the target's own, wherever those people are (Theorem 9): with the odds against the target
//   P(no person has its atom) / P(target has its value),   at their least over all choices of k + 1 atoms,
// the maximum disclosure is 1 / (1 + odds). In a class with counts r1 >= r2 >= … of n records, j atoms are best negated
// of people with k0 >= k1 >= … atoms each, their most frequent values (Lemma 12): the product of
// (n - i - r1 - … - r_(k_i)) / (n - i). The least product is found by dynamic programming over people and atoms, and
// over classes (joint_odds.h), which the attacker may combine: with k >= 2 all classes can be safe, and the table not.
//
// D. J. Martin, D. Kifer, A. Machanavajjhala, J. Gehrke, J. Halpern, Worst-Case Background Knowledge for
// Privacy-Preserving Data Publishing, ICDE 2007. The sign is strict there and here.
//
// Example, the paper's two classes: flu 2, lung cancer 2, mumps 1, and flu 2, breast cancer 1, ovarian cancer 1, heart
// disease 1. k = 0: 2/5. k = 1, "Ed has no lung cancer": 2 / (5 - 2) = 2/3. k = 2, nor mumps: 1.
#include "kernel/core/big_ratio.h"
#include "kernel/models/joint_odds.h"
#include "kernel/models/model.h"
#include "kernel/models/parameters.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

namespace scrim::models {
namespace {

// The sums r1, r1 + r2, …: at most `most` of them.
std::vector<std::uint64_t>& top_sums(const ClassView& view, std::size_t most) {
    thread_local std::vector<std::uint64_t> sums;  // kept per thread, because classes are many and small
    sums.clear();
    for (const ValueCount& bar : view.values) sums.push_back(bar.count);
    most = std::min(most, sums.size());
    std::partial_sort(sums.begin(), sums.begin() + static_cast<std::ptrdiff_t>(most), sums.end(), std::greater<>());
    sums.resize(most);
    std::partial_sum(sums.begin(), sums.end(), sums.begin());
    return sums;
}

// Of a class of n >= `atoms` records with more than `atoms` values, whose top sums these are: at [j] the least product
// for j atoms, times n (n - 1) … (n - atoms + 1).
template <class Number>
std::vector<Number> least_products(std::uint64_t n, const std::vector<std::uint64_t>& sums, std::size_t atoms) {
    // least[cap][j]: of the people from the i-th on, none with more than `cap` atoms, j in all. From the last person
    // on.
    std::vector<std::vector<Number>> least(atoms + 1, std::vector<Number>(atoms + 1)), later = least;
    std::vector<std::vector<char>> possible(atoms + 1, std::vector<char>(atoms + 1, 0)), later_possible = possible;
    for (std::size_t cap = 0; cap <= atoms; ++cap) {
        later[cap][0] = Number(1);
        later_possible[cap][0] = 1;
    }
    for (std::size_t i = atoms; i-- > 0;) {
        const auto records = static_cast<std::uint64_t>(n - i);
        for (std::size_t cap = 0; cap <= atoms; ++cap)
            for (std::size_t j = 0; j <= atoms; ++j) {
                possible[cap][j] = j == 0;
                if (j == 0) least[cap][0] = later[0][0] * Number(static_cast<unsigned long>(records));
                for (std::size_t own = 1; own <= std::min(cap, j); ++own) {
                    if (!later_possible[own][j - own]) continue;
                    const std::uint64_t left = records > sums[own - 1] ? records - sums[own - 1] : 0;
                    Number product = later[own][j - own] * Number(static_cast<unsigned long>(left));
                    if (!possible[cap][j] || product < least[cap][j]) least[cap][j] = std::move(product);
                    possible[cap][j] = 1;
                }
            }
        std::swap(least, later);
        std::swap(possible, later_possible);
    }
    return later[atoms];
}

// n (n - 1) … (n - factors + 1)
template <class Number>
Number falling(std::uint64_t n, std::size_t factors) {
    Number product(1);
    for (std::size_t i = 0; i < factors; ++i) product = product * Number(static_cast<unsigned long>(n - i));
    return product;
}

// Does n^factors fit into 126 bits?
bool is_small(std::uint64_t n, std::size_t factors) {
    return static_cast<std::uint64_t>(64 - __builtin_clzll(n | 1)) * factors <= 126;
}

class CkTogether final : public Together {
public:
    CkTogether(std::size_t atoms, std::optional<Ratio> c) : atoms_(atoms), c_(std::move(c)) {}

    void add(const ClassView& view) override {
        const auto& sums = top_sums(view, atoms_ + 1);
        certain_ |= sums.size() <= atoms_;
        if (certain_) return;
        if (!odds_) odds_.emplace(JointOdds::Spent{.first = atoms_}, atoms_);
        const auto c = odds_->next_class();
        using Role = JointOdds::Role;
        const auto about = least_products<long double>(view.size, sums, atoms_);
        const auto all = falling<long double>(view.size, atoms_);
        const long double share = static_cast<long double>(sums[0]) / static_cast<long double>(view.size);
        std::optional<std::vector<BigNatural>> exact;
        for (std::size_t j = 1; j <= atoms_; ++j)
            for (const Role role : {Role::target, Role::helper}) {
                const long double factor = about[j] / all / (role == Role::target ? share : 1);
                if (!odds_->may_matter(role, {.first = j}, factor)) continue;
                if (!exact) exact = least_products<BigNatural>(view.size, sums, atoms_);
                BigRatio made((*exact)[j], falling<BigNatural>(view.size, atoms_));
                made.canonicalize();
                if (role == Role::target)
                    made /= big(Ratio(static_cast<Int128>(sums[0]), static_cast<Int128>(view.size)));
                odds_->offer(c, role, {.first = j}, std::move(made));
            }
    }
    void merge(const Together& other) override {
        const auto& right = static_cast<const CkTogether&>(other);
        certain_ |= right.certain_;
        if (!odds_)
            odds_ = right.odds_;
        else if (right.odds_)
            odds_->merge(*right.odds_);
    }
    Levels measure() const override { return {ratio_above(disclosure())}; }
    Verdict decide() const override { return verdict(!c_ || c_->infinite() || disclosure() < big(*c_)); }

private:
    BigRatio disclosure() const {
        if (certain_) return BigRatio(1);
        const auto odds = odds_ ? odds_->least() : std::nullopt;
        return odds ? BigRatio(BigRatio(1) / (*odds + 1)) : BigRatio(0);
    }

    std::size_t atoms_;
    std::optional<Ratio> c_;
    bool certain_ = false;           // some person's values can all be negated but one
    std::optional<JointOdds> odds_;  // made for the first class, which shows that k is not beyond all values
};

class CkSafety final : public Model {
public:
    CkSafety(const ModelInfo& info, Arguments given)
        : Model(info, std::move(given)), c_(arguments().ratio("c")), k_(arguments().whole("k").value()) {}

    Levels measure(const ClassView& view) const override {
        const auto disclosure = exactly(view);
        return {disclosure ? *disclosure : ratio_above(largely(view))};
    }
    Verdict decide(const ClassView& view) const override {
        if (!c_) return Verdict::holds;
        const auto disclosure = exactly(view);
        return verdict(disclosure ? *disclosure < *c_ : largely(view) < big(*c_));
    }
    std::unique_ptr<Together> together() const override {
        // What one piece does in another class it does as well in the target's, or in that class about another target.
        if (k_ < 2) return nullptr;
        return std::make_unique<CkTogether>(std::min<std::uint64_t>(k_, most_atoms - 1) + 1, c_);
    }
    std::uint64_t least_lost(const ClassView& view) const override {
        // Parts that hold by themselves may fail only together.
        return k_ < 2 ? Model::least_lost(view) : 0;
    }
    std::optional<BeliefBound> belief_bound() const override {
        if (!c_) return std::nullopt;
        return BeliefBound{.most = *c_, .pruned = k_};
    }

private:
    // No class has so many values: with as many atoms everything is known.
    static constexpr std::uint64_t most_atoms = std::uint64_t{1} << 32;

    // All but one of the values of somebody can be ruled out.
    bool is_certain(const ClassView& view) const { return view.values.size() <= k_ + 1 || k_ >= most_atoms; }

    // The maximum disclosure of the class alone; nothing where 128 bits may not hold it.
    std::optional<Ratio> exactly(const ClassView& view) const {
        if (is_certain(view)) return Ratio(1);
        const std::size_t atoms = k_ + 1;
        if (!is_small(view.size, atoms)) return std::nullopt;
        const auto& sums = top_sums(view, atoms);
        const Int128 others = falling<Int128>(view.size - 1, atoms - 1) * static_cast<Int128>(sums[0]);
        if (atoms > 2) return Ratio(others, others + least_products<Int128>(view.size, sums, atoms)[atoms]);
        // The same without room for tables: both atoms of one person, or one of each of two.
        const auto n = static_cast<Int128>(view.size), r1 = static_cast<Int128>(sums[0]);
        if (atoms == 1) return Ratio(r1, n);
        const Int128 of_one = (n - static_cast<Int128>(sums[1])) * (n - 1), of_two = (n - r1) * (n - 1 - r1);
        return Ratio(others, others + std::min(of_one, of_two));
    }
    BigRatio largely(const ClassView& view) const {
        const std::size_t atoms = k_ + 1;
        const auto& sums = top_sums(view, atoms);
        const BigNatural others = falling<BigNatural>(view.size - 1, atoms - 1) * natural(sums[0]);
        BigRatio made(others, others + least_products<BigNatural>(view.size, sums, atoms)[atoms]);
        made.canonicalize();
        return made;
    }

    std::optional<Ratio> c_;
    std::uint64_t k_;
};

}  // namespace

const ModelSpec& ck_safety_model() {
    using namespace parameters;
    static const ModelSpec spec{
        {.name = "ck_safety",
         .title = "(c, k)-safety",
         .citation = "D. J. Martin, D. Kifer, A. Machanavajjhala, J. Gehrke, J. Halpern: Worst-Case Background "
                     "Knowledge for Privacy-Preserving Data Publishing. ICDE 2007",
         .promise = "An attacker who knows everybody's class and any k implications between values of people, of one "
                    "class or of several (\"if Alice has the flu, Bob has it too\"; \"Carol has no cancer\" is one "
                    "too), believes in nobody's sensitive value with c or more.",
         .limits = "More than k pieces of knowledge may reveal everything, and k pieces are few if one person knows a "
                   "whole ward. Knowledge of probabilities is not covered. With k = 2 or more an attacker combines "
                   "classes, so that the table is judged as a whole.",
         .parameters = {models::parameters::strict(models::parameters::most_share(
                            "c", "belief of an attacker who knows the k worst implications")),
                        models::parameters::given_pieces("k", "implications that the attacker knows", "1")},
         .traits = {.monotone = true, .one_value_each = true, .needs_sensitive = true}},
        make_model<CkSafety>};
    return spec;
}

}  // namespace scrim::models
