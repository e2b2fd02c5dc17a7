#include "adapters/http/request_log.h"

#include "kernel/core/json.h"
#include "kernel/core/text.h"
#include "report/json/document.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <ctime>

namespace scrim::server {
namespace {

std::string now_text() {
    const auto now = std::chrono::system_clock::now();
    const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
    const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count() % 1000;
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    char text[32];
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts);
    return format("{}.{:03}Z", text, ms);
}

}  // namespace

Result<std::unique_ptr<RequestLog>> RequestLog::open(const std::string& path) {
    std::unique_ptr<RequestLog> log(new RequestLog(path, -1));
    SCRIM_CHECK(log->reopen());
    return log;
}

Result<void> RequestLog::reopen() {
    if (path_.empty()) return {};
    const int file = ::open(path_.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) return input_error(format("cannot write the log {}: {}", quoted(path_), std::strerror(errno)));
    // Whoever writes meanwhile writes to one or the other.
    if (file_ < 0)
        file_ = file;
    else if (::dup3(file, file_, O_CLOEXEC) >= 0)
        ::close(file);
    return {};
}

RequestLog::~RequestLog() {
    if (file_ >= 0) ::close(file_);
}

bool RequestLog::write(std::string_view who, std::string_view what, std::string_view question, unsigned status) {
    if (file_ < 0) return true;
    return write_line({{"time", now_text()}, {"who", who}, {"what", what}, {"question", question}, {"status", status}});
}

void RequestLog::write_refused(std::string_view from, std::string_view what, std::string_view why) {
    if (file_ < 0) return;
    if (!refused_.allows("", 1)) {
        ++left_out_;
        return;
    }
    Json json{{"time", now_text()}, {"who", nullptr}, {"what", what}, {"from", from}, {"why", why}, {"status", 401}};
    if (const std::uint64_t left_out = left_out_.exchange(0); left_out > 0) json["left_out"] = left_out;
    write_line(json);
}

bool RequestLog::write_line(const Json& json) {
    const std::string line = report::json::line(json);
    // One write for a line: lines of several threads do not mix.
    return ::write(file_, line.data(), line.size()) == static_cast<ssize_t>(line.size());
}

}  // namespace scrim::server
