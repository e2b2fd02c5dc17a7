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

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#pragma GCC visibility push(default)
namespace scrim {

namespace verifier {
struct SeenPart;
}

// A file of a release whose data are in parts, looked at where it is: all that verify() wants to know of it. So files
// can be looked at on many machines, and nobody holds all rows.
class SeenFile {
public:
    // `name`: as the certificate lists it, data/part-00000.parquet.
    static Result<SeenFile> of(const std::string& folder, const std::string& name, Progress& progress);
    // Bytes that tell what the file tells.
    std::string serialize() const;
    static Result<SeenFile> parse(std::string_view bytes);

    // What implements it.
    explicit SeenFile(std::shared_ptr<const verifier::SeenPart> part) : part_(std::move(part)) {}
    const std::shared_ptr<const verifier::SeenPart>& held() const { return part_; }

private:
    std::shared_ptr<const verifier::SeenPart> part_;
};

struct VerifyRequest {
    std::string folder;
    std::optional<TableInput> original;    // also check that every released record generalizes a real one
    std::optional<TableInput> population;  // for models that need it
    std::optional<Policy> policy;          // also check roles and requirements; with the original, who is counted
    bool public_only = false;              // of a series: only what a recipient has
    std::size_t memory = 0;                // bytes that may be used, more or less; 0 for no limit
    std::vector<SeenFile> seen;            // all files of the data, in their order: they are not read again
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
