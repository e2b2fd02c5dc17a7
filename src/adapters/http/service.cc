#include "adapters/http/service.h"

#include "adapters/http/answer_json.h"
#include "adapters/http/assets.h"
#include "adapters/http/csv.h"
#include "adapters/http/noisy_answers.h"
#include "kernel/core/text.h"
#include "report/json/stat_answer.h"

#include <algorithm>

namespace scrim::server {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::string_view api = "/api/v1/";
// Counts of so many records take about a millisecond: the thread that reads may do it.
constexpr std::uint64_t quick_records = 5'000'000;

const ApiError too_often{429, "rate_limited", "this token asks too often; wait a moment"};

// Stops work when its time is over.
class Deadline final : public Progress {
public:
    explicit Deadline(Clock::time_point until) : until_(until) {}
    bool cancelled() const override { return Clock::now() > until_; }

private:
    Clock::time_point until_;
};

ApiError error_of(const Error& error) {
    switch (error.kind) {
        case Error::Kind::input: return {400, "bad_question", error.message};
        case Error::Kind::cancelled:
            return {503, "timeout", "answering takes too long; ask something that is easier to answer"};
        case Error::Kind::fault: break;
    }
    return {500, "internal", "this is a fault of the server; its owner can find out more"};
}

struct RouteEntry {
    std::string_view path, method;
    Route route;
};
constexpr RouteEntry entries[] = {
    {"health", "GET", Route::status},   {"ready", "GET", Route::status},       {"openapi.json", "GET", Route::status},
    {"metrics", "GET", Route::metrics}, {"schema", "GET", Route::schema},      {"count", "POST", Route::count},
    {"group", "POST", Route::group},    {"sql", "POST", Route::sql},           {"batch", "POST", Route::batch},
    {"noisy", "POST", Route::noisy},    {"noisy/price", "POST", Route::price}, {"views", "GET", Route::views},
};

bool takes(const RouteEntry& entry, std::string_view method) {
    return entry.method == method || (entry.method == "GET" && method == "HEAD");
}

HttpResponse not_allowed(const char* allowed) {
    HttpResponse response = error_response({405, "method_not_allowed", format("this path takes {}", allowed)});
    response.headers.emplace_back("Allow", allowed);
    return response;
}

// views/NAME/rows
std::optional<std::string_view> view_of(std::string_view path) {
    if (!path.starts_with("views/") || !path.ends_with("/rows") || path.size() <= 11) return std::nullopt;
    const std::string_view name = path.substr(6, path.size() - 11);
    return name.find('/') == std::string_view::npos ? std::optional(name) : std::nullopt;
}

const RouteEntry* find_route(std::string_view path) {
    static constexpr RouteEntry rows{"views/NAME/rows", "POST", Route::rows};
    if (view_of(path)) return &rows;
    for (const RouteEntry& entry : entries)
        if (entry.path == path) return &entry;
    return nullptr;
}

// Those of the frameworks that answer with noise, for a price.
Json with_noise(const Json& frameworks) {
    Json priced = Json::array();
    for (const Json& framework : frameworks)
        if (answers_for_a_price(framework.get<std::string>())) priced.push_back(framework);
    return priced;
}

}  // namespace

struct Service::Own {
    std::string name;
    StatDb statdb;
    std::optional<NoisyStatDb> noisy;
    std::uint64_t records;
    Json schema;
};

Service::Service(ServiceOptions options, std::vector<NamedStatDb> statdbs, std::optional<SqlDatabase> database,
                 const TokenFile* tokens, RequestLog& log)
    : options_(options), tokens_(tokens), log_(log), rate_(options.rate) {
    for (NamedStatDb& own : statdbs) {
        Json schema = statdb_json(own.statdb, own.name);
        const std::uint64_t records = own.statdb.info().records;
        statdbs_.push_back(std::make_unique<Own>(
            Own{own.name, std::move(own.statdb), std::move(own.noisy), records, std::move(schema)}));
    }
    if (database) views_ = std::make_unique<ViewReader>(*std::move(database));
}

Service::~Service() = default;

bool Service::is_quick(const HttpRequest& request) const {
    if (!request.path.starts_with(api)) return true;
    const RouteEntry* entry = find_route(std::string_view(request.path).substr(api.size()));
    if (!entry || !takes(*entry, request.method)) return true;
    switch (entry->route) {
        case Route::status:
        case Route::metrics: return true;
        case Route::count:
            return std::all_of(statdbs_.begin(), statdbs_.end(),
                               [](const auto& own) { return own->records <= quick_records; });
        default: return false;
    }
}

