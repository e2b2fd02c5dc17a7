// The files of a release: those that its certificate lists, unchanged, and no others.
#pragma once

#include "methods/verify/claimed_release.h"
#include "methods/verify/ledger.h"
#include "scrim/result.h"

#include <optional>
#include <set>
#include <string>

namespace scrim::verifier {

// The names of the tables and other files that a release of this kind consists of.
struct ReleaseFiles {
    std::string data;              // data.csv, or qit.csv where it is anatomized; "" when not listed
    std::string values;            // st.csv of an anatomized release, else ""
    std::set<std::string> usable;  // listed, and regular files of the folder: safe to open, whatever they hold

    bool can_use(const std::string& name) const { return usable.contains(name); }
};

// "generalized", …: as certificates call it.
std::string_view form_name(ReleaseForm form);

// A regular file, reached through folders only: no link leads out.
bool is_plain_file(const std::string& folder, const std::string& name);

// certificate.json; nothing, and a claim that fails, when it cannot be understood.
std::optional<ClaimedRelease> read_certificate(const std::string& folder, Ledger& ledger);

// The first thing that speaks against reading a release, as an error.
Error not_readable(const std::string& folder, Ledger& ledger);

// Those that the certificate lists, whatever they hold.
ReleaseFiles listed_files(const std::string& folder, const ClaimedRelease& claimed);
Result<ReleaseFiles> check_files(const std::string& folder, const ClaimedRelease& claimed, Ledger& ledger,
                                 Progress& progress);

}  // namespace scrim::verifier
