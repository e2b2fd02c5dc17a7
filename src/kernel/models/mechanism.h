// Mechanism: models that speak of how a release is made by chance, not of the classes in it.
//
// No table shows whether such a model holds. What made the release states its numbers exactly, by name (a Design), and
// the model decides by these; a recoder with the trait `mechanism` states some.
//
//   SCRIM_TRY(auto model, make_model(requirement));       // d_gamma_privacy(d=0.001, gamma=0.2)
//   model->least_design();                                // keep = 199/200, rate = …: what keeps it with least loss
//   judge_mechanism(*model, design).verdict();            // of what was made
#pragma once

#include "kernel/models/judge.h"

namespace scrim::models {

class Mechanism : public Model {
public:
    using Model::Model;

    // Of a class it says nothing; judges do not ask (why_not).
    Levels measure(const ClassView&) const final { return {}; }
    Verdict decide(const ClassView&) const final { return Verdict::undecided; }
};

// The number of that name; null where there is none.
const Ratio* find_number(const Design& design, std::string_view name);

// What the model says of a mechanism with these numbers: one finding without classes, or why it cannot be asked.
Judgment judge_mechanism(const Model& model, const Design& design);
// Of a model that asks for classes formed blindly: do these numbers say that what was done to values makes up for it?
bool bounds_belief(const Model& model, const Design& design);

}  // namespace scrim::models
