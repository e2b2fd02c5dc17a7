#include "methods/views/language/view_statement.h"

#include "kernel/core/text.h"
#include "methods/views/language/avlike.h"
#include "methods/views/language/column_list.h"
#include "methods/views/language/folded_name.h"
#include "methods/views/language/tails.h"
#include "methods/views/language/view_clauses.h"

#include <limits>
#include <unordered_set>

namespace scrim::views {
namespace {

constexpr std::string_view profile_forms = "the profile (column REFERENCES table(k_column), or K number)";

class ViewReader {
public:
    explicit ViewReader(StatementParser& parser) : parser_(parser) {}

    Result<CreateView> read() {
        SCRIM_CHECK(head());
        SCRIM_CHECK(parser_.expect_word("ON"));
        SCRIM_CHECK(query());
        parser_.accept_words({"WITH", "ANONYMIZATION_ID"});
        SCRIM_TRY(view().id, column("the identifier's column"));
        SCRIM_CHECK(parser_.expect_word("ANONYMIZATION_QUASI_ID"));
        SCRIM_CHECK(columns("a quasi-identifier", view().quasi_identifiers));
        if (parser_.accept_word("ANONYMIZATION_SENSITIVE_ATTR"))
            SCRIM_CHECK(columns("a sensitive attribute", view().sensitive));
        SCRIM_CHECK(profile());
        SCRIM_CHECK(read_view_clauses(parser_, view()));
        return std::move(create_);
    }

private:
    ViewDefinition& view() { return create_.definition; }

    Result<void> head() {
        SCRIM_CHECK(parser_.expect_word("CREATE"));
        create_.or_replace = parser_.accept_words({"OR", "REPLACE"});
        view().materialized = parser_.accept_word("MATERIALIZED");
        SCRIM_CHECK(parser_.expect_word("ANONYMIZATION_VIEW"));
        const std::size_t index = parser_.index();
        create_.if_not_exists = parser_.accept_words({"IF", "NOT", "EXISTS"});
        if (create_.if_not_exists && create_.or_replace)
            return parser_.refused_at(index, "OR REPLACE and IF NOT EXISTS cannot stand together; use one of them");
        SCRIM_TRY(view().name, parser_.take_name("the name of the view"));
        return {};
    }

    // Up to WITH ANONYMIZATION_ID.
    Result<void> query() {
        std::size_t first = parser_.index();
        SCRIM_CHECK(find_end_of_query());
        std::size_t last = parser_.index();
        while (last - first > 2 && is_symbol(first, '(') && parser_.closing(first) == last - 1) {
            ++first;
            --last;
        }
        const auto& tokens = parser_.tokens();
        if (first == last || !begins_query(first))
            return parser_.refused_at(first, format("expected a query (SELECT, WITH, FROM or VALUES), found {}",
                                                    quoted(tokens[first].source(parser_.text()))));
        // One pair of parentheses more is printed around it.
        if (parser_.depth() >= StatementParser::max_depth)
            return parser_.refused_at(
                first, format("the query of a view can be nested at most {} deep", StatementParser::max_depth - 1));
        SCRIM_TRY(const std::vector<Tail> tails,
                  find_tails(parser_.text(), std::span(tokens).subspan(first, last - first)));
        if (!tails.empty())
            return input_error(format("{}: PURPOSE and RECIPIENT are given by who asks the view, not in its query",
                                      to_string(language::place_of(parser_.text(), tails.front().begin))));
        const std::size_t begin = tokens[first].begin, length = tokens[last - 1].end - begin;
        view().query = parser_.text().substr(begin, length);
        std::string engine(parser_.text());
        write_avlike_out(engine, std::span(tokens).subspan(first, last - first));
        view().engine_query = engine.substr(begin, length);
        return {};
    }

