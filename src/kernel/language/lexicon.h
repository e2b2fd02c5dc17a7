// Lexicon: what the words of one language look like. Lexer reads it; a new language is a new Lexicon, not a new lexer.
//
//   const Lexicon lexicon{.line_comments = {"--"}, .names = "\"", .strings = "'", .symbols = {"<=", ">="}};
#pragma once

#include "kernel/core/ascii.h"

#include <string>
#include <string_view>
#include <vector>

namespace scrim::language {

struct Lexicon {
    // Between words: spaces, and comments.
    bool wide_spaces = false;  // also those that come with text copied from documents
    bool lines = false;        // the end of a line is no space but a symbol
    std::vector<std::string_view> line_comments = {};
    std::string_view line_ends = "\n";
    bool block_comments = false;   // /* … */
    bool nested_comments = false;  // … also within each other
    // Bare words.
    bool (*begins)(char) = begins_word;
    bool (*continues)(char) = [](char c) { return begins_word(c) || is_digit(c); };
    // Which characters quote; the one that does is doubled within.
    std::string_view names = {}, strings = {};
    bool one_line = false;     // quotes are closed on their line
    bool sql_strings = false;  // E'…', $tag$…$tag$, $1, ?
    // Numbers. Without them digits are what begins() says.
    bool numbers = true;
    bool exponents = false;     // 1e-5
    bool bare_points = false;   // 1. and .5; otherwise digits stand on both sides of a point
    bool digit_groups = false;  // 1_000
    bool apart = false;         // a number that runs into a word is refused
    // Symbols: these of several characters, the longest first, and any other single one …
    std::vector<std::string_view> symbols = {};
    std::string_view only = {};  // … or, where this is not empty, of these
    bool controls = true;        // also control characters
};

}  // namespace scrim::language
