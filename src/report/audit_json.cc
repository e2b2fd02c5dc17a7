// The audit of a release as JSON.
#include "kernel/core/json.h"
#include "scrim/audit.h"

namespace scrim {
namespace {

Json exact_number(const Exact& exact) {
    Json json{{"value", exact.value}};
    if (!exact.exact.empty()) json["exact"] = exact.exact;
    return json;
}

Json belief_json(const BeliefReport& report) {
    Json json{{"sensitive", report.sensitive},
              {report.people ? "people" : "records", report.records},
              {"values", report.values},
              {"classes", report.classes},
              {"before",
               {{"highest", exact_number(report.highest_before)},
                {"average", report.average_before},
                {"tenths", report.before}}},
              {"after",
               {{"highest", exact_number(report.highest_after)},
                {"average", report.average_after},
                {"tenths", report.after}}},
              {"largest_move", exact_number(report.largest_move)},
              {"certain", report.certain},
              {"values_unique", report.values_unique}};
    json["moves"] = Json::array();
    for (const BeliefMove& move : report.moves) {
        Json entry{{"value", move.value},
                   {report.people ? "people" : "records", move.records},
                   {"before", exact_number(move.before)},
                   {"after", exact_number(move.after)}};
        for (const auto& [name, value] : move.of_class) entry["class"][name] = value ? Json(*value) : Json(nullptr);
        json["moves"].push_back(std::move(entry));
    }
    return json;
}

Json attack_json(const AttackReport& attack) {
    Json json{{"name", attack.name}, {"title", attack.title}};
    if (!attack.not_done.empty()) {
        json["not_done"] = attack.not_done;
        return json;
    }
    json["words"] = attack.words;
    json["people"] = attack.people;
    json["at_risk"] = attack.at_risk;
    json["highest"] = exact_number(attack.highest);
    json["average"] = attack.average;
    json["worst"] = Json::array();
    for (const AttackVictim& victim : attack.worst)
        json["worst"].push_back(
            {{"who", victim.who}, {"what", victim.what}, {"success", exact_number(victim.success)}});
    return json;
}

}  // namespace

std::string to_json(const ReleaseAudit& audit) {
    Json json{
        {"folder", audit.folder}, {"attacker", audit.attacker}, {"holds", audit.holds()}, {"for_the_owner_only", true}};
    json["counts"] = audit.people ? "people" : "records";
    if (!audit.people_warning.empty()) json["people_warning"] = audit.people_warning;
    json["singled_out"] = Json::object();
    for (const ExactColumn& column : audit.exact.columns)
        json["singled_out"][column.name] = {{"alone", column.alone},
                                            {"with_quasi_identifiers", column.with_quasi_identifiers},
                                            {"of", audit.exact.people}};
    json["beliefs"] = Json::array();
    for (const BeliefReport& report : audit.beliefs) json["beliefs"].push_back(belief_json(report));
    json["bounds"] = Json::array();
    for (const ImpliedBound& bound : audit.bounds) {
        Json entry{
            {"requirement", bound.requirement},   {"sensitive", bound.sensitive},           {"says", bound.says},
            {"bound", exact_number(bound.bound)}, {"reached", exact_number(bound.reached)}, {"holds", bound.holds}};
        if (!bound.unless.empty()) entry["unless"] = bound.unless;
        json["bounds"].push_back(std::move(entry));
    }
    json["attacks"] = Json::array();
    for (const AttackReport& attack : audit.attacks) json["attacks"].push_back(attack_json(attack));
    json["assumptions"] = Json::array();
    for (const auto& [assumption, otherwise] : audit.assumptions)
        json["assumptions"].push_back({{"assumption", assumption}, {"otherwise", otherwise}});
    if (!audit.not_known.empty()) json["not_known"] = audit.not_known;
    return json.dump(2) + "\n";
}

}  // namespace scrim
