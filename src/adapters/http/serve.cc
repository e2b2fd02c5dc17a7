#include "adapters/http/serve.h"

#include "adapters/http/service.h"
#include "kernel/core/field.h"
#include "kernel/core/text.h"

#include <algorithm>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <fstream>

namespace scrim::server {
namespace {

constexpr double usual_rate = 200;

Result<std::vector<NamedStatDb>> open_statdbs(const std::vector<std::string>& paths) {
    std::vector<NamedStatDb> opened;
    for (const std::string& path : paths) {
        const std::string name = std::filesystem::path(path).stem().string();
        for (const NamedStatDb& other : opened)
            if (other.name == name)
                return input_error(format("two statistical databases are called {}; rename a file", quoted(name)));
        SCRIM_TRY(StatDb statdb, StatDb::open(path));
        if (statdb.info().baselines)
            return input_error(format("{} was built with {}, which answers what it should not: build it without",
                                      quoted(path), field("baselines")));
        std::optional<NoisyStatDb> noisy;
        for (const std::string& framework : statdb.info().frameworks) {
            if (!answers_for_a_price(framework)) continue;
            SCRIM_TRY(noisy, NoisyStatDb::of(statdb, path));
        }
        opened.push_back({name, std::move(statdb), std::move(noisy)});
    }
    return opened;
}

// DuckDB would also open a CSV file, as a database with one table.
Result<void> check_database(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) return input_error(format("cannot read {}", quoted(path)));
    char start[12] = {};
    file.read(start, sizeof start);
    if (std::string_view(start + 8, 4) != "DUCK") return input_error(format("{} is no database file", quoted(path)));
    return {};
}

Result<void> check(const ServeOptions& options, const ListenAddress& address) {
    if (options.statdbs.empty() && options.database.empty())
        return input_error(
            format("there is nothing to serve; name a file with {} or {}", field("statdb"), field("db")));
    if (options.tls_certificate.empty() != options.tls_key.empty())
        return input_error(format("{} and {} belong together", field("tls_cert"), field("tls_key")));
    if (options.tokens.empty() && !address.is_loopback())
        return input_error(format("{} can be reached from other machines: that needs {} (scrim token makes one)",
                                  options.listen, field("tokens")));
    if (!std::isfinite(options.time_limit) || options.time_limit <= 0 || options.time_limit > 3600)
        return input_error(field("time_limit") + " takes seconds, above 0 and at most 3600");
    if (options.threads > 1'024) return input_error(field("threads") + " takes at most 1024");
    if (!std::isfinite(options.rate)) return input_error(field("rate") + " takes questions per second, 0 for no limit");
    return {};
}

}  // namespace

Result<void> serve(const ServeOptions& options, const std::function<void(const std::string&)>& say) {
    HttpOptions http;
    SCRIM_TRY(http.address, parse_listen_address(options.listen));
    SCRIM_CHECK(check(options, http.address));
    http.tls_certificate = options.tls_certificate;
    http.tls_key = options.tls_key;
    http.threads = options.threads;
    http.most_per_address = options.per_address;

    std::unique_ptr<TokenFile> tokens;
    if (!options.tokens.empty()) {
        SCRIM_TRY(tokens, TokenFile::open(options.tokens));
    }
    SCRIM_TRY(auto statdbs, open_statdbs(options.statdbs));
    std::optional<SqlDatabase> database;
    if (!options.database.empty()) {
        SCRIM_CHECK(check_database(options.database));
        SCRIM_TRY(database, SqlDatabase::open({.path = options.database, .must_exist = true}));
    }
    SCRIM_TRY(const auto log, RequestLog::open(options.log));

    ServiceOptions service_options;
    service_options.own_hosts_only = !tokens;
    service_options.tls = !options.tls_certificate.empty();
    service_options.rate = options.rate >= 0 ? options.rate : tokens ? usual_rate : 0;
    service_options.time_limit = std::chrono::milliseconds(static_cast<std::int64_t>(options.time_limit * 1000));
    Service service(service_options, std::move(statdbs), std::move(database), tokens.get(), *log);
    SCRIM_TRY(const auto server, HttpServer::open(http, service));
    service.watch(*server);
    server->on_hangup([&] {
        if (const auto opened = log->reopen(); !opened) say(opened.error().message);
        if (!tokens) return;
        const auto count = tokens->reload();
        say(count ? format("tokens read again: {}", *count)
                  : format("tokens stay as they were: {}", count.error().message));
    });
    const bool tls = service_options.tls;
    if (tokens && !tls && !http.address.is_loopback())
        say(
            format("without {} whoever listens on the network reads tokens and answers: put a proxy with TLS in "
                   "front",
                   field("tls_cert")));
    const std::string host =
        http.address.host == "0.0.0.0" || http.address.host == "::" ? "localhost" : http.address.shown_host();
    say(format("listening on {}://{}:{}/", tls ? "https" : "http", host, server->port()));
    // Who listened to us, or a client, may have gone.
    std::signal(SIGPIPE, SIG_IGN);
    server->run();
    say("stopped");
    return {};
}

}  // namespace scrim::server
