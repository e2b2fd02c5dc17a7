// The judge: measures and decides any number of models on one table, in one pass over the classes each question names.
#pragma once

#include "kernel/models/evidence.h"
#include "scrim/result.h"

#include <memory>
#include <string>
#include <vector>

namespace scrim::models {

// Where a table is worst.
struct Worst {
    Ratio level;  // of one measured parameter; where classes are judged together, of all of them
    // The printed values on x, nothing for NULL, of the class that is worst by itself; empty for the people whom no
    // class stands for.
    std::vector<std::optional<std::string>> values;
    std::uint64_t records = 0;  // of the class
};

// One model on one question, by one attribute.
struct Finding {
    std::vector<std::string> x;
    std::string attribute;     // the sensitive attribute judged, "" for models that ask for none
    std::vector<Worst> worst;  // one per measured parameter, in the order of the description
    // With the thresholds the model was made with:
    Verdict verdict = Verdict::holds;
    std::uint64_t failing = 0;       // classes that do not hold by themselves
    std::uint64_t failing_rows = 0;  // records in them
};

struct Judgment {
    const Model* model = nullptr;
    bool decides = false;        // a threshold was given
    std::string not_applicable;  // why the model cannot be asked of this table, "" when it can
    // Sensitive attributes that it could not be asked of, and why, where it could be asked of others.
    std::vector<std::pair<std::string, std::string>> skipped;
    std::vector<Finding> findings;  // per question and attribute

    // The finding with the worst level of the i-th measured parameter: of all, or of one attribute. There is one at
    // least.
    const Finding& worst(std::size_t i) const;
    const Finding& worst(std::size_t i, std::string_view attribute) const;
    // Undecided never counts as holding, nor does what was not asked of every sensitive attribute.
    Verdict verdict() const;
};

Result<std::vector<Judgment>> judge(const Evidence& evidence, const std::vector<const Model*>& models,
                                    Progress& progress);

// The measured parameters of a model, in the order of its description.
std::vector<const Parameter*> measured_parameters(const ModelInfo& info);
// a is worse than b for that parameter.
bool worse(const Parameter& parameter, const Ratio& a, const Ratio& b);

}  // namespace scrim::models
