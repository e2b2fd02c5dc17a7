#include "methods/audit/databases/typed_program.h"

#include "kernel/core/text.h"
#include "methods/audit/databases/tokens.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace scrim::audit::databases {
namespace {

// Places where values stand (attributes of relations, columns of queries), joined where they must be of one type.
class Places {
public:
    explicit Places(const AuditProgram& program) : program_(program) {
        for (const Relation& relation : program.relations) {
            first_of_relation_.push_back(parent_.size());
            for (const std::string& attribute : relation.attributes) add(relation.name + "." + attribute);
        }
        for (const auto* queries : {&program.secrets, &program.published, &program.planned})
            for (const Query& query : *queries) {
                first_of_query_[&query] = parent_.size();
                for (std::size_t c = 0; c < query.arity; ++c) add("");
            }
    }

    std::size_t attribute(std::size_t relation, std::size_t a) const { return first_of_relation_[relation] + a; }
    std::size_t column(const Query& query, std::size_t c) const { return first_of_query_.at(&query) + c; }
    std::size_t size() const { return parent_.size(); }
    const std::string& name(std::size_t place) const { return names_[place]; }

    std::size_t root(std::size_t place) {
        while (parent_[place] != place) place = parent_[place] = parent_[parent_[place]];
        return place;
    }
    void join(std::size_t a, std::size_t b) { parent_[std::max(root(a), root(b))] = std::min(root(a), root(b)); }

private:
    void add(std::string name) {
        parent_.push_back(parent_.size());
        names_.push_back(std::move(name));
    }

    const AuditProgram& program_;
    std::vector<std::size_t> parent_, first_of_relation_;
    std::vector<std::string> names_;
    std::map<const Query*, std::size_t> first_of_query_;
};

// The variables of a rule and a place of each.
class Scope {
public:
    explicit Scope(Places& places) : places_(places) {}

    void read(const Conjunction& conjunction, std::size_t from = 0) {
        for (const Atom& atom : conjunction.atoms)
            for (std::size_t a = 0; a < atom.terms.size(); ++a)
                if (atom.terms[a].variable) at(atom.terms[a].text, places_.attribute(atom.relation, a), from);
        for (const Comparison& comparison : conjunction.comparisons)
            if (comparison.left.variable && comparison.right.variable)
                places_.join(place(number(comparison.left.text, from)), place(number(comparison.right.text, from)));
    }
    void at(const std::string& name, std::size_t where, std::size_t from = 0) {
        const std::uint32_t known = number(name, from);
        if (known < places_of_.size())
            places_.join(places_of_[known], where);
        else {
            names_.push_back(name);
            scopes_.push_back(from);
            places_of_.push_back(where);
        }
    }
    // Variables of the whole rule (scope 0), or of one head (from 1); one past the last where there is none.
    std::uint32_t number(const std::string& name, std::size_t from = 0) const {
        for (std::uint32_t v = 0; v < names_.size(); ++v)
            if (names_[v] == name && (scopes_[v] == 0 || scopes_[v] == from)) return v;
        return static_cast<std::uint32_t>(names_.size());
    }
    std::size_t place(std::uint32_t variable) const { return places_of_[variable]; }
    std::size_t size() const { return names_.size(); }

private:
    Places& places_;
    std::vector<std::string> names_;
    std::vector<std::size_t> scopes_, places_of_;
};

class Typing {
public:
    Typing(const AuditProgram& program, const FreshValues& fresh, const std::string& name)
        : program_(program), fresh_(fresh), name_(name), places_(program) {}

