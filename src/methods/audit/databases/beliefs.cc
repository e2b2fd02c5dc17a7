// Attackers whose beliefs are given or follow from few numbers: tuples with chances, pruning, a list of databases.
#include "methods/audit/databases/question.h"
#include "methods/audit/databases/tokens.h"

#include <algorithm>
#include <map>

namespace scrim::audit::databases {
namespace {

// What was settled before cancels out, unless the attacker thinks it impossible.
bool impossible(const World& world, const std::vector<Fraction>& chances) {
    for (TupleId tuple = 0; tuple < world.states.size(); ++tuple)
        if ((world.states[tuple] == World::State::in && chances[tuple] == 0) ||
            (world.states[tuple] == World::State::out && chances[tuple] == 1))
            return true;
    return false;
}

ViewGuarantee no_chance() {
    ViewGuarantee made;
    made.reason = thought_impossible;
    return made;
}

// All choices of fewer than l of the numbers.
std::vector<std::vector<std::size_t>> choices(const std::vector<std::size_t>& numbers, std::uint32_t l) {
    std::vector<std::vector<std::size_t>> made = {{}};
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const std::size_t so_far = made.size();
        for (std::size_t c = 0; c < so_far; ++c)
            if (made[c].size() + 1 < l) {
                made.push_back(made[c]);
                made.back().push_back(numbers[i]);
            }
    }
    return made;
}

constexpr std::size_t most_prunings = 5'000;

}  // namespace

SecretBelief shown(const TypedProgram& program, const SecretRows& rows, const Shift& shift, std::string attacker) {
    SecretBelief belief;
    belief.whole = shift.whole;
    if (shift.whole)
        for (const SecretRow& row : rows.sure) belief.rows.push_back(text_of(program, row));
    for (const std::size_t i : shift.present) belief.rows.push_back(text_of(program, rows.open[i]));
    std::sort(belief.rows.begin(), belief.rows.end());
    belief.prior = fraction_text(shift.prior);
    belief.posterior = fraction_text(shift.posterior);
    belief.moved = fraction_text(shift.moved());
    belief.attacker = std::move(attacker);
    return belief;
}

ViewGuarantee judged(const TypedProgram& program, const SecretRows& rows, const ShiftSearch& search,
                     const Fraction& epsilon, const std::string& attacker) {
    ViewGuarantee made;
    if (search.value && search.value->moved() > 0) made.value = shown(program, rows, *search.value, attacker);
    if (search.row && search.row->moved() > 0) made.row = shown(program, rows, *search.row, attacker);
    if (search.most() > epsilon) {
        made.verdict = ViewVerdict::breached;
        made.reason =
            epsilon == 0 ? "a belief moves" : format("a belief moves by more than {}", fraction_text(epsilon));
    } else if (search.complete || search.bound <= epsilon) {
        made.verdict = ViewVerdict::holds;
        made.reason = search.most() == 0 ? "no belief moves"
                                         : format("no belief moves by more than {}",
                                                  fraction_text(search.complete ? search.most() : epsilon));
    } else {
        made.reason = format("too many values of the secret to look at all of them; none moves by more than {:.6f}",
                             search.bound.get_d());
    }
    return made;
}

Result<std::vector<Fraction>> chances_of(const AuditProgram& source, const TypedProgram& program,
                                         const std::string& name) {
    std::vector<Fraction> chances(program.space.size(), Fraction(1, 2));
    std::vector<const TupleProbability*> said(program.space.size(), nullptr);
    const auto exact = [](const TupleProbability& some) {
        return std::count_if(some.pattern.begin(), some.pattern.end(), [](const auto& v) { return v.has_value(); });
    };
    for (const TupleProbability& some : source.probabilities) {
        const auto& relation = program.space.relations()[some.relation];
        for (TupleId tuple = relation.first; tuple < relation.first + relation.count; ++tuple) {
            const auto codes = program.space.codes(tuple);
            bool fits = true;
            for (std::size_t a = 0; a < some.pattern.size() && fits; ++a)
                fits = !some.pattern[a] || *some.pattern[a] == program.value(relation.types[a], codes[a]);
            if (!fits) continue;
            // What names more values counts.
            if (const TupleProbability* other = said[tuple]; other != nullptr) {
                if (exact(*other) > exact(some)) continue;
                if (exact(*other) == exact(some) && !(other->probability == some.probability))
                    return input_error(
                        format("{}{} has the probability {} here and {} in line {}: say which one with "
                               "a statement that names more of its values",
                               place_text(name, some.place), program.tuple_text(tuple), some.probability.to_string(),
                               other->probability.to_string(), other->place.line));
            }
            said[tuple] = &some;
            chances[tuple] = as_fraction(some.probability);
        }
    }
    return chances;
}

