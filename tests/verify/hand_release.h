// Releases made by hand, to be verified and tampered with: files, a certificate, and tables read without an engine.
#pragma once

#include "kernel/core/json.h"
#include "scrim/verify.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace scrim::testing {

// A promise as a certificate states it; the words are those of the catalog.
Json promise(const std::string& requirement, const Json& reached, const std::string& attribute = "",
             const Json& needs = Json::array());
// {"value": 0.25, "exact": "1/4"}
Json number(const Json& value, const std::string& exact);

// A folder of its own, removed with it.
class HandRelease {
public:
    HandRelease();
    ~HandRelease();
    HandRelease(const HandRelease&) = delete;
    HandRelease& operator=(const HandRelease&) = delete;

    Json certificate;                          // without the list of files
    std::map<std::string, std::string> files;  // by name
    std::string original;                      // a table, "" for none
    std::string population;                    // the same
    std::optional<Policy> policy;
    bool sort_rows = true;   // of tables, when they are written
    std::size_t memory = 0;  // to verify in

    // Writes everything, with the checksums of what is written.
    void write() const;
    // Of a file of the release.
    std::string path(const std::string& name) const { return (folder_ / "release" / name).string(); }

    // Verifies what was written, without or with the original.
    VerifyReport verify(bool with_original = false) const;
    // Writes and verifies.
    VerifyReport rewritten(bool with_original = false) const {
        write();
        return verify(with_original);
    }

private:
    std::filesystem::path folder_;
};

// Ten patients in two classes of 4 and 5, one suppressed; every quasi-identifier has a hierarchy.
void make_patients(HandRelease& release);
// Six patients in two groups of three.
void make_anatomized(HandRelease& release);
void make_permuted(HandRelease& release);
// Visits of three people, counted as people.
void make_visits(HandRelease& release);

// Replaces the first occurrence, which there must be.
void replace(std::string& text, const std::string& from, const std::string& to);

std::vector<std::string> claims_that(const VerifyReport& report, VerifyClaim::Outcome outcome);
inline std::vector<std::string> failing(const VerifyReport& report) {
    return claims_that(report, VerifyClaim::Outcome::fails);
}
inline std::vector<std::string> unchecked(const VerifyReport& report) {
    return claims_that(report, VerifyClaim::Outcome::unchecked);
}
// "" when there is no such claim.
std::string detail_of(const VerifyReport& report, const std::string& what);

// The claim that only the original can confirm.
inline const std::string original_count = "number of records of the original";
// The claim that is never checked: words.
inline const std::string words = "what is told in words: algorithm, not_promised, report.html";

}  // namespace scrim::testing
