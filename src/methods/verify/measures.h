// Class sizes, risks and metrics of a release, recomputed.
#pragma once

#include "kernel/models/classes.h"
#include "methods/verify/ledger.h"
#include "methods/verify/printed_spans.h"
#include "methods/verify/promises.h"
#include "methods/verify/released_data.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace scrim::verifier {

// `classes` of the release's records; `counted` of what the certificate counts, records or people, null when not known
// for the reason given.
void check_classes(const ClaimedRelease& claimed, const models::Classes& classes, const models::Classes* counted,
                   const std::string& uncounted, Ledger& ledger);
// Where a population was used for it, the marketer's risk needs it again.
void check_risks(const ClaimedRelease& claimed, const models::Classes* counted, bool population_given,
                 const std::string& uncounted, Ledger& ledger);

// How many records of each class hold the most frequent value of a column; nothing when the release does not show it.
using Majorities = std::optional<std::vector<std::uint32_t>>;
Result<Majorities> majorities(const std::string& column, const ClaimedRelease& claimed,
                              const models::Evidence& evidence, const std::vector<std::string>& known,
                              TableSource& data, const Reading& reading);

// What metrics are measured on.
struct MetricGrounds {
    const models::Classes& classes;      // of the release's records
    const models::Classes* counted;      // of what is counted, records or people; null when not known
    const Tuples& printed;               // quasi-identifiers first, as they are printed
    std::uint64_t rows = 0;              // of the release
    std::vector<PrintedColumn> columns;  // of every quasi-identifier, in the order of `printed`; empty when not known
    const PrintedColumn* cells;          // of a sensitive column that is generalized record by record; else null …
    std::vector<std::uint64_t> cell_counts;  // … and how many records print each of its values
    const Tuples* original = nullptr;        // null when not given
    std::uint64_t k = 1;                     // the class size that was asked for
    std::function<Result<Majorities>(const std::string&)> majorities;
};
Result<void> check_metrics(const ClaimedRelease& claimed, const MetricGrounds& grounds, Ledger& ledger);

// The least class that satisfies every promise which looks at nothing but how many records a class has; at least 1.
std::uint64_t asked_class_size(const std::vector<Promise>& promises, const ClaimedRelease& claimed);

}  // namespace scrim::verifier
