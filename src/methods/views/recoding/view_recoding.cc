#include "methods/views/recoding/view_recoding.h"

#include "kernel/core/parallel.h"
#include "methods/views/recoding/block_recoder.h"

#include <algorithm>
#include <numeric>

namespace scrim::views {
namespace {

struct Cancelled {};  // never leaves this file

}  // namespace

Result<std::unique_ptr<ViewRecoding>> ViewRecoding::make(ViewTuples tuples, Models models, Recoders recoders) {
    std::unique_ptr<ViewRecoding> made(new ViewRecoding);
    made->tuples_ = std::move(tuples);
    made->models_ = std::move(models);
    made->recoders_ = std::move(recoders);
    const ViewTuples& all = made->tuples_;
    std::uint32_t blocks = 1;
    for (const std::uint32_t block : all.blocks) blocks = std::max(blocks, block + 1);
    made->block_tuples_.resize(blocks);
    for (std::uint32_t t = 0; t < all.size(); ++t) made->block_tuples_[made->block_of(t)].push_back(t);
    for (std::size_t b = 0; b < blocks; ++b) made->lazy_.push_back(std::make_unique<Lazy>());
    if (!made->models_.empty()) {
        // Whether the models can be asked does not depend on the block.
        std::vector<std::uint32_t> everything(all.size());
        std::iota(everything.begin(), everything.end(), 0u);
        const auto demands = view_demands(all, GroupedTuples::of(all, everything), made->models_);
        if (!demands) return demands.error();
        // Every group is judged in the end. With several rows per person a union of two groups that hold need not, so
        // demands->monotone() would say no; recoders then only find less.
        const bool larger_hold = std::all_of(made->models_.begin(), made->models_.end(),
                                             [](const auto& model) { return model->info().traits.monotone; });
        if (!demands->per_class() || !larger_hold)
            return input_error(
                "a view can require only models that judge each class of the quasi-identifiers by itself "
                "and that larger classes satisfy too");
    }
    return made;
}

const BlockGroups& ViewRecoding::groups(std::size_t block) const { return groups(block, no_progress()); }

const BlockGroups& ViewRecoding::groups(std::size_t block, Progress& progress) const {
    Lazy& lazy = *lazy_[block];
    std::call_once(lazy.once, [&] {
        const auto& tuples = block_tuples_[block];
        lazy.groups = recode_block(tuples_, tuples, models_, recoders_, progress);
        if (progress.cancelled()) throw Cancelled();  // whoever asks next begins anew
        ++recoded_;
    });
    return lazy.groups;
}

void ViewRecoding::complete() const { static_cast<void>(complete(no_progress())); }

Result<void> ViewRecoding::complete(Progress& progress) const {
    try {
        parallel_for(0, blocks(), 1, [&](std::size_t begin, std::size_t end) {
            for (std::size_t block = begin; block < end; ++block) groups(block, progress);
        });
        return {};
    } catch (const Cancelled&) {
        return cancelled_error();
    }
}

}  // namespace scrim::views
