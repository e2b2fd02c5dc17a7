#include "methods/verify/traced.h"

#include "kernel/core/names.h"
#include "kernel/core/text.h"
#include "methods/verify/fitting_boxes.h"
#include "methods/verify/same_values.h"

#include <algorithm>

namespace scrim::verifier {
namespace {

// Quasi-identifiers first.
Result<std::vector<std::string>> columns_to_read(const TableSource& original, const Policy& policy,
                                                 const ClaimedRelease& claimed,
                                                 const std::vector<PrintedColumn>& printed,
                                                 const std::vector<std::string>& named) {
    std::vector<std::string> names;
    for (const PrintedColumn& column : printed) names.push_back(column.base.name);
    for (const std::string& name : claimed.columns_in(Role::sensitive)) {
        add_once(names, name);
        const ColumnPolicy* column = policy.find(name);
        if (column && !column->guard.empty()) add_once(names, column->guard);
    }
    if (!policy.person.empty()) add_once(names, policy.person);
    const auto is_there = [&](const std::string& name) { return original.has(name); };
    for (const std::string& name : names)
        if (!is_there(name)) return subject::no_such_column(original, name);
    for (const std::string& name : named)
        if (is_there(name)) add_once(names, name);
    return names;
}

// The class of each tuple, no_code for those of none; says why it is not certain.
std::vector<Code> place(const Tuples& tuples, const std::vector<PrintedColumn>& printed, const ClassBoxes& boxes,
                        std::string& why_not, Progress& progress) {
    std::vector<std::vector<Code>> codes;
    for (std::size_t d = 0; d < printed.size(); ++d) {
        auto based = base_codes(printed[d], tuples.table[d].domain());
        if (!based) {
            why_not = based.error().message;
            return {};
        }
        codes.push_back(*std::move(based));
    }
    // Tuples are sorted, so those of one point stand together.
    const auto runs = run_offsets(tuples, printed.size());
    Table points;
    for (std::size_t d = 0; d < printed.size(); ++d) {
        std::vector<Code> values;
        for (std::size_t r = 0; r + 1 < runs.size(); ++r) values.push_back(codes[d][tuples.table[d][runs[r]]]);
        points.add(printed[d].base.name, Column(printed[d].base.domain_ptr(), values));
    }
    std::vector<std::uint32_t> all(runs.size() - 1);
    for (std::uint32_t r = 0; r < all.size(); ++r) all[r] = r;
    const auto fitting =
        FittingBoxes::find(boxes.tree, points, columns_between(0, printed.size()), all, boxes.size(), progress);
    std::vector<Code> places(tuples.size(), no_code);
    std::vector<std::uint64_t> records(boxes.size(), 0);
    for (std::uint32_t r = 0; fitting && r < all.size(); ++r) {
        const auto& classes = fitting->set(fitting->set_of(r));
        if (classes.size() > 1)
            why_not = "a record of the original fits several classes, so who is in them is not certain";
        if (classes.empty()) continue;
        for (std::uint32_t t = runs[r]; t < runs[r + 1]; ++t) {
            places[t] = classes.front();
            records[classes.front()] += tuples.weights[t];
        }
    }
    if (!fitting) why_not = "records of the original fit several classes, so who is in them is not certain";
    if (why_not.empty() && records != boxes.records)
        why_not = "a class has room for other records of the original than it holds, so who is in it is not certain";
    return places;
}

// Released rows with as many records of the original in the same class.
struct Dealt {
    std::vector<std::uint32_t> rows, originals, weights;
};

// Every class holds as many records as were placed there.
Dealt deal_rows(const Tuples& released, const ClassBoxes& boxes, const Tuples& tuples,
                const std::vector<std::uint32_t>& kept, const std::vector<Code>& places) {
    std::vector<std::size_t> next(boxes.size(), 0);    // row of each class …
    std::vector<std::uint32_t> used(boxes.size(), 0);  // … and its records given away
    Dealt dealt;
    for (const std::uint32_t t : kept) {
        const Code place = places[t];
        for (std::uint32_t left = tuples.weights[t]; left > 0;) {
            const std::uint32_t row = boxes.classes[place][next[place]];
            const std::uint32_t taken = std::min(left, released.weights[row] - used[place]);
            dealt.rows.push_back(row);
            dealt.originals.push_back(t);
            dealt.weights.push_back(taken);
            left -= taken;
            used[place] += taken;
            if (used[place] < released.weights[row]) continue;
            ++next[place];
            used[place] = 0;
        }
    }
    return dealt;
}

// What guarding nodes are spans of.
const Domain& values_of(const models::Evidence::Input& input, const models::SensitiveRole& role) {
    if (!role.cells.empty()) return role.hierarchy->domain();
    return input.table[input.table.find(role.column).value()].domain();
}

Result<void> add_guards(models::Evidence::Input& input, const Policy& policy) {
    for (models::SensitiveRole& role : input.sensitive) {
        const ColumnPolicy* column = policy.find(role.column);
        if (!column || column->guard.empty()) continue;
        role.guard = column->guard;
        SCRIM_TRY(role.guard_spans,
                  subject::guard_spans(role.guard, input.table[input.table.find(role.guard).value()].domain(),
                                       values_of(input, role), role.hierarchy.get()));
    }
    return {};
}

}  // namespace

Result<models::Evidence::Input> evidence_input(Tuples tuples, std::vector<std::string> quasi_identifiers,
                                               const std::vector<std::string>& sensitive,
                                               const hierarchy::Hierarchies& hierarchies, const PrintedColumn* cells) {
    models::Evidence::Input input;
    input.quasi_identifiers = std::move(quasi_identifiers);
    input.weights = std::move(tuples.weights);
    for (const std::string& name : sensitive) input.sensitive.push_back({name, nullptr, "", {}});
    for (std::size_t i = 0; i < tuples.table.width(); ++i) {
        const std::string& name = tuples.table.name(i);
        const auto role = std::find_if(input.sensitive.begin(), input.sensitive.end(),
                                       [&](const models::SensitiveRole& r) { return r.column == name; });
        const auto hierarchy = hierarchies.find(name);
        if (role == input.sensitive.end() || hierarchy == hierarchies.end()) {
            input.table.add(name, tuples.table.take(i));
            continue;
        }
        if (cells && cells->base.name == name) {
            role->hierarchy = cells->base.hierarchy;
            role->cells = cells->spans;
            input.table.add(name, tuples.table.take(i));
            continue;
        }
        role->hierarchy = hierarchy->second;
        SCRIM_TRY(Column moved, subject::over_hierarchy(name, tuples.table[i], role->hierarchy));
        input.table.add(name, std::move(moved));
    }
    return input;
}

Result<Traced> trace(TableSource& original, const Policy& policy, const ClaimedRelease& claimed, const Tuples& released,
                     const std::vector<PrintedColumn>& printed, const hierarchy::Hierarchies& hierarchies,
                     const std::vector<std::string>& named, const PrintedColumn* cells, const Reading& reading) {
    SCRIM_TRY(const auto names, columns_to_read(original, policy, claimed, printed, named));
    SCRIM_TRY(const Tuples tuples, original.read_tuples(names, reading.memory, reading.progress));
    const ClassBoxes boxes(released, printed);
    Traced traced;
    if (const auto person = tuples.table.find(policy.person)) {
        const std::size_t columns[] = {*person};
        traced.original_people = distinct_tuples(tuples, columns).size();
    }
    const std::vector<Code> places = place(tuples, printed, boxes, traced.why_not, reading.progress);
    if (reading.progress.cancelled()) return cancelled_error();
    if (!traced.why_not.empty()) return traced;

    // What the release prints of those that it holds.
    const std::size_t others = released.table.width() - printed.size();
    std::vector<std::uint32_t> kept;
    for (std::uint32_t t = 0; t < tuples.size(); ++t)
        if (places[t] != no_code) kept.push_back(t);
    const Dealt dealt = deal_rows(released, boxes, tuples, kept, places);
    Tuples shown;
    for (std::size_t c = 0; c < names.size(); ++c) {
        const bool is_cell = cells && names[c] == cells->base.name, is_released = is_cell || c < printed.size();
        const Column& from = is_cell       ? released.table[released.table.find(names[c]).value()]
                             : is_released ? released.table[others + c]
                                           : tuples.table[c];
        std::vector<Code> codes;
        codes.reserve(dealt.rows.size());
        for (std::size_t i = 0; i < dealt.rows.size(); ++i)
            codes.push_back(from[is_released ? dealt.rows[i] : dealt.originals[i]]);
        shown.table.add(names[c], Column(from.domain_ptr(), codes));
    }
    shown.weights = dealt.weights;
    auto input = evidence_input(std::move(shown), claimed.columns_in(Role::quasi_identifier),
                                claimed.columns_in(Role::sensitive), hierarchies, cells);
    if (const auto added = input ? add_guards(*input, policy) : Result<void>(input.error()); !added) {
        traced.why_not = added.error().message;
        return traced;
    }
    traced.input = *std::move(input);
    traced.input->person = policy.person;
    return traced;
}

}  // namespace scrim::verifier
