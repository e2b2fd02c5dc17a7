// Long work of the library, beside an interpreter that goes on: the work runs in a thread of its own without the
// interpreter's lock, and the calling thread tells the caller's progress and listens for Ctrl-C, ten times a second and
// more.
#pragma once

#include "scrim/result.h"

#include <nanobind/nanobind.h>

#include <functional>

namespace scrim::python {

// Does `work` and comes back when it is done, also where it was stopped. `progress` is None or is called with the
// step's name, how much of it is done and how much there is (0 where nobody knows); it is called by the calling thread
// alone. An exception of it, or of a signal's handler, stops the work and is thrown again afterwards.
void run_interruptibly(const nanobind::object& progress, const std::function<void(Progress&)>& work);

// Stops what runs in any thread, waits for it, and refuses what would begin later: before the interpreter leaves.
void stop_all_work();

// Refuses what a fork cannot bring along: the threads that work would wait for.
void check_not_forked();

}  // namespace scrim::python