Result<ViewGuarantee> against_chances(const Question& question, const std::vector<Fraction>& chances) {
    if (impossible(question.before, chances)) return no_chance();
    SCRIM_TRY(const auto space,
              BeliefSpace::make(question.program, question.before, question.after, chances, question.limits));
    SCRIM_TRY(const auto search,
              largest_shift(*space, space->before(), space->after(), question.epsilon, question.limits));
    if (!search) return no_chance();
    return judged(question.program, space->secret(), *search, question.epsilon, "");
}

// The attacker rules out fewer than l values of every person who is in the secret; all databases that are left are
// equally likely. The worst choice counts.
Result<ViewGuarantee> against_pruning(const Question& question) {
    const TypedProgram& program = question.program;
    const Limits& limits = question.limits;
    const Fraction& epsilon = question.epsilon;
    const std::uint32_t l = question.attacker.l;
    const std::vector<Fraction> half(program.space.size(), Fraction(1, 2));
    SCRIM_TRY(const auto space, BeliefSpace::make(program, question.before, question.after, half, limits));

    // By person: the rows of the secret that could be ruled out.
    std::map<std::pair<std::size_t, Row>, std::vector<std::size_t>> people;
    for (std::size_t s = 0; s < program.secrets.size(); ++s) {
        SCRIM_TRY(const std::set<Row> rows, answer(program, program.secrets[s], question.actual, limits));
        for (Row row : rows) {
            if (!row.empty()) row.pop_back();
            people[{s, row}];
        }
    }
    for (std::size_t i = 0; i < space->rows(); ++i) {
        Row person = space->secret().open[i].row;
        if (!person.empty()) person.pop_back();
        if (const auto found = people.find({space->secret().open[i].secret, person}); found != people.end())
            found->second.push_back(i);
    }
    double ways = 1;
    for (const auto& [person, rows] : people) {
        double some = 1, term = 1;
        for (std::uint32_t i = 1; i < l && i <= rows.size(); ++i) {
            term = term * static_cast<double>(rows.size() - i + 1) / i;
            some += term;
        }
        ways *= some;
    }
    if (ways > static_cast<double>(most_prunings))
        return input_error(
            format("there are about {:.3g} ways to rule out fewer than {} values for each of {}; at "
                   "most {} are tried",
                   ways, l, counted(people.size(), "person", "people"), with_thousands(most_prunings)));
    std::vector<std::vector<std::size_t>> prunings = {{}};
    for (const auto& [person, rows] : people) {
        std::vector<std::vector<std::size_t>> longer;
        for (const auto& first : prunings)
            for (const auto& then : choices(rows, l)) {
                longer.push_back(first);
                longer.back().insert(longer.back().end(), then.begin(), then.end());
            }
        prunings = std::move(longer);
    }

    std::optional<ViewGuarantee> worst;
    Fraction most = -1;
    // The belief in a value of the secret and that in a row may move most for different attackers.
    std::optional<SecretBelief> value, row;
    Fraction value_moved = 0, row_moved = 0;
    const auto keep_larger = [](const std::optional<Shift>& shift, std::optional<SecretBelief>& belief,
                                std::optional<SecretBelief>& kept, Fraction& moved) {
        if (!belief || shift->moved() <= moved) return;
        moved = shift->moved();
        kept = std::move(belief);
    };
    bool open = false;
    for (const auto& pruned : prunings) {
        Diagram some_before = space->before(), some_after = space->after();
        for (const std::size_t i : pruned) {
            some_before = some_before & !space->row(i);
            some_after = some_after & !space->row(i);
        }
        SCRIM_CHECK(space->check());
        SCRIM_TRY(const auto search, largest_shift(*space, some_before, some_after, epsilon, limits));
        if (!search) continue;  // the attacker has ruled out what is published
        std::vector<std::string> words;
        for (const std::size_t i : pruned) words.push_back(text_of(program, space->secret().open[i]));
        ViewGuarantee judgment = judged(program, space->secret(), *search, epsilon,
                                        words.empty() ? "who rules nothing out" : "who rules out " + join(words, ", "));
        open = open || judgment.verdict == ViewVerdict::undecided;
        keep_larger(search->value, judgment.value, value, value_moved);
        keep_larger(search->row, judgment.row, row, row_moved);
        if (search->most() > most) {
            most = search->most();
            worst = std::move(judgment);
        }
    }
    if (!worst) return no_chance();
    worst->value = std::move(value);
    worst->row = std::move(row);
    if (worst->verdict == ViewVerdict::holds && open) worst->verdict = ViewVerdict::undecided;
    return *worst;
}

