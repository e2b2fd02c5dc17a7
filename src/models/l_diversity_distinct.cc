#include "models/model.h"
#include "models/parameters.h"

namespace scrim {
namespace {

class LDiversityDistinct : public Model {
public:
    LDiversityDistinct(const ModelInfo& info, Arguments given)
        : Model(info, std::move(given)), l_(arguments().whole("l").value_or(0)) {}

    Levels measure(const ClassView& view) const override { return {Ratio(view.values.size())}; }
    Verdict decide(const ClassView& view) const override { return verdict(view.values.size() >= l_); }

private:
    std::uint64_t l_;
};

}  // namespace

const ModelSpec& l_diversity_distinct_model() {
    using namespace parameters;
    static const ModelSpec spec{
        {.name = "l_diversity_distinct",
         .title = "distinct l-diversity",
         .citation = "A. Machanavajjhala, J. Gehrke, D. Kifer, M. Venkitasubramaniam: l-Diversity: Privacy Beyond "
                     "k-Anonymity. ICDE 2006. As p-sensitive k-anonymity: T. M. Truta, B. Vinay: Privacy Protection: "
                     "p-Sensitive k-Anonymity Property. ICDE Workshops 2006",
         .promise = "An attacker who knows in which class a person is must rule out l - 1 values or more to learn "
                    "the sensitive value.",
         .limits = "The values may be very unevenly frequent, so that one of them is a safe guess; entropy and "
                   "recursive l-diversity bound that. Knows nothing of values that mean the same.",
         .parameters = {least_count("l", "different sensitive values in the worst class")},
         .traits = {.monotone = true, .upward_closed = true, .needs_sensitive = true}},
        make_model<LDiversityDistinct>};
    return spec;
}

}  // namespace scrim
