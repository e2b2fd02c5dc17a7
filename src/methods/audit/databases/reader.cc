#include "methods/audit/databases/reader.h"

#include "kernel/core/text.h"
#include "methods/audit/databases/guarantee.h"
#include "methods/audit/databases/statement_reader.h"

#include <algorithm>
#include <map>

namespace scrim::audit::databases {
namespace {

const std::vector<std::string> statement_words = {"relation",  "fact",   "secret",      "published",
                                                  "planned",   "domain", "constraint",  "attacker",
                                                  "guarantee", "fresh",  "probability", "belief"};
const std::vector<std::pair<std::string, Attacker::Kind>> attacker_words = {
    {"all", Attacker::Kind::all},
    {"secret_focused", Attacker::Kind::secret_focused},
    {"independent", Attacker::Kind::independent},
    {"pruning", Attacker::Kind::pruning},
    {"uniform", Attacker::Kind::uniform},
    {"given", Attacker::Kind::given}};

bool outside_unit(const Ratio& ratio) { return ratio < Ratio(0) || ratio > Ratio(1); }

class ProgramReader {
public:
    ProgramReader(std::vector<Token> tokens, std::string_view source, const std::string& name)
        : reader_(std::move(tokens), source, name) {}

    Result<AuditProgram> read() {
        SCRIM_TRY(program_.relations, reader_.read_relations());
        while (reader_.peek().kind != Token::Kind::end) {
            const Token word = reader_.peek();
            SCRIM_CHECK(read_statement());
            SCRIM_CHECK(reader_.expect(".", format("the statement that begins with {}", quoted(word.text))));
        }
        if (program_.relations.empty())
            return reader_.error(Place{}, "no relation is declared; begin with: relation R(a, b).");
        SCRIM_CHECK(check_names());
        SCRIM_CHECK(check_domains());
        return std::move(program_);
    }

    Result<Attacker> read_attacker() {
        const Token word = reader_.peek();
        Attacker attacker;
        std::vector<std::string> words;
        bool known = false;
        for (const auto& [name, kind] : attacker_words) {
            words.push_back(name);
            if (word.is_word(name)) {
                known = true;
                attacker.kind = kind;
            }
        }
        if (!known) return reader_.unexpected(format("one of {}", list_some(words, words.size())));
        reader_.take();
        if (attacker.kind == Attacker::Kind::pruning) {
            SCRIM_CHECK(reader_.expect("(", "pruning, for example pruning(3)"));
            SCRIM_TRY(attacker.l, reader_.read_count("l", 1, 1000));
            SCRIM_CHECK(reader_.expect(")", "the number"));
        }
        return attacker;
    }

    Result<AskedGuarantee> read_guarantee() {
        const Token word = reader_.peek();
        AskedGuarantee asked;
        std::vector<std::string> words;
        for (const Guarantee* guarantee : guarantees()) {
            words.push_back(guarantee->name);
            if (word.is_word(guarantee->name)) asked.guarantee = guarantee;
        }
        if (!asked.guarantee) return reader_.unexpected(format("one of {}", list_some(words, words.size())));
        reader_.take();
        if (asked.guarantee->takes_k()) {
            SCRIM_TRY(asked.k, reader_.read_count("k", 1, 1'000'000));
        } else if (asked.guarantee->takes_epsilon()) {
            const Place place = reader_.peek().place;
            if (reader_.peek().kind == Token::Kind::number || reader_.peek().is("-")) {
                SCRIM_TRY(asked.epsilon, reader_.read_ratio("a bound"));
                if (outside_unit(*asked.epsilon)) return reader_.error(place, "the bound must be from 0 to 1");
            }
        }
        return asked;
    }

    bool at_end() const { return reader_.peek().kind == Token::Kind::end; }
    StatementReader& reader() { return reader_; }

private:
    Result<void> read_statement() {
        const Token word = reader_.peek();
        if (word.kind != Token::Kind::word || word.text == "_")
            return reader_.unexpected(format("a statement: {}", list_some(statement_words, statement_words.size())));
        reader_.take();
        if (word.text == "relation") return skip_relation();
        if (word.text == "fact") return read_facts(program_.facts);
        if (word.text == "secret") return read_rule(program_.secrets);
        if (word.text == "published") return read_rule(program_.published);
        if (word.text == "planned") return read_rule(program_.planned);
        if (word.text == "constraint") {
            SCRIM_TRY(std::vector<Constraint> made, read_constraint(reader_, program_.relations));
            for (Constraint& constraint : made) program_.constraints.push_back(std::move(constraint));
            return {};
        }
        if (word.text == "attacker") {
            if (program_.attacker) return reader_.error(word.place, "there is more than one attacker statement");
            SCRIM_TRY(program_.attacker, read_attacker());
            return {};
        }
        if (word.text == "probability") return read_probability(word.place);
        if (word.text == "belief") return read_belief(word.place);
        if (word.text == "guarantee") {
            SCRIM_TRY(AskedGuarantee asked, read_guarantee());
            program_.guarantees.push_back(asked);
            return {};
        }
        if (word.text == "fresh") {
            if (program_.fresh) return reader_.error(word.place, "there is more than one fresh statement");
            SCRIM_TRY(program_.fresh, reader_.read_count("how many fresh values", 0, 1000));
            return {};
        }
        if (word.text == "domain") return read_domain(word.place);
        return reader_.error(word.place, format("there is no statement {}{}; known: {}", quoted(word.text),
                                                did_you_mean(word.text, statement_words),
                                                list_some(statement_words, statement_words.size())));
    }