Result<ViewGuarantee> against_given(const Question& question) {
    const TypedProgram& program = question.program;
    if (question.source.beliefs.empty())
        return input_error("the attacker is given, but there is no belief: add for example belief 1/2 {R(john, 3)}.");
    using Secret = std::vector<std::pair<std::size_t, Row>>;
    std::map<Secret, std::pair<Fraction, Fraction>> values;
    std::map<std::pair<std::size_t, Row>, std::pair<Fraction, Fraction>> rows;
    Fraction whole_before = 0, whole_after = 0;
    for (const WeightedDatabase& belief : question.source.beliefs) {
        Database database(program.space.size());
        for (const Fact& fact : belief.facts) {
            SCRIM_TRY(const TupleId tuple, program.tuple_of(question.source, fact));
            database.set(tuple);
        }
        if (!satisfies(question.before, database)) continue;
        const Fraction weight = as_fraction(belief.weight);
        const Fraction later = satisfies(question.after, database) ? weight : Fraction(0);
        whole_before += weight;
        whole_after += later;
        Secret secret;
        for (std::size_t s = 0; s < program.secrets.size(); ++s) {
            SCRIM_TRY(const std::set<Row> found, answer(program, program.secrets[s], database, question.limits));
            for (const Row& row : found) secret.emplace_back(s, row);
        }
        const auto add = [&](std::pair<Fraction, Fraction>& sums) {
            sums.first += weight;
            sums.second += later;
        };
        for (const auto& row : secret) add(rows[row]);
        add(values[secret]);
    }
    if (whole_after == 0) return no_chance();
    const auto belief_in = [&](const Secret& secret, bool whole, const std::pair<Fraction, Fraction>& sums) {
        SecretBelief belief;
        belief.whole = whole;
        for (const auto& [s, row] : secret) belief.rows.push_back(program.row_text(program.secrets[s], row));
        const Fraction prior = sums.first / whole_before, posterior = sums.second / whole_after;
        belief.prior = fraction_text(prior);
        belief.posterior = fraction_text(posterior);
        belief.moved = fraction_text(abs(posterior - prior));
        return belief;
    };
    const auto moved = [&](const std::pair<Fraction, Fraction>& sums) {
        return Fraction(abs(sums.second / whole_after - sums.first / whole_before));
    };
    ViewGuarantee made;
    Fraction most_value = 0, most_row = 0;
    for (const auto& [secret, sums] : values)
        if (moved(sums) > most_value) {
            most_value = moved(sums);
            made.value = belief_in(secret, true, sums);
        }
    for (const auto& [row, sums] : rows)
        if (moved(sums) > most_row) {
            most_row = moved(sums);
            made.row = belief_in({row}, false, sums);
        }
    const Fraction most = std::max(most_value, most_row);
    made.verdict = most > question.epsilon ? ViewVerdict::breached : ViewVerdict::holds;
    made.reason = most == 0 ? "no belief moves" : format("a belief moves by {}", fraction_text(most));
    return made;
}

}  // namespace scrim::audit::databases
