// Questions of the API: from the JSON of a request's body to SQL. Everything that comes from outside is quoted here and
// nowhere else; what is not understood is refused, with the name of the field.
//
//   {"where": {"age": [30, 50], "disease": ["flu"]}}
//   SELECT COUNT(*) FROM StatDB WHERE "age" BETWEEN 30 AND 50 AND "disease" = 'flu'
#pragma once

#include "adapters/http/http_message.h"
#include "scrim/noisy.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace scrim::server {

// What a question of a statistical database comes to.
struct StatQuestion {
    std::string statdb;     // "" for the first
    std::string framework;  // "" for the file's own
    std::string sql;
};

// A question that is answered with noise; `request` has no recipient.
struct NoisyQuestion {
    std::string statdb;  // "" for the first that answers so
    NoisyRequest request;
};

// Of a view; `select` has neither LIMIT nor the purpose.
struct ViewQuestion {
    std::string purpose, recipient;  // "" for none
    std::string select;
    std::uint64_t limit = 100, offset = 0;
};

template <class T>
using Decoded = std::variant<T, ApiError>;

// A question of a batch may be wrong by itself.
using BatchQuestions = std::vector<Decoded<StatQuestion>>;

Decoded<StatQuestion> decode_count(std::string_view body);
Decoded<StatQuestion> decode_group(std::string_view body);
Decoded<StatQuestion> decode_sql(std::string_view body);
// In SQL, or a count in the words of the others.
Decoded<NoisyQuestion> decode_noisy(std::string_view body);
Decoded<BatchQuestions> decode_batch(std::string_view body);
Decoded<ViewQuestion> decode_view(std::string_view body, std::string_view view);

// As SQL writes them.
std::string sql_name(std::string_view name);
std::string sql_string(std::string_view text);

}  // namespace scrim::server
