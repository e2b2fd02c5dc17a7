// Who is exposed when releases are combined.
#include "report/json/audits.h"
#include "report/json/document.h"

namespace scrim::report::json {

Json series_check(const SeriesCheckReport& report) {
    Json json = document(Schema::check_series);
    json["holds"] = report.holds();
    json["for_the_owner_only"] = true;
    json["sensitive"] = report.sensitive;
    json["person"] = report.person;
    json["least"] = report.least;
    json["releases"] = Json::array();
    for (const ReleaseExposure& release : report.releases) {
        Json entry{{"name", release.name},
                   {"records", release.records},
                   {"classes", release.classes},
                   {"people", release.people},
                   {"exposed_by_itself", release.exposed_alone},
                   {"people_so_far", release.people_so_far},
                   {"fewest_possible_values", release.fewest},
                   {"exposed", release.exposed}};
        entry["possible_values"] = Json::array();
        for (const auto& [values, people] : release.candidates)
            entry["possible_values"].push_back({{"values", values}, {"people", people}});
        json["releases"].push_back(std::move(entry));
    }
    json["exposed"] = Json::array();
    for (const ExposedPerson& exposed : report.exposed) {
        Json entry{{"person", exposed.person}, {"values", exposed.values}, {"after_release", exposed.after + 1}};
        if (exposed.since) entry["from_release"] = *exposed.since + 1;
        if (exposed.until) entry["to_release"] = *exposed.until + 1;
        json["exposed"].push_back(std::move(entry));
    }
    json["notes"] = report.notes;
    return json;
}

}  // namespace scrim::report::json

namespace scrim {

std::string to_json(const SeriesCheckReport& report) {
    return report::json::pretty(report::json::series_check(report));
}

}  // namespace scrim
