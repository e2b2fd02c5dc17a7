#include "adapters/c/handles.h"

#include <atomic>

namespace scrim::c {
namespace {

std::atomic<Wording> wording = Wording::json;

int status_of(Error::Kind kind) {
    switch (kind) {
        case Error::Kind::input: return SCRIM_INPUT;
        case Error::Kind::cancelled: return SCRIM_CANCELLED;
        case Error::Kind::fault: break;
    }
    return SCRIM_FAULT;
}

}  // namespace

int fail(const Error& error, scrim_error** into) noexcept {
    const int status = status_of(error.kind);
    if (!into) return status;
    try {
        *into = new scrim_error{worded(error.message, wording), error.field()};
    } catch (...) {
        *into = nullptr;  // not even the message has room
    }
    return status;
}

scrim_reply* new_reply(const CallReply& made) {
    // The quotes of JSON's wording would end the strings of a document.
    return new scrim_reply{
        {worded(made.json, Wording::keyword), worded(made.text, wording), worded(made.html, wording)}};
}

Result<void> need(const void* pointer, std::string_view name) {
    if (pointer) return {};
    return input_error(std::string(name) + " is NULL");
}

}  // namespace scrim::c

extern "C" {

const char* scrim_error_message(const scrim_error* error) { return error ? error->message.c_str() : "out of memory"; }
const char* scrim_error_field(const scrim_error* error) { return error ? error->field.c_str() : ""; }
void scrim_error_free(scrim_error* error) { delete error; }

void scrim_word_errors(int wording) {
    scrim::c::wording = wording == SCRIM_KEYWORD ? scrim::Wording::keyword : scrim::Wording::json;
}
}
