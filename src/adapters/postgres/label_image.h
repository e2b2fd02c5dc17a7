// LabelImage: a label as PostgreSQL stores it: what it prints, and what it needs to be compared without its view.
//
// An image means what it prints and nothing else, so that every comparison is a function of what is shown.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace scrim::postgres {

struct LabelImage {
    // In the order in which labels are sorted. A written one is what somebody typed: a value, node, interval, set or
    // mask, which belongs to no column.
    enum class Kind : std::uint8_t { hidden, number, time, node, text, written };

    Kind kind = Kind::written;
    std::uint32_t dgh = 0;                // of a node, or of the top that hides; 0 for none
    std::uint32_t first = 0, behind = 0;  // of a node: its leaves
    std::string_view text = {};

    static constexpr std::size_t header = 4;  // the server's own, before everything else
    static constexpr std::size_t fixed = header + 16;

    // Of the bytes with the server's header.
    static LabelImage read(const char* bytes, std::size_t size) {
        LabelImage image;
        image.kind = static_cast<Kind>(bytes[header]);
        std::memcpy(&image.dgh, bytes + header + 4, 4);
        std::memcpy(&image.first, bytes + header + 8, 4);
        std::memcpy(&image.behind, bytes + header + 12, 4);
        image.text = {bytes + fixed, size - fixed};
        return image;
    }
    // With room for the server's header, which is left at zero.
    std::string bytes() const {
        std::string out(fixed + text.size(), '\0');
        out[header] = static_cast<char>(kind);
        std::memcpy(out.data() + header + 4, &dgh, 4);
        std::memcpy(out.data() + header + 8, &first, 4);
        std::memcpy(out.data() + header + 12, &behind, 4);
        std::memcpy(out.data() + fixed, text.data(), text.size());
        return out;
    }

    // Identity: the same label of the same hierarchy.
    friend bool operator==(const LabelImage& a, const LabelImage& b) {
        return a.kind == b.kind && a.dgh == b.dgh && a.text == b.text;
    }
};

}  // namespace scrim::postgres
