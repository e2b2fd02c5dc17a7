// DuckDB's errors as ours. Its C API gives them as texts, "Binder Error: ..."; what throws is ours.
#pragma once

#include "scrim/result.h"

#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <utility>

namespace scrim::engine {

// One line, and whose to mend it is. `message` begins with the kind of the error, as DuckDB's do.
Error engine_error(std::string_view message);

// An Error on its way through functions that return something else, to guarded().
class ErrorOnItsWay : public std::exception {
public:
    explicit ErrorOnItsWay(Error error) : error_(std::move(error)) {}
    const char* what() const noexcept override { return error_.message.c_str(); }
    const Error& error() const { return error_; }

private:
    Error error_;
};

// f(), with exceptions as Errors. f returns a Result.
template <class F>
auto guarded(F f) -> decltype(f()) {
    try {
        return f();
    } catch (const ErrorOnItsWay& exception) {
        return exception.error();
    } catch (const std::bad_alloc&) {
        return input_error("not enough memory");
    } catch (const std::exception& exception) {
        return input_error(exception.what());
    }
}

}  // namespace scrim::engine
