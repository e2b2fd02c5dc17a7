// The audit of a release.
#include "report/json/audits.h"
#include "report/json/cell.h"
#include "report/json/document.h"
#include "report/json/measured.h"
#include "report/json/number.h"

namespace scrim::report::json {
namespace {

Json beliefs_in(const BeliefReport& report) {
    Json json{
        {"sensitive", report.sensitive},
        {report.people ? "people" : "records", report.records},
        {"values", report.values},
        {"classes", report.classes},
        {"before",
         {{"highest", number(report.highest_before)}, {"average", report.average_before}, {"tenths", report.before}}},
        {"after",
         {{"highest", number(report.highest_after)}, {"average", report.average_after}, {"tenths", report.after}}},
        {"largest_move", number(report.largest_move)},
        {"certain", report.certain},
        {"values_unique", report.values_unique}};
    json["moves"] = Json::array();
    for (const BeliefMove& move : report.moves) {
        Json entry{{"value", move.value},
                   {report.people ? "people" : "records", move.records},
                   {"before", number(move.before)},
                   {"after", number(move.after)}};
        entry["class"] = cells(move.of_class);
        json["moves"].push_back(std::move(entry));
    }
    return json;
}

Json attack_found(const AttackReport& attack) {
    Json json{{"name", attack.name}, {"title", attack.title}};
    if (!attack.not_done.empty()) {
        json["not_done"] = attack.not_done;
        return json;
    }
    json["words"] = attack.words;
    json["people"] = attack.people;
    json["at_risk"] = attack.at_risk;
    json["highest"] = number(attack.highest);
    json["average"] = attack.average;
    json["worst"] = Json::array();
    for (const AttackVictim& victim : attack.worst)
        json["worst"].push_back({{"who", victim.who}, {"what", victim.what}, {"success", number(victim.success)}});
    return json;
}

}  // namespace

Json release_audit(const ReleaseAudit& audit) {
    Json json = document(Schema::audit_release);
    json["folder"] = audit.folder;
    json["attacker"] = audit.attacker;
    json["holds"] = audit.holds();
    json["for_the_owner_only"] = true;
    json["counts"] = audit.people ? "people" : "records";
    if (!audit.people_warning.empty()) json["people_warning"] = audit.people_warning;
    json["exact_columns"] = exact_columns(audit.exact);
    json["beliefs"] = Json::array();
    for (const BeliefReport& report : audit.beliefs) json["beliefs"].push_back(beliefs_in(report));
    json["bounds"] = Json::array();
    for (const ImpliedBound& bound : audit.bounds) {
        Json entry{{"requirement", bound.requirement}, {"sensitive", bound.sensitive},     {"says", bound.says},
                   {"bound", number(bound.bound)},     {"reached", number(bound.reached)}, {"holds", bound.holds}};
        if (!bound.unless.empty()) entry["unless"] = bound.unless;
        json["bounds"].push_back(std::move(entry));
    }
    json["attacks"] = Json::array();
    for (const AttackReport& attack : audit.attacks) json["attacks"].push_back(attack_found(attack));
    json["assumptions"] = Json::array();
    for (const auto& [assumption, otherwise] : audit.assumptions)
        json["assumptions"].push_back({{"assumption", assumption}, {"otherwise", otherwise}});
    if (!audit.not_known.empty()) json["not_known"] = audit.not_known;
    return json;
}

}  // namespace scrim::report::json

namespace scrim {

std::string to_json(const ReleaseAudit& audit) { return report::json::pretty(report::json::release_audit(audit)); }

}  // namespace scrim
