#include "guard.h"

namespace scrim::postgres {

int injected_fault = 0;

void injected(const char* place) {
    switch (static_cast<Fault>(injected_fault)) {
        case Fault::none: return;
        case Fault::exception: throw std::runtime_error(std::string("injected exception ") + place);
        case Fault::unknown: throw 42;
        case Fault::out_of_memory: throw std::bad_alloc();
        case Fault::server_error: in_server([]() noexcept { elog(ERROR, "injected error of the server"); }); return;
        case Fault::spin:
            for (;;) check_interrupts();
    }
}

namespace {

int code_of(Refused::Kind kind) {
    switch (kind) {
        case Refused::Kind::definition: return ERRCODE_FDW_ERROR;
        case Refused::Kind::data: return ERRCODE_DATA_EXCEPTION;
        case Refused::Kind::permission: return ERRCODE_INSUFFICIENT_PRIVILEGE;
        case Refused::Kind::unsupported: return ERRCODE_FEATURE_NOT_SUPPORTED;
        case Refused::Kind::missing: return ERRCODE_UNDEFINED_OBJECT;
    }
    return ERRCODE_INTERNAL_ERROR;
}

// As much of a text as there is room for, cut between characters.
template <std::size_t size>
void keep(char (&to)[size], const char* text) {
    std::size_t length = std::strlen(text);
    if (length >= size) {
        length = size - 1;
        while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80) --length;
    }
    std::memcpy(to, text, length);
    to[length] = '\0';
}

}  // namespace

void note_exception(Outcome& outcome) noexcept {
    using Kind = Outcome::Kind;
    try {
        throw;
    } catch (const ServerError& e) {
        outcome.kind = Kind::server_error;
        outcome.error = e.data;
    } catch (const Refused& e) {
        outcome.kind = Kind::refused;
        outcome.code = code_of(e.kind());
        keep(outcome.message, e.what());
        keep(outcome.hint, e.hint().c_str());
    } catch (const std::bad_alloc&) {
        outcome.kind = Kind::out_of_memory;
    } catch (const std::exception& e) {
        outcome.kind = Kind::fault;
        keep(outcome.message, e.what());
    } catch (...) {
        outcome.kind = Kind::fault;
        keep(outcome.message, "unknown exception");
    }
}

void raise_outcome(Outcome* outcome) {
    switch (outcome->kind) {
        case Outcome::Kind::server_error: ReThrowError(outcome->error); break;
        case Outcome::Kind::out_of_memory:
            ereport(ERROR, (errcode(ERRCODE_OUT_OF_MEMORY), errmsg("out of memory in scrim")));
            break;
        case Outcome::Kind::refused:
            ereport(ERROR, (errcode(outcome->code), errmsg("%s", outcome->message),
                            outcome->hint[0] != '\0' ? errhint("%s", outcome->hint) : 0));
            break;
        default:
            ereport(ERROR, (errcode(ERRCODE_INTERNAL_ERROR), errmsg("internal error in scrim"),
                            errdetail_log("%s", outcome->message)));
    }
    pg_unreachable();
}

}  // namespace scrim::postgres
