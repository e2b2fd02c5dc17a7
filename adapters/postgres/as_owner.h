// AsOwner: for a while the backend has the rights of a view's owner, and settings that nobody else has chosen.
//
// Whatever the session has set (a search path with functions of its own, messages about plans, fuzzy indexes) must not
// change what a base query means, nor tell about it.
#pragma once

#include "compat.h"

namespace scrim::postgres {

struct AsOwner {
    Oid user;
    int context, nest;
};

// PostgreSQL code: may jump, and is undone by the end of the transaction when it does.
AsOwner become(Oid owner) noexcept;
void restore(const AsOwner& before) noexcept;

// EXPLAIN (ANALYZE, BUFFERS) would tell how many pages were read for a view: while one lives, nothing is counted.
class Uncounted {
public:
    Uncounted() : buffers_(pgBufferUsage), wal_(pgWalUsage) {}
    ~Uncounted() {
        pgBufferUsage = buffers_;
        pgWalUsage = wal_;
    }
    Uncounted(const Uncounted&) = delete;
    Uncounted& operator=(const Uncounted&) = delete;

private:
    BufferUsage buffers_;
    WalUsage wal_;
};

// Whether whoever asks, and whoever has logged in, have the rights of this role.
bool has_rights_of(Oid role);

}  // namespace scrim::postgres