    // Read before everything else.
    Result<void> skip_relation() {
        if (reader_.peek().kind != Token::Kind::word) return reader_.unexpected("a relation's name");
        while (!reader_.peek().is(".") && reader_.peek().kind != Token::Kind::end) reader_.take();
        return {};
    }

    Result<void> read_facts(std::vector<Fact>& facts) {
        do {
            SCRIM_TRY(Fact fact, reader_.read_fact(program_.relations));
            facts.push_back(std::move(fact));
        } while (reader_.accept(","));
        return {};
    }

    Result<void> read_rule(std::vector<Query>& queries) {
        SCRIM_TRY(const Token name, reader_.expect_name("the name of a view, for example V(x) :- R(x, y)."));
        Rule rule;
        rule.place = name.place;
        SCRIM_TRY(rule.head, reader_.read_terms());
        SCRIM_CHECK(reader_.expect(":-", "the head of the rule"));
        SCRIM_TRY(rule.body, reader_.read_conjunction(program_.relations));
        if (rule.body.atoms.empty()) return reader_.error(name.place, "a rule needs at least one relation in its body");
        SCRIM_CHECK(check_comparisons(reader_, name.place, rule.body, nullptr));
        for (const Term& term : rule.head)
            if (term.variable && !has_variable(rule.body, term.text))
                return reader_.error(name.place,
                                     format("unsafe rule: the variable {} of the head is in no relation of the body; "
                                            "use it there, or quote it if it is a constant",
                                            quoted(term.text)));
        for (const Relation& relation : program_.relations)
            if (relation.name == name.text)
                return reader_.error(name.place,
                                     format("{} is a relation: a view needs a name of its own", quoted(name.text)));
        const auto [kind, is_new] = kind_of_.try_emplace(name.text, &queries);
        if (!is_new && kind->second != &queries)
            return reader_.error(name.place,
                                 format("{} is already a view of another kind: a name is secret, published or planned",
                                        quoted(name.text)));
        const auto found =
            std::find_if(queries.begin(), queries.end(), [&](const Query& query) { return query.name == name.text; });
        if (found == queries.end()) {
            queries.push_back({name.text, rule.head.size(), {std::move(rule)}});
        } else if (found->arity != rule.head.size()) {
            return reader_.error(name.place,
                                 format("{} had {} before and has {} here: rules of one name are a union", name.text,
                                        counted(found->arity, "column", "columns"), rule.head.size()));
        } else {
            found->rules.push_back(std::move(rule));
        }
        return {};
    }

    Result<void> read_probability(Place place) {
        TupleProbability some;
        some.place = place;
        const Place where = reader_.peek().place;
        SCRIM_TRY(some.relation, reader_.read_relation_name(program_.relations));
        SCRIM_CHECK(reader_.expect("(", "the relation's name"));
        while (!reader_.peek().is(")")) {
            if (reader_.peek().is_word("_")) {
                reader_.take();
                some.pattern.emplace_back();
            } else {
                SCRIM_TRY(some.pattern.emplace_back(), reader_.read_constant());
            }
            if (!reader_.accept(",")) break;
        }
        SCRIM_CHECK(reader_.expect(")", "the values"));
        SCRIM_CHECK(reader_.check_arity(program_.relations, some.relation, some.pattern.size(), where));
        SCRIM_CHECK(reader_.expect("=", "the tuple"));
        const Place number = reader_.peek().place;
        SCRIM_TRY(some.probability, reader_.read_ratio("a probability"));
        if (outside_unit(some.probability))
            return reader_.error(number, format("the probability {} is not from 0 to 1", some.probability.to_string()));
        program_.probabilities.push_back(std::move(some));
        return {};
    }

