// The files of a release: those that its certificate lists, unchanged, and no others.
#pragma once

#include "methods/verify/claimed_release.h"
#include "methods/verify/ledger.h"
#include "scrim/result.h"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace scrim::verifier {

struct SeenPart;
// The files of the data, where somebody has looked at them already (seen_part.h): all of them, in their order.
using SeenParts = std::vector<std::shared_ptr<const SeenPart>>;

// The names of the tables and other files that a release of this kind consists of.
struct ReleaseFiles {
    std::string data;  // data.csv, or qit.csv where it is anatomized; "data" where it is in parts; "" when not listed
    std::vector<std::string> parts;  // of a generalized release that has them: data/part-00000.parquet, …
    std::string values;              // st.csv of an anatomized release, else ""
    std::set<std::string> usable;    // listed, and regular files of the folder: safe to open, whatever they hold

    // A file, or the folder of all parts.
    bool can_use(const std::string& name) const;
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
                                 Progress& progress, const SeenParts& seen = {});

}  // namespace scrim::verifier
