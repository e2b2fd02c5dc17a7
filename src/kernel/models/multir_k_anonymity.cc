// MultiR k-anonymity: a database of several tables about people, joined to one. An attacker may know all records of a
// person. For everybody there are k - 1 others or more whose records have the same set of values on the
// quasi-identifier. The level is the number of people with the rarest such set.
//
// M. E. Nergiz, C. Clifton, A. E. Nergiz, MultiRelational k-Anonymity, ICDE 2007: equal are the projections of what the
// join holds of each person, which are sets. How often a value occurs there does not count.
//
// k-anonymity, counted in people, asks that k people or more have each single combination of values: an attacker who
// knows two records of a person may still find that nobody else has both.
//
// Example: Ann was in wards A and B, Bob in A and B, Carl in A, Dora in B and Eve in A: each ward has three people or
// more, and Dora alone was in B only: 1. Without Dora, {A, B} has two and {A} two: 2.
#include "kernel/models/model.h"
#include "kernel/models/parameters.h"

namespace scrim::models {
namespace {

class MultirKAnonymity final : public Model {
public:
    using Model::Model;

    std::vector<Question> questions(const std::vector<std::string>&) const override {
        std::vector<Question> questions = questions_on(arguments().sets("qid"));
        for (Question& question : questions) question.owners = true;
        return questions;
    }
    Levels measure(const ClassView& view) const override { return {Ratio(view.size)}; }
};

}  // namespace

const ModelSpec& multir_k_anonymity_model() {
    using namespace parameters;
    static const ModelSpec spec{
        {.name = "multir_k_anonymity",
         .title = "MultiR k-anonymity",
         .citation = "M. E. Nergiz, C. Clifton, A. E. Nergiz: MultiRelational k-Anonymity. ICDE 2007",
         .promise = "An attacker who knows all quasi-identifiers in all records of a person, in the join of several "
                    "tables, cannot tell the person from k - 1 other people.",
         .limits = "Does not protect sensitive values: all k people may have the same. How often a person has a "
                   "combination of values is taken to be unknown. Where everybody has one record it is k-anonymity; "
                   "it needs the policy to say whose record is whose.",
         .parameters = {models::parameters::least_count("k", "people with the rarest set of records"),
                        models::parameters::given_column_sets(
                            "qid", "quasi-identifiers, each a set of columns (default: one, all of them)")},
         .traits = {.monotone = true, .upward_closed = true, .per_class = false}},
        make_model<MultirKAnonymity>};
    return spec;
}

}  // namespace scrim::models
