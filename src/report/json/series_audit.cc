// The audit of a series: each release by itself, and all of them together.
#include "report/json/audits.h"
#include "report/json/document.h"

namespace scrim {

std::string to_json(const SeriesAudit& audit) {
    using namespace report::json;
    Json json = document(Schema::audit_series);
    json["folder"] = audit.folder;
    json["holds"] = audit.holds();
    json["for_the_owner_only"] = true;
    json["releases"] = Json::array();
    for (const ReleaseAudit& release : audit.releases) json["releases"].push_back(release_audit(release));
    if (audit.together) json["together"] = series_check(*audit.together);
    return pretty(json);
}

}  // namespace scrim
