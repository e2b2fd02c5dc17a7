// PrivacyStatement: what a differentially private release says of itself, as NIST SP 800-226 ("Guidelines for
// evaluating differential privacy guarantees", 2025) asks: whose privacy, how much, by which mechanisms, and what was
// taken to be public. All numbers are exact, so that anybody can add up the costs.
#pragma once

#include "kernel/core/big_ratio.h"
#include "kernel/core/ratio.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace scrim::recode {

// Counts of all combinations of values of some columns, each with noise.
struct NoisyCounts {
    std::vector<std::string> columns;
    std::uint64_t cells = 0;
    Ratio parameter;  // of discrete Laplace noise its rate, of discrete Gaussian noise its variance
    BigRatio cost;
};

// One of several sets of columns, chosen by the exponential mechanism.
struct PrivateChoice {
    std::uint64_t candidates = 0;
    Ratio epsilon;  // the chances of a choice differ by at most exp(epsilon)
    BigRatio cost;
};

// All values that a column may have.
struct PublicDomain {
    enum class From { hierarchy, bounds, observed };
    std::string column;
    From from = From::hierarchy;
    std::uint64_t values = 0;     // that the mechanism tells apart, without the missing one
    bool missing = false;         // a value may be missing
    std::string lowest, highest;  // of bounds
};

struct PrivacyStatement {
    std::uint32_t per_person = 1;  // records of one person that were looked at
    bool several = false;          // people may have more: which were looked at was drawn by chance
    bool gaussian = false;         // costs are rho of zCDP; else epsilon
    Ratio total;                   // no less than all costs together
    // Of Gaussian noise, where it was asked so: what rho was computed from.
    std::optional<Ratio> epsilon, delta;
    std::vector<NoisyCounts> counts;
    std::vector<PrivateChoice> choices;
    std::vector<PublicDomain> domains;
    bool declared_size = false;  // how many records are released was given, not estimated
};

}  // namespace scrim::recode
