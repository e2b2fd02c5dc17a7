#include "kernel/language/source.h"

#include "kernel/core/text.h"

namespace scrim::language {

Error Source::error(Place place, std::string_view message) const {
    return input_error(format("{}{}: {}", title, to_string(place, short_form), message));
}

}  // namespace scrim::language