HttpResponse Service::answer(const HttpRequest& request) {
    const auto start = Clock::now();
    Route found = Route::other;
    HttpResponse response;
    try {
        response = route(request, found);
    } catch (const std::bad_alloc&) {
        response = error_response({503, "overloaded", "there is not enough memory for this now"});
    } catch (const std::exception&) {
        response = error_response({500, "internal", "this is a fault of the server; its owner can find out more"});
    }
    add_headers(response);
    metrics_.add(found, response.status, Clock::now() - start);
    return response;
}

HttpResponse Service::refused(const ApiError& error) {
    metrics_.add_refused();
    HttpResponse response = error_response(error);
    add_headers(response);
    return response;
}

std::shared_ptr<const Caller> Service::caller_of(const HttpRequest& request) const {
    static const auto local = std::make_shared<const Caller>(Caller{"local", true, {}, {}, {}, {}, {}});
    if (!tokens_) return local;
    constexpr std::string_view scheme = "bearer ";
    const std::string_view header = request.authorization;
    const bool bearer = header.size() > scheme.size() &&
                        std::equal(scheme.begin(), scheme.end(), header.begin(),
                                   [](char a, char b) { return a == std::tolower(static_cast<unsigned char>(b)); });
    return bearer ? tokens_->find(header.substr(scheme.size())) : nullptr;
}

std::string Service::caller(const HttpRequest& request) const {
    if (!tokens_) return {};
    const auto found = caller_of(request);
    return found ? found->name : std::string();
}

// What was sent is not written down: it may be a token with a slip in it, or one for another server.
HttpResponse Service::unauthorized(const HttpRequest& request, Route route) {
    const char* why =
        request.authorization.empty() ? "a token is needed: Authorization: Bearer …" : "this token is not known";
    metrics_.add_unauthorized();
    log_.write_refused(request.address, route_name(route),
                       request.authorization.empty() ? "no token" : "unknown token");
    return error_response({401, "unauthorized", why});
}

HttpResponse Service::route(const HttpRequest& request, Route& found) {
    if (options_.own_hosts_only && !is_own_host(request.host))
        return error_response({403, "forbidden", "this server answers to names of its own machine only"});
    if (!request.path.starts_with(api)) {
        std::string_view name;
        if (request.path == "/") name = "index.html";
        if (request.path == "/noise") name = "noise.html";
        if (request.path == "/views") name = "views.html";
        if (request.path.starts_with("/assets/")) name = std::string_view(request.path).substr(8);
        const bool page_by_name = request.path.starts_with("/assets/") && name.ends_with(".html");
        if (name.empty() || page_by_name || !find_asset(name))
            return error_response({404, "not_found", "there is no such page"});
        found = Route::page;
        if (request.method != "GET" && request.method != "HEAD") return not_allowed("GET, HEAD");
        return page(request, name);
    }
    const std::string_view path = std::string_view(request.path).substr(api.size());
    const RouteEntry* entry = find_route(path);
    if (!entry) return error_response({404, "not_found", "there is nothing at this path"});
    found = entry->route;
    if (!takes(*entry, request.method)) return not_allowed(entry->method == "GET" ? "GET, HEAD" : "POST");
    if (path == "health") return json_response(status_json("ok"));
    if (path == "openapi.json") return page(request, "openapi.json");
    if (request.draining) return error_response({503, "draining", "the server is about to stop"});
    if (path == "ready") return json_response(status_json("ready"));

    const std::shared_ptr<const Caller> caller = caller_of(request);
    if (!caller) return unauthorized(request, entry->route);
    if (entry->route == Route::metrics) {
        if (!caller->owner) return error_response({403, "forbidden", "metrics are for owners"});
        return {200, "text/plain; version=0.0.4", metrics_.text(server_ ? server_->counts() : HttpCounts{}), {}};
    }
    Reply reply = ask(request, entry->route, *caller);
    if (!log_.write(caller->name, route_name(entry->route), reply.question, reply.response.status))
        return error_response({500, "internal", "the log cannot be written: nothing is answered"});
    return std::move(reply.response);
}

