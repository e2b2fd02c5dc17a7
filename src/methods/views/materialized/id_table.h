// IdTable: the identifiers of records, numbered in order of appearance. A million of them take some 25 MB.
//
//   IdTable ids;
//   const std::uint32_t number = ids.add("P17");   // the same as long as it is there
//   ids.remove(number);                            // "P17" gets another number next time
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scrim::views {

class IdTable {
public:
    std::uint32_t add(std::string_view id);
    std::optional<std::uint32_t> find(std::string_view id) const;
    bool contains(std::string_view id) const { return find(id).has_value(); }
    void remove(std::uint32_t number);

    // Also of one that was removed.
    std::string_view text(std::uint32_t number) const {
        return std::string_view(bytes_).substr(begins_[number], begins_[number + 1] - begins_[number]);
    }
    std::size_t size() const { return count_; }  // that are there
    // Calls f(number, id) for each that is there.
    template <class F>
    void each(F&& f) const {
        for (const std::uint32_t number : slots_)
            if (number < removed) f(number, text(number));
    }

private:
    static constexpr std::uint32_t free = UINT32_MAX, removed = UINT32_MAX - 1;

    std::size_t slot_of(std::string_view id) const;  // where it is, or `free`
    void make_room();

    std::string bytes_;
    std::vector<std::uint64_t> begins_{0};
    std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(16, free);  // open addressing
    std::size_t count_ = 0, used_ = 0;                                         // used: with those that were removed
};

}  // namespace scrim::views
