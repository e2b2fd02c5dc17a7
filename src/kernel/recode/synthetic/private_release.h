// What dp_marginals and dp_synthesize have in common: their parameters, what they look at, and how a fitted model
// becomes a release.
#pragma once

#include "kernel/recode/recoder.h"
#include "kernel/recode/synthetic/counting.h"

#include <string>
#include <vector>

namespace scrim::recode::synthetic {

// epsilon, delta, rho, bounds, observed, missing, per_person, records.
std::vector<Parameter> privacy_parameters();

// Everything that may be looked at, and what it may cost.
struct Private {
    PublicDomains domains;
    Spending spending;
    Cells cells;  // of the records that are looked at
    PrivacyStatement statement;

    static Result<Private> of(std::string_view method, const Records& records, const models::Arguments& arguments,
                              Random& random);
    std::vector<std::string> names(const marginal::Variables& variables) const;
    // Pays, and says so in the statement.
    marginal::Measured measure(const std::vector<std::int64_t>& truth, const marginal::Variables& variables,
                               const CountNoise& noise, noise::Coins& coins);
};

// Rows of the columns' cells, as a release. `rows`: by column.
Perturbed released(Private& from, const Cells& rows, Random& random);
// How many rows to draw of it.
std::uint64_t rows_of(const models::Arguments& arguments, double estimated);

// Of both recoders.
void describe(RecoderSpec& spec);

}  // namespace scrim::recode::synthetic
