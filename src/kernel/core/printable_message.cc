#include "kernel/core/printable_message.h"

#include "kernel/core/field.h"
#include "kernel/core/field_mark.h"
#include "kernel/core/text.h"

namespace scrim {

std::string printable_message(std::string_view message, std::size_t most) {
    const std::string_view kept = message.substr(0, cut_of(message, most));
    std::string out;
    std::size_t done = 0;
    for (FieldMark mark = find_field(kept, 0); mark.found(); mark = find_field(kept, done)) {
        out += printable(kept.substr(done, mark.begin - done), kept.size());
        out += kept.substr(mark.begin, mark.end - mark.begin);
        done = mark.end;
    }
    // What is left decides by itself where a character ends.
    return out + printable(message.substr(done), kept.size() - done);
}

}  // namespace scrim
