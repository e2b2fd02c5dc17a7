#include "methods/statdb/query/where_parser.h"

#include "methods/statdb/query/error.h"

#include <optional>

namespace scrim::statdb::query {
namespace {

constexpr int deepest = 100;

struct Operator {
    std::string_view symbol;
    ConditionSyntax::Kind kind;
    ConditionSyntax::Kind mirrored;  // with the value on the left
    bool negated = false;
};

constexpr Operator operators[] = {
    {"=", ConditionSyntax::Kind::one_of, ConditionSyntax::Kind::one_of},
    {"<>", ConditionSyntax::Kind::one_of, ConditionSyntax::Kind::one_of, true},
    {"!=", ConditionSyntax::Kind::one_of, ConditionSyntax::Kind::one_of, true},
    {"<", ConditionSyntax::Kind::less, ConditionSyntax::Kind::greater},
    {"<=", ConditionSyntax::Kind::less_equal, ConditionSyntax::Kind::greater_equal},
    {">", ConditionSyntax::Kind::greater, ConditionSyntax::Kind::less},
    {">=", ConditionSyntax::Kind::greater_equal, ConditionSyntax::Kind::less_equal},
};

ConditionSyntax joined(ConditionSyntax::Kind kind, Place place, std::vector<ConditionSyntax> parts) {
    ConditionSyntax whole;
    whole.kind = kind;
    whole.place = place;
    whole.parts = std::move(parts);
    return whole;
}

ConditionSyntax negated_if(bool negated, ConditionSyntax part) {
    if (!negated) return part;
    const Place place = part.place;
    std::vector<ConditionSyntax> parts;
    parts.push_back(std::move(part));
    return joined(ConditionSyntax::Kind::negation, place, std::move(parts));
}

class WhereParser {
public:
    explicit WhereParser(QueryTokens& tokens) : tokens_(tokens) {}

    Result<ConditionSyntax> disjunction() {
        return several("OR", ConditionSyntax::Kind::any_of, &WhereParser::conjunction);
    }

private:
    using Part = Result<ConditionSyntax> (WhereParser::*)();

    Result<ConditionSyntax> conjunction() {
        return several("AND", ConditionSyntax::Kind::all_of, &WhereParser::negation);
    }

    Result<ConditionSyntax> several(std::string_view word, ConditionSyntax::Kind kind, Part part) {
        const Place place = tokens_.peek().place;
        std::vector<ConditionSyntax> parts;
        do {
            SCRIM_TRY(ConditionSyntax next, (this->*part)());
            parts.push_back(std::move(next));
        } while (tokens_.accept_word(word));
        return parts.size() == 1 ? std::move(parts.front()) : joined(kind, place, std::move(parts));
    }

    Result<ConditionSyntax> negation() {
        const Place place = tokens_.peek().place;
        if (!tokens_.at_word("NOT")) return primary();
        SCRIM_CHECK(go_deeper());
        tokens_.take();
        SCRIM_TRY(ConditionSyntax part, negation());
        --depth_;
        ConditionSyntax whole = negated_if(true, std::move(part));
        whole.place = place;
        return whole;
    }

    Result<ConditionSyntax> primary() {
        const Place place = tokens_.peek().place;
        if (tokens_.at_symbol("(") && !tokens_.at_word("SELECT", 1)) {
            SCRIM_CHECK(go_deeper());
            tokens_.take();
            SCRIM_TRY(ConditionSyntax inside, disjunction());
            --depth_;
            SCRIM_CHECK(tokens_.expect_symbol(")", "AND, OR or ')'"));
            return inside;
        }
        if (tokens_.at_symbol("(")) return subquery();
        if (tokens_.at_word("TRUE") || tokens_.at_word("FALSE")) {
            ConditionSyntax constant;
            constant.place = place;
            constant.value = tokens_.at_word("TRUE");
            tokens_.take();
            return constant;
        }
        if (tokens_.at_literal()) return comparison_from_value();
        if (tokens_.at_word("NULL")) return no_null();
        SCRIM_TRY(NameSyntax column, column_name());
        return comparison_of(std::move(column));
    }

