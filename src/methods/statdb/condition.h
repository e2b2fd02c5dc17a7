// Condition: which rows a query asks for, as a tree over spans of codes, without NOT.
#pragma once

#include "kernel/core/span.h"

#include <cstddef>
#include <vector>

namespace scrim::statdb {

struct Condition {
    enum class Kind { in, all_of, any_of };

    Kind kind = Kind::all_of;
    std::size_t column = 0;        // in: of the schema's quasi-identifiers …
    std::vector<Span> spans;       // … whose code is in one of these: ascending, not empty, apart; none: never
    std::vector<Condition> parts;  // all_of, any_of; no parts: always, never

    static Condition always() { return {}; }
    static Condition in(std::size_t column, std::vector<Span> spans) {
        return {Kind::in, column, std::move(spans), {}};
    }
    static Condition all_of(std::vector<Condition> parts) { return {Kind::all_of, 0, {}, std::move(parts)}; }
    static Condition any_of(std::vector<Condition> parts) { return {Kind::any_of, 0, {}, std::move(parts)}; }
};

}  // namespace scrim::statdb
