// Result<T>: a value, or an Error that says what went wrong.
//
// Errors are values inside the library; nothing here throws for a user's mistake, prints, or aborts. Each adapter
// (command line, server, SQL) translates an Error once, at its border: messages, notes and reports hold the names of
// fields of a request as marks, which worded() spells as the adapter's users write them.
//
//   Result<Policy> read = read_policy("policy.yaml");
//   if (!read) return read.error();
//   std::cout << read->columns.size();
//
// or, inside a function that itself returns a Result:
//
//   SCRIM_TRY(const Policy policy, read_policy("policy.yaml"));
//
// Long work also takes a Progress, through which its caller watches and stops it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#pragma GCC visibility push(default)
namespace scrim {

struct Error {
    enum class Kind {
        input,      // the user's to mend: the message names the thing, the value and what would be accepted
        fault,      // ours to mend
        cancelled,  // the user asked to stop
    };
    Kind kind = Kind::input;
    std::string message;  // one line, to be worded

    // The field of the request that the message names first, as "out" or "accept_exact"; "" for none.
    std::string field() const;
};

inline Error input_error(std::string message) { return {Error::Kind::input, std::move(message)}; }
inline Error fault_error(std::string message) { return {Error::Kind::fault, std::move(message)}; }
inline Error cancelled_error() { return {Error::Kind::cancelled, "stopped on request"}; }

// How an adapter's users write a field, alone, with a value and as a switch:
enum class Wording {
    command_line,  // --accept-exact   --missing '?'    --force   -m 10
    json,          // "accept_exact"   "missing": "?"   "force": true
    keyword,       // accept_exact=    missing='?'      force=True
};
// A message, or a text, page or JSON document made of messages, with its fields spelled. Everything else stays as it
// is, so wording twice does nothing; a document of JSON takes any wording but that of JSON, whose quotes would end its
// strings.
std::string worded(std::string_view text, Wording wording);

template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

    bool ok() const { return state_.index() == 0; }
    explicit operator bool() const { return ok(); }

    T& operator*() & { return std::get<0>(state_); }
    const T& operator*() const& { return std::get<0>(state_); }
    T&& operator*() && { return std::get<0>(std::move(state_)); }
    T* operator->() { return &std::get<0>(state_); }
    const T* operator->() const { return &std::get<0>(state_); }
    const Error& error() const { return std::get<1>(state_); }

private:
    std::variant<T, Error> state_;
};

// A Result that carries no value.
template <>
class [[nodiscard]] Result<void> {
public:
    Result() = default;
    Result(Error error) : error_(std::move(error)) {}

    bool ok() const { return !error_.has_value(); }
    explicit operator bool() const { return ok(); }
    const Error& error() const { return *error_; }

private:
    std::optional<Error> error_;
};

// How long work tells its caller where it stands, and learns that it should stop.
//
// The library calls stage() at the start of each step and advance() from any thread as it goes; it asks cancelled()
// between blocks of work and then returns Error::Kind::cancelled with nothing half written. The default does nothing.
class Progress {
public:
    virtual ~Progress() = default;
    // A new step begins; `total` is its amount of work, 0 when not known beforehand. It has no unit until one is named.
    virtual void stage(std::string_view /*name*/, std::uint64_t /*total*/ = 0) {}
    virtual void advance(std::uint64_t /*amount*/) {}
    virtual bool cancelled() const { return false; }
    // What the amounts of the step that began last are: "rows".
    virtual void unit(std::string_view /*name*/) {}
};

// A Progress that shows nothing and never cancels.
Progress& no_progress();

}  // namespace scrim

#define SCRIM_CONCAT_(a, b) a##b
#define SCRIM_CONCAT(a, b) SCRIM_CONCAT_(a, b)

// SCRIM_TRY(declaration, expression): bind the value of a Result, or return its Error from the enclosing function.
#define SCRIM_TRY(declaration, ...) SCRIM_TRY_(SCRIM_CONCAT(result_, __COUNTER__), declaration, __VA_ARGS__)
#define SCRIM_TRY_(temporary, declaration, ...) \
    auto temporary = (__VA_ARGS__);             \
    if (!temporary) return temporary.error();   \
    declaration = *std::move(temporary)

// SCRIM_CHECK(expression): return the Error of a Result<void> from the enclosing function.
#define SCRIM_CHECK(...)                                                    \
    do {                                                                    \
        if (auto checked = (__VA_ARGS__); !checked) return checked.error(); \
    } while (false)
#pragma GCC visibility pop
