// (d, gamma)-privacy: whoever believed beforehand that a row is in the table with at most d, and of each row apart from
// the others, believes it afterwards with at most gamma; and with no less than d / gamma of what was believed before.
//
// V. Rastogi, D. Suciu, S. Hong, The Boundary Between Privacy and Utility in Data Publishing, VLDB 2007. Theirs is a
// mechanism on tables that are sets of rows of a known domain: a row of the table is released with chance alpha + beta,
// here `keep`, any other row of the domain with chance beta, each by itself. A row that is seen is believed with at
// most
//   d keep / (d keep + (1 - d) beta),     and one that is not seen with no less than (1 - keep) of before:
// so gamma must be at least the first and at least d / (1 - keep). The chance beta is 1 - exp(-rate), which is no less
// than rate / (1 + rate): with that, both are fractions.
//
// Example: d = 1/100 and keep = 1/2. Beta must be 1/25 for gamma = 1/9: 0.005 / (0.005 + 0.0396) = 0.112.
#include "kernel/core/text.h"
#include "kernel/models/mechanism.h"
#include "kernel/models/parameters.h"

#include <algorithm>

namespace scrim::models {
namespace {

// A product of numbers, nothing where 128 bits do not hold it.
std::optional<Int128> product(std::initializer_list<Int128> factors) {
    Int128 all = 1;
    for (const Int128 factor : factors)
        if (__builtin_mul_overflow(all, factor, &all)) return std::nullopt;
    return all;
}

class DGammaPrivacy : public Mechanism {
public:
    using Mechanism::Mechanism;

    static Result<void> check_arguments(const Arguments& given) {
        const auto d = given.ratio("d"), gamma = given.ratio("gamma");
        if (!gamma) return {};
        if (!d)
            return input_error(
                "d_gamma_privacy: d is not given: how much does an attacker believe beforehand, at most, that "
                "somebody's "
                "row is in the table?");
        if (*d < *gamma) return {};
        return input_error(format("d_gamma_privacy: gamma must be above d, which is {}", given.text("d")));
    }

    std::optional<Levels> measure_design(const Design& design) const override {
        const Ratio *keep = find_number(design, "keep"), *rate = find_number(design, "rate");
        const auto d = arguments().ratio("d");
        if (!d || !keep || !rate || *keep < Ratio(0) || Ratio(1) < *keep || !(Ratio(0) < *rate) || rate->infinite())
            return std::nullopt;
        const Int128 dn = d->numerator(), dd = d->denominator(), kn = keep->numerator(), kd = keep->denominator();
        // 1 / beta <= over / under
        const Int128 under = rate->numerator(), over = rate->numerator() + rate->denominator();
        const auto seen = product({dn, kn, over}), others = product({dd - dn, kd, under});
        const auto before = product({dn, kd}), unseen = product({dd, kd - kn});
        Int128 all = 0;
        if (!seen || !others || !before || !unseen || __builtin_add_overflow(*seen, *others, &all)) return std::nullopt;
        const Ratio present = all == 0 ? Ratio(0) : Ratio(*seen, all).reduced();
        const Ratio absent = *unseen == 0 ? Ratio::infinity() : Ratio(*before, *unseen).reduced();
        return Levels{std::max(present, absent)};
    }

    // Rastogi et al.: keep as many as the second bound allows, then as few others as the first does.
    std::optional<Design> least_design() const override {
        const auto d = arguments().ratio("d"), gamma = arguments().ratio("gamma");
        if (!d || !gamma || d->numerator() == 0) return std::nullopt;
        const Int128 dn = d->numerator(), dd = d->denominator(), gn = gamma->numerator(), gd = gamma->denominator();
        const auto gained = product({gn, dd}), had = product({dn, gd});
        if (!gained || !had) return std::nullopt;
        const Ratio keep = Ratio(*gained - *had, *gained).reduced();
        if (gn == gd) return std::nullopt;  // nothing to hide: no other row need be there
        // beta >= keep d (1 - gamma) / (gamma (1 - d))
        const auto over = product({keep.numerator(), dn, gd - gn}), under = product({keep.denominator(), gn, dd - dn});
        if (!over || !under) return std::nullopt;
        const Ratio beta = Ratio(*over, *under).reduced();
        // rate / (1 + rate) >= beta; rounded up to a thousandth of itself.
        constexpr Int128 precision = 1000;
        const auto room = product({beta.denominator() - beta.numerator(), precision});
        if (!room) return std::nullopt;
        const Int128 whole = *room / beta.numerator();
        if (whole == 0) return std::nullopt;
        return Design{{"keep", keep}, {"rate", Ratio(precision, whole).reduced()}};
    }
};

}  // namespace

const ModelSpec& d_gamma_privacy_model() {
    using namespace parameters;
    static const ModelSpec spec{
        {.name = "d_gamma_privacy",
         .title = "(d, gamma)-privacy",
         .citation = "V. Rastogi, D. Suciu, S. Hong: The Boundary Between Privacy and Utility in Data Publishing. VLDB "
                     "2007",
         .promise =
             "An attacker who believes of each row apart that it is in the table, with at most d or for certain, "
             "believes "
             "it of none with more than gamma afterwards unless it was certain before, nor with less than d / gamma of "
             "what was believed before.",
         .limits =
             "Says nothing against attackers who know that rows depend on each other, as those of a family do, or who "
             "know how many rows there are. Holds for a table that is a set of rows, one for each person. Which values "
             "a column may have is taken for known.",
         .parameters = {{.name = "d",
                         .title = "what attackers believe beforehand, at most, of a row they do not know",
                         .kind = Parameter::Kind::ratio,
                         .bound = Parameter::Bound::given,
                         .minimum = "0",
                         .maximum = "1",
                         .open_minimum = true},
                        most_share("gamma", "what they believe of it afterwards, at most")},
         .traits = {.of_mechanism = true}},
        make_model<DGammaPrivacy>};
    return spec;
}

}  // namespace scrim::models
