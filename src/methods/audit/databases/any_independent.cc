// Against all attackers who take tuples as independent, whatever chances they give them.
//
// How far can a belief move? Take a database w that drops out and a possible one u that is nearest to it: no other
// possible one differs from w only in tuples where u does. Somebody who is nearly sure of w, and sure where the two
// agree, ends up certain of u. If their secrets differ, this belief moves by as much as one likes. Such pairs are
// looked for first; where none is found, some attackers with simple chances are tried.
#include "methods/audit/databases/question.h"

#include <algorithm>

namespace scrim::audit::databases {
namespace {

constexpr int most_pairs = 40;
constexpr std::size_t most_differences = 12;

struct Extreme {
    Database from, to;
    std::vector<TupleId> differences;
};

std::vector<TupleId> differences(const Database& a, const Database& b) {
    std::vector<TupleId> found;
    for (TupleId tuple = 0; tuple < a.space(); ++tuple)
        if (a.has(tuple) != b.has(tuple)) found.push_back(tuple);
    return found;
}

// A database of the world that differs from `from` only where `to` does, in as few tuples as can be.
Result<Database> nearest_in(const World& world, const Database& from, Database to, const Limits& limits) {
    for (;;) {
        const std::vector<TupleId> open = differences(from, to);
        Sat sat(limits);
        WorldFormula formula(sat, world);
        std::vector<int> fewer;
        for (TupleId tuple = 0; tuple < from.space(); ++tuple) {
            const int as_before = from.has(tuple) ? formula.tuple(tuple) : -formula.tuple(tuple);
            if (from.has(tuple) == to.has(tuple))
                sat.add({as_before});
            else
                fewer.push_back(as_before);
        }
        sat.add(fewer);
        SCRIM_TRY(const bool found, sat.solve());
        if (!found) return to;
        to = formula.database();
    }
}

// Moves `from` towards `to`, as long as it shows something else and has another secret. `to` stays nearest to it.
Result<Database> moved_closer(const Question& question, Database from, const Database& to) {
    const Limits& limits = question.limits;
    SCRIM_TRY(const Answers views,
              answers_in(question.program, question.views, question.before, question.actual, limits));
    SCRIM_TRY(const Answers secrets,
              answers_in(question.program, question.program.secrets, question.before, to, limits));
    for (;;) {
        Sat sat(limits);
        WorldFormula formula(sat, question.before);
        sat.add({some_differ(sat, formula, views)});
        sat.add({some_differ(sat, formula, secrets)});
        std::vector<int> closer;
        for (TupleId tuple = 0; tuple < from.space(); ++tuple) {
            const int as_there = to.has(tuple) ? formula.tuple(tuple) : -formula.tuple(tuple);
            if (from.has(tuple) == to.has(tuple))
                sat.add({as_there});
            else
                closer.push_back(as_there);
        }
        sat.add(closer);
        SCRIM_TRY(const bool found, sat.solve());
        if (!found) return from;
        from = formula.database();
    }
}

Result<std::optional<Extreme>> find_extreme(const Question& question) {
    const Limits& limits = question.limits;
    SCRIM_TRY(const SecretRows rows, secret_rows(question.program, question.before, limits));
    SCRIM_TRY(const Answers views,
              answers_in(question.program, question.views, question.before, question.actual, limits));
    Sat sat(limits);
    WorldFormula from(sat, question.before), to(sat, question.after);
    sat.add({some_differ(sat, from, views)});
    std::vector<int> some;
    for (const SecretRow& row : rows.open)
        for (const bool first : {true, false}) {
            WorldFormula& has = first ? from : to;
            WorldFormula& lacks = first ? to : from;
            const int both = sat.variable();
            sat.add({-both, has.some_of(row.ways)});
            sat.add({-both, lacks.none_of(row.ways)});
            some.push_back(both);
        }
    sat.add(some);
    for (int i = 0; i < most_pairs; ++i) {
        SCRIM_TRY(const bool found, sat.solve());
        if (!found) break;
        Extreme extreme;
        const Database first = from.database();
        extreme.from = first;
        SCRIM_TRY(extreme.to, nearest_in(question.after, extreme.from, to.database(), limits));
        bool same_secret = true;
        for (const TypedQuery& secret : question.program.secrets) {
            SCRIM_TRY(const std::set<Row> one, answer(question.program, secret, extreme.from, limits));
            SCRIM_TRY(const std::set<Row> other, answer(question.program, secret, extreme.to, limits));
            same_secret = same_secret && one == other;
        }
        if (!same_secret) {
            SCRIM_TRY(extreme.from, moved_closer(question, extreme.from, extreme.to));
            extreme.differences = differences(extreme.from, extreme.to);
            if (extreme.differences.size() <= most_differences) return std::optional<Extreme>(std::move(extreme));
        }
        sat.add({from.differs(first)});
    }
    return std::optional<Extreme>();
}

// The prior of the secret of `to` when each difference is there with chance 1/rare and the rest is as in `from`.
Result<Fraction> prior_of(const Question& question, const Extreme& extreme, const Fraction& rare) {
    const auto secret_of = [&](const Database& database) -> Result<std::vector<std::set<Row>>> {
        std::vector<std::set<Row>> made;
        for (const TypedQuery& secret : question.program.secrets) {
            SCRIM_TRY(std::set<Row> rows, answer(question.program, secret, database, question.limits));
            made.push_back(std::move(rows));
        }
        return made;
    };
    SCRIM_TRY(const auto wanted, secret_of(extreme.to));
    Fraction all = 0, with = 0;
    for (std::uint32_t bits = 0; bits < (1u << extreme.differences.size()); ++bits) {
        Database database = extreme.from;
        Fraction weight = 1;
        for (std::size_t i = 0; i < extreme.differences.size(); ++i) {
            const bool flipped = (bits >> i & 1) != 0;
            const TupleId tuple = extreme.differences[i];
            if (flipped) database.set(tuple, !database.has(tuple));
            weight *= flipped ? rare : Fraction(1 - rare);
        }
        if (!satisfies(question.before, database)) continue;
        all += weight;
        SCRIM_TRY(const auto secret, secret_of(database));
        if (secret == wanted) with += weight;
    }
    return Fraction(with / all);
}

Result<std::optional<ViewGuarantee>> extreme_witness(const Question& question) {
    SCRIM_TRY(const auto extreme, find_extreme(question));
    if (!extreme) return std::optional<ViewGuarantee>();
    Fraction rare(1, 10), prior;
    do {
        SCRIM_TRY(prior, prior_of(question, *extreme, rare));
        rare /= 10;
    } while (1 - prior <= question.epsilon || 1 - prior < Fraction(1, 2));
    rare *= 10;
    const TypedProgram& program = question.program;
    ViewGuarantee made;
    made.verdict = ViewVerdict::breached;
    made.any_domain = true;
    made.reason = "an attacker exists whose belief moves by as much as one likes";
    made.database = program.database_text(extreme->from);
    made.database_meaning = "no longer possible";
    made.database_secret = secret_text(program, extreme->from, question.limits);
    SecretBelief belief;
    belief.rows = secret_text(program, extreme->to, question.limits);
    belief.prior = fraction_text(prior);
    belief.posterior = "1";
    belief.moved = fraction_text(Fraction(1 - prior));
    std::vector<std::string> words;
    for (const TupleId tuple : extreme->differences)
        words.push_back(format("{} with the chance {}", program.tuple_text(tuple),
                               fraction_text(extreme->from.has(tuple) ? Fraction(1 - rare) : rare)));
    belief.attacker = format("who gives {} and is sure of everything else: {{{}}}", join(words, ", "),
                             join(program.database_text(extreme->from), ", "));
    made.value = std::move(belief);
    return std::optional<ViewGuarantee>(std::move(made));
}

// Chances that have nothing to do with each other, from a fixed list: the same in every run.
std::vector<Fraction> some_chances(std::uint32_t tuples, std::uint32_t number) {
    std::vector<Fraction> chances;
    std::uint32_t state = number * 2654435761u + 12345u;
    for (std::uint32_t t = 0; t < tuples; ++t) {
        state = state * 1664525u + 1013904223u;
        chances.emplace_back(number == 0 ? 1u : 1u + (state >> 16) % 9u, number == 0 ? 2u : 10u);
        chances.back().canonicalize();
    }
    return chances;
}

}  // namespace

Result<ViewGuarantee> against_any_independent(const Question& question) {
    SCRIM_TRY(const IndependenceTest test, test_independence(question));
    ViewGuarantee made;
    if (test.outcome == Independence::independent) {
        made.verdict = ViewVerdict::holds;
        made.reason = "the secret and what is published depend on no common tuple: no belief moves";
        return made;
    }
    if (question.epsilon >= 1) {
        made.verdict = ViewVerdict::holds;
        made.reason = "no belief can move by more than 1";
        return made;
    }
    SCRIM_TRY(auto witness, extreme_witness(question));
    if (witness) return *std::move(witness);

    ViewGuarantee best;
    Fraction most = -1;
    std::string problem;
    const auto space = BeliefSpace::make(question.program, question.before, question.after,
                                         some_chances(question.program.space.size(), 0), question.limits);
    if (!space) {
        if (space.error().kind == Error::Kind::cancelled) return space.error();
        problem = space.error().message;
    } else {
        for (std::uint32_t number = 0; number < 12 && most <= question.epsilon; ++number) {
            const auto chances = some_chances(question.program.space.size(), number);
            (*space)->set_chances(chances);
            SCRIM_TRY(const auto search,
                      largest_shift(**space, (*space)->before(), (*space)->after(), question.epsilon, question.limits));
            if (!search || search->most() <= most) continue;
            most = search->most();
            best = judged(question.program, (*space)->secret(), *search, question.epsilon,
                          number == 0 ? "who gives every tuple the chance 1/2"
                                      : format("who gives tuples chances from a list (number {})", number));
        }
    }
    if (most > question.epsilon) return best;
    best.any_domain = false;
    if (question.epsilon == 0 && test.outcome == Independence::dependent) {
        best.verdict = ViewVerdict::breached;
        best.reason = format("the secret and what is published both depend on {}",
                             question.program.tuple_text(test.shared.front()));
        return best;
    }
    best.verdict = ViewVerdict::undecided;
    best.reason =
        !problem.empty() ? problem : "no attacker was found whose belief moves this far, and none is excluded either";
    return best;
}

}  // namespace scrim::audit::databases
