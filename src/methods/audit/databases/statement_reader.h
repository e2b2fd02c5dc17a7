// What the readers of statements share: a place in the tokens, and the parts that several statements have.
#pragma once

#include "kernel/language/cursor.h"
#include "methods/audit/databases/program.h"
#include "methods/audit/databases/tokens.h"
#include "scrim/result.h"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace scrim::audit::databases {

class StatementReader : public language::Cursor {
public:
    // `text` must live as long as this.
    StatementReader(std::vector<Token> tokens, std::string_view text, const std::string& name);

    bool accept(std::string_view symbol) { return accept_symbol(symbol); }
    Result<void> expect(std::string_view symbol, std::string_view after);
    Result<Token> expect_name(std::string_view what);
    Error error(Place place, std::string_view message) const { return source().error(place, message); }

    // All relations, wherever they are declared: rules may come first.
    Result<std::vector<Relation>> read_relations();

    Result<std::size_t> read_relation_name(const std::vector<Relation>& relations);
    Result<std::string> read_constant();
    Result<Ratio> read_ratio(std::string_view what);
    Result<std::uint32_t> read_count(std::string_view what, std::uint32_t least, std::uint32_t most);
    Result<Fact> read_fact(const std::vector<Relation>& relations);
    Result<std::vector<Term>> read_terms();
    // Atoms and comparisons up to something that is not a comma.
    Result<Conjunction> read_conjunction(const std::vector<Relation>& relations);
    Result<void> check_arity(const std::vector<Relation>& relations, std::size_t relation, std::size_t given,
                             Place place) const;

    // The source between two places, on one line.
    std::string text_between(std::size_t begin, std::size_t end) const;
    std::size_t position() const { return peek().begin; }

    // The name, made different from every word of the text: for variables that nobody wrote.
    std::string unused(std::string name) const;
    // Names that were read as variables, with their places.
    const std::vector<std::pair<std::string, Place>>& variables() const { return variables_; }

private:
    Result<Term> read_term();

    std::vector<std::pair<std::string, Place>> variables_;
    std::set<std::string> words_;  // of the whole text, also the quoted ones
    std::size_t anonymous_ = 0;
};

// After the word `constraint`, up to the point.
Result<std::vector<Constraint>> read_constraint(StatementReader& reader, const std::vector<Relation>& relations);

// Every variable of the conjunction's comparisons is in one of the atoms of it or of `outer`.
Result<void> check_comparisons(const StatementReader& reader, Place place, const Conjunction& conjunction,
                               const Conjunction* outer);
bool has_variable(const Conjunction& conjunction, const std::string& name);

}  // namespace scrim::audit::databases
