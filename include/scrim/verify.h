// Verify: is a release as safe as its certificate says? Recomputed from its files alone.
//
//   VerifyRequest request;
//   request.folder = "release";
//   Result<VerifyReport> report = verify(request, no_progress());
//   if (report && report->holds()) std::cout << to_text(*report);
//
// The folder may also be that of a series (republish.h): then every release is verified, and all of them together.
// What nobody can recompute from a release is not vouched for: that its columns have the roles stated, that nothing
// else should have been promised (the policy says that), and how it was made.
#pragma once

#include "scrim/input.h"
#include "scrim/policy.h"
#include "scrim/result.h"

#include <optional>
#include <string>
#include <vector>

#pragma GCC visibility push(default)
namespace scrim {

struct VerifyRequest {
    std::string folder;
    std::optional<TableInput> original;    // also check that every released record generalizes a real one
    std::optional<TableInput> population;  // for models that need it
    std::optional<Policy> policy;          // also check roles and requirements; with the original, who is counted
    bool public_only = false;              // of a series: only what a recipient has
    std::size_t memory = 0;                // bytes that may be used, more or less; 0 for no limit
};

// One claim of the certificate, checked.
struct VerifyClaim {
    enum class Outcome { holds, fails, unchecked };

    std::string what;  // "k_anonymity(k=5)", "data.csv is unchanged", …
    Outcome outcome = Outcome::holds;
    std::string detail;    // what was found; for a claim that fails, what was claimed as well; why it was not checked
    bool promise = false;  // one of the models that were required
};

struct VerifyReport {
    std::string folder;
    std::vector<VerifyClaim> claims;

    bool holds() const;  // no claim fails
};

// An Error only when there is nothing to verify (no such folder, an original that cannot be read). A release that is
// damaged in any way gives a report with claims that fail.
Result<VerifyReport> verify(const VerifyRequest& request, Progress& progress);

std::string to_text(const VerifyReport& report);
std::string to_json(const VerifyReport& report);

}  // namespace scrim
#pragma GCC visibility pop
