// What the certificate of a differentially private release says of that, read and not yet believed.
#pragma once

#include "kernel/core/big_ratio.h"
#include "kernel/core/ratio.h"
#include "scrim/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace scrim::verifier {

class JsonObject;

struct ClaimedNoise {
    std::vector<std::string> columns;
    std::uint64_t cells = 0;
    Ratio parameter;  // variance or rate
    BigRatio cost;
};

struct ClaimedChoice {
    Ratio epsilon;
    BigRatio cost;
};

struct ClaimedDomain {
    std::string column, from;
    std::uint64_t values = 0;
    bool missing = false;
    std::optional<Ratio> lowest, highest;  // of numbers between bounds
};

struct ClaimedPrivacy {
    bool gaussian = false;  // costs are rho, else epsilon
    Ratio total;
    std::optional<Ratio> epsilon, delta;
    std::uint64_t per_person = 1;
    std::vector<ClaimedNoise> counts;
    std::vector<ClaimedChoice> choices;
    std::vector<ClaimedDomain> domains;
};

// The object "privacy". Refuses numbers that are none and columns that the release lacks.
Result<ClaimedPrivacy> parse_privacy(JsonObject& object, const std::vector<std::string>& columns,
                                     std::vector<std::string>& unknown);

}  // namespace scrim::verifier