    Result<void> find_end_of_query() {
        for (; !parser_.at_end(); parser_.take()) {
            if (parser_.at_word("WITH") && parser_.at_word("ANONYMIZATION_ID", 1)) return {};
            if (parser_.at_word("ANONYMIZATION_ID") || parser_.at_word("ANONYMIZATION_QUASI_ID")) break;
            if (parser_.at_symbol("(") || parser_.at_symbol("[") || parser_.at_symbol("{"))
                parser_.go_to(parser_.closing(parser_.index()));
        }
        return parser_.unexpected("WITH ANONYMIZATION_ID");
    }

    bool begins_query(std::size_t i) const {
        // (SELECT …) UNION (SELECT …)
        while (is_symbol(i, '(')) ++i;
        const SqlToken& token = parser_.tokens()[i];
        if (token.kind != SqlToken::Kind::word) return false;
        for (const std::string_view word : {"SELECT", "WITH", "FROM", "VALUES"})
            if (same_word(token.source(parser_.text()), word)) return true;
        return false;
    }

    bool is_symbol(std::size_t i, char symbol) const {
        const SqlToken& token = parser_.tokens()[i];
        return token.kind == SqlToken::Kind::symbol && parser_.text()[token.begin] == symbol;
    }

    Result<std::string> column(std::string_view what) {
        const std::size_t index = parser_.index();
        SCRIM_TRY(std::string name, parser_.take_name(what));
        if (!seen_.insert(folded(name)).second)
            return parser_.refused_at(index, format("column {} stands twice among the identifier, the "
                                                    "quasi-identifiers and the sensitive attributes",
                                                    quoted(name)));
        return name;
    }

    Result<void> columns(std::string_view what, std::vector<GeneralizedColumn>& out) {
        return read_list(parser_, [&]() -> Result<void> {
            GeneralizedColumn item;
            SCRIM_TRY(item.column, column(what));
            if (parser_.accept_word("DGH_NAME")) {
                SCRIM_TRY(item.dgh, parser_.take_name("the name of a DGH"));
            }
            out.push_back(std::move(item));
            return {};
        });
    }

    Result<void> profile() {
        constexpr auto most = std::numeric_limits<std::uint32_t>::max();
        if (parser_.at_word("K") && !parser_.at_word("REFERENCES", 1)) {
            parser_.take();
            SCRIM_TRY(const std::uint64_t k, parser_.take_number("K", 1, most));
            view().k = static_cast<std::uint32_t>(k);
            if (!parser_.accept_word("LEVEL")) return {};
            SCRIM_TRY(const std::uint64_t level, parser_.take_number("LEVEL", 0, most));
            view().level = static_cast<std::uint32_t>(level);
            return {};
        }
        if (!parser_.at_name() || !parser_.at_word("REFERENCES", 1)) return parser_.unexpected(profile_forms);
        ProfileReference& profile = view().profile;
        SCRIM_TRY(profile.column, parser_.take_name("the profile's column"));
        parser_.take();
        SCRIM_TRY(profile.table, table());
        SCRIM_CHECK(parser_.expect_symbol("("));
        SCRIM_TRY(profile.k_column, parser_.take_name("the profile table's column of k"));
        if (parser_.accept_symbol(",")) {
            SCRIM_TRY(profile.level_column, parser_.take_name("the profile table's column of levels"));
        }
        return parser_.expect_symbol(")");
    }

    // As it was written, with its schema.
    Result<std::string> table() {
        std::string written;
        do {
            const std::string_view source = parser_.peek().source(parser_.text());
            SCRIM_TRY(const std::string part, parser_.take_name("the profile table"));
            written += (written.empty() ? "" : ".") + std::string(source);
        } while (parser_.accept_symbol("."));
        return written;
    }

    StatementParser& parser_;
    CreateView create_;
    std::unordered_set<std::string> seen_;
};

}  // namespace

Result<CreateView> parse_create_view(StatementParser& parser) { return ViewReader(parser).read(); }

}  // namespace scrim::views
