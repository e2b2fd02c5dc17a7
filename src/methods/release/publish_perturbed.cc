#include "methods/release/publish_perturbed.h"

#include "kernel/core/field.h"
#include "kernel/core/text.h"
#include "kernel/subject/stray_notes.h"
#include "methods/files/file.h"
#include "methods/release/owner.h"
#include "methods/release/privacy_told.h"

namespace scrim::release {
namespace {

// What was asked for and cannot matter is refused.
Result<void> check_wishes(const PublishRequest& request, const recode::RecoderSpec& recoder) {
    const auto refused = [&](std::string_view wish, std::string_view why) {
        return input_error(format("{} changes values, and {}; leave out {}", recoder.name, why, field(wish)));
    };
    if (!request.policy.minimize.empty()) return refused("minimize", "minimizes no metric");
    if (!request.target.empty()) return refused("target", "does not look at a target");
    if (!request.policy.suppress.empty()) return refused("suppress", "leaves no records out");
    if (request.population || !request.policy.population.empty())
        return refused("population", "does not look at a population");
    return {};
}

PerturbationReport report_of(const PerturbedRelease& release) {
    PerturbationReport report;
    report.notice = notice(release);
    report.promise = release.chosen.recoder->promise;
    report.limits = release.chosen.recoder->limits;
    if (release.made.privacy) report.privacy = privacy_words(*release.made.privacy);
    report.changed = release.changed();
    report.unchanged = release.unchanged();
    report.unchanged_quasi_identifiers = release.unchanged_in(Role::quasi_identifier);
    report.alone = release.alone;
    for (const Stated& stated : release.kept) {
        const recode::Kept& kept = stated.kept;
        report.kept.push_back({static_cast<KeptReport::What>(kept.what), kept.columns, kept.factor.to_string(),
                               kept.tolerance.to_string()});
    }
    for (const auto& [name, value] : release.made.design) report.design.emplace_back(name, value.to_string());
    return report;
}

}  // namespace

Result<Written> write_perturbed(TableSource& table, const PublishRequest& request, const Chosen& chosen,
                                const PublishTools& tools, const std::string& inside, Random& random,
                                Progress& progress) {
    SCRIM_CHECK(check_wishes(request, *chosen.recoder));
    SCRIM_TRY(const PerturbedRelease release, make_perturbed(table, request, chosen, random, progress));
    SCRIM_CHECK(check_writable(release.rows.table, request.format));
    progress.stage("writing data", release.released());
    progress.unit("rows");
    SCRIM_CHECK(tools.write(release.rows, format("{}/data.{}", inside, request.format)));
    if (progress.cancelled()) return cancelled_error();
    SCRIM_CHECK(files::write_new_file(inside + "/report.html", tools.perturbed_page(release)));
    SCRIM_TRY(const std::vector<CertifiedFile> files, certified_files(inside));
    Json json = certificate(release, files);
    json["made_by"] = tools.version;
    SCRIM_CHECK(files::write_new_file(inside + "/certificate.json", json.dump(2) + "\n"));

    Written written;
    written.owner = owner_text(request, chosen, release);
    written.original = release.original;
    PublishReport& report = written.report;
    report.made.algorithm = to_string(chosen.text);
    report.made.records = release.released();
    report.made.seconds = release.seconds;
    report.made.details = release.made.details;
    report.perturbation = report_of(release);
    report.requirements = release.requirements;
    if (release.measured) {
        report.made.classes = release.measured->classes;
        report.made.highest_risk = release.measured->risks.prosecutor_highest;
    }
    report.exact = release.exact;
    for (const CertifiedFile& file : files) report.files.push_back(file.name);
    report.files.push_back("certificate.json");
    report.notes = subject::stray_notes(release.rows.table, request.policy);
    report.notes.insert(report.notes.end(), release.made.notes.begin(), release.made.notes.end());
    return written;
}

}  // namespace scrim::release
