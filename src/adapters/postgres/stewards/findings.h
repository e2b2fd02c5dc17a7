// What a check found, as rows of SQL: one per level, risk, metric and note. The figures are those of `scrim check`.
#pragma once

#include "scrim/check.h"

#include <optional>
#include <string>
#include <vector>

namespace scrim::postgres {

struct Finding {
    std::string kind;                  // table, model, requirement, risk, sample, exact, metric, note
    std::string name;                  // k_anonymity, prosecutor, ncp, …
    std::string parameter = {};        // k, highest, …
    std::string attribute = {};        // the sensitive attribute that it is about or worst for
    std::optional<double> value = {};  // infinite where no finite value holds, or where every value does
    std::string exact = {};            // the fraction
    std::optional<bool> holds = {};    // of requirements; nothing where it is undecided
    std::string detail = {};
};

std::vector<Finding> findings_of(const CheckReport& report);

}  // namespace scrim::postgres