    Result<TypedProgram> run() {
        join_places();
        number_types();
        SCRIM_CHECK(close_domains());
        SCRIM_CHECK(collect_values());
        add_fresh();
        SCRIM_CHECK(make_space());
        for (std::size_t q = 0; q < queries_.size(); ++q) {
            const auto& [query, target] = queries_[q];
            target->push_back(typed(*query));
        }
        for (std::size_t c = 0; c < program_.constraints.size(); ++c)
            made_.constraints.push_back(typed(program_.constraints[c], constraint_scopes_[c]));
        made_.facts = Database(made_.space.size());
        for (const Fact& fact : program_.facts) {
            SCRIM_TRY(const TupleId tuple, made_.tuple_of(program_, fact));
            made_.facts.set(tuple);
        }
        return std::move(made_);
    }

private:
    void join_places() {
        const auto join_queries = [&](const std::vector<Query>& queries, std::vector<TypedQuery>& target) {
            for (const Query& query : queries) {
                queries_.emplace_back(&query, &target);
                for (const Rule& rule : query.rules) {
                    Scope scope(places_);
                    scope.read(rule.body);
                    for (std::size_t c = 0; c < rule.head.size(); ++c)
                        if (rule.head[c].variable) scope.at(rule.head[c].text, places_.column(query, c));
                    rule_scopes_.emplace(&rule, std::move(scope));
                }
            }
        };
        join_queries(program_.secrets, made_.secrets);
        join_queries(program_.published, made_.published);
        join_queries(program_.planned, made_.planned);
        for (const Constraint& constraint : program_.constraints) {
            Scope scope(places_);
            scope.read(constraint.body);
            body_variables_.push_back(scope.size());
            for (std::size_t h = 0; h < constraint.heads.size(); ++h) scope.read(constraint.heads[h], h + 1);
            constraint_scopes_.push_back(std::move(scope));
        }
    }

    void number_types() {
        type_of_.assign(places_.size(), 0);
        std::map<std::size_t, std::uint32_t> number;
        for (std::size_t p = 0; p < places_.size(); ++p) {
            const auto [at, is_new] =
                number.try_emplace(places_.root(p), static_cast<std::uint32_t>(made_.types.size()));
            if (is_new) made_.types.emplace_back();
            type_of_[p] = at->second;
            if (!places_.name(p).empty()) made_.types[at->second].places.push_back(places_.name(p));
        }
    }

    std::uint32_t attribute_type(std::size_t relation, std::size_t a) const {
        return type_of_[places_.attribute(relation, a)];
    }

    Result<void> close_domains() {
        for (const ClosedDomain& domain : program_.domains)
            for (std::size_t r = 0; r < program_.relations.size(); ++r) {
                const Relation& relation = program_.relations[r];
                if (!domain.relation.empty() && domain.relation != relation.name) continue;
                for (std::size_t a = 0; a < relation.attributes.size(); ++a) {
                    if (relation.attributes[a] != domain.attribute) continue;
                    ValueType& type = made_.types[attribute_type(r, a)];
                    for (const std::string& value : domain.values) insert(attribute_type(r, a), value);
                    type.closed = true;
                }
            }
        return {};
    }

    void insert(std::uint32_t type, const std::string& value) {
        if (codes_[type].try_emplace(value, made_.types[type].size()).second) made_.types[type].values.push_back(value);
    }

    Result<void> add_value(std::size_t place, const std::string& value, Place where) {
        const std::uint32_t type = type_of_[place];
        if (made_.types[type].closed && codes_[type].count(value) == 0)
            return input_error(format("{}{} is not in the closed domain of {}: {}", place_text(name_, where),
                                      quoted(printable(value, 40)), join(made_.types[type].places, ", "),
                                      list_some(made_.types[type].values, 8)));
        insert(type, value);
        return {};
    }

    Result<void> add_constants(const Conjunction& conjunction, const Scope& scope, std::size_t from, Place where) {
        for (const Atom& atom : conjunction.atoms)
            for (std::size_t a = 0; a < atom.terms.size(); ++a)
                if (!atom.terms[a].variable)
                    SCRIM_CHECK(add_value(places_.attribute(atom.relation, a), atom.terms[a].text, where));
        for (const Comparison& comparison : conjunction.comparisons) {
            // A constant that something is only compared with need not be a value of a closed domain.
            const Term& left = comparison.left;
            const Term& right = comparison.right;
            if (left.variable == right.variable) continue;
            const Term& variable = left.variable ? left : right;
            const std::size_t place = scope.place(scope.number(variable.text, from));
            if (!made_.types[type_of_[place]].closed)
                SCRIM_CHECK(add_value(place, (left.variable ? right : left).text, where));
        }
        return {};
    }

