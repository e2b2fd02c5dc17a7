// Risk in a sample: its records stand for more people than are in it, by their sampling weights.
//
// Counted are, for each class, its records f and the people F of the population that they stand for (the sum of their
// weights); from these the individual risk of each record, and that of its household: somebody of the household is
// found when any of its members is. Where a person has several records, people are counted, each with the largest of
// their risks. Where it is known how the sample was drawn, population uniques are estimated, too
// (population_uniques.h). Estimates, never guarantees.
#pragma once

#include "kernel/core/ratio.h"
#include "kernel/core/table.h"
#include "scrim/check.h"

#include <optional>
#include <vector>

namespace scrim::risk {

// Columns of one table, by their place there.
struct SampleSubject {
    const Table& table;
    std::vector<std::size_t> quasi_identifiers;
    std::optional<std::size_t> weight = {};     // nothing: by the fraction, which all share
    std::optional<double> fraction = {};        // nothing: each record stands for its own person only
    std::optional<std::size_t> person = {};     // nothing where each record is another person's
    std::optional<std::size_t> household = {};  // who has none is a household of their own
    bool missing_matches = false;               // NULL and "*" match anything (models/crowds.h)
};

// One class, or rather its crowd.
struct SampleClass {
    std::uint64_t sample = 0;  // f
    double population = 0;     // F
};
// Of each class of equal quasi-identifiers, ascending by these. Refuses weights that are no numbers greater than 0, and
// people who have several.
Result<std::vector<SampleClass>> sample_classes(const SampleSubject& subject);

// With all that SampleReport has; `threshold` as in RiskReport.
Result<SampleReport> measure_sample(const SampleSubject& subject, const Ratio& threshold);

}  // namespace scrim::risk
