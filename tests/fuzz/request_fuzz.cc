// Any bytes as the body of a request: refused with a stable code, or SQL in which all that came from outside is quoted.
#include "adapters/http/question.h"
#include "methods/statdb/query.h"
#include "tests/statdb/query_schema.h"

#include <cstdio>
#include <cstdlib>

namespace {

using namespace scrim;
using namespace scrim::server;

void require(bool holds, const char* claim) {
    if (holds) return;
    std::fprintf(stderr, "violated: %s\n", claim);
    std::abort();
}

void require_refusal(const scrim::server::ApiError& error) {
    require(error.status == 400, "a body that is not understood is the client's fault");
    require(error.code == "bad_request" || error.code == "bad_json" || error.code == "unknown_field" ||
                error.code == "too_complex",
            "codes are known");
    require(error.message.find('\n') == std::string::npos && error.message.size() < 2'000, "a message is one line");
    require(!scrim::server::error_response(error).body.empty(), "a refusal can be written");
}

// What stands outside of quotes was written by us.
void require_quoted(const std::string& sql) {
    char quote = 0;
    for (std::size_t i = 0; i < sql.size(); ++i) {
        const char c = sql[i];
        require(c != '\0', "no NUL");
        if (quote != 0) {
            if (c == quote && i + 1 < sql.size() && sql[i + 1] == quote)
                ++i;
            else if (c == quote)
                quote = 0;
        } else if (c == '"' || c == '\'') {
            quote = c;
        } else {
            require(c != ';' && c != '\\' && c != '$' && c != '/' && static_cast<unsigned char>(c) < 0x80,
                    "nothing foreign stands outside of quotes");
            require(c != '-' || i + 1 == sql.size() || sql[i + 1] != '-', "no comment stands outside of quotes");
        }
    }
    require(quote == 0, "quotes are closed");
}

void require_sound(const scrim::server::Decoded<scrim::server::StatQuestion>& decoded, bool written_by_us) {
    static const scrim::statdb::StatSchema schema = scrim::statdb::small_schema();
    if (const scrim::server::ApiError* error = std::get_if<scrim::server::ApiError>(&decoded))
        return require_refusal(*error);
    const std::string& sql = std::get<scrim::server::StatQuestion>(decoded).sql;
    if (written_by_us) require_quoted(sql);
    const auto query = scrim::statdb::parse_query(sql, schema);
    require(query.ok() || query.error().kind == Error::Kind::input, "what cannot be asked is the client's to mend");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view body(reinterpret_cast<const char*>(data), size);
    require_sound(scrim::server::decode_count(body), true);
    require_sound(scrim::server::decode_group(body), true);
    require_sound(scrim::server::decode_sql(body), false);
    const auto batch = scrim::server::decode_batch(body);
    if (const scrim::server::ApiError* error = std::get_if<scrim::server::ApiError>(&batch))
        require_refusal(*error);
    else
        for (const auto& one : std::get<scrim::server::BatchQuestions>(batch)) require_sound(one, true);
    const auto view = scrim::server::decode_view(
        body, body.substr(0, 20).find('\0') == std::string_view::npos ? body.substr(0, 20) : "v");
    if (const scrim::server::ApiError* error = std::get_if<scrim::server::ApiError>(&view))
        require_refusal(*error);
    else
        require_quoted(std::get<scrim::server::ViewQuestion>(view).select);
    std::string path;
    if (scrim::server::percent_decode(body, path)) require(path.size() <= body.size(), "decoding does not make longer");
    return 0;
}
