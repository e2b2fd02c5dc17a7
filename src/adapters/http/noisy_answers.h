// Answers with noise over HTTP: whoever asks pays from the budget that was granted to the name of their token.
#pragma once

#include "adapters/http/http_message.h"
#include "scrim/noisy.h"

#include <string>
#include <variant>

namespace scrim::server {

// The answer, or its price, at which nothing is computed. What goes beyond the budget is refused before anything is
// computed; messages name no file of the server.
std::variant<Json, ApiError> noisy_answer(const NoisyStatDb& db, const NoisyRequest& request, bool only_price,
                                          Progress& progress);
// What somebody was granted, and what is left of it; null for nothing.
Json budget_json(const NoisyStatDb& db, const std::string& recipient);

}  // namespace scrim::server
