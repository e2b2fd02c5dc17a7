#include "kernel/models/joint_odds.h"

#include <algorithm>
#include <map>

namespace scrim::models {

JointOdds::JointOdds(Spent budget, std::size_t classes)
    : budget_(budget), most_classes_(classes), best_(2 * (budget.first + 1) * (budget.second + 1)) {}

std::size_t JointOdds::place(Role role, Spent spent) const {
    const std::size_t price = spent.first * (budget_.second + 1) + spent.second;
    return 2 * price + (role == Role::helper ? 1 : 0);
}

bool JointOdds::may_matter(Role role, Spent spent, long double estimate) const {
    const auto& offers = best_[place(role, spent)];
    if (offers.size() < most_classes_) return true;
    const double worst = offers.back().factor.get_d();
    // A factor too small for a double is compared itself, and so is an estimate that is no number.
    return worst < 1e-290 || !(estimate > worst * (1 + 2e-9L));
}

void JointOdds::keep(std::vector<Offer>& offers, Offer offer) const {
    const auto after = std::upper_bound(offers.begin(), offers.end(), offer,
                                        [](const Offer& a, const Offer& b) { return a.factor < b.factor; });
    offers.insert(after, std::move(offer));
    // The others have taken all but one of so many classes at most: one that is left is as good.
    if (offers.size() > most_classes_) offers.pop_back();
}

void JointOdds::offer(std::uint64_t c, Role role, Spent spent, BigRatio factor) {
    keep(best_[place(role, spent)], {std::move(factor), c});
}

void JointOdds::merge(const JointOdds& other) {
    for (std::size_t i = 0; i < best_.size(); ++i)
        for (const Offer& offer : other.best_[i]) keep(best_[i], {offer.factor, classes_ + offer.c});
    classes_ += other.classes_;
}

std::optional<BigRatio> JointOdds::least() const {
    struct Choice {
        Role role;
        Spent spent;
        const BigRatio* factor;
    };
    std::map<std::uint64_t, std::vector<Choice>> choices;  // by class
    for (std::size_t first = 0; first <= budget_.first; ++first)
        for (std::size_t second = 0; second <= budget_.second; ++second)
            for (const Role role : {Role::target, Role::helper})
                for (const Offer& offer : best_[place(role, {first, second})])
                    choices[offer.c].push_back({role, {first, second}, &offer.factor});
    // least[target is chosen][spent]: over the classes so far.
    std::vector<std::optional<BigRatio>> least(best_.size());
    const auto at = [&](bool chosen, std::size_t first, std::size_t second) {
        return place(chosen ? Role::target : Role::helper, {first, second});
    };
    least[at(false, 0, 0)] = BigRatio(1);
    for (const auto& [c, offered] : choices) {
        auto next = least;  // the class is passed over
        for (std::size_t first = 0; first <= budget_.first; ++first)
            for (std::size_t second = 0; second <= budget_.second; ++second)
                for (const bool chosen : {false, true}) {
                    const auto& before = least[at(chosen, first, second)];
                    if (!before) continue;
                    for (const Choice& choice : offered) {
                        const bool target = choice.role == Role::target;
                        const std::size_t f = first + choice.spent.first, s = second + choice.spent.second;
                        if ((chosen && target) || f > budget_.first || s > budget_.second) continue;
                        auto& after = next[at(chosen || target, f, s)];
                        BigRatio odds = *before * *choice.factor;
                        if (!after || odds < *after) after = std::move(odds);
                    }
                }
        least = std::move(next);
    }
    std::optional<BigRatio> all;
    for (std::size_t first = 0; first <= budget_.first; ++first)
        for (std::size_t second = 0; second <= budget_.second; ++second)
            if (const auto& odds = least[at(true, first, second)]; odds && (!all || *odds < *all)) all = *odds;
    return all;
}

}  // namespace scrim::models
