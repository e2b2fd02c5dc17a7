// Distributional privacy: two tables that are drawn, apart from each other, from one population make any answer about
// equally likely, but for a share beta of the draws. What is released tells of the population and of no table drawn
// from it.
//
// A. Blum, K. Ligett, A. Roth, A Learning Theory Approach to Non-Interactive Database Privacy, STOC 2008. A mechanism
// states exp_alpha, the most by which the chances of an answer differ, as "distributional_exp_alpha"; none of the
// methods here does, so that of all releases it is undecided.
#include "kernel/models/mechanism.h"
#include "kernel/models/parameters.h"

namespace scrim::models {
namespace {

class DistributionalPrivacy : public Mechanism {
public:
    using Mechanism::Mechanism;

    std::optional<Levels> measure_design(const Design& design) const override {
        const Ratio* reached = find_number(design, "distributional_exp_alpha");
        return reached ? std::optional(Levels{*reached}) : std::nullopt;
    }
};

}  // namespace

const ModelSpec& distributional_privacy_model() {
    using namespace parameters;
    static const ModelSpec spec{
        {.name = "distributional_privacy",
         .title = "distributional privacy",
         .citation =
             "A. Blum, K. Ligett, A. Roth: A Learning Theory Approach to Non-Interactive Database Privacy. STOC 2008",
         .promise = "Whatever is released is at most exp_alpha times as likely for one table as for another that is "
                    "drawn from the same population, but for a share beta of such pairs.",
         .limits = "Stricter than differential privacy, and known for mechanisms of few kinds of queries only: no "
                   "algorithm of this program makes releases by it, and of none it can be confirmed. A person who is "
                   "unlike the whole population is not protected by it.",
         .parameters = {most("exp_alpha",
                             "how many times as likely a release is for one table as for another, at most"),
                        given_number("beta", "the share of pairs of tables that are not spoken of", "0", "0")},
         .traits = {.of_mechanism = true}},
        make_model<DistributionalPrivacy>};
    return spec;
}

}  // namespace scrim::models
