// Service: what the server answers. Checks who asks, decodes the question, asks the library, encodes the answer.
//
//   GET  /  /noise  /views  /assets/…              the pages
//   GET  /api/v1/schema                    who asks, and what there is to ask about
//   POST /api/v1/count  group  sql  batch  statistical databases
//   POST /api/v1/noisy  noisy/price        answers with noise, paid from a budget
//   GET  /api/v1/views                     anonymization views
//   POST /api/v1/views/NAME/rows
//   GET  /api/v1/health  ready  metrics  openapi.json
#pragma once

#include "adapters/http/http_server.h"
#include "adapters/http/metrics.h"
#include "adapters/http/rate_limit.h"
#include "adapters/http/request_log.h"
#include "adapters/http/tokens.h"
#include "adapters/http/view_reader.h"
#include "kernel/core/json.h"
#include "scrim/noisy.h"
#include "scrim/sql.h"
#include "scrim/statdb.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace scrim::server {

struct ServiceOptions {
    bool own_hosts_only = false;  // refuse names that are not this machine's own (where there are no tokens)
    bool tls = false;
    double rate = 0;                               // questions per second and caller; 0: no limit
    std::chrono::milliseconds time_limit{10'000};  // for one request, from when it has come
    std::uint64_t most_exported = 1'000'000;       // rows of a view as CSV …
    std::size_t most_bytes = 64 << 20;             // … and about how many bytes
};

struct NamedStatDb {
    std::string name;
    StatDb statdb;
    std::optional<NoisyStatDb> noisy;  // where it may answer with noise
};

class Service final : public HttpHandler {
public:
    // Without `tokens` everybody who gets here may ask everything. `log` and `tokens` outlive the service.
    Service(ServiceOptions options, std::vector<NamedStatDb> statdbs, std::optional<SqlDatabase> database,
            const TokenFile* tokens, RequestLog& log);
    ~Service() override;

    bool is_quick(const HttpRequest& request) const override;
    HttpResponse answer(const HttpRequest& request) override;
    // The token's name. Without tokens everybody is one and the same, and nobody is kept waiting for others.
    std::string caller(const HttpRequest& request) const override;
    HttpResponse refused(const ApiError& error) override;
    // Of the server that this service answers for.
    void watch(const HttpServer& server) { server_ = &server; }

private:
    struct Own;  // a statistical database with what is told about it
    struct Reply {
        HttpResponse response;
        std::string question;  // for the log
    };

    std::shared_ptr<const Caller> caller_of(const HttpRequest& request) const;
    HttpResponse route(const HttpRequest& request, Route& found);
    HttpResponse unauthorized(const HttpRequest& request, Route route);
    Reply ask(const HttpRequest& request, Route route, const Caller& caller);
    HttpResponse page(const HttpRequest& request, std::string_view name) const;
    HttpResponse schema(const Caller& caller);
    Reply question(const HttpRequest& request, Route route, const Caller& caller, Progress& progress);
    Reply noisy(const HttpRequest& request, Route route, const Caller& caller, Progress& progress);
    Reply batch(const HttpRequest& request, const Caller& caller, Progress& progress);
    HttpResponse views(const Caller& caller, Progress& progress);
    Reply rows(const HttpRequest& request, const Caller& caller, Progress& progress);
    std::variant<Json, ApiError> answer_to(const StatQuestion& question, Route route, const Caller& caller,
                                           Progress& progress);
    // The database of a question that the caller may ask.
    std::variant<const Own*, ApiError> statdb_for(const std::string& name, const Caller& caller) const;
    // What a caller is told of one; nothing where they may ask it nothing.
    std::optional<Json> told(const Own& own, const Caller& caller) const;
    void add_headers(HttpResponse& response) const;

    const ServiceOptions options_;
    std::vector<std::unique_ptr<Own>> statdbs_;
    std::unique_ptr<ViewReader> views_;
    const TokenFile* tokens_;
    RequestLog& log_;
    RateLimit rate_;
    Metrics metrics_;
    const HttpServer* server_ = nullptr;
};

}  // namespace scrim::server
