// From the library's Result to the exception that ends a statement.
#pragma once

#include "adapters/postgres/server.h"
#include "scrim/result.h"

#include <utility>

namespace scrim::postgres {

template <class T>
T must(Result<T> result, Refused::Kind kind = Refused::Kind::definition) {
    if (!result) throw Refused(worded(result.error().message, Wording::keyword), "", kind);
    return *std::move(result);
}
inline void must(Result<void> result, Refused::Kind kind = Refused::Kind::definition) {
    if (!result) throw Refused(worded(result.error().message, Wording::keyword), "", kind);
}

}  // namespace scrim::postgres
