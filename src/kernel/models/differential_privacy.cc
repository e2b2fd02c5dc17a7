// (epsilon, delta)-differential privacy: of any two tables that differ in one person's records, a release is at most
// exp(epsilon) times as likely from one as from the other, but for a chance of delta.
//
// C. Dwork, Differential Privacy, ICALP 2006; C. Dwork, K. Kenthapadi, F. McSherry, I. Mironov, M. Naor, Our Data,
// Ourselves, EUROCRYPT 2006. A property of what makes the release, so that a bare table is undecided. A mechanism
// states both numbers; without `delta`, none is allowed.
#include "kernel/models/mechanism.h"
#include "kernel/models/parameters.h"

namespace scrim::models {
namespace {

class DifferentialPrivacy : public Mechanism {
public:
    using Mechanism::Mechanism;

    std::optional<Levels> measure_design(const Design& design) const override {
        const Ratio *epsilon = find_number(design, "epsilon"), *delta = find_number(design, "delta");
        if (!epsilon || !delta) return std::nullopt;
        // Nothing is promised without a delta where there is one.
        const bool pure = !arguments().ratio("delta") && Ratio(0) < *delta;
        return Levels{pure ? Ratio::infinity() : *epsilon, *delta};
    }

    std::optional<Design> least_design() const override {
        const auto epsilon = arguments().ratio("epsilon");
        if (!epsilon) return std::nullopt;
        return Design{{"epsilon", *epsilon}, {"delta", arguments().ratio("delta").value_or(Ratio(0))}};
    }
};

}  // namespace

const ModelSpec& differential_privacy_model() {
    using namespace parameters;
    static const ModelSpec spec{
        {.name = "differential_privacy",
         .title = "differential privacy",
         .citation = "C. Dwork: Differential Privacy. ICALP 2006; C. Dwork, K. Kenthapadi, F. McSherry, I. Mironov, M. "
                     "Naor: Our Data, Ourselves. EUROCRYPT 2006",
         .promise =
             "Whether any one person's records are in the table changes the chance of any release by a factor of "
             "at most exp(epsilon), but for a chance of delta, whatever an attacker knows.",
         .limits =
             "What is true of the whole population is told, and may tell about people whether they are in the table or "
             "not. Several releases cost as much as all of them together. Which values a column may have is taken for "
             "known. No table shows whether it holds: only what made it can.",
         .parameters = {most("epsilon", "the logarithm of how many times as likely a release is, at most"),
                        most_share("delta", "the chance that it is more (not given: none)")},
         .traits = {.of_mechanism = true}},
        make_model<DifferentialPrivacy>};
    return spec;
}

}  // namespace scrim::models
