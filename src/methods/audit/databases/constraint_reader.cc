// Constraints: the short forms and the general one. All become "whatever satisfies the body satisfies a head".
#include "kernel/core/text.h"
#include "methods/audit/databases/statement_reader.h"

#include <algorithm>

namespace scrim::audit::databases {
namespace {

class ConstraintReader {
public:
    ConstraintReader(StatementReader& reader, const std::vector<Relation>& relations)
        : reader_(reader), relations_(relations) {}

    Result<std::vector<Constraint>> read() {
        place_ = reader_.peek().place;
        const std::size_t begin = reader_.position();
        // A relation may be called key: then a parenthesis follows.
        const std::string word = reader_.peek(1).is("(") ? "" : reader_.peek().text;
        std::vector<Constraint> made;
        if (word == "key" || word == "functional") {
            reader_.take();
            SCRIM_TRY(made, read_functional(word == "key"));
        } else if (word == "inclusion") {
            reader_.take();
            SCRIM_TRY(made, read_inclusion());
        } else if (word == "join") {
            reader_.take();
            SCRIM_TRY(made, read_join());
        } else {
            SCRIM_TRY(made, read_general());
        }
        for (Constraint& constraint : made) {
            constraint.text = reader_.text_between(begin, reader_.position());
            constraint.place = place_;
        }
        return made;
    }

private:
    Term variable(const std::string& name) const { return {true, reader_.unused(name)}; }

    // Names of attributes as their places in the relation.
    Result<std::vector<std::size_t>> read_attributes(std::size_t relation) {
        std::vector<std::size_t> places;
        const std::vector<std::string>& known = relations_[relation].attributes;
        do {
            SCRIM_TRY(const Token name, reader_.expect_name("an attribute's name"));
            const auto found = std::find(known.begin(), known.end(), name.text);
            if (found == known.end())
                return reader_.error(name.place,
                                     format("{} has no attribute {}{}; it has {}", relations_[relation].name,
                                            quoted(name.text), did_you_mean(name.text, known), list_some(known, 8)));
            places.push_back(static_cast<std::size_t>(found - known.begin()));
        } while (reader_.accept(","));
        return places;
    }

    // An atom whose variables are x0, x1, … at the places in `shared` and prefix0, prefix1, … elsewhere.
    Atom atom(std::size_t relation, const std::vector<std::size_t>& shared, const std::string& prefix) const {
        Atom made{relation, {}};
        for (std::size_t a = 0; a < relations_[relation].attributes.size(); ++a) {
            const bool is_shared = std::count(shared.begin(), shared.end(), a) > 0;
            made.terms.push_back(variable(format("{}{}", is_shared ? "x" : prefix, a)));
        }
        return made;
    }

    Result<std::vector<Constraint>> read_functional(bool key) {
        SCRIM_TRY(const std::size_t relation, reader_.read_relation_name(relations_));
        SCRIM_CHECK(reader_.expect("(", "the relation's name"));
        SCRIM_TRY(const std::vector<std::size_t> from, read_attributes(relation));
        std::vector<std::size_t> to;
        if (key) {
            for (std::size_t a = 0; a < relations_[relation].attributes.size(); ++a)
                if (std::count(from.begin(), from.end(), a) == 0) to.push_back(a);
        } else {
            SCRIM_CHECK(reader_.expect("->", "the attributes that decide"));
            SCRIM_TRY(to, read_attributes(relation));
        }
        SCRIM_CHECK(reader_.expect(")", "the attributes"));
        Constraint constraint;
        constraint.body.atoms = {atom(relation, from, "y"), atom(relation, from, "z")};
        Conjunction head;
        for (const std::size_t a : to)
            if (std::count(from.begin(), from.end(), a) == 0)
                head.comparisons.push_back({variable(format("y{}", a)), variable(format("z{}", a)), true});
        if (head.comparisons.empty()) return std::vector<Constraint>{};  // says nothing
        constraint.heads = {std::move(head)};
        return std::vector<Constraint>{std::move(constraint)};
    }

