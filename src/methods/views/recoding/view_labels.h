// ViewLabels: the label that each tuple of a recoding shows in each quasi-identifier, filled in block by block.
#pragma once

#include "methods/views/recoding/view_recoding.h"

#include <memory>
#include <mutex>
#include <vector>

namespace scrim::views {

class ViewLabels {
public:
    static constexpr LabelId none = UINT32_MAX;  // NULL

    // Of an attribute without DGH all blocks are recoded now: only then it is known what is shown. With `all_values`
    // the labels of values that nobody is shown are there too.
    explicit ViewLabels(std::unique_ptr<const ViewRecoding> recoding, bool all_values = false);

    const ViewRecoding& recoding() const { return *recoding_; }
    const std::shared_ptr<const Labels>& labels(std::size_t attribute) const { return maps_[attribute].labels(); }
    const LabelMap& map(std::size_t attribute) const { return maps_[attribute]; }
    // Recodes the tuple's block if nobody has yet. From any thread.
    LabelId label(std::size_t attribute, std::uint32_t tuple) const {
        fill(recoding_->block_of(tuple));
        return shown_[attribute][tuple];
    }
    bool is_hidden(std::uint32_t tuple) const {
        fill(recoding_->block_of(tuple));
        return hidden_[tuple];
    }
    void complete() const;
    bool is_anyone_hidden() const;  // completes

private:
    void fill(std::size_t block) const {
        if (!filled_[block].load(std::memory_order_acquire)) fill_now(block);
    }
    void fill_now(std::size_t block) const;

    std::unique_ptr<const ViewRecoding> recoding_;
    std::vector<LabelMap> maps_;
    mutable std::vector<std::vector<LabelId>> shown_;  // per attribute and tuple
    mutable std::vector<char> hidden_;
    mutable std::vector<std::atomic<bool>> filled_;
    mutable std::mutex filling_;
};

}  // namespace scrim::views
