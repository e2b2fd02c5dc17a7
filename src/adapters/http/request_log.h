// RequestLog: who asked what when, and whether it was answered; never what the answer was. One JSON object per line,
// in a file that only its owner reads.
//
//   {"time": "2026-01-31T10:02:03.004Z", "who": "ana", "what": "count", "question": "SELECT COUNT(*) …", "status": 200}
//   {"time": …, "who": null, "what": "count", "from": "192.0.2.7", "why": "unknown token", "status": 401}
//
// Whoever has no token could fill the disk with lines of the second kind: of these there are at most 20 in a second,
// and "left_out" says how many before this one are missing.
#pragma once

#include "adapters/http/rate_limit.h"
#include "kernel/core/json.h"
#include "scrim/result.h"

#include <atomic>
#include <memory>
#include <string>
#include <string_view>

namespace scrim::server {

class RequestLog {
public:
    // Appends to the file; "" for no log.
    static Result<std::unique_ptr<RequestLog>> open(const std::string& path);
    ~RequestLog();
    RequestLog(const RequestLog&) = delete;
    RequestLog& operator=(const RequestLog&) = delete;

    // Goes on in a new file of the same name, after the old one was moved away.
    Result<void> reopen();
    // False where the line could not be written: then nothing may be answered.
    bool write(std::string_view who, std::string_view what, std::string_view question, unsigned status);
    // Somebody who is not known, at this address.
    void write_refused(std::string_view from, std::string_view what, std::string_view why);

private:
    RequestLog(std::string path, int file) : path_(std::move(path)), file_(file) {}
    bool write_line(const Json& json);

    const std::string path_;
    std::atomic<int> file_;
    RateLimit refused_{20};
    std::atomic<std::uint64_t> left_out_ = 0;
};

}  // namespace scrim::server
