#include "scrim/catalogue.h"

#include "library/files/files.h"

namespace scrim {

std::string version_text() { return std::string("scrim ") + SCRIM_VERSION + " (" + library::engine_name() + ")"; }

}  // namespace scrim
