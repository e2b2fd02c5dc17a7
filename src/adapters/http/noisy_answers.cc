#include "adapters/http/noisy_answers.h"

#include "report/json/noisy.h"

namespace scrim::server {
namespace {

// What is wrong with the ledger is the owner's to know.
const ApiError no_ledger{500, "internal",
                         "the ledger cannot be used: nothing is answered; its owner can find out more"};

ApiError refusal_of(const Error& error, const NoisyStatDb& db, const NoisyRequest& request) {
    if (error.kind == Error::Kind::cancelled)
        return {503, "timeout", "answering takes too long; ask something that is easier to answer"};
    if (error.kind == Error::Kind::fault || error.message.find(db.ledger_path()) != std::string::npos) return no_ledger;
    const auto affords = db.affords(request);
    if (affords && !*affords) return {403, "over_budget", error.message};
    return {400, "bad_question", error.message};
}

}  // namespace

std::variant<Json, ApiError> noisy_answer(const NoisyStatDb& db, const NoisyRequest& request, bool only_price,
                                          Progress& progress) {
    const auto account = db.account(request.recipient);
    if (!account) return no_ledger;
    if (!*account || (*account)->unit.empty())
        return ApiError{403, "no_budget", "nothing was granted to this token; the owner does that"};
    if ((*account)->closed) return ApiError{403, "no_budget", "the account of this token is closed"};
    if (only_price) {
        const auto price = db.price(request);
        if (!price) return refusal_of(price.error(), db, request);
        return report::json::noisy_price(*price);
    }
    const auto answer = db.ask(request, progress);
    if (!answer) return refusal_of(answer.error(), db, request);
    return report::json::noisy_answer(*answer);
}

Json budget_json(const NoisyStatDb& db, const std::string& recipient) {
    const auto account = db.account(recipient);
    if (!account || !*account || (*account)->unit.empty()) return nullptr;
    const LedgerAccount& own = **account;
    return {
        {"unit", own.unit}, {"granted", own.granted}, {"spent", own.spent}, {"left", own.left}, {"closed", own.closed}};
}

}  // namespace scrim::server
