#include "kernel/recode/demands.h"

#include "kernel/core/field.h"
#include "kernel/core/partition.h"
#include "kernel/core/text.h"
#include "kernel/models/evidence.h"
#include "kernel/models/least_class.h"
#include "kernel/recode/recoder.h"

#include <algorithm>
#include <numeric>

namespace scrim::recode {
namespace {

// The columns of a question, as columns of the tuples; none for the whole quasi-identifier.
Result<std::vector<std::size_t>> columns_of(const Tuples& tuples, const std::vector<std::string>& names,
                                            std::size_t dimensions) {
    std::vector<std::size_t> columns;
    for (const std::string& name : names) {
        const auto column = tuples.table.find(name);
        if (!column) return input_error(format("there is no column {} to judge by", quoted(name)));
        columns.push_back(*column);
    }
    std::sort(columns.begin(), columns.end());
    std::vector<std::size_t> whole(dimensions);
    std::iota(whole.begin(), whole.end(), std::size_t{0});
    if (columns == whole) columns.clear();
    return columns;
}

}  // namespace

std::vector<Member> whole_tuples(const Tuples& tuples) {
    std::vector<Member> all(tuples.size());
    for (std::uint32_t t = 0; t < all.size(); ++t) all[t] = {t, tuples.weights[t]};
    return all;
}

Result<Demands> Demands::make(std::shared_ptr<const Tuples> tuples, DemandRoles roles,
                              std::vector<std::shared_ptr<const models::Model>> models) {
    Demands demands;
    demands.tuples_ = std::move(tuples);
    demands.roles_ = std::move(roles);
    demands.models_ = std::move(models);
    const Tuples& all = *demands.tuples_;
    const std::size_t dimensions = demands.roles_.quasi_identifiers.size();
    if (!demands.roles_.person.empty()) demands.person_ = all.table.find(demands.roles_.person);
    std::vector<std::string> sensitive;
    for (const auto& attribute : demands.roles_.sensitive) sensitive.push_back(attribute.column);

    const auto bench_of = [&](const std::vector<std::size_t>& x, const std::vector<std::string>& y,
                              bool original) -> Result<Bench*> {
        std::optional<std::size_t> column;
        if (!y.empty()) column = all.table.find(models::joined_name(y));
        if (!y.empty() && !column) return input_error(format("there is no column {} to judge", list_some(y)));
        for (Bench& bench : demands.benches_)
            if (bench.x == x && bench.y == column && bench.original == original) return &bench;
        Bench bench;
        bench.x = x;
        bench.y = column;
        bench.original = original;
        bench.name = join(y, " + ");
        for (const auto& attribute : demands.roles_.sensitive)
            if (y.size() == 1 && attribute.column == y.front() && !attribute.guard.empty()) {
                bench.guard = all.table.find(attribute.guard);
                bench.guard_spans = attribute.guard_spans;
            }
        demands.benches_.push_back(std::move(bench));
        return &demands.benches_.back();
    };

    for (const auto& model : demands.models_) {
        const Traits& traits = model->info().traits;
        if (traits.of_mechanism)
            return input_error(
                format("{} cannot be required of classes: it speaks of how a release is made by chance ({})",
                       model->info().name,
                       model->least_design()
                           ? "releases of that kind: " + join(names_of_recoders(&RecoderSpec::mechanism), ", ")
                           : "and no method states chances that keep it"));
        demands.monotone_ &= traits.monotone && !demands.shares_people(*model);
        demands.upward_closed_ &= traits.upward_closed && !demands.shares_people(*model);
        demands.against_released_ |= model->against_released() && !demands.roles_.hides;
        demands.per_class_ &= model->together() == nullptr;
        demands.looks_at_sensitive_ |= traits.needs_sensitive;
        SCRIM_CHECK(models::check_attribute(*model, sensitive));
        for (const models::Question& question : model->questions(demands.roles_.quasi_identifiers)) {
            if (question.owners && demands.person_)
                return input_error(
                    format("{} cannot be required of a release where a person may have several records: it judges all "
                           "records of a person together, and classes are formed record by record; scrim check judges "
                           "it of any table",
                           model->info().name));
            SCRIM_TRY(const auto x, columns_of(all, question.x, dimensions));
            std::vector<std::vector<std::string>> attributes;
            if (!traits.needs_sensitive)
                attributes.push_back({});
            else if (!question.y.empty())
                attributes.push_back(question.y);
            else if (!model->attribute().empty())
                attributes.push_back({model->attribute()});
            else
                for (const std::string& name : sensitive) attributes.push_back({name});
            if (attributes.empty())
                return input_error(format("{} needs a sensitive attribute; name one with {} or in the policy",
                                          model->info().name, field("sensitive")));
            for (const auto& y : attributes) {
                for (const std::string& name : y)
                    if (all.table.find(name).value_or(dimensions) < dimensions)
                        return input_error(
                            format("{} would judge the values of {}, a quasi-identifier, and they are generalized; a "
                                   "release can be made only where it judges columns that are printed as they are",
                                   model->info().name, quoted(name)));
                SCRIM_TRY(Bench * bench, bench_of(x, y, model->against_original()));
                bench->models.push_back(model);
            }
            demands.per_class_ &= x.empty();
        }
    }
    demands.set_overall(whole_tuples(all));
    for (const auto& model : demands.models_) {
        std::vector<const models::Sensitive*> shown;
        for (const Bench& bench : demands.benches_)
            if (bench.sensitive && std::find(bench.models.begin(), bench.models.end(), model) != bench.models.end())
                shown.push_back(bench.sensitive.get());
        SCRIM_CHECK(model->check_attributes(shown));
    }
    for (const Bench& bench : demands.benches_) {
        for (const auto& model : bench.models) {
            std::string reason = models::why_not(*model, bench.sensitive.get(),
                                                 {.population = !demands.roles_.population.empty(),
                                                  .people = !demands.roles_.person.empty(),
                                                  .guards = !bench.guard_spans.empty()});
            if (model->info().traits.needs_population && demands.roles_.population.empty())
                reason += format(" ({})", field("population"));
            if (!reason.empty())
                return input_error(format("{} cannot be required{}: it {}", model->info().name,
                                          bench.sensitive ? " of " + quoted(bench.sensitive->name) : "", reason));
            if (!models::only_counts(*model) || demands.person_) demands.counts_only_ = false;
            if (models::only_counts(*model) && bench.x.empty())
                demands.least_records_ = std::max(demands.least_records_, models::least_size(*model, all.total));
        }
    }
    if (const auto& own_k = demands.roles_.own_k; !own_k.empty()) {
        const auto [least, most] = std::minmax_element(own_k.begin(), own_k.end());
        demands.counts_only_ &= *least == *most;
        demands.upward_closed_ &= *least == *most;
        demands.least_records_ = std::max<std::uint64_t>(demands.least_records_, *least);
    }
    demands.counts_only_ &= demands.per_class_ && !demands.person_;
    return demands;
}

void Demands::set_overall(std::span<const Member> kept) {
    for (Bench& bench : benches_) {
        if (!bench.y || (bench.original && bench.sensitive)) continue;
        const Column& values = tuples_->table[*bench.y];
        std::vector<std::uint64_t> counts(values.domain().size(), 0);
        values.visit([&](auto codes) {
            for (const Member& member : kept) counts[codes[member.tuple]] += member.records;
        });
        const hierarchy::Hierarchy* hierarchy = nullptr;
        for (const auto& attribute : roles_.sensitive)
            if (attribute.column == tuples_->table.name(*bench.y)) hierarchy = attribute.hierarchy.get();
        bench.sensitive = std::make_shared<models::Sensitive>(
            models::make_sensitive(bench.name, values.domain_ptr(), hierarchy, counts, values.domain().is_numeric()));
    }
}

Demands Demands::against(std::span<const Member> kept) const {
    Demands demands = *this;
    if (!roles_.hides) demands.set_overall(kept);
    return demands;
}

std::uint32_t Demands::people(std::span<const Member> members) const {
    std::vector<Code> people;
    for (const Member& member : members)
        if (member.records > 0) people.push_back(tuples_->table[*person_][member.tuple]);
    std::sort(people.begin(), people.end());
    return static_cast<std::uint32_t>(std::unique(people.begin(), people.end()) - people.begin());
}

models::ClassView Demands::view(const Bench& bench, std::span<const Member> members, Scratch& scratch) const {
    models::ClassView view;
    view.sensitive = bench.sensitive.get();
    scratch.values.clear();
    scratch.guards.clear();
    if (!roles_.population.empty())
        for (const Member& member : members) view.population += roles_.population[member.tuple];
    const auto value_of = [&](std::uint32_t tuple) { return bench.y ? tuples_->table[*bench.y][tuple] : 0; };
    if (person_) {
        // Each person once, and each value of a person once.
        std::vector<std::uint64_t>& keys = scratch.keys;
        keys.clear();
        const Column& people = tuples_->table[*person_];
        for (const Member& member : members)
            if (const Code person = people[member.tuple]; member.records > 0 && person != roles_.nobody)
                keys.push_back(std::uint64_t{value_of(member.tuple)} << 32 | person);
        std::sort(keys.begin(), keys.end());
        keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
        for (const std::uint64_t key : keys) {
            const auto value = static_cast<Code>(key >> 32);
            if (scratch.values.empty() || scratch.values.back().value != value) scratch.values.push_back({value, 0});
            ++scratch.values.back().count;
        }
        for (std::uint64_t& key : keys) key &= UINT32_MAX;
        std::sort(keys.begin(), keys.end());
        view.size = static_cast<std::uint64_t>(std::unique(keys.begin(), keys.end()) - keys.begin());
    } else {
        for (const Member& member : members) view.size += member.records;
        if (bench.y) {
            std::vector<std::uint32_t>& counts = scratch.counts;
            const Column& values = tuples_->table[*bench.y];
            if (counts.size() < values.domain().size()) counts.resize(values.domain().size(), 0);
            values.visit([&](auto codes) {
                for (const Member& member : members) {
                    const Code value = codes[member.tuple];
                    if (counts[value] == 0 && member.records > 0) scratch.values.push_back({value, 0});
                    counts[value] += member.records;
                }
            });
            std::sort(scratch.values.begin(), scratch.values.end());
            for (ValueCount& bar : scratch.values) {
                bar.count = counts[bar.value];
                counts[bar.value] = 0;
            }
        }
    }
    if (bench.guard) {
        const Column& guards = tuples_->table[*bench.guard];
        for (const Member& member : members)
            scratch.guards.push_back({value_of(member.tuple), bench.guard_spans[guards[member.tuple]], member.records});
        std::sort(scratch.guards.begin(), scratch.guards.end(),
                  [](const models::GuardedCount& a, const models::GuardedCount& b) { return a.guard < b.guard; });
    }
    if (!bench.y) scratch.values.clear();
    view.values = scratch.values;
    view.guards = scratch.guards;
    return view;
}

bool Demands::decide(const Bench& bench, std::span<const Member> members, Scratch& scratch) const {
    const models::ClassView shown = view(bench, members, scratch);
    return std::all_of(bench.models.begin(), bench.models.end(), [&](const auto& model) {
        // People of the population whom the table lacks are no class of it.
        if (shown.size == 0 && !model->info().traits.needs_population) return true;
        return model->decide(shown) == models::Verdict::holds;
    });
}

std::uint64_t Demands::count(std::span<const Member> members, Scratch& scratch) const {
    if (!person_) {
        std::uint64_t records = 0;
        for (const Member& member : members) records += member.records;
        return records;
    }
    scratch.keys.clear();
    tuples_->table[*person_].visit([&](auto people) {
        for (const Member& member : members)
            if (const Code person = people[member.tuple]; member.records > 0 && person != roles_.nobody)
                scratch.keys.push_back(person);
    });
    std::sort(scratch.keys.begin(), scratch.keys.end());
    return static_cast<std::uint64_t>(std::unique(scratch.keys.begin(), scratch.keys.end()) - scratch.keys.begin());
}

bool Demands::holds(std::span<const Member> members, Scratch& scratch) const {
    std::uint64_t records = 0;
    for (const Member& member : members) records += member.records;
    if (records < least_records_ && !(records == 0 && needs_population())) return false;
    if (counts_only_) return true;
    if (!roles_.own_k.empty()) {
        std::uint64_t most = 0;
        for (const Member& member : members) most = std::max<std::uint64_t>(most, roles_.own_k[member.tuple]);
        if (records < most || (person_ && count(members, scratch) < most)) return false;
    }
    return std::all_of(benches_.begin(), benches_.end(),
                       [&](const Bench& bench) { return decide(bench, members, scratch); });
}

Demands::Outlook Demands::outlook(std::span<const Member> members, std::uint64_t spare, bool divided,
                                  Scratch& scratch) const {
    std::uint64_t records = 0, more_wanted = 0;
    for (const Member& member : members) records += member.records;
    if (records < least_records_) return {false, true, records};
    if (!roles_.own_k.empty()) {
        const std::uint64_t people = count(members, scratch);
        for (const Member& member : members)
            if (people < roles_.own_k[member.tuple]) more_wanted += member.records;
    }
    Outlook outlook{more_wanted == 0, more_wanted > 0, more_wanted};
    for (const Bench& bench : benches_) {
        const models::ClassView shown = view(bench, members, scratch);
        for (const auto& model : bench.models) {
            const models::Verdict verdict = model->decide(shown);
            if (verdict == models::Verdict::holds) continue;
            outlook.holds = false;
            if (verdict == models::Verdict::undecided) continue;
            // With some of the table left out it may be close enough to the rest.
            if (model->against_released() && spare > 0 && model->may_hold_without(shown, spare)) continue;
            outlook.lost = true;
            if (shares_people(*model)) continue;
            if (model->info().traits.upward_closed) return {false, true, records};
            if (divided) outlook.least_lost = std::max(outlook.least_lost, model->least_lost(shown));
        }
    }
    // What cannot be decided fails by itself; how its parts fare is not known.
    if (!outlook.holds && !against_released_) outlook.lost = true;
    return outlook;
}

bool Demands::holds(std::span<const std::uint32_t> tuples, Scratch& scratch) const {
    scratch.members.clear();
    for (const std::uint32_t tuple : tuples) scratch.members.push_back({tuple, tuples_->weights[tuple]});
    return holds(scratch.members, scratch);
}

bool Demands::holds(std::uint32_t begin, std::uint32_t end, Scratch& scratch) const {
    scratch.members.clear();
    for (std::uint32_t tuple = begin; tuple < end; ++tuple) scratch.members.push_back({tuple, tuples_->weights[tuple]});
    return holds(scratch.members, scratch);
}

std::uint64_t Demands::find_failing(const std::vector<std::vector<Code>>& codes, const std::vector<char>& kept,
                                    std::vector<char>& failing) const {
    failing.assign(tuples_->size(), 0);
    Scratch scratch;
    std::vector<Member> members;
    for (const Bench& bench : benches_) {
        Table table;
        std::vector<std::size_t> columns = bench.x;
        if (columns.empty()) {
            columns.resize(codes.size());
            std::iota(columns.begin(), columns.end(), std::size_t{0});
        }
        std::vector<std::size_t> all;
        for (const std::size_t column : columns) {
            if (column < codes.size())
                table.add(tuples_->table.name(column), Column(tuples_->table[column].domain_ptr(), codes[column]));
            else
                table.add(tuples_->table.name(column), tuples_->table[column]);
            all.push_back(all.size());
        }
        const Partition classes = group_by(table, all);
        std::vector<std::unique_ptr<models::Together>> together;
        for (const auto& model : bench.models)
            if (auto all_classes = model->together()) together.push_back(std::move(all_classes));
        for (std::size_t c = 0; c < classes.size(); ++c) {
            members.clear();
            for (const std::uint32_t tuple : classes[c])
                if (kept[tuple]) members.push_back({tuple, tuples_->weights[tuple]});
            if (members.empty()) continue;
            if (decide(bench, members, scratch)) {
                for (const auto& all_classes : together) all_classes->add(view(bench, members, scratch));
                continue;
            }
            for (const Member& member : members) failing[member.tuple] = 1;
        }
        // Which class to leave out of some that hold by themselves and not together is not asked: all of them fail.
        if (std::any_of(together.begin(), together.end(),
                        [](const auto& all_classes) { return all_classes->decide() != models::Verdict::holds; }))
            for (std::size_t t = 0; t < failing.size(); ++t) failing[t] |= kept[t];
    }
    std::uint64_t records = 0;
    for (std::uint32_t t = 0; t < failing.size(); ++t)
        if (failing[t]) records += tuples_->weights[t];
    return records;
}

}  // namespace scrim::recode
