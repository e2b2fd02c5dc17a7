// WorldFormula: a World in a solver. Tuples become literals; what is settled becomes true or false.
//
//   Sat sat(limits);
//   WorldFormula formula(sat, world);
//   sat.add({formula.differs(actual)});
//   if (*sat.solve()) formula.database();   // another possible database
#pragma once

#include "methods/audit/databases/sat.h"
#include "methods/audit/databases/world.h"

#include <map>
#include <vector>

namespace scrim::audit::databases {

class WorldFormula {
public:
    WorldFormula(Sat& sat, const World& world);
    // A second database that agrees with `other` on all tuples but some.
    WorldFormula(Sat& sat, const World& world, const WorldFormula& other, const std::vector<TupleId>& except);

    int tuple(TupleId id) const { return literals_[id]; }

    // Each gives a literal that implies what it says. (Not the other way round: assume it or put it in a clause.)
    int all_of(const Match& match);
    int some_of(const std::vector<Match>& matches);
    int none_of(const std::vector<Match>& matches);
    int violates_one(const std::vector<Condition>& conditions);
    int differs(const Database& database);
    // The query, of which this is the lineage, gives other rows than these.
    int answers_differently(const Lineage& matches, const std::set<Row>& rows);

    void require(const std::vector<Condition>& conditions);
    // In the last solution.
    Database database() const;

private:
    Sat& sat_;
    std::vector<int> literals_;  // by tuple
};

}  // namespace scrim::audit::databases