    // Age > 60, Age IN (…), Age IS NULL, …
    Result<ConditionSyntax> comparison_of(NameSyntax column) {
        ConditionSyntax leaf;
        leaf.place = column.place;
        leaf.column = std::move(column);
        if (tokens_.accept_word("IS")) {
            const bool negated = tokens_.accept_word("NOT");
            SCRIM_CHECK(tokens_.expect_word("NULL", negated ? "NULL" : "NULL or NOT NULL"));
            leaf.kind = ConditionSyntax::Kind::is_null;
            return negated_if(negated, std::move(leaf));
        }
        if (const auto found = take_operator()) {
            leaf.kind = found->kind;
            SCRIM_CHECK(add_value(leaf));
            return negated_if(found->negated, std::move(leaf));
        }
        const bool negated = tokens_.accept_word("NOT");
        if (tokens_.accept_word("BETWEEN")) {
            leaf.kind = ConditionSyntax::Kind::between;
            SCRIM_CHECK(add_value(leaf));
            SCRIM_CHECK(tokens_.expect_word("AND", "AND and the upper bound"));
            SCRIM_CHECK(add_value(leaf));
            return negated_if(negated, std::move(leaf));
        }
        if (tokens_.accept_word("IN")) {
            leaf.kind = ConditionSyntax::Kind::one_of;
            SCRIM_CHECK(tokens_.expect_symbol("(", "'(' and a list of values"));
            do {
                SCRIM_CHECK(add_value(leaf));
            } while (tokens_.accept_symbol(","));
            SCRIM_CHECK(tokens_.expect_symbol(")", "',' or ')'"));
            return negated_if(negated, std::move(leaf));
        }
        if (negated) return tokens_.unexpected("BETWEEN or IN");
        return tokens_.unexpected(
            format("a comparison of {}: =, <>, <, <=, >, >=, BETWEEN, IN or IS NULL", quoted(leaf.column.text)));
    }

    // 60 < Age
    Result<ConditionSyntax> comparison_from_value() {
        ConditionSyntax leaf;
        leaf.place = tokens_.peek().place;
        SCRIM_CHECK(add_value(leaf));
        const auto found = take_operator();
        if (!found) return tokens_.unexpected("=, <>, <, <=, > or >= and a column");
        if (tokens_.at_literal()) return tokens_.refused("two values are compared; compare a column with a value");
        if (tokens_.at_word("NULL")) return no_null();
        leaf.kind = found->mirrored;
        SCRIM_TRY(leaf.column, column_name());
        return negated_if(found->negated, std::move(leaf));
    }

    Result<NameSyntax> column_name() {
        if (tokens_.at_word("EXISTS")) return tokens_.unexpected("");
        if (tokens_.at_word("LEVEL") && tokens_.at_call())
            return tokens_.refused(
                "level(…) is for GROUP BY; in WHERE compare the column with a label of its hierarchy, as in Age = "
                "'20-29'");
        if (tokens_.at_call())
            return tokens_.refused(
                format("functions are not supported in WHERE, {} is one; compare columns with values",
                       quoted(tokens_.peek().text)));
        return tokens_.take_name("a column");
    }

    Result<void> add_value(ConditionSyntax& leaf) {
        const language::Token& next = tokens_.peek();
        if (tokens_.at_word("NULL")) return no_null();
        if (tokens_.at_word("TRUE") || tokens_.at_word("FALSE"))
            return tokens_.refused(
                format("{} is a condition, not a value; write a value as text, such as 'true'", quoted(next.text)));
        if (tokens_.at_symbol("(") && tokens_.at_word("SELECT", 1)) return subquery();
        if (tokens_.at_call())
            return tokens_.refused(
                format("functions are not supported, {} is one; write the value itself", quoted(next.text)));
        if (tokens_.at_name())
            return tokens_.refused(
                format("a column is compared with a value, and {} is a name; text is written in "
                       "single quotes",
                       quoted(next.text)));
        SCRIM_TRY(LiteralSyntax value, tokens_.take_literal("a number or a text in single quotes"));
        leaf.literals.push_back(std::move(value));
        return {};
    }

    std::optional<Operator> take_operator() {
        for (const Operator& known : operators)
            if (tokens_.accept_symbol(known.symbol)) return known;
        return std::nullopt;
    }

    Result<void> go_deeper() {
        if (++depth_ > deepest)
            return tokens_.refused(format("parentheses and NOT are nested deeper than {}, which is the most", deepest));
        return {};
    }

    Error no_null() const {
        return tokens_.refused("a comparison with NULL is never true; write IS NULL or IS NOT NULL after the column");
    }
    Error subquery() const {
        return query_error(tokens_.peek(1).place, "subqueries are not supported; write the values themselves");
    }

    QueryTokens& tokens_;
    int depth_ = 0;
};

}  // namespace

Result<ConditionSyntax> parse_where(QueryTokens& tokens) { return WhereParser(tokens).disjunction(); }

}  // namespace scrim::statdb::query
