// JointOdds: the least odds against an attacker who spends pieces of knowledge on people of several classes.
//
// Knowledge comes in two kinds. Spending some of it on a class multiplies the odds against the attacker's target by a
// factor; one class is the target's, any others help. offer() says what a class has to give, least() finds the best
// choice of a target's class and helpers within the budget. Of the classes for one role and one price only the best can
// be part of it, so that few are kept, whatever the table's size.
//
//   JointOdds odds({.first = 2}, 3);              // two pieces of the first kind, three classes at most
//   const auto c = odds.next_class();
//   odds.offer(c, Role::target, {.first = 1}, BigRatio(3, 2));
//   odds.offer(c, Role::helper, {.first = 1}, BigRatio(3, 5));
//   …
//   odds.least();                                 // nothing where no class was offered as the target's
#pragma once

#include "kernel/core/big_ratio.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace scrim::models {

class JointOdds {
public:
    enum class Role { target, helper };
    struct Spent {
        std::size_t first = 0, second = 0;
    };

    // `classes`: no more are worth spending on, the target's among them.
    JointOdds(Spent budget, std::size_t classes);

    std::uint64_t next_class() { return classes_++; }
    // Could a factor of about this size (a relative error of 10^-9 is allowed for) change anything? If not, the exact
    // one need not be made.
    bool may_matter(Role role, Spent spent, long double estimate) const;
    // Within the budget; once for each role and price of a class.
    void offer(std::uint64_t c, Role role, Spent spent, BigRatio factor);
    // Of other classes, with the same budget.
    void merge(const JointOdds& other);

    std::optional<BigRatio> least() const;

private:
    struct Offer {
        BigRatio factor;
        std::uint64_t c;
    };
    std::size_t place(Role role, Spent spent) const;
    void keep(std::vector<Offer>& offers, Offer offer) const;

    Spent budget_;
    std::size_t most_classes_;
    std::uint64_t classes_ = 0;
    std::vector<std::vector<Offer>> best_;  // per role and price, the least factors first
};

}  // namespace scrim::models
