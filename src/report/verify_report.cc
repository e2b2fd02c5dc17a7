// The report of a verification, for people.
#include "kernel/core/printable_message.h"
#include "kernel/core/text.h"
#include "scrim/verify.h"

#include <algorithm>

namespace scrim {
namespace {

using Outcome = VerifyClaim::Outcome;

std::uint64_t count(const VerifyReport& report, Outcome outcome) {
    return static_cast<std::uint64_t>(
        std::count_if(report.claims.begin(), report.claims.end(),
                      [&](const VerifyClaim& claim) { return claim.outcome == outcome; }));
}

const char* mark(Outcome outcome) {
    switch (outcome) {
        case Outcome::holds: return "ok  ";
        case Outcome::fails: return "FAIL";
        case Outcome::unchecked: break;
    }
    return "?   ";
}

}  // namespace

std::string to_text(const VerifyReport& report) {
    std::string out;
    for (const VerifyClaim& claim : report.claims)
        out += format("{}  {}{}{}\n", mark(claim.outcome), printable(claim.what, 200), claim.detail.empty() ? "" : ": ",
                      printable_message(claim.detail, 1000));
    std::string folder = printable(report.folder, 1000);
    if (!folder.ends_with('/')) folder += '/';
    const std::uint64_t failing = count(report, Outcome::fails), unchecked = count(report, Outcome::unchecked);
    const auto promises = static_cast<std::uint64_t>(std::count_if(
        report.claims.begin(), report.claims.end(), [](const VerifyClaim& claim) { return claim.promise; }));
    const std::string claims = counted(report.claims.size(), "claim", "claims");
    if (failing > 0)
        out += format("{} FAILS {} of {}.\n", folder, with_thousands(failing), claims);
    else if (promises > 0)
        out += format("{} fails no claim that could be checked, but {} could not be.\n", folder,
                      counted(promises, "promise", "promises"));
    else if (unchecked == 0)
        out += format("{} is as safe as its certificate says.\n", folder);
    else
        out += format("{} is as safe as its certificate says; {} of {} could not be checked.\n", folder,
                      with_thousands(unchecked), claims);
    return out;
}

}  // namespace scrim
