#include "methods/views/recoding/view_labels.h"

#include <algorithm>

namespace scrim::views {

ViewLabels::ViewLabels(std::unique_ptr<const ViewRecoding> recoding, bool all_values)
    : recoding_(std::move(recoding)),
      shown_(recoding_->dimensions(), std::vector<LabelId>(recoding_->tuples().size(), none)),
      hidden_(recoding_->tuples().size(), 0),
      filled_(recoding_->blocks()) {
    for (std::size_t a = 0; a < recoding_->dimensions(); ++a) {
        const ViewAttribute& attribute = recoding_->tuples().attributes[a];
        std::vector<Span> spans;
        if (!attribute.has_dgh()) {
            recoding_->complete();
            for (std::size_t b = 0; b < recoding_->blocks(); ++b) {
                const BlockGroups& groups = recoding_->groups(b);
                const auto& tuples = recoding_->block(b);
                for (std::size_t i = 0; i < tuples.size(); ++i) {
                    const std::uint32_t group = groups.group_of[i];
                    if (all_values || group == BlockGroups::exact)
                        spans.push_back(Span::of(recoding_->tuples().values[a][tuples[i]]));
                    if (group < groups.size()) spans.push_back(groups.boxes[group][a]);
                }
            }
        }
        maps_.push_back(attribute.labels(std::move(spans)));
    }
}

void ViewLabels::fill_now(std::size_t block) const {
    const BlockGroups& groups = recoding_->groups(block);
    const std::size_t dimensions = recoding_->dimensions();
    Groups<LabelId> of_groups;
    of_groups.reserve(groups.size(), groups.boxes.members.size());
    for (std::size_t g = 0; g < groups.size(); ++g) {
        for (std::size_t a = 0; a < dimensions; ++a)
            of_groups.members.push_back(maps_[a].label_of(groups.boxes[g][a]).value_or(none));
        of_groups.end_group();
    }
    const auto own = [&](std::size_t a, std::uint32_t tuple) {
        return maps_[a].label_of(Span::of(recoding_->tuples().values[a][tuple])).value_or(none);
    };
    const std::lock_guard lock(filling_);
    if (filled_[block].load(std::memory_order_relaxed)) return;
    const std::vector<std::uint32_t>& tuples = recoding_->block(block);
    for (std::size_t i = 0; i < tuples.size(); ++i) {
        const std::uint32_t group = groups.group_of[i];
        hidden_[tuples[i]] = group == BlockGroups::hidden;
        for (std::size_t a = 0; a < dimensions; ++a)
            shown_[a][tuples[i]] = group == BlockGroups::hidden  ? labels(a)->hidden()
                                   : group == BlockGroups::exact ? own(a, tuples[i])
                                                                 : of_groups[group][a];
    }
    filled_[block].store(true, std::memory_order_release);
}

bool ViewLabels::is_anyone_hidden() const {
    complete();
    return std::find(hidden_.begin(), hidden_.end(), 1) != hidden_.end();
}

void ViewLabels::complete() const {
    recoding_->complete();
    for (std::size_t b = 0; b < recoding_->blocks(); ++b) fill(b);
}

}  // namespace scrim::views
