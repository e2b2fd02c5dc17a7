// What the C data interface hands over, released when its owner goes, unless somebody moved it on.
#pragma once

#include "scrim/arrow_abi.h"

#include <utility>

namespace scrim::arrow {

template <class T>
struct Owned {
    T raw{};

    Owned() = default;
    Owned(Owned&& other) noexcept : raw(std::exchange(other.raw, T{})) {}
    Owned& operator=(Owned&& other) noexcept {
        std::swap(raw, other.raw);
        return *this;
    }
    ~Owned() {
        if (raw.release) raw.release(&raw);
    }
    // Hands it over, as the interface does: the struct is copied, and is no longer ours.
    void move_to(T* out) { *out = std::exchange(raw, T{}); }
};

using OwnedSchema = Owned<ArrowSchema>;
using OwnedArray = Owned<ArrowArray>;
using OwnedStream = Owned<ArrowArrayStream>;

}  // namespace scrim::arrow
