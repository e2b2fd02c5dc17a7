// The audit of views.
#include "report/json/document.h"
#include "report/json/number.h"
#include "scrim/audit.h"

namespace scrim::report::json {
namespace {

const char* verdict_word(ViewVerdict verdict) {
    switch (verdict) {
        case ViewVerdict::holds: return "holds";
        case ViewVerdict::breached: return "breached";
        case ViewVerdict::undecided: return "undecided";
    }
    return "";
}

Json secret_belief(const SecretBelief& belief) {
    Json json{{"secret", belief.rows},
              {"meaning", belief.whole ? "the whole secret" : "a row of the secret"},
              {"prior", fraction(belief.prior)},
              {"posterior", fraction(belief.posterior)},
              {"moved", fraction(belief.moved)}};
    if (!belief.attacker.empty()) json["attacker"] = belief.attacker;
    return json;
}

Json guarantee(const ViewGuarantee& some) {
    Json json{{"holds", some.verdict == ViewVerdict::holds}, {"verdict", verdict_word(some.verdict)}};
    if (!some.parameter.empty()) json[some.parameter_name] = fraction(some.parameter);
    json["reason"] = some.reason;
    Json witness;
    if (some.database) {
        witness["database"] = *some.database;
        witness["database_meaning"] = some.database_meaning;
        if (!some.database_secret.empty()) witness["database_secret"] = some.database_secret;
    }
    if (some.value) witness["belief"] = secret_belief(*some.value);
    if (some.row) witness["belief_in_row"] = secret_belief(*some.row);
    json["witness"] = std::move(witness);  // null where there is none
    json["any_domain"] = some.any_domain;
    return json;
}

Json view_audit(const ViewAuditReport& report) {
    Json json = document(Schema::audit_views);
    json["holds"] = report.holds();
    json["for_the_owner_only"] = true;
    json["guarantees"] = Json::object();
    for (const ViewGuarantee& some : report.guarantees) {
        // Asked for twice with different bounds: the second one gets its bound into its name.
        const std::string key = json["guarantees"].contains(some.name) ? some.name + " " + some.parameter : some.name;
        json["guarantees"][key] = guarantee(some);
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
    return json;
}

}  // namespace
}  // namespace scrim::report::json

namespace scrim {

std::string to_json(const ViewAuditReport& report) { return report::json::pretty(report::json::view_audit(report)); }

}  // namespace scrim
