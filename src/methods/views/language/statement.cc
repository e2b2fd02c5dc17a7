#include "methods/views/language/statement.h"

#include "kernel/core/text.h"
#include "methods/views/language/avlike.h"
#include "methods/views/language/catalog_statements.h"
#include "methods/views/language/folded_name.h"
#include "methods/views/language/set_option.h"
#include "methods/views/language/tails.h"
#include "methods/views/language/view_statement.h"

#include <algorithm>

namespace scrim::views {
namespace {

using Kind = SqlToken::Kind;

// CREATE, INSERT, … and the kind of thing that it is about.
struct Verb {
    std::string_view word;
    std::size_t object;  // tokens before the kind
    bool names_a_kind;   // always, and never the name of a table
};

Verb verb_of(const StatementParser& parser) {
    if (parser.at_word("CREATE")) {
        const std::size_t object = parser.at_word("OR", 1) && parser.at_word("REPLACE", 2) ? 3 : 1;
        for (const std::string_view word : {"MATERIALIZED", "TEMP", "TEMPORARY"})
            if (parser.at_word(word, object)) return {"CREATE", object + 1, true};
        return {"CREATE", object, true};
    }
    for (const std::string_view word : {"DROP", "REFRESH", "ALTER"})
        if (parser.at_word(word)) return {word, parser.at_word("MATERIALIZED", 1) ? 2u : 1u, true};
    if (parser.at_word("SHOW")) return {"SHOW", 1, false};
    for (const std::string_view word : {"GRANT", "REVOKE"})
        if (parser.at_word(word) && parser.at_word("ON", 2)) return {word, 3, false};
    if (parser.at_word("INSERT") && parser.at_word("INTO", 1)) return {"INSERT", 2, false};
    return {"", 0, false};
}

// ANONYMIZATON_VIEW, ANONYMIZATION VIEW, and British spellings of either.
Result<void> refuse_misspelled(const StatementParser& parser, const Verb& verb) {
    static const std::vector<std::string> known = {"ANONYMIZATION_VIEW"};
    const SqlToken& token = parser.peek(verb.object);
    const std::string_view source = token.source(parser.text());
    if (verb.word == "INSERT" || token.kind != Kind::word || source.size() > 60) return {};
    const std::string word = shouted(source);
    if (word == "ANONYMIZATION_VIEW" || (word == "ANONYMIZATION_VIEWS" && verb.word == "SHOW")) return {};
    if (!nearest(word, known) && !(verb.names_a_kind && word.starts_with("ANONYM"))) return {};
    return parser.refused_at(
        parser.index() + verb.object,
        format("{} {} is not known, did you mean {}?", verb.word, quoted(source),
               quoted(verb.word == "SHOW" && word.ends_with("S") ? "ANONYMIZATION_VIEWS" : "ANONYMIZATION_VIEW")));
}

// The table DGH can be inserted into as well.
bool inserts_into_dgh(const StatementParser& parser) {
    if (!parser.at_word("DGH", 2) || !parser.at_name(3)) return false;
    for (const std::string_view word : {"VALUES", "AS", "BY", "DEFAULT"})
        if (parser.at_word(word, 3)) return false;
    return true;
}

template <class Ours>
Result<Statement> one_of(Result<Ours> ours) {
    if (!ours) return ours.error();
    return Statement(*std::move(ours));
}

// One of our statements, or an EngineStatement that is not filled in yet.
Result<Statement> parse_ours(StatementParser& parser) {
    if (sets_our_option(parser)) return one_of(parse_set_option(parser));
    const Verb verb = verb_of(parser);
    if (verb.word.empty()) return Statement();
    SCRIM_CHECK(refuse_misspelled(parser, verb));
    const auto is = [&](std::string_view word, std::string_view kind) {
        return verb.word == word && parser.at_word(kind, verb.object);
    };
    if (is("CREATE", "ANONYMIZATION_VIEW")) return one_of(parse_create_view(parser));
    if (is("CREATE", "DGH")) return one_of(parse_create_dgh(parser));
    if (is("CREATE", "POLICY")) return one_of(parse_create_policy(parser));
    if (is("DROP", "ANONYMIZATION_VIEW")) return one_of(parse_drop_view(parser));
    if (is("DROP", "DGH")) return one_of(parse_drop_dgh(parser));
    if (is("DROP", "POLICY")) return one_of(parse_drop_policy(parser));
    if (is("REFRESH", "ANONYMIZATION_VIEW")) return one_of(parse_refresh_view(parser));
    if (is("ALTER", "ANONYMIZATION_VIEW"))
        return parser.refused("a view is not altered; write CREATE OR REPLACE ANONYMIZATION_VIEW");
    if (is("GRANT", "ANONYMIZATION_VIEW") || is("REVOKE", "ANONYMIZATION_VIEW")) return one_of(parse_grant(parser));
    if (verb.word == "INSERT" && inserts_into_dgh(parser)) return one_of(parse_insert_dgh(parser));
    if (shows_ours(parser)) return one_of(parse_show(parser));
    return Statement();
}

void blank(std::string& text, std::size_t begin, std::size_t end) {
    std::fill(text.begin() + static_cast<std::ptrdiff_t>(begin), text.begin() + static_cast<std::ptrdiff_t>(end), ' ');
}

// The engine would make one byte of a wide space, and so move what follows.
void blank_wide_spaces(const StatementParser& parser, std::string& text) {
    const auto blank_between = [&](std::size_t begin, std::size_t end) {
        for (; begin < end; ++begin)
            if (static_cast<unsigned char>(text[begin]) >= 0x80) text[begin] = ' ';
    };
    std::size_t at = 0;
    for (const SqlToken& token : parser.tokens()) {
        blank_between(at, token.begin);
        at = token.end;
    }
    blank_between(at, text.size());
}

// Takes EXPLAIN [ANALYZE].
Result<void> take_explain(StatementParser& parser, EngineStatement& statement) {
    if (!parser.accept_word("EXPLAIN")) return {};
    statement.explain = true;
    statement.analyze = parser.accept_word("ANALYZE");
    const bool options = parser.at_symbol("(") && (parser.at_word("ANALYZE", 1) || parser.at_word("FORMAT", 1));
    if (options) return parser.refused("EXPLAIN takes no options; write EXPLAIN or EXPLAIN ANALYZE");
    if (parser.at_end() || parser.at_word("EXPLAIN")) return parser.unexpected("a statement to explain");
    return {};
}

}  // namespace

const TailScope* EngineStatement::tail_at(std::size_t position) const {
    const TailScope* innermost = nullptr;
    for (const TailScope& tail : tails) {
        if (position < tail.begin || position >= tail.end) continue;
        if (innermost == nullptr || tail.end - tail.begin < innermost->end - innermost->begin) innermost = &tail;
    }
    return innermost;
}

Result<Statement> parse_statement(std::string_view sql) { return parse_statement(SqlWords{std::string(sql), {}}); }

Result<Statement> parse_statement(SqlWords words) {
    const std::string& sql = words.text;
    SCRIM_TRY(StatementParser parser, StatementParser::of(words));
    EngineStatement statement;
    SCRIM_CHECK(take_explain(parser, statement));
    const std::size_t first = parser.index();
    SCRIM_TRY(Statement ours, parse_ours(parser));
    if (!std::holds_alternative<EngineStatement>(ours)) {
        if (statement.explain) return parser.refused_at(first, "only the engine's statements can be explained");
        return ours;
    }
    statement.text = sql;
    if (first > 0) blank(statement.text, 0, parser.tokens()[first].begin);
    blank_wide_spaces(parser, statement.text);
    const std::span<const SqlToken> tokens = parser.tokens();
    SCRIM_TRY(const std::vector<Tail> tails, find_tails(sql, tokens.subspan(first, tokens.size() - first - 1)));
    for (const Tail& tail : tails) {
        blank(statement.text, tail.begin, tail.end);
        statement.tails.push_back(tail.scope);
    }
    write_avlike_out(statement.text, tokens);
    return Statement(std::move(statement));
}

}  // namespace scrim::views
