// What a check asks of a table, and which columns it has to read for that.
//
//   SCRIM_TRY(const Asked asked, models_to_ask(policy));
//   SCRIM_TRY(const Needed needed, columns_to_read(asked, request, source));
#pragma once

#include "kernel/core/source.h"
#include "kernel/models/model.h"
#include "scrim/check.h"

#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

namespace scrim::checking {

// The models to ask: every one with its defaults, and those that are required, as required.
struct Asked {
    std::vector<std::unique_ptr<models::Model>> models;  // of the registry, then of the requirements
    std::size_t measured = 0;                            // how many are of the registry
};

Result<Asked> models_to_ask(const Policy& policy);

// Columns that must be read, and attributes that models make of several columns.
struct Needed {
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> joined;
    std::vector<std::string> distributions;  // of the original, with which some model compares

    void add(const std::string& column) {
        if (known_.insert(column).second) columns.push_back(column);
    }

private:
    std::unordered_set<std::string> known_;  // models may ask about every pair of a thousand columns
};

Result<Needed> columns_to_read(const Asked& asked, const CheckRequest& request, const TableSource& source);
// Of the original: what utility is measured by, and the distributions that some model compares with.
std::vector<std::string> original_columns(const Needed& needed, const Policy& policy);
// The needed columns, and those that only the measures of whole tables look at: the insensitive ones, and what is known
// of the sample.
std::vector<std::string> with_measured(std::vector<std::string> columns, const CheckRequest& request,
                                       const TableSource& source);

}  // namespace scrim::checking
