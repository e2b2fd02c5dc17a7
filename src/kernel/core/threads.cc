#include "scrim/threads.h"

#include <atomic>
#include <memory>
#include <mutex>

#if !defined(SCRIM_PLAIN_THREADS) && !defined(SCRIM_ONE_THREAD)
#include <tbb/global_control.h>
#endif

namespace scrim {
namespace {

std::atomic<std::size_t> wanted = 0;

}  // namespace

void set_threads(std::size_t threads) {
    static std::mutex mutex;
    const std::lock_guard lock(mutex);
    wanted = threads;
#if !defined(SCRIM_PLAIN_THREADS) && !defined(SCRIM_ONE_THREAD)
    static std::unique_ptr<tbb::global_control> limit;
    limit.reset();
    if (threads > 0)
        limit = std::make_unique<tbb::global_control>(tbb::global_control::max_allowed_parallelism, threads);
#endif
}

std::size_t threads() { return wanted; }

}  // namespace scrim
