#include "methods/audit/databases/program.h"

#include "kernel/core/text.h"
#include "methods/audit/databases/guarantee.h"

#include <algorithm>

namespace scrim::audit::databases {
namespace {

bool is_plain(const std::string& constant) {
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    const auto digit = [](char c) { return c >= '0' && c <= '9'; };
    if (constant.empty()) return false;
    if (digit(constant.front())) return std::all_of(constant.begin(), constant.end(), digit);
    return letter(constant.front()) &&
           std::all_of(constant.begin(), constant.end(), [&](char c) { return letter(c) || digit(c) || c == '_'; });
}

std::string in_quotes(const std::string& constant) {
    std::string text = "'";
    for (const char c : constant) text += c == '\'' ? std::string("''") : std::string(1, c);
    return text + "'";
}

std::string term_text(const Term& term) { return term.variable ? term.text : in_quotes(term.text); }

std::string terms_text(const std::vector<Term>& terms) {
    std::vector<std::string> words;
    for (const Term& term : terms) words.push_back(term_text(term));
    return "(" + join(words, ", ") + ")";
}

std::string conjunction_text(const AuditProgram& program, const Conjunction& conjunction) {
    std::vector<std::string> words;
    for (const Atom& atom : conjunction.atoms)
        words.push_back(program.relations[atom.relation].name + terms_text(atom.terms));
    for (const Comparison& comparison : conjunction.comparisons)
        words.push_back(
            format("{} {} {}", term_text(comparison.left), comparison.equal ? "=" : "!=", term_text(comparison.right)));
    return join(words, ", ");
}

void add_queries(std::string& text, const AuditProgram& program, const char* word, const std::vector<Query>& queries) {
    for (const Query& query : queries)
        for (const Rule& rule : query.rules)
            text += format("{} {}{} :- {}.\n", word, query.name, terms_text(rule.head),
                           conjunction_text(program, rule.body));
}

std::string fact_of(const AuditProgram& program, const Fact& fact) {
    return fact_text(program.relations[fact.relation].name, fact.values);
}

}  // namespace

std::string constant_text(const std::string& constant) { return is_plain(constant) ? constant : in_quotes(constant); }

std::string fact_text(const std::string& name, const std::vector<std::string>& values) {
    std::vector<std::string> words;
    for (const std::string& value : values) words.push_back(constant_text(value));
    return format("{}({})", name, join(words, ", "));
}

std::string to_text(const Attacker& attacker) {
    switch (attacker.kind) {
        case Attacker::Kind::all: return "all";
        case Attacker::Kind::secret_focused: return "secret_focused";
        case Attacker::Kind::independent: return "independent";
        case Attacker::Kind::pruning: return format("pruning({})", attacker.l);
        case Attacker::Kind::uniform: return "uniform";
        case Attacker::Kind::given: return "given";
    }
    return {};
}

std::string to_text(const AuditProgram& program) {
    std::string text;
    for (const Relation& relation : program.relations)
        text += format("relation {}({}).\n", relation.name, join(relation.attributes, ", "));
    for (const ClosedDomain& domain : program.domains) {
        std::vector<std::string> words;
        for (const std::string& value : domain.values) words.push_back(constant_text(value));
        text += format("domain {}{}{} {{{}}}.\n", domain.relation, domain.relation.empty() ? "" : ".", domain.attribute,
                       join(words, ", "));
    }
    for (const Fact& fact : program.facts) text += format("fact {}.\n", fact_of(program, fact));
    add_queries(text, program, "secret", program.secrets);
    add_queries(text, program, "published", program.published);
    add_queries(text, program, "planned", program.planned);
    for (const Constraint& constraint : program.constraints) {
        std::vector<std::string> heads;
        for (const Conjunction& head : constraint.heads) heads.push_back(conjunction_text(program, head));
        text += format("constraint {} <- {}.\n", heads.empty() ? "false" : join(heads, " | "),
                       conjunction_text(program, constraint.body));
    }
    if (program.attacker) text += format("attacker {}.\n", to_text(*program.attacker));
    for (const TupleProbability& some : program.probabilities) {
        std::vector<std::string> words;
        for (const auto& value : some.pattern) words.push_back(value ? constant_text(*value) : "_");
        text += format("probability {}({}) = {}.\n", program.relations[some.relation].name, join(words, ", "),
                       some.probability.to_string());
    }
    for (const WeightedDatabase& belief : program.beliefs) {
        std::vector<std::string> words;
        for (const Fact& fact : belief.facts) words.push_back(fact_of(program, fact));
        text += format("belief {} {{{}}}.\n", belief.weight.to_string(), join(words, ", "));
    }
    for (const AskedGuarantee& asked : program.guarantees) {
        text += "guarantee " + asked.guarantee->name;
        if (asked.epsilon) text += " " + asked.epsilon->to_string();
        if (asked.guarantee->takes_k()) text += format(" {}", asked.k);
        text += ".\n";
    }
    if (program.fresh) text += format("fresh {}.\n", *program.fresh);
    return text;
}

}  // namespace scrim::audit::databases
