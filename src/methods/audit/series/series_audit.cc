// What a series of releases gives away: release by release, and together.
#include "kernel/core/field.h"
#include "kernel/core/text.h"
#include "scrim/audit.h"

#include <algorithm>

namespace scrim {

bool SeriesAudit::holds() const {
    return std::all_of(releases.begin(), releases.end(), [](const ReleaseAudit& release) { return release.holds(); }) &&
           (!together || together->holds());
}

std::string to_text(const SeriesAudit& audit) {
    std::string out = format("{}: {}, each by itself\nFor the owner only: it tells what the releases give away.\n\n",
                             audit.folder, counted(audit.releases.size(), "release", "releases"));
    out += "  release     records   belief before       after   moves by   certain\n";
    for (std::size_t r = 0; r < audit.releases.size(); ++r)
        for (const BeliefReport& beliefs : audit.releases[r].beliefs)
            out += format("  {:>7} {:>11} {:>13.4g} % {:>9.4g} % {:>8.4g} % {:>9}\n", r + 1,
                          with_thousands(beliefs.records), 100 * beliefs.highest_before.value,
                          100 * beliefs.highest_after.value, 100 * beliefs.largest_move.value,
                          with_thousands(beliefs.certain));
    out += "\n";
    if (audit.together) return out + "Together\n" + to_text(*audit.together);
    return out + format(
                     "Together: who is in which release is not known here; give {}, one table for each release, and "
                     "{}.\n",
                     field("people"), field("person"));
}

}  // namespace scrim
