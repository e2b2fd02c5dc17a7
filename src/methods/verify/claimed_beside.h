// Parts of a certificate that claim what lies beside the columns: the files, the series, people, and tables made of the
// data.
#pragma once

#include "methods/verify/claimed_release.h"
#include "methods/verify/strict_json.h"

namespace scrim::verifier {

// Each reads its key of the certificate into the claim, and does nothing where a key that may be absent is.
Result<void> parse_files(JsonObject& root, ClaimedRelease& claimed);
Result<void> parse_series(JsonObject& root, ClaimedRelease& claimed);
Result<void> parse_persons(JsonObject& root, ClaimedRelease& claimed);
Result<void> parse_singled_out(JsonObject& root, ClaimedRelease& claimed);
Result<void> parse_drawn(JsonObject& root, ClaimedRelease& claimed);
Result<void> parse_intervals(JsonObject& root, ClaimedRelease& claimed);

// What an object holds that nobody has read.
inline void note_unread(const JsonObject& object, std::vector<std::string>& unknown) {
    for (std::string& path : object.unread()) unknown.push_back(std::move(path));
}

}  // namespace scrim::verifier
