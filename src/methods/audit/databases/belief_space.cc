#include "methods/audit/databases/belief_space.h"

#include "methods/audit/databases/variable_order.h"

#include <algorithm>

namespace scrim::audit::databases {
namespace {

// Diagrams are walked by recursion, a step for each variable: more would not fit on the stack.
constexpr std::size_t most_variables = 6'000;

void add_tuples(std::vector<TupleId>& set, const Match& match) { set.insert(set.end(), match.begin(), match.end()); }

Match as_set(const Condition& condition) {
    std::vector<TupleId> tuples = condition.body;
    for (const Match& head : condition.heads) add_tuples(tuples, head);
    return as_match(tuples);
}

// What a diagram has to remember of a condition: whether it is satisfied, and which of its heads are half there.
void add_sets(std::vector<std::vector<TupleId>>& sets, const Condition& condition) {
    sets.push_back(as_set(condition));
    for (const Match& head : condition.heads)
        if (head.size() > 1) sets.push_back(head);
}

}  // namespace

mpz_class as_integer(Int128 number) { return mpz_class(to_string(number)); }

Fraction as_fraction(const Ratio& ratio) {
    Fraction made(as_integer(ratio.numerator()), as_integer(ratio.denominator()));
    made.canonicalize();
    return made;
}

std::string fraction_text(const Fraction& fraction) { return fraction.get_str(); }

std::string text_of(const TypedProgram& program, const SecretRow& row) {
    return program.row_text(program.secrets[row.secret], row.row);
}

Result<SecretRows> secret_rows(const TypedProgram& program, const World& world, const Limits& limits) {
    SecretRows rows;
    const Candidates candidates = world.candidates(program.space);
    for (std::size_t s = 0; s < program.secrets.size(); ++s) {
        SCRIM_TRY(Lineage matches, lineage(program, program.secrets[s], candidates, limits));
        for (auto& [row, ways] : matches) {
            bool sure = false;
            for (Match& way : ways) {
                std::erase_if(way, [&](TupleId tuple) { return world.states[tuple] == World::State::in; });
                sure = sure || way.empty();
            }
            keep_minimal(ways);
            (sure ? rows.sure : rows.open).push_back({s, row, std::move(ways)});
        }
    }
    return rows;
}

Result<std::unique_ptr<BeliefSpace>> BeliefSpace::make(const TypedProgram& program, const World& before,
                                                       const World& after, const std::vector<Fraction>& chances,
                                                       const Limits& limits, std::uint32_t widest) {
    std::unique_ptr<BeliefSpace> space(new BeliefSpace());
    SCRIM_TRY(space->rows_, secret_rows(program, before, limits));

    // The tuples that anything depends on; others cancel out.
    std::vector<std::vector<TupleId>> sets;
    for (const World* world : {&before, &after})
        for (const Condition& condition : world->conditions) add_sets(sets, condition);
    for (const SecretRow& row : space->rows_.open) {
        sets.emplace_back();
        for (const Match& way : row.ways) add_tuples(sets.back(), way);
        sets.back() = as_match(sets.back());
        for (const Match& way : row.ways)
            if (way.size() > 1) sets.push_back(way);
    }
    std::vector<TupleId> used;
    for (const auto& set : sets) add_tuples(used, set);
    for (TupleId tuple = 0; tuple < before.states.size(); ++tuple)
        if (before.states[tuple] == World::State::free && after.states[tuple] != World::State::free)
            used.push_back(tuple);
    used = as_match(used);
    space->place_of_.assign(program.space.size(), 0);
    for (std::uint32_t i = 0; i < used.size(); ++i) space->place_of_[used[i]] = i;
    for (auto& set : sets)
        for (TupleId& tuple : set) tuple = space->place_of_[tuple];
    std::sort(sets.begin(), sets.end());
    sets.erase(std::unique(sets.begin(), sets.end()), sets.end());
    const VariableOrder order = order_variables(static_cast<std::uint32_t>(used.size()), sets);
    if (order.width > widest)
        return input_error(
            format("{} tuples depend on each other through up to {} conditions at a time: counting "
                   "would take about 2^{} steps",
                   with_thousands(used.size()), order.width, order.width));
    if (used.size() > most_variables)
        return input_error(format("beliefs depend on {} tuples at a time, more than the {} that can be counted exactly",
                                  with_thousands(used.size()), with_thousands(most_variables)));
    space->variables_.resize(used.size());
    for (std::uint32_t i = 0; i < used.size(); ++i) {
        space->place_of_[used[i]] = order.position[i];
        space->variables_[order.position[i]] = used[i];
    }

    space->diagrams_ = std::make_unique<Diagrams>(static_cast<std::uint32_t>(used.size()), limits);
    SCRIM_TRY(space->before_, space->of(before.conditions));
    SCRIM_TRY(const Diagram further, space->of(after.conditions));
    Diagram fixed = space->diagrams_->constant(true);
    for (std::uint32_t i = static_cast<std::uint32_t>(space->variables_.size()); i-- > 0;) {
        const TupleId tuple = space->variables_[i];
        if (before.states[tuple] == World::State::free && after.states[tuple] != World::State::free)
            fixed = space->diagrams_->literal(i, after.states[tuple] == World::State::in) & fixed;
    }
    space->after_ = (further & fixed) & space->before_;
    for (SecretRow& row : space->rows_.open) {
        Diagram some = space->diagrams_->constant(false);
        for (const Match& way : row.ways) some = some | space->of(way);
        space->row_diagrams_.push_back(std::move(some));
        SCRIM_CHECK(space->check());
    }
    // Rows that are decided high in the diagrams first.
    std::vector<std::size_t> numbers(space->rows_.open.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = i;
    const auto lowest = [&](std::size_t i) {
        std::uint32_t last = 0;
        for (const Match& way : space->rows_.open[i].ways)
            for (const TupleId tuple : way) last = std::max(last, space->place_of_[tuple]);
        return last;
    };
    std::stable_sort(numbers.begin(), numbers.end(),
                     [&](std::size_t a, std::size_t b) { return lowest(a) < lowest(b); });
    SecretRows sorted;
    sorted.sure = std::move(space->rows_.sure);
    std::vector<Diagram> diagrams;
    for (const std::size_t i : numbers) {
        sorted.open.push_back(std::move(space->rows_.open[i]));
        diagrams.push_back(std::move(space->row_diagrams_[i]));
    }
    space->rows_ = std::move(sorted);
    space->row_diagrams_ = std::move(diagrams);
    SCRIM_CHECK(space->check());
    space->set_chances(chances);
    return space;
}

void BeliefSpace::set_chances(const std::vector<Fraction>& chances) {
    std::vector<Weight> weights;
    for (const TupleId tuple : variables_) weights.push_back({chances[tuple].get_num(), chances[tuple].get_den()});
    count_ = std::make_unique<WeightedCount>(*diagrams_, std::move(weights));
}

Diagram BeliefSpace::of(const Match& match) const {
    std::vector<std::uint32_t> places;
    for (const TupleId tuple : match) places.push_back(place_of_[tuple]);
    std::sort(places.begin(), places.end());
    Diagram all = diagrams_->constant(true);
    for (auto place = places.rbegin(); place != places.rend(); ++place) all = diagrams_->literal(*place) & all;
    return all;
}

Result<Diagram> BeliefSpace::of(const std::vector<Condition>& conditions) const {
    // From the bottom up: what is joined so far is then a small part of the next.
    std::vector<std::pair<std::uint32_t, const Condition*>> sorted;
    for (const Condition& condition : conditions) {
        std::uint32_t top = static_cast<std::uint32_t>(variables_.size());
        for (const TupleId tuple : as_set(condition)) top = std::min(top, place_of_[tuple]);
        sorted.emplace_back(top, &condition);
    }
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    Diagram all = diagrams_->constant(true);
    for (const auto& [top, condition] : sorted) {
        std::vector<Match> heads = condition->heads;
        std::sort(heads.begin(), heads.end(),
                  [&](const Match& a, const Match& b) { return place_of_[a.front()] > place_of_[b.front()]; });
        Diagram some = !of(condition->body);
        for (const Match& head : heads) some = of(head) | some;
        all = some & all;
        SCRIM_CHECK(check());
    }
    return all;
}

Result<mpz_class> count_databases(const TypedProgram& program, const World& world, const Limits& limits) {
    if (world.contradictory) return mpz_class(0);
    // Without a secret: only the world's own conditions matter.
    TypedProgram plain;
    plain.types = program.types;
    plain.space = program.space;
    const std::vector<Fraction> half(program.space.size(), Fraction(1, 2));
    const std::size_t tuples = world.free_tuples().size();
    std::uint32_t widest = 0;
    while (widest < 20 && (tuples << (widest + 1)) <= 200'000) ++widest;  // about as many nodes
    SCRIM_TRY(const auto space, BeliefSpace::make(plain, world, world, half, limits, widest));
    mpz_class count = space->count(space->before());
    for (std::uint64_t i = space->free_variables(); i < tuples; ++i) count *= 2;
    return count;
}

}  // namespace scrim::audit::databases
