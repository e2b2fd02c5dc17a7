#include "methods/views/language/definition.h"

#include <algorithm>

namespace scrim::views {

std::vector<const recode::RecoderSpec*> ViewDefinition::recoders() const {
    if (recoder != best) return {recode::find_recoder(recoder)};
    std::vector<const recode::RecoderSpec*> tried;
    for (const recode::RecoderSpec* spec : recode::recoders())
        if (spec->in_views > 0) tried.push_back(spec);
    std::sort(tried.begin(), tried.end(), [](const auto* a, const auto* b) { return a->in_views < b->in_views; });
    return tried;
}

}  // namespace scrim::views
