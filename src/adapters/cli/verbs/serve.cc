#include "adapters/cli/run_server.h"
#include "adapters/cli/verb.h"
#include "adapters/http/tokens.h"

#include <memory>
#include <sstream>

namespace scrim::cli {
namespace {

struct TokenOptions {
    std::string name;
    bool owner = false, noisy = false;
};

// The token is for its bearer, the entry for the file: each goes where it can be redirected to.
Result<int> run_token(const TokenOptions& options, Session& session) {
    using server::TokenKind;
    if (options.owner && options.noisy)
        return input_error("an owner may ask in every way: leave --noisy or --owner away");
    const TokenKind kind = options.owner ? TokenKind::owner : options.noisy ? TokenKind::noisy : TokenKind::analyst;
    SCRIM_TRY(const server::NewToken made, server::make_token(options.name, kind));
    session.out << made.entry;
    session.err << "token of " << options.name << ", shown only now: " << made.token << "\n";
    return fine;
}

}  // namespace

Result<int> run_server(const server::ServeOptions& options, Session& session) {
    const auto say = [&](const std::string& line) {
        session.print(line);
        session.out << std::endl;
        if (session.out) return;
        // A server goes on when nobody listens to what it says.
        static std::ostringstream nowhere;
        session.out.rdbuf(nowhere.rdbuf());
    };
    SCRIM_CHECK(server::serve(options, say));
    return fine;
}

void add_serve(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand(
        "serve", "Statistical databases and anonymization views for people with a browser, and HTTP");
    auto options = std::make_shared<server::ServeOptions>();
    command->add_option("--statdb", options->statdbs, "Statistical database to answer from; several times")
        ->allow_extra_args(false);
    command->add_option("--db", options->database, "Database file with anonymization views");
    command->add_option("--listen", options->listen,
                        "Address and port (default 127.0.0.1:8080); port 0 for any free one");
    command->add_option("--tokens", options->tokens,
                        "File that says who may ask what; without it only this machine is served");
    command->add_option("--tls-cert", options->tls_certificate, "Certificate chain, PEM");
    command->add_option("--tls-key", options->tls_key, "Its private key, PEM");
    command->add_option("--audit-log", options->log, "File for who asked what when (never the answers)");
    command->add_option("--rate", options->rate,
                        "Questions per second and token, 0 for no limit (default 200 with --tokens)");
    command->add_option("--time-limit", options->time_limit, "Seconds for one request (default 10)");
    command->add_option("--threads", options->threads,
                        "Threads that read, and twice as many that work (default: processors)");
    command->add_option("--connections-per-address", options->per_address,
                        "Connections of one address at a time, 0 for no limit (default 256)");
    command->footer(
        "Example:\n"
        "  scrim serve --statdb occ.statdb\n"
        "  scrim token ana >> tokens.yaml          # after a first line: tokens:\n"
        "  scrim serve --statdb occ.statdb --db hospital.db --tokens tokens.yaml --listen 0.0.0.0:8443 --tls-cert "
        "c.pem --tls-key k.pem\n"
        "SIGTERM ends it when all answers are written, SIGHUP reads the tokens again.");
    command->callback(
        [options, &action] { action = [options](Session& session) { return run_server(*options, session); }; });
}

void add_token(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("token", "A new token for scrim serve: its entry for the file of tokens");
    auto options = std::make_shared<TokenOptions>();
    command->add_option("name", options->name, "Who it is for; of analysts, who views are granted to")->required();
    command->add_flag("--owner", options->owner, "For an owner, who may ask and read everything");
    command->add_flag("--noisy", options->noisy,
                      "For an analyst who gets answers with noise only, from a budget (scrim ledger grant)");
    command->footer(
        "Prints the entry; the token itself goes to the terminal (standard error), and is stored nowhere.\n"
        "Example:\n"
        "  echo tokens: > tokens.yaml\n"
        "  scrim token ana >> tokens.yaml");
    command->callback(
        [options, &action] { action = [options](Session& session) { return run_token(*options, session); }; });
}

}  // namespace scrim::cli
