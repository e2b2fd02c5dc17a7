// (alpha, k)-anonymity: every class has at least k records, and no sensitive value has a share
// above alpha of it. Levels: the share of the most frequent value, and the size of the class. The
// paper speaks of one sensitive value; here one alpha protects them all.
//
// R. C.-W. Wong, J. Li, A. W.-C. Fu, K. Wang, (alpha, k)-Anonymity, KDD 2006.
//
// Example: a class of flu, flu, cold, HIV reaches alpha = 1/2 and k = 4.
#include "kernel/models/evenness.h"
#include "kernel/models/model.h"
#include "kernel/models/parameters.h"

namespace scrim::models {
namespace {

class AlphaKAnonymity : public Model {
public:
    AlphaKAnonymity(const ModelInfo& info, Arguments given)
        : Model(info, std::move(given)), alpha_(arguments().ratio("alpha")), k_(arguments().whole("k").value_or(0)) {}

    Levels measure(const ClassView& view) const override { return {confidence(view), Ratio(view.size)}; }
    Verdict decide(const ClassView& view) const override {
        return verdict(view.size >= k_ && (!alpha_ || confidence(view) <= *alpha_));
    }
    std::uint64_t least_lost(const ClassView& view) const override {
        if (view.size < k_) return view.size;
        return least_uneven(view, [&](const ClassView& lower) { return confidence(lower) <= *alpha_; });
    }
    std::optional<BeliefBound> belief_bound() const override {
        if (!alpha_) return std::nullopt;
        return BeliefBound{.most = *alpha_};
    }

private:
    static Ratio confidence(const ClassView& view) { return Ratio(view.largest(), view.size); }

    std::optional<Ratio> alpha_;
    std::uint64_t k_;
};

}  // namespace

const ModelSpec& alpha_k_anonymity_model() {
    using namespace parameters;
    static const ModelSpec spec{
        {.name = "alpha_k_anonymity",
         .title = "(alpha, k)-anonymity",
         .citation = "R. C.-W. Wong, J. Li, A. W.-C. Fu, K. Wang: (alpha, k)-Anonymity: An Enhanced k-Anonymity "
                     "Model for Privacy Preserving Data Publishing. KDD 2006",
         .promise = "An attacker who knows a person's quasi-identifier links the person to k records or more and "
                    "infers no sensitive value with a confidence above alpha.",
         .limits = "The attacker is assumed to know nothing else about the person. One alpha for all values: a rare "
                   "value may become much more likely than it is in the table (t-closeness, beta-likeness bound "
                   "that).",
         .parameters = {models::parameters::most_share(
                            "alpha", "confidence in the most frequent sensitive value, in the worst class"),
                        models::parameters::least_class_size("k")},
         .traits = {.monotone = true, .needs_sensitive = true}},
        make_model<AlphaKAnonymity>};
    return spec;
}

}  // namespace scrim::models