    Result<void> collect_values() {
        const auto add_facts = [&](const std::vector<Fact>& facts) -> Result<void> {
            for (const Fact& fact : facts)
                for (std::size_t a = 0; a < fact.values.size(); ++a)
                    SCRIM_CHECK(add_value(places_.attribute(fact.relation, a), fact.values[a], fact.place));
            return {};
        };
        SCRIM_CHECK(add_facts(program_.facts));
        for (const WeightedDatabase& belief : program_.beliefs) SCRIM_CHECK(add_facts(belief.facts));
        for (const auto& [query, target] : queries_)
            for (const Rule& rule : query->rules) {
                const Scope& scope = rule_scopes_.at(&rule);
                SCRIM_CHECK(add_constants(rule.body, scope, 0, rule.place));
                for (std::size_t c = 0; c < rule.head.size(); ++c)
                    if (!rule.head[c].variable)
                        SCRIM_CHECK(add_value(places_.column(*query, c), rule.head[c].text, rule.place));
            }
        for (std::size_t c = 0; c < program_.constraints.size(); ++c) {
            const Constraint& constraint = program_.constraints[c];
            SCRIM_CHECK(add_constants(constraint.body, constraint_scopes_[c], 0, constraint.place));
            for (std::size_t h = 0; h < constraint.heads.size(); ++h)
                SCRIM_CHECK(add_constants(constraint.heads[h], constraint_scopes_[c], h + 1, constraint.place));
        }
        for (const TupleProbability& some : program_.probabilities)
            for (std::size_t a = 0; a < some.pattern.size(); ++a)
                if (some.pattern[a])
                    SCRIM_CHECK(add_value(places_.attribute(some.relation, a), *some.pattern[a], some.place));
        return {};
    }

    void add_fresh() {
        for (std::size_t t = 0; t < made_.types.size(); ++t) {
            ValueType& type = made_.types[t];
            type.constants = type.size();
            if (type.closed || type.places.empty()) continue;
            const std::string& place = type.places.front();
            const std::string label = place.substr(place.find('.') + 1);
            for (std::uint32_t i = 1; i <= fresh_(t); ++i) {
                std::string value = format("new_{}_{}", label, i);
                while (codes_[static_cast<std::uint32_t>(t)].count(value) > 0) value += "_";
                insert(static_cast<std::uint32_t>(t), value);
            }
        }
    }

    Result<void> make_space() {
        std::vector<TupleSpace::RelationTuples> relations;
        for (std::size_t r = 0; r < program_.relations.size(); ++r) {
            TupleSpace::RelationTuples relation;
            relation.name = program_.relations[r].name;
            for (std::size_t a = 0; a < program_.relations[r].attributes.size(); ++a) {
                relation.types.push_back(attribute_type(r, a));
                relation.sizes.push_back(made_.types[relation.types.back()].size());
            }
            relations.push_back(std::move(relation));
        }
        auto space = TupleSpace::make(std::move(relations));
        if (!space) return input_error(format("{}: {}", printable(name_), space.error().message));
        made_.space = *std::move(space);
        return {};
    }

    Slot slot(const Term& term, const Scope& scope, std::size_t from, std::size_t place) const {
        if (term.variable) return {true, scope.number(term.text, from)};
        return {false, codes_.at(type_of_[place]).at(term.text)};
    }

    TypedConjunction typed(const Conjunction& conjunction, const Scope& scope, std::size_t from) const {
        TypedConjunction made;
        for (const Atom& atom : conjunction.atoms) {
            TypedAtom typed_atom{atom.relation, {}};
            for (std::size_t a = 0; a < atom.terms.size(); ++a)
                typed_atom.slots.push_back(slot(atom.terms[a], scope, from, places_.attribute(atom.relation, a)));
            made.atoms.push_back(std::move(typed_atom));
        }
        for (const Comparison& comparison : conjunction.comparisons) {
            const Term& left = comparison.left;
            const Term& right = comparison.right;
            if (!left.variable && !right.variable) {
                if ((left.text == right.text) != comparison.equal) made.never = true;
                continue;
            }
            const std::size_t place = scope.place(scope.number((left.variable ? left : right).text, from));
            const Term& other = left.variable ? right : left;
            const auto known = codes_.find(type_of_[place]);
            if (!other.variable && (known == codes_.end() || known->second.count(other.text) == 0)) {
                // Outside the closed domain: never equal.
                if (comparison.equal) made.never = true;
                continue;
            }
            made.comparisons.push_back(
                {slot(left, scope, from, place), slot(right, scope, from, place), comparison.equal});
        }
        return made;
    }

