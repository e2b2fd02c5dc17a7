// Noisy answers, their price, and the ledger.
#include "report/json/noisy.h"

#include "report/json/cell.h"
#include "report/json/document.h"
#include "report/json/stat_answer.h"
#include "scrim/ledger.h"

namespace scrim {
namespace {

Json price_json(const NoisyPrice& price) {
    return {{"unit", price.unit},
            {"cost", price.cost},
            {"left", price.left},
            {"granted", price.granted},
            {"again", price.again}};
}

}  // namespace

namespace report::json {

Json noisy_price(const NoisyPrice& price) {
    Json json = document(Schema::statdb_price);
    json.update(price_json(price));
    return json;
}

Json noisy_answer(const NoisyAnswer& answer) {
    Json json = document(Schema::statdb_noisy);
    json["groups"] = answer.group_titles;
    json["values"] = answer.value_titles;
    json["rows"] = Json::array();
    for (const NoisyRow& row : answer.rows) {
        Json own{{"groups", Json::array()}, {"values", Json::array()}};
        for (const auto& group : row.groups) own["groups"].push_back(cell(group));
        for (const NoisyValue& value : row.values)
            own["values"].push_back(
                {{"estimate", bound(value.estimate)}, {"lower", bound(value.lower)}, {"upper", bound(value.upper)}});
        json["rows"].push_back(std::move(own));
    }
    json["noise"] = answer.noise;
    json["confidence"] = answer.confidence;
    json["recipient"] = answer.recipient;
    json["price"] = price_json(answer.price);
    json["says"] = answer.says;
    json["against"] = answer.against;
    json["notes"] = answer.notes;
    json["sql"] = answer.sql;
    return json;
}

}  // namespace report::json

std::string to_json(const NoisyPrice& price) { return report::json::line(report::json::noisy_price(price)); }

std::string to_json(const NoisyAnswer& answer) { return report::json::line(report::json::noisy_answer(answer)); }

std::string to_json(const MembershipReport& report) {
    using namespace report::json;
    Json json = document(Schema::statdb_membership, {{"file", report.file}});
    json["rows"] = Json::array();
    for (const MembershipRow& row : report.rows) {
        const bool noise = !row.epsilon.empty();
        json["rows"].push_back({{"framework", row.framework},
                                {"question", row.question},
                                {"epsilon", noise ? Json(row.epsilon) : Json(nullptr)},
                                {"tries", row.tries},
                                {"success", row.success},
                                {"bound", noise ? Json(row.bound) : Json(nullptr)},
                                {"epsilon_at_least", noise ? Json(row.epsilon_at_least) : Json(nullptr)}});
    }
    json["not_possible"] = report.not_possible;
    return pretty(json);
}

std::string to_json(const LedgerReport& report) {
    using namespace report::json;
    Json json = document(Schema::ledger, {{"file", report.file}});
    json["accounts"] = Json::array();
    for (const LedgerAccount& account : report.accounts)
        json["accounts"].push_back({{"recipient", account.recipient},
                                    {"unit", account.unit},
                                    {"granted", account.granted},
                                    {"spent", account.spent},
                                    {"left", account.left},
                                    {"closed", account.closed},
                                    {"answers", account.answers},
                                    {"last", account.last}});
    json["together"] = {{"epsilon", report.together_epsilon.empty() ? Json(nullptr) : Json(report.together_epsilon)},
                        {"rho", report.together_rho}};
    return pretty(json);
}

}  // namespace scrim
