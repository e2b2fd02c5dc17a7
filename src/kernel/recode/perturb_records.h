// Runs a perturbing method: which columns it changes, what it cannot serve, and then the method.
#pragma once

#include "kernel/recode/perturbation.h"
#include "kernel/recode/recoder.h"

#include <string>

namespace scrim::recode {

// Why a perturbing method cannot serve such a policy, whatever the data; "" when it can.
std::string why_refused(const RecoderSpec& recoder, const Policy& policy);

// The columns that it would change: those that are named, or the default; refuses those that it cannot change.
Result<std::vector<std::size_t>> chosen_columns(const RecoderSpec& recoder, const Records& records,
                                                const models::Arguments& arguments);

// Chooses the columns of `records` and perturbs them.
Result<Perturbed> perturb_records(const RecoderSpec& recoder, Records& records, const models::Arguments& arguments,
                                  Random& random, Progress& progress);

}  // namespace scrim::recode
