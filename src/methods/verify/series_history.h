// The history of a series as its verifier reads it: who was in the last release, in which group, with which signature.
#pragma once

#include "methods/verify/released_data.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace scrim::verifier {

using Values = std::set<std::string>;  // sensitive values as they are printed; NULL is "\0"

struct SeriesHistory {
    const series::MethodSpec* method = nullptr;  // never null
    std::string key;
    std::vector<std::string> columns;  // quasi-identifiers, then the sensitive one
    Table people;                      // columns: person, those by number, group, signature
    std::vector<Values> signatures;
    std::map<std::string, std::uint32_t> departed;  // fingerprint -> signature
    hierarchy::Hierarchies hierarchies;             // of its policy, as the owner keeps them

    std::string name(std::size_t person) const;
    std::string value(std::size_t person) const;
    std::string group(std::size_t person) const;
    std::uint32_t signature_of(std::size_t person) const;
    std::string fingerprint_of(const std::string& name) const;
    const Column& quasi_identifier(std::size_t a) const { return people[a + 1]; }
};

// As values are printed, with a name for NULL that nothing else has.
std::string printed_value(const Domain& domain, Code code);

// Nothing, and a claim that fails, when it cannot be read or is not what its checksums say.
Result<std::optional<SeriesHistory>> read_series_history(const std::string& folder, const Reading& reading,
                                                         Ledger& ledger);

// Everybody of the history is hidden in the release as the history says.
Result<void> check_last_release(const SeriesHistory& history, const std::string& folder, const Reading& reading,
                                Ledger& ledger);
// Whoever was in the release before keeps the signature, unless the value is another that it does not hold.
void check_signatures_kept(const SeriesHistory& history, const SeriesHistory& before, Ledger& ledger);

}  // namespace scrim::verifier
