#include "kernel/models/classes.h"

#include <algorithm>

namespace scrim::models {
namespace {

// Adds up neighbors with equal values.
void merge_values(std::vector<ValueCount>& values) {
    std::size_t out = 0;
    for (std::size_t i = 1; i < values.size(); ++i) {
        if (values[i].value == values[out].value)
            values[out].count += values[i].count;
        else
            values[++out] = values[i];
    }
    if (!values.empty()) values.resize(out + 1);
}

}  // namespace

Classes::Classes(std::shared_ptr<const Tuples> tuples, std::size_t x, std::shared_ptr<const Sensitive> sensitive,
                 std::vector<Span> guard_spans)
    : tuples_(std::move(tuples)),
      x_(x),
      sensitive_(std::move(sensitive)),
      guard_spans_(std::move(guard_spans)),
      offsets_(run_offsets(*tuples_, x)) {}

std::uint64_t Classes::records(std::size_t c) const {
    if (!people_.empty()) return people_[c];
    std::uint64_t sum = 0;
    for (std::uint32_t t = offsets_[c]; t < offsets_[c + 1]; ++t) sum += tuples_->weights[t];
    return sum;
}

std::span<const std::uint32_t> Classes::members(std::size_t c, std::uint32_t& itself) const {
    if (crowd_offsets_.empty()) {
        itself = static_cast<std::uint32_t>(c);
        return {&itself, 1};
    }
    return std::span(crowd_members_).subspan(crowd_offsets_[c], crowd_offsets_[c + 1] - crowd_offsets_[c]);
}

std::uint64_t Classes::crowd(std::size_t c) const {
    std::uint32_t itself;
    std::uint64_t sum = 0;
    for (const std::uint32_t member : members(c, itself)) sum += records(member);
    return sum;
}

std::vector<std::uint32_t> Classes::crowd_classes(std::size_t c) const {
    std::uint32_t itself;
    const auto all = members(c, itself);
    return {all.begin(), all.end()};
}

ClassView Classes::view(std::size_t c, Scratch& scratch) const {
    std::uint32_t itself;
    ClassView view = view_of(members(c, itself), scratch);
    if (has_population()) view.population = population_[c];
    return view;
}

ClassView Classes::own_view(std::size_t c, Scratch& scratch) const {
    const auto itself = static_cast<std::uint32_t>(c);
    return view_of({&itself, 1}, scratch);
}

ClassView Classes::view_of(std::span<const std::uint32_t> crowd, Scratch& scratch) const {
    ClassView view;
    scratch.values.clear();
    scratch.guards.clear();
    for (const std::uint32_t member : crowd) {
        const std::uint32_t begin = offsets_[member], end = offsets_[member + 1];
        view.size += records(member);
        if (!sensitive_) continue;
        tuples_->table[x_].visit([&](auto codes) {
            for (std::uint32_t t = begin; t < end; ++t) scratch.values.push_back({codes[t], tuples_->weights[t]});
        });
        if (guard_spans_.empty()) continue;
        const Column& guards = tuples_->table[x_ + 1];
        for (std::uint32_t t = begin; t < end; ++t)
            scratch.guards.push_back({tuples_->table[x_][t], guard_spans_[guards[t]], tuples_->weights[t]});
    }
    if (crowd.size() > 1) std::sort(scratch.values.begin(), scratch.values.end());
    if (crowd.size() > 1 || !guard_spans_.empty()) merge_values(scratch.values);
    view.sensitive = sensitive_.get();
    view.values = scratch.values;
    view.guards = scratch.guards;
    return view;
}

void Classes::set_crowds(std::vector<std::uint64_t> offsets, std::vector<std::uint32_t> members) {
    crowd_offsets_ = std::move(offsets);
    crowd_members_ = std::move(members);
}

}  // namespace scrim::models
