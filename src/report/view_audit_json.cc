// The report of an audit of views as one JSON object.
#include "kernel/core/json.h"
#include "scrim/audit.h"

namespace scrim {
namespace {

const char* verdict_word(ViewVerdict verdict) {
    switch (verdict) {
        case ViewVerdict::holds: return "holds";
        case ViewVerdict::breached: return "breached";
        case ViewVerdict::undecided: return "undecided";
    }
    return "";
}

Json belief_json(const SecretBelief& belief) {
    Json json{{"secret", belief.rows},
              {"meaning", belief.whole ? "the whole secret" : "a row of the secret"},
              {"prior", belief.prior},
              {"posterior", belief.posterior},
              {"moved", belief.moved}};
    if (!belief.attacker.empty()) json["attacker"] = belief.attacker;
    return json;
}

Json guarantee_json(const ViewGuarantee& some) {
    Json json{{"holds", some.verdict == ViewVerdict::holds}, {"verdict", verdict_word(some.verdict)}};
    if (!some.parameter.empty()) json[some.name == "k_anonymity" ? "k" : "epsilon"] = some.parameter;
    json["reason"] = some.reason;
    Json witness;
    if (some.database) {
        witness["database"] = *some.database;
        witness["database_meaning"] = some.database_meaning;
        if (!some.database_secret.empty()) witness["database_secret"] = some.database_secret;
    }
    if (some.value) witness["belief"] = belief_json(*some.value);
    if (some.row) witness["belief_in_row"] = belief_json(*some.row);
    json["witness"] = std::move(witness);  // null where there is none
    json["any_domain"] = some.any_domain;
    return json;
}

}  // namespace

std::string to_json(const ViewAuditReport& report) {
    Json json;
    json["holds"] = report.holds();
    json["for_the_owner_only"] = true;
    json["guarantees"] = Json::object();
    for (const ViewGuarantee& some : report.guarantees) {
        // Asked for twice with different bounds: the second one gets its bound into its name.
        const std::string key = json["guarantees"].contains(some.name) ? some.name + " " + some.parameter : some.name;
        json["guarantees"][key] = guarantee_json(some);
    }
    json["attacker"] = report.attacker;
    json["attacker_meaning"] = report.attacker_words;
    json["every_extent"] = report.every_extent;
    json["facts"] = report.facts;
    json["potential_tuples"] = report.potential_tuples;
    json["secrets"] = report.secrets;
    json["published"] = report.published;
    json["planned"] = report.planned;
    json["domains"] = Json::array();
    for (const ViewDomain& domain : report.domains) {
        Json entry{{"places", domain.places},
                   {"constants", domain.constants},
                   {"fresh", domain.fresh},
                   {"closed", domain.closed}};
        if (!domain.closed) entry["enough"] = domain.enough == 0 ? Json() : Json(domain.enough);
        json["domains"].push_back(std::move(entry));
    }
    const auto count = [](const std::string& text) { return text.empty() ? Json() : Json(text); };
    json["possible_databases"] = {{"at_first", count(report.databases)},
                                  {"published", count(report.databases_published)},
                                  {"planned", count(report.databases_planned)}};
    if (report.listed) {
        json["list_complete"] = report.list_complete;
        json["list"] = report.possible;
    }
    json["notes"] = report.notes;
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace scrim
