#include "methods/audit/databases/world_formula.h"

#include <algorithm>

namespace scrim::audit::databases {
namespace {

int settled(const Sat& sat, World::State state) {
    if (state == World::State::in) return sat.yes();
    return state == World::State::out ? -sat.yes() : 0;
}

}  // namespace

WorldFormula::WorldFormula(Sat& sat, const World& world) : sat_(sat) {
    for (const World::State state : world.states) {
        const int known = settled(sat, state);
        literals_.push_back(known != 0 ? known : sat.variable());
    }
    if (world.contradictory) sat_.add({-sat.yes()});
    require(world.conditions);
}

WorldFormula::WorldFormula(Sat& sat, const World& world, const WorldFormula& other, const std::vector<TupleId>& except)
    : sat_(sat), literals_(other.literals_) {
    for (const TupleId tuple : except)
        if (settled(sat, world.states[tuple]) == 0) literals_[tuple] = sat.variable();
    require(world.conditions);
}

int WorldFormula::all_of(const Match& match) {
    if (match.empty()) return sat_.yes();
    if (match.size() == 1) return tuple(match.front());
    const int made = sat_.variable();
    for (const TupleId id : match) sat_.add({-made, tuple(id)});
    return made;
}

int WorldFormula::some_of(const std::vector<Match>& matches) {
    const int made = sat_.variable();
    std::vector<int> clause = {-made};
    for (const Match& match : matches) clause.push_back(all_of(match));
    sat_.add(clause);
    return made;
}

int WorldFormula::none_of(const std::vector<Match>& matches) {
    const int made = sat_.variable();
    for (const Match& match : matches) {
        std::vector<int> clause = {-made};
        for (const TupleId id : match) clause.push_back(-tuple(id));
        sat_.add(clause);
    }
    return made;
}

int WorldFormula::violates_one(const std::vector<Condition>& conditions) {
    const int made = sat_.variable();
    std::vector<int> one = {-made};
    for (const Condition& condition : conditions) {
        const int violated = none_of(condition.heads);
        for (const TupleId id : condition.body) sat_.add({-violated, tuple(id)});
        one.push_back(violated);
    }
    sat_.add(one);
    return made;
}

int WorldFormula::differs(const Database& database) {
    const int made = sat_.variable();
    std::vector<int> clause = {-made};
    for (TupleId id = 0; id < literals_.size(); ++id) clause.push_back(database.has(id) ? -tuple(id) : tuple(id));
    sat_.add(clause);
    return made;
}

int WorldFormula::answers_differently(const Lineage& matches, const std::set<Row>& rows) {
    const int made = sat_.variable();
    std::vector<int> clause = {-made};
    for (const auto& [row, ways] : matches) clause.push_back(rows.count(row) > 0 ? none_of(ways) : some_of(ways));
    // A row that nothing gives any more is missing.
    const bool missing = std::any_of(rows.begin(), rows.end(), [&](const Row& row) { return matches.count(row) == 0; });
    if (missing) clause.push_back(sat_.yes());
    sat_.add(clause);
    return made;
}

void WorldFormula::require(const std::vector<Condition>& conditions) {
    for (const Condition& condition : conditions) {
        std::vector<int> clause;
        for (const TupleId id : condition.body) clause.push_back(-tuple(id));
        for (const Match& head : condition.heads) clause.push_back(all_of(head));
        sat_.add(clause);
    }
}

Database WorldFormula::database() const {
    Database made(static_cast<std::uint32_t>(literals_.size()));
    for (TupleId id = 0; id < literals_.size(); ++id) made.set(id, sat_.value(literals_[id]));
    return made;
}

}  // namespace scrim::audit::databases
