#include "methods/release/explore_perturbed.h"

#include "kernel/core/text.h"
#include "methods/release/compare_release.h"

namespace scrim::release {

Result<TrialReport> explore_perturbed(TableSource& table, const PublishRequest& request, const Chosen& chosen,
                                      const Material& original, const checking::WorkloadReader& workload,
                                      std::vector<std::string>& notes, Random& random, Progress& progress) {
    SCRIM_TRY(const PerturbedRelease release, make_perturbed(table, request, chosen, random, progress));
    TrialReport report;
    report.algorithm = to_string(chosen.text);
    report.perturbed = true;
    report.records = release.released();
    report.suppressed = release.original - std::min(release.original, release.released());
    if (release.measured) {
        report.classes = release.measured->classes;
        report.highest_risk = release.measured->risks.prosecutor_highest;
    }
    report.seconds = release.seconds;
    report.details = release.made.details;
    auto comparison = compare_rows(release.rows, original, request);
    if (!comparison) {
        notes.push_back(
            format("{} is not compared with the original: {}", report.algorithm, comparison.error().message));
        return report;
    }
    if (workload) {
        SCRIM_TRY(comparison->workload, workload(comparison->attributes));
    }
    report.compared = checking::comparison_reports(*comparison);
    return report;
}

}  // namespace scrim::release