    Result<std::vector<Constraint>> read_inclusion() {
        SCRIM_TRY(const std::size_t inner, reader_.read_relation_name(relations_));
        SCRIM_CHECK(reader_.expect("(", "the relation's name"));
        SCRIM_TRY(const std::vector<std::size_t> from, read_attributes(inner));
        SCRIM_CHECK(reader_.expect(")", "the attributes"));
        SCRIM_CHECK(reader_.expect("<=", "the relation that is included"));
        SCRIM_TRY(const std::size_t outer, reader_.read_relation_name(relations_));
        SCRIM_CHECK(reader_.expect("(", "the relation's name"));
        SCRIM_TRY(const std::vector<std::size_t> to, read_attributes(outer));
        SCRIM_CHECK(reader_.expect(")", "the attributes"));
        if (from.size() != to.size())
            return reader_.error(place_, format("the inclusion has {} on its left and {} on its right",
                                                counted(from.size(), "attribute", "attributes"), to.size()));
        Constraint constraint;
        constraint.body.atoms = {atom(inner, {}, "y")};
        Atom head = atom(outer, {}, "z");
        for (std::size_t i = 0; i < from.size(); ++i) {
            const Term value = variable(format("y{}", from[i]));
            // One attribute on the right twice: both values of the left are the same.
            if (head.terms[to[i]].text.front() == 'y' && !(head.terms[to[i]] == value))
                return reader_.error(place_, "an attribute is there twice on the right of the inclusion");
            head.terms[to[i]] = value;
        }
        constraint.heads = {Conjunction{{std::move(head)}, {}}};
        return std::vector<Constraint>{std::move(constraint)};
    }

    Result<std::vector<Constraint>> read_join() {
        SCRIM_TRY(const std::size_t relation, reader_.read_relation_name(relations_));
        SCRIM_CHECK(reader_.expect("(", "the relation's name"));
        Constraint constraint;
        std::vector<bool> covered(relations_[relation].attributes.size(), false);
        std::vector<std::size_t> all;
        for (std::size_t a = 0; a < covered.size(); ++a) all.push_back(a);
        do {
            SCRIM_TRY(const std::vector<std::size_t> part, read_attributes(relation));
            for (const std::size_t a : part) covered[a] = true;
            constraint.body.atoms.push_back(atom(relation, part, format("p{}_", constraint.body.atoms.size())));
            if (constraint.body.atoms.size() > 8) return reader_.error(place_, "a join of more than 8 parts");
        } while (reader_.accept("|"));
        SCRIM_CHECK(reader_.expect(")", "the attributes"));
        for (std::size_t a = 0; a < covered.size(); ++a)
            if (!covered[a])
                return reader_.error(place_, format("no part of the join has the attribute {}: together they have all",
                                                    quoted(relations_[relation].attributes[a])));
        constraint.heads = {Conjunction{{atom(relation, all, "")}, {}}};
        return std::vector<Constraint>{std::move(constraint)};
    }

    Result<std::vector<Constraint>> read_general() {
        std::vector<Conjunction> heads;
        if (reader_.peek().is_word("false") && reader_.peek(1).is("<-")) {
            reader_.take();
        } else {
            do {
                SCRIM_TRY(Conjunction head, reader_.read_conjunction(relations_));
                heads.push_back(std::move(head));
            } while (reader_.accept("|"));
        }
        SCRIM_CHECK(reader_.expect("<-", "what must be satisfied"));
        std::vector<Constraint> made;
        do {  // a union on the right: one constraint for each part
            Constraint constraint;
            SCRIM_TRY(constraint.body, reader_.read_conjunction(relations_));
            if (constraint.body.atoms.empty())
                return reader_.error(place_, "the right side of a constraint needs at least one relation");
            SCRIM_CHECK(check_comparisons(reader_, place_, constraint.body, nullptr));
            for (const Conjunction& head : heads)
                SCRIM_CHECK(check_comparisons(reader_, place_, head, &constraint.body));
            constraint.heads = heads;
            made.push_back(std::move(constraint));
        } while (reader_.accept("|"));
        return made;
    }

    StatementReader& reader_;
    const std::vector<Relation>& relations_;
    Place place_;
};

}  // namespace

Result<std::vector<Constraint>> read_constraint(StatementReader& reader, const std::vector<Relation>& relations) {
    return ConstraintReader(reader, relations).read();
}

}  // namespace scrim::audit::databases
