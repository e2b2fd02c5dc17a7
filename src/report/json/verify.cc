// The report of a verification.
#include "scrim/verify.h"
#include "report/json/document.h"

namespace scrim::report::json {
namespace {

const char* word(VerifyClaim::Outcome outcome) {
    switch (outcome) {
        case VerifyClaim::Outcome::holds: return "holds";
        case VerifyClaim::Outcome::fails: return "fails";
        case VerifyClaim::Outcome::unchecked: break;
    }
    return "unchecked";
}

}  // namespace
}  // namespace scrim::report::json

namespace scrim {

std::string to_json(const VerifyReport& report) {
    using namespace report::json;
    Json json = document(Schema::verify, {{"folder", report.folder}, {"holds", report.holds()}});
    json["claims"] = Json::array();
    for (const VerifyClaim& claim : report.claims)
        json["claims"].push_back({{"what", claim.what}, {"outcome", word(claim.outcome)}, {"detail", claim.detail}});
    return pretty(json);
}

}  // namespace scrim