Service::Reply Service::ask(const HttpRequest& request, Route route, const Caller& caller) {
    Deadline deadline(request.arrived + options_.time_limit);
    if (deadline.cancelled()) return {error_response(error_of(cancelled_error())), {}};
    // A batch is as many questions as it holds.
    if (route != Route::batch && !rate_.allows(caller.name, 1)) return {error_response(too_often), {}};
    switch (route) {
        case Route::schema: return {schema(caller), {}};
        case Route::count:
        case Route::group:
        case Route::sql: return question(request, route, caller, deadline);
        case Route::noisy:
        case Route::price: return noisy(request, route, caller, deadline);
        case Route::batch: return batch(request, caller, deadline);
        case Route::views: return {views(caller, deadline), {}};
        case Route::rows: return rows(request, caller, deadline);
        default: return {error_response({404, "not_found", "there is nothing at this path"}), {}};
    }
}

HttpResponse Service::page(const HttpRequest& request, std::string_view name) const {
    const Asset& asset = *find_asset(name);
    HttpResponse response{200, std::string(asset_type(name)), {}, {}};
    const std::string tag = format("\"{}\"", asset.fingerprint);
    response.headers.emplace_back("ETag", tag);
    response.headers.emplace_back("Cache-Control", "no-cache");
    if (request.if_none_match.find(tag) != std::string::npos)
        response.status = 304;
    else
        response.body = asset.bytes;
    return response;
}

HttpResponse Service::schema(const Caller& caller) {
    Json statdbs = Json::array();
    for (const auto& own : statdbs_)
        if (auto schema = told(*own, caller)) statdbs.push_back(*std::move(schema));
    const bool views = views_ != nullptr && (caller.owner || !caller.views.empty());
    return json_response(schema_json(caller, tokens_ != nullptr, std::move(statdbs), views));
}

std::optional<Json> Service::told(const Own& own, const Caller& caller) const {
    const bool noisy = own.noisy && caller.may_pay(own.name);
    if (!caller.may_ask(own.name) && !noisy) return std::nullopt;
    Json schema = own.schema;
    Json& frameworks = schema["frameworks"];
    if (!caller.may_ask(own.name)) frameworks = with_noise(frameworks);
    // How many records there are would be an answer without noise.
    if (!caller.owner && frameworks == with_noise(frameworks)) schema["m"] = schema["records"] = nullptr;
    schema["budget"] = noisy ? budget_json(*own.noisy, caller.name) : Json(nullptr);
    return schema;
}

Service::Reply Service::noisy(const HttpRequest& request, Route route, const Caller& caller, Progress& progress) {
    const auto decoded = decode_noisy(request.body);
    if (const ApiError* error = std::get_if<ApiError>(&decoded)) return {error_response(*error), {}};
    NoisyQuestion question = std::get<NoisyQuestion>(decoded);
    question.request.recipient = caller.name;
    for (const auto& own : statdbs_) {
        if (!own->noisy || !caller.may_pay(own->name)) continue;
        if (!question.statdb.empty() && own->name != question.statdb) continue;
        const auto answer = noisy_answer(*own->noisy, question.request, route == Route::price, progress);
        if (const ApiError* error = std::get_if<ApiError>(&answer))
            return {error_response(*error), question.request.sql};
        metrics_.add_questions(1);
        return {json_response(std::get<Json>(answer)), question.request.sql};
    }
    return {
        error_response({403, "forbidden", "there is no such statistical database that answers this token with noise"}),
        question.request.sql};
}

std::variant<const Service::Own*, ApiError> Service::statdb_for(const std::string& name, const Caller& caller) const {
    // Not named, the first that answers without noise.
    for (const auto& own : statdbs_)
        if ((name.empty() ? own->schema["frameworks"] != with_noise(own->schema["frameworks"]) : own->name == name) &&
            caller.may_ask(own->name))
            return own.get();
    // The same for one that is not there: names are not given away.
    if (!name.empty())
        return ApiError{403, "forbidden", format("there is no statistical database {} for this token", quoted(name))};
    return ApiError{403, "forbidden", "there is no statistical database for this token"};
}

std::variant<Json, ApiError> Service::answer_to(const StatQuestion& question, Route route, const Caller& caller,
                                                Progress& progress) {
    const auto found = statdb_for(question.statdb, caller);
    if (const ApiError* error = std::get_if<ApiError>(&found)) return *error;
    const Own& own = *std::get<const Own*>(found);
    const auto answer = own.statdb.ask(question.sql, question.framework, progress);
    if (!answer) return error_of(answer.error());
    metrics_.add_questions(std::max<std::size_t>(answer->rows.size(), 1));
    return route == Route::count ? report::json::stat_count(*answer) : report::json::stat_table(*answer);
}

