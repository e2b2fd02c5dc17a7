#include "methods/audit/databases/statement_reader.h"

#include "kernel/core/text.h"

#include <algorithm>

namespace scrim::audit::databases {
namespace {

constexpr std::size_t most_attributes = 32;
constexpr std::size_t most_atoms = 32;

std::vector<std::string> names_of(const std::vector<Relation>& relations) {
    std::vector<std::string> names;
    for (const Relation& relation : relations) names.push_back(relation.name);
    return names;
}

}  // namespace

StatementReader::StatementReader(std::vector<Token> read, std::string_view text, const std::string& name)
    : Cursor(audit_source(text, name), std::move(read)) {
    for (const Token& token : tokens())
        if (token.kind == Token::Kind::word || token.kind == Token::Kind::string) words_.insert(token.text);
}

Result<void> StatementReader::expect(std::string_view symbol, std::string_view after) {
    if (accept(symbol)) return {};
    return unexpected(format("'{}' after {}", symbol, after));
}

Result<Token> StatementReader::expect_name(std::string_view what) {
    if (peek().kind == Token::Kind::word && peek().text != "_") return take();
    return unexpected(what);
}

std::string StatementReader::unused(std::string name) const {
    while (words_.count(name) > 0) name += "_";
    return name;
}

Result<std::vector<Relation>> StatementReader::read_relations() {
    std::vector<Relation> relations;
    const std::size_t back = index();
    for (go_to(0); !at_end(); take()) {
        const bool begins = index() == 0 || tokens()[index() - 1].is(".");
        if (!begins || !peek().is_word("relation") || peek(1).kind != Token::Kind::word) continue;
        take();
        const Token name = take();
        Relation relation{name.text, {}};
        for (const Relation& other : relations)
            if (other.name == relation.name)
                return error(name.place, format("the relation {} is declared twice", quoted(relation.name)));
        SCRIM_CHECK(expect("(", "the name of a relation"));
        while (!peek().is(")")) {
            SCRIM_TRY(const Token attribute, expect_name("an attribute's name, for example: relation R(a, b)."));
            if (std::count(relation.attributes.begin(), relation.attributes.end(), attribute.text) > 0)
                return error(attribute.place, format("the attribute {} is there twice", quoted(attribute.text)));
            relation.attributes.push_back(attribute.text);
            if (!accept(",")) break;
        }
        SCRIM_CHECK(expect(")", "the attributes"));
        if (relation.attributes.size() > most_attributes)
            return error(name.place, format("{} attributes; at most {} are supported", relation.attributes.size(),
                                            most_attributes));
        if (!peek().is(".")) return unexpected("'.' at the end of the statement");
        relations.push_back(std::move(relation));
    }
    go_to(back);
    return relations;
}

Result<std::size_t> StatementReader::read_relation_name(const std::vector<Relation>& relations) {
    SCRIM_TRY(const Token name, expect_name("a relation's name"));
    for (std::size_t r = 0; r < relations.size(); ++r)
        if (relations[r].name == name.text) return r;
    return error(
        name.place,
        format("there is no relation {}{}; known: {}", quoted(name.text), did_you_mean(name.text, names_of(relations)),
               relations.empty() ? "none, declare it: relation R(a, b)." : list_some(names_of(relations), 8)));
}

Result<std::string> StatementReader::read_constant() {
    const Token token = peek();
    if (token.is_word("_")) return unexpected("a constant");
    if (token.kind == Token::Kind::word || token.kind == Token::Kind::number || token.kind == Token::Kind::string) {
        take();
        return token.text;
    }
    return unexpected("a constant: a name, a number or something in quotes");
}

Result<Ratio> StatementReader::read_ratio(std::string_view what) {
    const Token first = peek();
    std::string text;
    if (accept("-")) text = "-";
    if (peek().kind != Token::Kind::number) return unexpected(format("{}, for example 0.1 or 1/3", what));
    text += take().text;
    if (peek().is("/") && peek(1).kind == Token::Kind::number) {
        take();
        text += "/" + take().text;
    }
    const auto ratio = Ratio::parse(text);
    if (!ratio || ratio->infinite())
        return error(first.place, format("{} is not {}, for example 0.1 or 1/3", quoted(text), what));
    return *ratio;
}

Result<std::uint32_t> StatementReader::read_count(std::string_view what, std::uint32_t least, std::uint32_t most) {
    const Token token = peek();
    const auto number = token.kind == Token::Kind::number ? parse_int128(token.text) : std::nullopt;
    if (!number || *number < least || *number > most)
        return unexpected(format("{}, a number from {} to {}", what, least, most));
    take();
    return static_cast<std::uint32_t>(*number);
}

Result<void> StatementReader::check_arity(const std::vector<Relation>& relations, std::size_t relation,
                                          std::size_t given, Place place) const {
    const Relation& known = relations[relation];
    if (known.attributes.size() == given) return {};
    return error(place, format("{} has {}, not {}: {}({})", known.name,
                               counted(known.attributes.size(), "attribute", "attributes"), given, known.name,
                               join(known.attributes, ", ")));
}

Result<Fact> StatementReader::read_fact(const std::vector<Relation>& relations) {
    Fact fact;
    fact.place = peek().place;
    SCRIM_TRY(fact.relation, read_relation_name(relations));
    SCRIM_CHECK(expect("(", "the relation's name"));
    while (!peek().is(")")) {
        SCRIM_TRY(std::string value, read_constant());
        fact.values.push_back(std::move(value));
        if (!accept(",")) break;
    }
    SCRIM_CHECK(expect(")", "the values"));
    SCRIM_CHECK(check_arity(relations, fact.relation, fact.values.size(), fact.place));
    return fact;
}

Result<Term> StatementReader::read_term() {
    const Token token = peek();
    switch (token.kind) {
        case Token::Kind::number:
        case Token::Kind::string: take(); return Term{false, token.text};
        case Token::Kind::word: {
            take();
            if (token.text != "_") {
                variables_.emplace_back(token.text, token.place);
                return Term{true, token.text};
            }
            return Term{true, unused(format("_{}", ++anonymous_))};
        }
        default: return unexpected("a variable, a number or a constant in quotes");
    }
}

Result<std::vector<Term>> StatementReader::read_terms() {
    SCRIM_CHECK(expect("(", "the name"));
    std::vector<Term> terms;
    while (!peek().is(")")) {
        SCRIM_TRY(Term term, read_term());
        terms.push_back(std::move(term));
        if (!accept(",")) break;
    }
    SCRIM_CHECK(expect(")", "the terms"));
    return terms;
}

Result<Conjunction> StatementReader::read_conjunction(const std::vector<Relation>& relations) {
    Conjunction conjunction;
    const Place place = peek().place;
    do {
        if (peek().kind == Token::Kind::word && peek(1).is("(")) {
            Atom atom;
            const Place where = peek().place;
            SCRIM_TRY(atom.relation, read_relation_name(relations));
            SCRIM_TRY(atom.terms, read_terms());
            SCRIM_CHECK(check_arity(relations, atom.relation, atom.terms.size(), where));
            conjunction.atoms.push_back(std::move(atom));
        } else {
            Comparison comparison;
            SCRIM_TRY(comparison.left, read_term());
            if (!peek().is("=") && !peek().is("!=")) return unexpected("'!=' or '=' between two terms");
            comparison.equal = take().text == "=";
            SCRIM_TRY(comparison.right, read_term());
            conjunction.comparisons.push_back(std::move(comparison));
        }
        if (conjunction.atoms.size() + conjunction.comparisons.size() > most_atoms)
            return error(place, format("more than {} conditions in one rule are not supported", most_atoms));
    } while (accept(","));
    return conjunction;
}

std::string StatementReader::text_between(std::size_t begin, std::size_t end) const {
    std::string text;
    for (const char c : source().text.substr(begin, end - begin)) {
        const bool space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
        if (!space)
            text += c;
        else if (!text.empty() && text.back() != ' ')
            text += ' ';
    }
    while (!text.empty() && text.back() == ' ') text.pop_back();
    return printable(text, 160);
}

bool has_variable(const Conjunction& conjunction, const std::string& name) {
    for (const Atom& atom : conjunction.atoms)
        for (const Term& term : atom.terms)
            if (term.variable && term.text == name) return true;
    return false;
}

Result<void> check_comparisons(const StatementReader& reader, Place place, const Conjunction& conjunction,
                               const Conjunction* outer) {
    for (const Comparison& comparison : conjunction.comparisons)
        for (const Term* term : {&comparison.left, &comparison.right})
            if (term->variable && !has_variable(conjunction, term->text) &&
                !(outer != nullptr && has_variable(*outer, term->text)))
                return reader.error(place, format("the variable {} is compared but no relation gives it a value: use "
                                                  "it in an atom, or quote it if it is a constant",
                                                  quoted(term->text)));
    return {};
}

}  // namespace scrim::audit::databases
