// Lists as the grammar writes them: a, b or (a, b) or {a, b} or {a}, {b}.
#pragma once

#include "methods/views/language/statement_parser.h"

namespace scrim::views {

// Reads the items with or without braces around some of them. Recursion is as deep as the statement's brackets.
template <class ReadItem>
Result<void> read_items(StatementParser& parser, const ReadItem& read_item) {
    do {
        if (parser.accept_symbol("{")) {
            SCRIM_CHECK(read_items(parser, read_item));
            SCRIM_CHECK(parser.expect_symbol("}"));
        } else {
            SCRIM_CHECK(read_item());
        }
    } while (parser.accept_symbol(","));
    return {};
}

// `read_item` takes one item from the parser and gives a Result<void>.
template <class ReadItem>
Result<void> read_list(StatementParser& parser, const ReadItem& read_item) {
    if (!parser.accept_symbol("(")) return read_items(parser, read_item);
    SCRIM_CHECK(read_items(parser, read_item));
    return parser.expect_symbol(")");
}

}  // namespace scrim::views