    std::vector<std::uint32_t> types_of(const Scope& scope) const {
        std::vector<std::uint32_t> types;
        for (std::uint32_t v = 0; v < scope.size(); ++v) types.push_back(type_of_[scope.place(v)]);
        return types;
    }

    TypedQuery typed(const Query& query) const {
        TypedQuery made;
        made.name = query.name;
        for (std::size_t c = 0; c < query.arity; ++c) made.head_types.push_back(type_of_[places_.column(query, c)]);
        for (const Rule& rule : query.rules) {
            const Scope& scope = rule_scopes_.at(&rule);
            TypedRule typed_rule{{}, typed(rule.body, scope, 0), types_of(scope)};
            for (std::size_t c = 0; c < query.arity; ++c)
                typed_rule.head.push_back(slot(rule.head[c], scope, 0, places_.column(query, c)));
            made.rules.push_back(std::move(typed_rule));
        }
        return made;
    }

    TypedConstraint typed(const Constraint& constraint, const Scope& scope) const {
        TypedConstraint made;
        made.body = typed(constraint.body, scope, 0);
        for (std::size_t h = 0; h < constraint.heads.size(); ++h)
            made.heads.push_back(typed(constraint.heads[h], scope, h + 1));
        made.variable_types = types_of(scope);
        made.body_variables = body_variables_[static_cast<std::size_t>(&constraint - program_.constraints.data())];
        return made;
    }

    const AuditProgram& program_;
    const FreshValues& fresh_;
    const std::string& name_;
    Places places_;
    TypedProgram made_;
    std::vector<std::pair<const Query*, std::vector<TypedQuery>*>> queries_;
    std::map<const Rule*, Scope> rule_scopes_;
    std::vector<Scope> constraint_scopes_;
    std::vector<std::size_t> body_variables_;
    std::vector<std::uint32_t> type_of_;
    std::map<std::uint32_t, std::map<std::string, std::uint32_t>> codes_;  // by type and value
};

}  // namespace

bool TypedQuery::single_atoms() const {
    return std::all_of(rules.begin(), rules.end(), [](const TypedRule& rule) { return rule.body.atoms.size() == 1; });
}

std::string TypedProgram::tuple_text(TupleId tuple) const {
    const auto& relation = space.relations()[space.relation_of(tuple)];
    std::vector<std::string> values;
    for (std::size_t a = 0; a < relation.types.size(); ++a)
        values.push_back(value(relation.types[a], space.codes(tuple)[a]));
    return fact_text(relation.name, values);
}

std::string TypedProgram::row_text(const TypedQuery& query, const Row& row) const {
    std::vector<std::string> values;
    for (std::size_t c = 0; c < row.size(); ++c) values.push_back(value(query.head_types[c], row[c]));
    return fact_text(query.name, values);
}

std::vector<std::string> TypedProgram::database_text(const Database& database) const {
    std::vector<std::string> facts_;
    for (const TupleId tuple : database.tuples()) facts_.push_back(tuple_text(tuple));
    return facts_;
}

Result<TupleId> TypedProgram::tuple_of(const AuditProgram& program, const Fact& fact) const {
    const auto& relation = space.relations()[fact.relation];
    Row codes;
    for (std::size_t a = 0; a < fact.values.size(); ++a) {
        const auto& values = types[relation.types[a]].values;
        const auto found = std::find(values.begin(), values.end(), fact.values[a]);
        if (found == values.end())
            return fault_error(format("the value {} of {} has no code", quoted(fact.values[a]),
                                      program.relations[fact.relation].name));
        codes.push_back(static_cast<std::uint32_t>(found - values.begin()));
    }
    return space.tuple(fact.relation, codes.data());
}

Result<TypedProgram> type_program(const AuditProgram& program, const FreshValues& fresh, const std::string& name) {
    return Typing(program, fresh, name).run();
}

}  // namespace scrim::audit::databases
