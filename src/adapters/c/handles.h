// What the handles of scrim.h are, and the border that no exception crosses.
#pragma once

#include "scrim.h"
#include "scrim/call.h"
#include "scrim/evidence.h"
#include "scrim/frame.h"
#include "scrim/histogram.h"
#include "scrim/plan.h"
#include "scrim/result.h"
#include "scrim/statdb.h"

#include <exception>
#include <new>
#include <optional>
#include <string>
#include <utility>

struct scrim_error {
    std::string message, field;
};
struct scrim_frame {
    scrim::Frame frame;
};
struct scrim_bytes {
    std::string bytes;
};
struct scrim_histogram {
    scrim::Histogram histogram;
};
struct scrim_plan {
    scrim::Plan plan;
};
struct scrim_evidence {
    scrim::Evidence evidence;
};
struct scrim_reply {
    scrim::CallReply reply;
};
struct scrim_statdb {
    scrim::StatDb statdb;
};

namespace scrim::c {

// Sets *error, where there is a place for it, and gives what the function has to return.
int fail(const Error& error, scrim_error** into) noexcept;

// What `work` returns, a Result<void>, as a status; what it throws is a fault.
template <class Work>
int guarded(scrim_error** error, Work work) noexcept {
    if (error) *error = nullptr;
    try {
        const Result<void> done = work();
        return done ? SCRIM_OK : fail(done.error(), error);
    } catch (const std::bad_alloc&) {
        return fail(fault_error("out of memory"), error);
    } catch (const std::exception& thrown) {
        return fail(fault_error(thrown.what()), error);
    } catch (...) {
        return fail(fault_error("something unknown was thrown"), error);
    }
}

// The caller's callbacks.
class CalledProgress final : public Progress {
public:
    explicit CalledProgress(const scrim_progress* callbacks) {
        if (callbacks) callbacks_ = *callbacks;
    }
    void stage(std::string_view name, std::uint64_t total) override {
        if (callbacks_.stage) callbacks_.stage(callbacks_.context, std::string(name).c_str(), total);
    }
    void advance(std::uint64_t amount) override {
        if (callbacks_.advance) callbacks_.advance(callbacks_.context, amount);
    }
    bool cancelled() const override { return callbacks_.cancelled && callbacks_.cancelled(callbacks_.context) != 0; }

private:
    scrim_progress callbacks_{};
};

// A reply for the caller, its messages worded as those of errors are; "" where the parts of `made` are.
scrim_reply* new_reply(const CallReply& made);

// Refuses what must not be NULL.
Result<void> need(const void* pointer, std::string_view name);

}  // namespace scrim::c