    Result<void> read_belief(Place place) {
        WeightedDatabase belief;
        belief.place = place;
        SCRIM_TRY(belief.weight, reader_.read_ratio("a weight"));
        if (belief.weight <= Ratio(0)) return reader_.error(place, "the weight of a belief must be above 0");
        SCRIM_CHECK(reader_.expect("{", "the weight"));
        if (!reader_.peek().is("}")) SCRIM_CHECK(read_facts(belief.facts));
        SCRIM_CHECK(reader_.expect("}", "the facts"));
        program_.beliefs.push_back(std::move(belief));
        return {};
    }

    Result<void> read_domain(Place place) {
        ClosedDomain domain;
        domain.place = place;
        SCRIM_TRY(Token name, reader_.expect_name("an attribute's name, for example: domain ailment {flu, cold}."));
        if (reader_.accept(".")) {
            domain.relation = name.text;
            SCRIM_TRY(name, reader_.expect_name("an attribute's name"));
        }
        domain.attribute = name.text;
        SCRIM_CHECK(reader_.expect("{", "the attribute"));
        while (!reader_.peek().is("}")) {
            SCRIM_TRY(std::string value, reader_.read_constant());
            if (std::count(domain.values.begin(), domain.values.end(), value) == 0)
                domain.values.push_back(std::move(value));
            if (!reader_.accept(",")) break;
        }
        SCRIM_CHECK(reader_.expect("}", "the values"));
        if (domain.values.empty()) return reader_.error(place, "a domain needs at least one value");
        program_.domains.push_back(std::move(domain));
        return {};
    }

    // Variables that look like somebody's constants.
    Result<void> check_names() {
        std::map<std::string, std::string> constants;
        const auto add = [&](const std::vector<Fact>& facts) {
            for (const Fact& fact : facts)
                for (const std::string& value : fact.values)
                    constants.try_emplace(
                        value, format("the fact {}", fact_text(program_.relations[fact.relation].name, fact.values)));
        };
        add(program_.facts);
        for (const WeightedDatabase& belief : program_.beliefs) add(belief.facts);
        for (const ClosedDomain& domain : program_.domains)
            for (const std::string& value : domain.values)
                constants.try_emplace(value, format("the domain of {}", domain.attribute));
        for (const TupleProbability& some : program_.probabilities)
            for (const auto& value : some.pattern)
                if (value) constants.try_emplace(*value, "a probability statement");
        for (const auto& [name, place] : reader_.variables())
            if (const auto found = constants.find(name); found != constants.end())
                return reader_.error(place, format("{} is a constant of {}, but bare names are variables here: write "
                                                   "'{}' in quotes for the constant, or rename the variable",
                                                   printable(name, 40), printable(found->second), printable(name, 40)));
        return {};
    }

    Result<void> check_domains() const {
        for (const ClosedDomain& domain : program_.domains) {
            bool found = false;
            std::vector<std::string> known;
            for (const Relation& relation : program_.relations) {
                if (!domain.relation.empty() && relation.name != domain.relation) continue;
                for (const std::string& attribute : relation.attributes) {
                    known.push_back(attribute);
                    found = found || attribute == domain.attribute;
                }
            }
            if (!found)
                return reader_.error(domain.place, format("there is no attribute {}{}", quoted(domain.attribute),
                                                          did_you_mean(domain.attribute, known)));
        }
        return {};
    }

    StatementReader reader_;
    AuditProgram program_;
    std::map<std::string, const std::vector<Query>*> kind_of_;
};

// A short text that is one thing and nothing else.
template <class T, class Read>
Result<T> parse_alone(std::string_view text, const std::string& name, Read read) {
    SCRIM_TRY(std::vector<Token> tokens, read_tokens(text, name));
    ProgramReader reader(std::move(tokens), text, name);
    SCRIM_TRY(T made, read(reader));
    if (!reader.at_end()) return reader.reader().unexpected("nothing more");
    return made;
}

}  // namespace

Result<AuditProgram> read_audit_program(std::string_view text, const std::string& name) {
    SCRIM_TRY(std::vector<Token> tokens, read_tokens(text, name));
    return ProgramReader(std::move(tokens), text, name).read();
}

Result<Attacker> parse_attacker(std::string_view text) {
    return parse_alone<Attacker>(text, "attacker", [](ProgramReader& reader) { return reader.read_attacker(); });
}

Result<AskedGuarantee> parse_guarantee(std::string_view text) {
    return parse_alone<AskedGuarantee>(text, "guarantee",
                                       [](ProgramReader& reader) { return reader.read_guarantee(); });
}

Result<Ratio> parse_share(std::string_view text) {
    const auto ratio = Ratio::parse(text);
    if (!ratio || ratio->infinite() || outside_unit(*ratio))
        return input_error(format("{} is not a number from 0 to 1, for example 0.1 or 1/3", quoted(text)));
    return *ratio;
}

}  // namespace scrim::audit::databases
