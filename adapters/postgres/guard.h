// The only two crossings between C++, which throws, and PostgreSQL, which jumps.
//
//   SCRIM_EXPORT Datum f(PG_FUNCTION_ARGS) { return from_server([&] { … library code … }); }
//   void* p = in_server([&]() noexcept { return palloc(10); });   // PostgreSQL's error becomes a ServerError
//
// A jump never crosses a frame with an object in it, and an exception never leaves a function that PostgreSQL calls.
#pragma once

#include "adapters/postgres/server.h"

#include <cstring>
#include <exception>
#include <new>
#include <type_traits>

#include "compat.h"

namespace scrim::postgres {

struct ServerError {  // an error of PostgreSQL's on its way through C++
    ErrorData* data;
};

// Faults that tests inject at the crossings: the setting scrim.fault, for superusers.
enum class Fault { none, exception, unknown, out_of_memory, server_error, spin };
extern int injected_fault;
void injected(const char* place);  // throws what is to be thrown; does nothing in production

// From C++ into PostgreSQL. The callable is noexcept, and holds nothing with a destructor: a jump leaves it without
// unwinding.
template <class F>
auto in_server(F&& f) -> std::invoke_result_t<F> {
    static_assert(std::is_nothrow_invocable_v<F>, "in_server needs a noexcept callable");
    using R = std::invoke_result_t<F>;
    static_assert(std::is_void_v<R> || std::is_trivially_copyable_v<R>);
    MemoryContext context = CurrentMemoryContext;
    ErrorData* volatile error = nullptr;
    if constexpr (std::is_void_v<R>) {
        PG_TRY();
        { f(); }
        PG_CATCH();
        {
            MemoryContextSwitchTo(context);
            error = CopyErrorData();
            FlushErrorState();
        }
        PG_END_TRY();
        if (error != nullptr) throw ServerError{error};
    } else {
        volatile R result{};
        PG_TRY();
        { const_cast<R&>(result) = f(); }
        PG_CATCH();
        {
            MemoryContextSwitchTo(context);
            error = CopyErrorData();
            FlushErrorState();
        }
        PG_END_TRY();
        if (error != nullptr) throw ServerError{error};
        return const_cast<R&>(result);
    }
}

// Lets PostgreSQL end the statement, if it wants to. (What is pending may be something else, and be done with at once.)
inline void check_interrupts() {
    if (InterruptPending) in_server([]() noexcept { CHECK_FOR_INTERRUPTS(); });
}

// What became of C++ code that PostgreSQL called: plain data, so that a jump may leave it behind.
struct Outcome {
    enum class Kind { fine, server_error, out_of_memory, refused, fault };
    Kind kind = Kind::fine;
    ErrorData* error = nullptr;
    int code = 0;
    char message[1024] = "", hint[512] = "";
};
void note_exception(Outcome& outcome) noexcept;     // of the exception that is being handled
[[noreturn]] void raise_outcome(Outcome* outcome);  // as PostgreSQL's error

// From PostgreSQL into C++. An error is raised when every frame of C++ and the exception itself are gone.
template <class F>
auto from_server(F&& f) -> std::invoke_result_t<F> {
    Outcome outcome;
    try {
        return f();
    } catch (...) {
        note_exception(outcome);
    }
    raise_outcome(&outcome);
}

}  // namespace scrim::postgres
