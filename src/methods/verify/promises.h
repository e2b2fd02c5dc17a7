// The promises of a release: worded as the models make them, kept by the data, and reached as stated.
#pragma once

#include "kernel/models/judge.h"
#include "methods/verify/claimed_release.h"
#include "methods/verify/ledger.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace scrim::verifier {

struct Promise {
    const ClaimedPromise* claimed = nullptr;
    Requirement requirement;
    std::unique_ptr<models::Model> model;
};

// Nothing where a promise is none that a model makes; then no promise can be judged.
std::optional<std::vector<Promise>> read_promises(const ClaimedRelease& claimed, Ledger& ledger);

// The columns that promises ask about by name, and attributes made of several of them.
struct NamedColumns {
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> joined;
};
NamedColumns named_columns(const std::vector<Promise>& promises, const std::vector<std::string>& quasi_identifiers);

// A table that promises are judged by, and the columns that it knows.
struct Witness {
    const models::Evidence* evidence = nullptr;
    std::vector<std::string> columns;
};

struct Witnesses {
    Witness release;          // the records of the release
    Witness traced;           // the original's records in their classes, with people and guards; null when not known
    Witness stated;           // people as the release's own tables state them; null when they do not
    std::string untraced;     // why not
    bool population = false;  // was given
    bool original = false;    // was given, so that the release's evidence knows its distributions
};
// Those that are made of a mechanism, by the numbers that the certificate states of it.
void judge_mechanism(const std::vector<Promise>& promises, const models::Design& design, Ledger& ledger);
Result<void> judge_promises(const std::vector<Promise>& promises, const ClaimedRelease& claimed,
                            const Witnesses& witnesses, Ledger& ledger, Progress& progress);

}  // namespace scrim::verifier
