// `scrim serve`: statistical databases and anonymization views for people with a browser, and for programs.
#pragma once

#include "scrim/result.h"

#include <functional>
#include <string>
#include <vector>

namespace scrim::server {

struct ServeOptions {
    std::vector<std::string> statdbs;  // files; each is named as its file, without the ending
    std::string database;              // with anonymization views; "" for none
    std::string tokens;                // file; "" for none: then only this machine is served
    std::string listen = "127.0.0.1:8080";
    std::string tls_certificate, tls_key;
    std::string log;         // file for who asked what when; "" for none
    double rate = -1;        // questions per second and token; 0 for no limit; below 0 for the default
    double time_limit = 10;  // seconds for one request
    std::size_t threads = 0;
    std::size_t per_address = 256;  // connections of one address; 0 for no limit
};

// Serves until it is told to stop (SIGTERM, SIGINT). `say` gets a line when it listens, and others about its state.
Result<void> serve(const ServeOptions& options, const std::function<void(const std::string&)>& say);

}  // namespace scrim::server
