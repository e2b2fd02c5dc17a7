// A new release of a series, for the owner.
#include "scrim/republish.h"
#include "report/json/document.h"
#include "report/json/measured.h"

namespace scrim::report::json {
namespace {

Json series_release(const SeriesRelease& release) {
    return {{"number", release.number},
            {"records", release.records},
            {"groups", release.groups},
            {"untrue", release.untrue},
            {"loss", release.loss}};
}

}  // namespace
}  // namespace scrim::report::json

namespace scrim {

std::string to_json(const RepublishReport& report) {
    using namespace report::json;
    Json json = document(Schema::republish, {{"series", report.series},
                                             {"folder", report.folder},
                                             {"method", report.method},
                                             {"form", report.form},
                                             {"dry_run", report.dry_run},
                                             {"release", series_release(report.release)},
                                             {"people", report.people},
                                             {"stayed", report.stayed},
                                             {"arrived", report.arrived},
                                             {"left", report.left},
                                             {"returned", report.returned},
                                             {"held_back", report.held_back},
                                             {"moved", report.moved},
                                             {"changed_inside", report.changed_inside},
                                             {"changed_outside", report.changed_outside},
                                             {"counterfeits", report.counterfeits},
                                             {"substitutes", report.substitutes},
                                             {"signatures", report.signatures}});
    json["requirements"] = requirements(report.requirements);
    json["releases"] = Json::array();
    for (const SeriesRelease& release : report.releases) json["releases"].push_back(series_release(release));
    json["notes"] = report.notes;
    return pretty(json);
}

}  // namespace scrim
