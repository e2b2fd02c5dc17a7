// m-confidentiality: the values of a sensitive set together have a share of at most 1/m of a class, and the classes
// were formed without looking at who has which value. Without a set, each value is one by itself. The level of a class
// is its size over the records with a value of the set: infinite where there are none. The second half is asked of the
// algorithm (trait needs_blind); a table does not show it.
//
// R. C.-W. Wong, A. W.-C. Fu, K. Wang, J. Pei, Minimality Attack in Privacy Preserving Data Publishing, VLDB 2007: the
// credibility of linking anybody to a sensitive value set is at most 1/m.
//
// Example: flu, flu, cold, HIV, ulcer reach 5/2, so m = 2 holds and m = 3 does not. The set {HIV} reaches 5, the set
// {HIV, flu} 5/3.
#include "kernel/models/mechanism.h"
#include "kernel/models/parameters.h"
#include "kernel/models/selected_values.h"

namespace scrim::models {
namespace {

class MConfidentiality : public Model {
public:
    MConfidentiality(const ModelInfo& info, Arguments given)
        : Model(info, std::move(given)), set_(arguments().list("set")), values_(set_) {}

    Result<void> check_attributes(std::span<const Sensitive* const> attributes) const override {
        return values_.check(attributes, info().name);
    }
    Levels measure(const ClassView& view) const override {
        return {Ratio(view.size, set_.empty() ? view.largest() : values_.all(view))};
    }
    // Where values were dealt so that nobody is believed to have one with more than 1/m.
    std::optional<Levels> measure_design(const Design& design) const override {
        const Ratio* m = find_number(design, "m");
        if (!m || !set_.empty()) return std::nullopt;
        return Levels{*m};
    }
    std::optional<BeliefBound> belief_bound() const override {
        const auto m = arguments().whole("m");
        if (!m || !set_.empty()) return std::nullopt;  // values outside the set are not protected
        return BeliefBound{.most = Ratio(1, static_cast<Int128>(*m))};
    }

private:
    std::vector<std::string> set_;
    SelectedValues values_;
};

}  // namespace

const ModelSpec& m_confidentiality_model() {
    using namespace parameters;
    static const ModelSpec spec{
        {.name = "m_confidentiality",
         .title = "m-confidentiality",
         .citation = "R. C.-W. Wong, A. W.-C. Fu, K. Wang, J. Pei: Minimality Attack in Privacy Preserving Data "
                     "Publishing. VLDB 2007",
         .promise =
             "An attacker who knows the algorithm, the requirements and everybody's quasi-identifiers believes of "
             "nobody, with more than 1/m, that the person's sensitive value is a given one (with a set: one of the "
             "set): no more than 1/m of a class have it, and classes were formed without looking at who has which "
             "value.",
         .limits =
             "How classes were formed cannot be seen in a table: the certificate names the algorithm, and whoever "
             "trusts it trusts that. Knows nothing of values that mean the same, unless they are in one set, or of "
             "attackers "
             "who rule out values. With a set, values outside it are not protected.",
         .parameters = {models::parameters::least_count("m",
                                                        "records of a class for each that has its most frequent value, "
                                                        "or one of the set, in the worst class"),
                        models::parameters::given_values(
                            "set", "values of which nobody may be believed to have any (default: each value alone)")},
         .traits = {.monotone = true, .needs_sensitive = true, .needs_blind = true}},
        make_model<MConfidentiality>};
    return spec;
}

}  // namespace scrim::models
