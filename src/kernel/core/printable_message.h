// Messages that quote what nobody has made printable yet: control bytes become visible, and fields (field.h) stay.
#pragma once

#include <string>
#include <string_view>

namespace scrim {

// As printable(message, most), and not cut inside a field either.
std::string printable_message(std::string_view message, std::size_t most);

}  // namespace scrim
