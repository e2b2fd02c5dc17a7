#include "methods/views/language/catalog_statements.h"

#include "kernel/core/text.h"
#include "methods/views/language/tails.h"

#include <algorithm>
#include <array>

namespace scrim::views {
namespace {

using Kind = SqlToken::Kind;

// A string, a word, a quoted name or a number with its sign.
Result<std::string> take_node(StatementParser& parser, std::string_view what) {
    const bool minus = parser.at_symbol("-") && parser.at_kind(Kind::number, 1);
    if (minus) parser.take();
    for (const Kind kind : {Kind::string, Kind::word, Kind::name, Kind::number})
        if (parser.at_kind(kind)) return (minus ? "-" : "") + parser.take().text;
    return parser.unexpected(what);
}

Result<void> take_edge(StatementParser& parser, InsertDgh& insert) {
    SCRIM_TRY(std::string child, take_node(parser, "a child, as 'child'"));
    SCRIM_CHECK(parser.expect_symbol(","));
    SCRIM_TRY(std::string parent, take_node(parser, "a parent, as 'parent'"));
    insert.edges.emplace_back(std::move(child), std::move(parent));
    return {};
}

Result<bool> take_cascade(StatementParser& parser) {
    const bool cascade = parser.accept_word("CASCADE");
    if (!cascade) parser.accept_word("RESTRICT");
    if (!parser.at_end()) return parser.unexpected(cascade ? "the end" : "CASCADE, RESTRICT or the end");
    return cascade;
}

struct Shown {
    const char* keyword;
    Show::What what;
    const char* name;  // what is named after it, "" for nothing
};

constexpr std::array<Shown, 7> shown = {{{"ANONYMIZATION_VIEWS", Show::What::views, ""},
                                         {"ANONYMIZATION_VIEW", Show::What::view, "the name of a view"},
                                         {"DGHS", Show::What::dghs, ""},
                                         {"DGH", Show::What::dgh, "the name of a DGH"},
                                         {"POLICIES", Show::What::policies, ""},
                                         {"POLICY", Show::What::policy, "the name of a policy"},
                                         {"GRANTS", Show::What::grants, ""}}};

}  // namespace

Result<CreateDgh> parse_create_dgh(StatementParser& parser) {
    CreateDgh create;
    SCRIM_CHECK(parser.expect_word("CREATE"));
    SCRIM_CHECK(parser.expect_word("DGH"));
    SCRIM_TRY(create.name, parser.take_name("the name of a DGH"));
    if (parser.accept_word("FROM")) {
        SCRIM_TRY(create.file, parser.take_string("the name of a hierarchy file in quotes"));
        SCRIM_CHECK(parser.expect_end());
    }
    if (!parser.at_end()) return parser.unexpected("FROM 'file' or the end");
    return create;
}

Result<InsertDgh> parse_insert_dgh(StatementParser& parser) {
    InsertDgh insert;
    SCRIM_CHECK(parser.expect_word("INSERT"));
    SCRIM_CHECK(parser.expect_word("INTO"));
    SCRIM_CHECK(parser.expect_word("DGH"));
    SCRIM_TRY(insert.name, parser.take_name("the name of a DGH"));
    const bool values = parser.accept_word("VALUES");
    const bool angled = !values && parser.at_symbol("<");
    if (!values && !angled && !parser.at_symbol("(")) {
        if (parser.at_end()) return parser.unexpected("('child', 'parent')");
        SCRIM_CHECK(take_edge(parser, insert));
        SCRIM_CHECK(parser.expect_end());
        return insert;
    }
    do {
        SCRIM_CHECK(parser.expect_symbol(angled ? "<" : "("));
        SCRIM_CHECK(take_edge(parser, insert));
        SCRIM_CHECK(parser.expect_symbol(angled ? ">" : ")"));
    } while (parser.accept_symbol(","));
    if (!parser.at_end()) return parser.unexpected("',' or the end");
    return insert;
}

Result<DropDgh> parse_drop_dgh(StatementParser& parser) {
    DropDgh drop;
    SCRIM_CHECK(parser.expect_word("DROP"));
    SCRIM_CHECK(parser.expect_word("DGH"));
    drop.if_exists = parser.accept_words({"IF", "EXISTS"});
    SCRIM_TRY(drop.name, parser.take_name("the name of a DGH"));
    SCRIM_TRY(drop.cascade, take_cascade(parser));
    return drop;
}

Result<CreatePolicy> parse_create_policy(StatementParser& parser) {
    CreatePolicy create;
    SCRIM_CHECK(parser.expect_word("CREATE"));
    SCRIM_CHECK(parser.expect_word("POLICY"));
    if (!parser.at_word("FROM")) {
        SCRIM_TRY(create.name, parser.take_name("the name of a policy, or FROM"));
    }
    SCRIM_CHECK(parser.expect_word("FROM"));
    SCRIM_TRY(create.file, parser.take_string("the name of a policy file in quotes"));
    SCRIM_CHECK(parser.expect_end());
    return create;
}

Result<DropPolicy> parse_drop_policy(StatementParser& parser) {
    DropPolicy drop;
    SCRIM_CHECK(parser.expect_word("DROP"));
    SCRIM_CHECK(parser.expect_word("POLICY"));
    drop.if_exists = parser.accept_words({"IF", "EXISTS"});
    SCRIM_TRY(drop.name, parser.take_name("the name of a policy"));
    SCRIM_CHECK(parser.expect_end());
    return drop;
}

Result<DropView> parse_drop_view(StatementParser& parser) {
    DropView drop;
    SCRIM_CHECK(parser.expect_word("DROP"));
    parser.accept_word("MATERIALIZED");
    SCRIM_CHECK(parser.expect_word("ANONYMIZATION_VIEW"));
    drop.if_exists = parser.accept_words({"IF", "EXISTS"});
    SCRIM_TRY(drop.name, parser.take_name("the name of a view"));
    SCRIM_TRY(drop.cascade, take_cascade(parser));
    return drop;
}

Result<RefreshView> parse_refresh_view(StatementParser& parser) {
    RefreshView refresh;
    SCRIM_CHECK(parser.expect_word("REFRESH"));
    parser.accept_word("MATERIALIZED");
    SCRIM_CHECK(parser.expect_word("ANONYMIZATION_VIEW"));
    SCRIM_TRY(refresh.name, parser.take_name("the name of a view"));
    SCRIM_CHECK(parser.expect_end());
    return refresh;
}

Result<Grant> parse_grant(StatementParser& parser) {
    Grant grant;
    grant.revoke = parser.accept_word("REVOKE");
    if (!grant.revoke) SCRIM_CHECK(parser.expect_word("GRANT"));
    SCRIM_CHECK(parser.expect_word("SELECT"));
    SCRIM_CHECK(parser.expect_word("ON"));
    SCRIM_CHECK(parser.expect_word("ANONYMIZATION_VIEW"));
    SCRIM_TRY(grant.view, parser.take_name("the name of a view"));
    SCRIM_CHECK(parser.expect_word(grant.revoke ? "FROM" : "TO"));
    SCRIM_TRY(grant.grantee, parser.take_value("the name of a user or a role"));
    SCRIM_CHECK(take_tail(parser, grant.purpose, grant.recipient));
    if (!parser.at_end()) return parser.unexpected("PURPOSE, RECIPIENT or the end");
    return grant;
}

bool shows_ours(const StatementParser& parser) {
    return parser.at_word("SHOW") &&
           std::any_of(shown.begin(), shown.end(), [&](const Shown& one) { return parser.at_word(one.keyword, 1); });
}

Result<Show> parse_show(StatementParser& parser) {
    SCRIM_CHECK(parser.expect_word("SHOW"));
    for (const Shown& one : shown) {
        if (!parser.accept_word(one.keyword)) continue;
        Show show{one.what, ""};
        if (*one.name != '\0') {
            SCRIM_TRY(show.name, parser.take_name(one.name));
        }
        SCRIM_CHECK(parser.expect_end());
        return show;
    }
    std::vector<std::string> keywords;
    for (const Shown& one : shown) keywords.emplace_back(one.keyword);
    return parser.unexpected(join(keywords, ", "));
}

}  // namespace scrim::views
