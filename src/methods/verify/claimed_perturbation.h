// What the certificate of a perturbed release says of what it keeps, read and not yet believed.
#pragma once

#include "kernel/models/model.h"
#include "methods/verify/claimed_privacy.h"
#include "scrim/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace scrim::verifier {

class JsonObject;

struct ClaimedKept {
    enum class What { margin, mean, covariance, values, subset, apart };
    What what = What::margin;
    std::vector<std::string> columns;
    std::uint64_t different = 0;                // of margin and values: how many there are in the release
    Ratio factor = 1, tolerance = 0, released;  // of mean and covariance; `released`: what it is in the release
};

// By which chances a column's values became others.
struct ClaimedTransition {
    std::string column;
    std::vector<std::optional<std::string>> values;  // nothing for a missing one
    std::optional<Ratio> retention;                  // it stays, or else is drawn …
    std::vector<Ratio> drawn;                        // … by these chances, or all alike where this is empty …
    std::vector<std::vector<Ratio>> rows;            // … or, without retention, a row of chances for each value
};

// Records print the center of their cluster, and in two added columns its size and radius.
struct ClaimedClusters {
    std::vector<std::string> columns;       // of the original: those that print the center
    std::vector<std::string> by_hierarchy;  // those of them whose categories are as far apart as a hierarchy says
    std::string size, radius;
    std::uint64_t least = 1;  // records in a cluster
    Ratio left_out;           // the largest share of the records that is in none
};

struct ClaimedPerturbation {
    std::vector<ClaimedKept> kept;
    models::Design design;
    std::vector<ClaimedTransition> transitions;
    std::optional<ClaimedClusters> clusters;
    std::optional<ClaimedPrivacy> privacy;  // of differentially private methods
    std::uint64_t alone_by_unchanged = 0;
};

// The object "perturbation"; `columns` are those of the release that the original has, `added` the others. Refuses
// numbers that are none, columns that the release lacks, and chances that do not add up to one.
Result<ClaimedPerturbation> parse_perturbation(JsonObject& object, const std::vector<std::string>& columns,
                                               const std::vector<std::string>& added,
                                               std::vector<std::string>& unknown);

}  // namespace scrim::verifier
