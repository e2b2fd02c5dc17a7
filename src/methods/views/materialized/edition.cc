#include "methods/views/materialized/edition.h"

#include "kernel/core/text.h"
#include "methods/views/recoding/block_recoder.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace scrim::views {
namespace {

std::vector<std::shared_ptr<const hierarchy::Hierarchy>> hierarchies_of(const std::vector<ViewAttribute>& attributes) {
    std::vector<std::shared_ptr<const hierarchy::Hierarchy>> all;
    for (const ViewAttribute& attribute : attributes) all.push_back(attribute.hierarchy());
    return all;
}

// The different combinations of values and k, and which of them each record has.
struct Combinations {
    ViewTuples tuples;
    std::vector<std::uint32_t> of_record;

    Combinations(const std::vector<ViewAttribute>& attributes, const EditionRecords& records) {
        tuples.attributes = attributes;
        tuples.values.resize(attributes.size());
        tuples.refused.assign(attributes.size(), 1);  // what is missing may be so for lack of consent
        std::map<std::vector<std::uint32_t>, std::uint32_t> seen;
        std::vector<std::uint32_t> key(attributes.size() + 1);
        for (std::size_t r = 0; r < records.ids.size(); ++r) {
            for (std::size_t a = 0; a < attributes.size(); ++a) key[a] = records.values[a][r];
            key.back() = records.k[r];
            const auto [found, fresh] = seen.try_emplace(key, static_cast<std::uint32_t>(tuples.counts.size()));
            if (fresh) {
                for (std::size_t a = 0; a < attributes.size(); ++a) tuples.values[a].push_back(key[a]);
                tuples.k.push_back(key.back());
                tuples.counts.push_back(0);
            }
            ++tuples.counts[found->second];
            of_record.push_back(found->second);
        }
    }
};

}  // namespace

Edition::Edition(std::vector<ViewAttribute> attributes)
    : attributes_(std::move(attributes)), groups_(hierarchies_of(attributes_)) {}

std::vector<std::string> Edition::labels_of(GroupId group) const {
    std::vector<std::string> texts;
    const auto box = groups_.box(group);
    for (std::size_t a = 0; a < attributes_.size(); ++a) texts.push_back(attributes_[a].text_of(box[a]));
    return texts;
}

Result<void> Edition::check_unique(const EditionRecords& records) const {
    std::unordered_map<std::string_view, char> seen;
    for (const std::string& id : records.ids)
        if (!seen.emplace(id, 1).second)
            return input_error("a materialized view needs an identifier that names one record; one comes twice");
    return {};
}

Result<void> Edition::begin(const EditionRecords& records) {
    SCRIM_CHECK(check_unique(records));
    const Combinations combinations(attributes_, records);
    std::vector<std::uint32_t> everything(combinations.tuples.size());
    std::iota(everything.begin(), everything.end(), 0u);
    const std::vector<const recode::RecoderSpec*> first{recode::recoders_by(&recode::RecoderSpec::in_views).front()};
    const BlockGroups recoded = recode_block(combinations.tuples, everything, {}, first);
    const std::size_t dimensions = attributes_.size();
    std::vector<GroupId> made;
    for (std::size_t g = 0; g < recoded.size(); ++g) {
        made.push_back(groups_.add_group(recoded.boxes[g]));
        group_numbers_.push_back(made.back());
    }
    std::vector<Code> values(dimensions);
    for (std::size_t r = 0; r < records.ids.size(); ++r) {
        for (std::size_t a = 0; a < dimensions; ++a) values[a] = records.values[a][r];
        const std::uint32_t number = numbers_.add(records.ids[r]);
        const std::uint32_t group = recoded.group_of[combinations.of_record[r]];
        groups_.load(number, {values, records.k[r]},
                     group == BlockGroups::exact    ? MaintainedGroups::exempt
                     : group == BlockGroups::hidden ? MaintainedGroups::hidden
                                                    : made[group]);
        begun_.push_back(number);
    }
    return {};
}

Result<void> Edition::resume(const StoredEdition& stored, const EditionRecords& records) {
    SCRIM_CHECK(check_unique(records));
    std::unordered_map<std::string_view, std::size_t> now;
    for (std::size_t r = 0; r < records.ids.size(); ++r) now.emplace(records.ids[r], r);
    std::unordered_map<std::uint32_t, GroupId> groups;
    for (const auto& [number, box] : stored.groups) {
        std::vector<Span> spans;
        for (std::size_t a = 0; a < attributes_.size() && a < box.size(); ++a) {
            const auto span = attributes_[a].hierarchy()->find(box[a]);
            // A value that the hierarchy has no more: nothing narrower than everything is sure to cover it.
            spans.push_back(span.value_or(attributes_[a].hierarchy()->domain().whole()));
        }
        if (spans.size() != attributes_.size()) return fault_error("a stored group has the wrong number of values");
        // Numbers must be the same as in the store, also where groups are gone.
        while (true) {
            const GroupId made = groups_.add_group(spans);
            if (made == number) break;
            if (made > number) return fault_error("the stored groups are not in order");
        }
        groups.emplace(number, number);
    }
    const auto values_of = [&](std::size_t r) {
        std::vector<Code> values;
        for (const auto& column : records.values) values.push_back(column[r]);
        return values;
    };
    std::vector<char> known(records.ids.size(), 0);
    for (const StoredEdition::Member& member : stored.members) {
        const auto found = now.find(member.id);
        if (found == now.end()) {
            removed_.push_back(member.id);
            continue;
        }
        known[found->second] = 1;
        if (is_group(member.group) && !groups.contains(member.group))
            return fault_error("a stored record has a group that is not stored");
        const std::vector<Code> values = values_of(found->second);
        const std::uint32_t number = numbers_.add(member.id);
        groups_.load(number, {values, member.k}, member.group);
        groups_.update(number, {values, records.k[found->second]});
        if (groups_.k_of(number) != member.k) asks_otherwise_.push_back(number);
    }
    for (std::size_t r = 0; r < records.ids.size(); ++r)
        if (!known[r]) groups_.insert(numbers_.add(records.ids[r]), {values_of(r), records.k[r]});
    return {};
}

