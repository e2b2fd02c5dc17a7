#include "scrim/result.h"

namespace scrim {

Progress& no_progress() {
    static Progress silent;
    return silent;
}

}  // namespace scrim
