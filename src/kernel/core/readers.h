// Who may read a file that we make. What holds data of persons is its owner's from the first byte on: the file is
// opened that way, never made so later, and never by changing the umask, which all threads share.
#pragma once

#include <sys/types.h>

namespace scrim {

enum class Readers {
    owner,     // the user alone
    as_usual,  // whoever the user's umask lets read: for what is published
};

// `most` (0666 for a file, 0777 for a folder) without what the umask takes away.
::mode_t usual_mode(::mode_t most);

}  // namespace scrim
