#include "methods/statdb/query/parser.h"

#include "methods/statdb/query/error.h"
#include "methods/statdb/query/where_parser.h"

#include <optional>

namespace scrim::statdb::query {
namespace {

using Aggregate = Query::Aggregate;

struct Function {
    std::string_view name;
    Aggregate aggregate;
};

constexpr Function functions[] = {{"COUNT", Aggregate::count},      {"SUM", Aggregate::sum},
                                  {"AVG", Aggregate::avg},          {"MIN", Aggregate::min},
                                  {"MAX", Aggregate::max},          {"MEDIAN", Aggregate::quantile},
                                  {"QUANTILE", Aggregate::quantile}};

class QueryParser {
public:
    QueryParser(QueryTokens tokens, std::string_view table) : tokens_(std::move(tokens)), table_(table) {}

    Result<QuerySyntax> parse() {
        QuerySyntax query;
        SCRIM_CHECK(tokens_.expect_word("SELECT", "SELECT"));
        do {
            SCRIM_TRY(ItemSyntax next, item());
            query.items.push_back(std::move(next));
        } while (tokens_.accept_symbol(","));
        SCRIM_CHECK(tokens_.expect_word("FROM", "',' or FROM"));
        SCRIM_CHECK(table());
        if (tokens_.accept_word("WHERE")) {
            SCRIM_TRY(query.where, parse_where(tokens_));
            where_ = true;
        }
        if (tokens_.accept_word("GROUP")) {
            SCRIM_CHECK(tokens_.expect_word("BY", "BY"));
            do {
                SCRIM_TRY(GroupSyntax next, group("a column"));
                query.groups.push_back(std::move(next));
            } while (tokens_.accept_symbol(","));
            grouped_ = true;
        }
        if (tokens_.accept_symbol(";") && tokens_.peek().kind != language::Token::Kind::end)
            return tokens_.refused("a query ends at ';'; ask one query at a time");
        if (tokens_.peek().kind != language::Token::Kind::end) return after_the_end();
        return query;
    }

private:
    Result<ItemSyntax> item() {
        if (tokens_.at_symbol("*"))
            return tokens_.refused("rows are not given out; ask for an aggregate such as COUNT(*)");
        if ((tokens_.at_word("DISTINCT") || tokens_.at_word("ALL")) && !ends_an_item(1))
            return tokens_.refused(
                format("{} is not supported; ask for COUNT(*) with GROUP BY", quoted(tokens_.peek().text)));
        ItemSyntax item;
        item.place = tokens_.peek().place;
        if (tokens_.at_call() && !tokens_.at_word("LEVEL")) {
            SCRIM_CHECK(aggregate(item));
        } else {
            item.is_group = true;
            const bool call = tokens_.at_call();
            const std::string function = tokens_.peek().text;
            const language::Token& column = tokens_.peek(call ? 2 : 0);
            const std::string written = call ? std::string(column.source(tokens_.text())) : column.text;
            SCRIM_TRY(item.group, group("a column or an aggregate"));
            item.title = call ? format("{}({}, {})", function, written, item.group.level.text) : written;
        }
        if (tokens_.accept_word("AS") || tokens_.at_name()) {
            SCRIM_TRY(NameSyntax alias, tokens_.take_name("a name after AS"));
            item.title = std::move(alias.text);
        }
        return item;
    }