Result<bool> Edition::follow(const StoredEdition& stored) {
    for (const auto& [number, box] : stored.groups) {
        if (box.size() != attributes_.size()) return fault_error("a stored group has the wrong number of values");
        std::vector<Span> spans;
        for (std::size_t a = 0; a < attributes_.size(); ++a) {
            const auto span = attributes_[a].hierarchy()->find(box[a]);
            if (!span && !attributes_[a].has_dgh()) return false;
            spans.push_back(span.value_or(attributes_[a].hierarchy()->domain().whole()));
        }
        groups_.restore_group(number, spans);
    }
    std::vector<Code> inside(attributes_.size());
    for (const StoredEdition::Member& member : stored.members) {
        if (const auto number = numbers_.find(member.id)) {
            groups_.erase(*number);
            if (member.group == MaintainedGroups::absent) numbers_.remove(*number);
        }
        if (member.group == MaintainedGroups::absent) continue;
        if (is_group(member.group)) {
            if (member.group >= groups_.groups()) return fault_error("a stored record has a group that is not stored");
            // Whatever it is, the group's box holds it.
            for (std::size_t a = 0; a < inside.size(); ++a) inside[a] = groups_.box(member.group)[a].lo;
        }
        groups_.load(numbers_.add(member.id), {inside, member.k}, member.group);
    }
    return true;
}

void Edition::put(const std::string& id, const std::vector<Code>& values, std::uint32_t k) {
    const bool there = numbers_.contains(id);
    const std::uint32_t number = numbers_.add(id);
    if (!there) return groups_.insert(number, {values, k});
    const std::uint32_t before = groups_.k_of(number);
    groups_.update(number, {values, k});
    if (groups_.k_of(number) != before) asks_otherwise_.push_back(number);
}

void Edition::remove(const std::string& id) {
    const auto number = numbers_.find(id);
    if (!number) return;
    groups_.erase(*number);
    removed_.push_back(id);
    numbers_.remove(*number);
}

StoredEdition Edition::settle() {
    const MaintainedGroups::Changes changes = groups_.settle();
    StoredEdition stored;
    const auto add_member = [&](std::uint32_t number, GroupId group) {
        stored.members.push_back({std::string(numbers_.text(number)), group, groups_.k_of(number)});
    };
    std::sort(removed_.begin(), removed_.end());
    removed_.erase(std::unique(removed_.begin(), removed_.end()), removed_.end());
    for (const std::string& id : removed_)
        if (!numbers_.contains(id)) stored.members.push_back({id, MaintainedGroups::absent, 0});
    std::vector<std::uint32_t> members = begun_;
    members.insert(members.end(), asks_otherwise_.begin(), asks_otherwise_.end());
    for (const auto& [number, group] : changes.records) members.push_back(number);
    std::sort(members.begin(), members.end());
    members.erase(std::unique(members.begin(), members.end()), members.end());
    for (const std::uint32_t number : members)
        if (const GroupId group = groups_.group_of(number); group != MaintainedGroups::absent)
            add_member(number, group);
    std::vector<GroupId> touched = group_numbers_;
    touched.insert(touched.end(), changes.groups.begin(), changes.groups.end());
    std::sort(touched.begin(), touched.end());
    touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
    for (const GroupId group : touched)
        if (groups_.size(group) > 0) stored.groups.emplace_back(group, labels_of(group));
    stored.gone = changes.gone;
    removed_.clear();
    begun_.clear();
    asks_otherwise_.clear();
    group_numbers_.clear();
    return stored;
}

StoredEdition Edition::all() const {
    StoredEdition stored;
    std::vector<char> used;
    numbers_.each([&](std::uint32_t number, std::string_view id) {
        const GroupId group = groups_.group_of(number);
        stored.members.push_back({std::string(id), group, groups_.k_of(number)});
        if (!is_group(group)) return;
        if (group >= used.size()) used.resize(group + 1, 0);
        used[group] = 1;
    });
    for (GroupId group = 0; group < used.size(); ++group)
        if (used[group]) stored.groups.emplace_back(group, labels_of(group));
    return stored;
}

}  // namespace scrim::views
