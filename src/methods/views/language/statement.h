// Statement: one statement of Scrim's SQL. Ours are understood here; all others are handed to the engine as they are,
// without the PURPOSE and RECIPIENT that they may end in.
//
//   SCRIM_TRY(Statement statement, parse_statement("SELECT * FROM patient_av PURPOSE treatment RECIPIENT nurse"));
#pragma once

#include "methods/views/language/definition.h"
#include "methods/views/language/sql_tokens.h"
#include "scrim/result.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace scrim::views {

struct CreateDgh {
    std::string name, file;  // a hierarchy file, "" for none
};
struct InsertDgh {
    std::string name;
    std::vector<std::pair<std::string, std::string>> edges;  // child, parent
};
struct DropDgh {
    std::string name;
    bool if_exists = false, cascade = false;
};
struct CreateView {
    ViewDefinition definition;
    bool or_replace = false, if_not_exists = false;
};
struct DropView {
    std::string name;
    bool if_exists = false, cascade = false;
};
// Forgets what a materialized view has kept, and begins anew.
struct RefreshView {
    std::string name;
};
struct CreatePolicy {
    std::string name, file;  // name "" for the file's own
};
struct DropPolicy {
    std::string name;
    bool if_exists = false;
};
struct Grant {
    std::string view, grantee, purpose, recipient;  // purpose and recipient "" for none
    bool revoke = false;
};
struct Show {
    enum class What { views, view, dghs, dgh, policies, policy, grants };
    What what = What::views;
    std::string name;  // of the one
};
// SET av_plan = …, SET av_semantics = …, and RESET of them (value "").
struct SetOption {
    std::string name, value;
};

// A part of a statement's text that asks for a purpose and a recipient: everything between the parentheses that enclose
// its tail, or all of it.
struct TailScope {
    std::size_t begin = 0, end = 0;  // bytes of the text
    std::string purpose, recipient;
};

// For the engine.
struct EngineStatement {
    // Of the statement's length: tails and EXPLAIN are blanked, AVLIKE is '=', so that positions stay.
    std::string text;
    std::vector<TailScope> tails;
    bool explain = false, analyze = false;

    // The innermost tail around a position, or nothing.
    const TailScope* tail_at(std::size_t position) const;
};

using Statement = std::variant<EngineStatement, CreateDgh, InsertDgh, DropDgh, CreateView, DropView, RefreshView,
                               CreatePolicy, DropPolicy, Grant, Show, SetOption>;

// One statement, with or without ';' at its end. Errors point at the token: "line 2, column 14: … near 'FOO'".
Result<Statement> parse_statement(SqlWords sql);
Result<Statement> parse_statement(std::string_view sql);

// The statements of a text, without their ';' and without empty ones, cut into their words; `rest` is what follows the
// last ';' if it is not empty. Quotes, dollar quotes, comments and nesting are respected.
struct SplitSql {
    struct Piece {
        SqlWords words;
        std::size_t begin = 0;  // where it stands in the text
    };
    std::vector<Piece> statements;
    std::string rest;
};
SplitSql split_sql(std::string_view text);

}  // namespace scrim::views
