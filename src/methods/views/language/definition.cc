#include "methods/views/language/definition.h"

namespace scrim::views {

std::vector<const recode::RecoderSpec*> ViewDefinition::recoders() const {
    if (recoder != best) return {recode::find_recoder(recoder)};
    return recode::recoders_by(&recode::RecoderSpec::in_views);
}

}  // namespace scrim::views
