// Progress: how long work tells its caller where it stands, and learns that it should stop.
//
// The library calls stage() at the start of each step and advance() from any thread as it goes; it asks cancelled()
// between blocks of work and then returns Error::Kind::cancelled with nothing half written. The default does nothing.
#pragma once

#include <cstdint>
#include <string_view>

namespace scrim {

class Progress {
public:
    virtual ~Progress() = default;
    // A new step begins; `total` is its amount of work, 0 when not known beforehand.
    virtual void stage(std::string_view /*name*/, std::uint64_t /*total*/ = 0) {}
    virtual void advance(std::uint64_t /*amount*/) {}
    virtual bool cancelled() const { return false; }
};

// A Progress that shows nothing and never cancels.
Progress& no_progress();

}  // namespace scrim