Service::Reply Service::question(const HttpRequest& request, Route route, const Caller& caller, Progress& progress) {
    const auto decoded = route == Route::count   ? decode_count(request.body)
                         : route == Route::group ? decode_group(request.body)
                                                 : decode_sql(request.body);
    if (const ApiError* error = std::get_if<ApiError>(&decoded)) return {error_response(*error), {}};
    const StatQuestion& asked = std::get<StatQuestion>(decoded);
    const auto answer = answer_to(asked, route, caller, progress);
    if (const ApiError* error = std::get_if<ApiError>(&answer)) return {error_response(*error), asked.sql};
    return {json_response(std::get<Json>(answer)), asked.sql};
}

Service::Reply Service::batch(const HttpRequest& request, const Caller& caller, Progress& progress) {
    const auto decoded = decode_batch(request.body);
    const ApiError* wrong = std::get_if<ApiError>(&decoded);
    if (!rate_.allows(caller.name, wrong ? 1 : static_cast<double>(std::get<BatchQuestions>(decoded).size())))
        return {error_response(too_often), {}};
    if (wrong) return {error_response(*wrong), {}};
    const BatchQuestions& questions = std::get<BatchQuestions>(decoded);
    Json answers = Json::array();
    std::vector<std::string> asked;
    for (const Decoded<StatQuestion>& one : questions) {
        if (progress.cancelled()) return {error_response(error_of(cancelled_error())), join(asked, "; ")};
        std::variant<Json, ApiError> answer;
        if (const ApiError* error = std::get_if<ApiError>(&one)) {
            answer = *error;
        } else {
            asked.push_back(std::get<StatQuestion>(one).sql);
            answer = answer_to(std::get<StatQuestion>(one), Route::count, caller, progress);
        }
        const ApiError* error = std::get_if<ApiError>(&answer);
        answers.push_back(error ? error_json(*error) : std::get<Json>(std::move(answer)));
    }
    return {json_response(answers_json(std::move(answers))), join(asked, "; ")};
}

HttpResponse Service::views(const Caller& caller, Progress& progress) {
    if (!views_) return json_response(views_json({}));
    const auto found = views_->views(caller, progress);
    return found ? json_response(views_json(*found)) : error_response(error_of(found.error()));
}

Service::Reply Service::rows(const HttpRequest& request, const Caller& caller, Progress& progress) {
    const std::string view(*view_of(std::string_view(request.path).substr(api.size())));
    if (!views_) return {error_response({404, "not_found", "there are no views here"}), {}};
    const auto decoded = decode_view(request.body, view);
    if (const ApiError* error = std::get_if<ApiError>(&decoded)) return {error_response(*error), {}};
    const ViewQuestion& question = std::get<ViewQuestion>(decoded);
    const bool csv = request.accept.find("text/csv") != std::string::npos;
    const std::uint64_t limit = csv ? options_.most_exported : question.limit;
    const std::string sql = ViewReader::sql(question, limit);
    if (!views_->may_read(caller, view, question, progress))
        return {error_response({403, "forbidden",
                                format("there is no view {} for this token, purpose and recipient", quoted(view))}),
                sql};
    if (csv) {
        CsvWriter writer(limit, options_.most_bytes);
        const auto read = views_->rows(caller, question, limit, writer, progress);
        if (!read) return {error_response(error_of(read.error())), sql};
        HttpResponse response{200, "text/csv; charset=utf-8", std::move(writer.text()), {}};
        response.headers.emplace_back("Content-Disposition", "attachment; filename=\"view.csv\"");
        response.headers.emplace_back("Scrim-More", writer.more() ? "true" : "false");
        return {std::move(response), sql};
    }
    const auto read = views_->rows(caller, question, limit, progress);
    if (!read) return {error_response(error_of(read.error())), sql};
    return {json_response(rows_json(*read, sql)), sql};
}

void Service::add_headers(HttpResponse& response) const {
    const auto add = [&](const char* name, const char* value) { response.headers.emplace_back(name, value); };
    add("Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
    add("X-Content-Type-Options", "nosniff");
    add("Referrer-Policy", "no-referrer");
    add("Cross-Origin-Resource-Policy", "same-origin");
    if (options_.tls) add("Strict-Transport-Security", "max-age=31536000");
    const bool cached = std::any_of(response.headers.begin(), response.headers.end(),
                                    [](const auto& header) { return header.first == "Cache-Control"; });
    if (!cached) add("Cache-Control", "no-store");
}

}  // namespace scrim::server
