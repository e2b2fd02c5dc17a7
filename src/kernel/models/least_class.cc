#include "kernel/models/least_class.h"

namespace scrim::models {

bool only_counts(const Model& model) {
    const Traits& traits = model.info().traits;
    return !traits.needs_sensitive && !traits.needs_population && !traits.needs_guards;
}

std::uint64_t least_size(const Model& model, std::uint64_t most) {
    std::uint64_t low = 1, high = most + 1;
    while (low < high) {
        ClassView view;
        view.size = low + (high - low) / 2;
        if (model.decide(view) == Verdict::holds)
            high = view.size;
        else
            low = view.size + 1;
    }
    return low;
}

}  // namespace scrim::models