    Result<void> aggregate(ItemSyntax& item) {
        const auto found = find_function();
        if (!found)
            return tokens_.refused(
                format("unknown function {}; there are COUNT(*), SUM, AVG, MIN, MAX, MEDIAN, QUANTILE(column, "
                       "share) and level(column, number)",
                       quoted(tokens_.peek().text)));
        item.aggregate = found->aggregate;
        item.function = tokens_.take().text;
        tokens_.take();  // (
        const std::string argument(tokens_.peek().source(tokens_.text()));
        if ((tokens_.at_word("DISTINCT") || tokens_.at_word("ALL")) && !tokens_.at_symbol(")", 1))
            return tokens_.refused(
                format("{}({} …) is not supported; there are COUNT(*), SUM, AVG, MIN and MAX of a column",
                       printable(item.function), printable(argument)));
        if (found->aggregate == Aggregate::count) {
            if (!tokens_.at_symbol("*"))
                return tokens_.refused(
                    "COUNT is of rows, COUNT(*); to leave out missing values, add WHERE … IS NOT NULL");
            tokens_.take();
        } else {
            if (tokens_.at_call()) return tokens_.refused(format("{} is of a column, not of a function", found->name));
            SCRIM_TRY(item.argument, tokens_.take_name("a column"));
        }
        if (found->name == "QUANTILE") {
            SCRIM_CHECK(tokens_.expect_symbol(",", "',' and a share, as in QUANTILE(Age, 0.9)"));
            SCRIM_TRY(item.quantile, tokens_.take_literal("a share above 0 and below 1"));
        }
        SCRIM_CHECK(tokens_.expect_symbol(")", "')'"));
        item.title = found->name == "QUANTILE" ? format("{}({}, {})", item.function, argument, item.quantile.text)
                                               : format("{}({})", item.function, argument);
        return {};
    }

    Result<GroupSyntax> group(std::string_view what) {
        GroupSyntax group;
        if (tokens_.at_literal()) return tokens_.refused(format("expected {}, found a value", what));
        if (!tokens_.at_call()) {
            SCRIM_TRY(group.column, tokens_.take_name(what));
            return group;
        }
        if (!tokens_.at_word("LEVEL"))
            return tokens_.refused(
                format("{} is no group; group by a column, or by level(column, number)", quoted(tokens_.peek().text)));
        group.at_level = true;
        tokens_.take();
        tokens_.take();  // (
        SCRIM_TRY(group.column, tokens_.take_name("a column"));
        SCRIM_CHECK(tokens_.expect_symbol(",", "',' and a level, as in level(Age, 1)"));
        if (tokens_.peek().kind == language::Token::Kind::string) return tokens_.unexpected("a level, a number from 0");
        SCRIM_TRY(group.level, tokens_.take_literal("a level, a number from 0"));
        SCRIM_CHECK(tokens_.expect_symbol(")", "')'"));
        return group;
    }

    Result<void> table() {
        if (tokens_.at_symbol("(")) return tokens_.refused(format("subqueries are not supported; {}", only_table()));
        SCRIM_TRY(NameSyntax name, tokens_.take_name(table_.empty() ? "the name of the table" : table_));
        if (!table_.empty() && !language::same_word(name.text, table_))
            return query_error(name.place,
                               format("there is no table {}; the only one is {}", quoted(name.text), table_));
        if (tokens_.at_symbol(",")) return tokens_.refused(format("joins are not supported; {}", only_table()));
        return {};
    }

    std::string only_table() const {
        return table_.empty() ? "there is one table" : format("{} is the only table", table_);
    }

    Error after_the_end() const {
        if (grouped_) return tokens_.unexpected("',' or the end");
        return tokens_.unexpected(where_ ? "AND, OR, GROUP BY or the end" : "WHERE, GROUP BY or the end");
    }

    bool ends_an_item(std::size_t ahead) const {
        return tokens_.at_symbol(",", ahead) || tokens_.at_word("FROM", ahead) || tokens_.at_word("AS", ahead);
    }

    std::optional<Function> find_function() const {
        for (const Function& known : functions)
            if (tokens_.at_word(known.name)) return known;
        return std::nullopt;
    }

    QueryTokens tokens_;
    std::string_view table_;
    bool where_ = false;
    bool grouped_ = false;
};

}  // namespace

Result<QuerySyntax> parse_query_syntax(std::string_view text, std::string_view table) {
    SCRIM_TRY(QueryTokens tokens, QueryTokens::of(text));
    return QueryParser(std::move(tokens), table).parse();
}

}  // namespace scrim::statdb::query
