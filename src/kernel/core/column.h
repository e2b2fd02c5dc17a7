// Column: one attribute of a table, as codes into its Domain, in the narrowest of 8, 16 or 32 bits that holds them.
//
//   column.visit([&](auto codes) { for (auto code : codes) ++count[code]; });   // codes: std::span<const uint8_t> …
#pragma once

#include "kernel/core/domain.h"

#include <cstddef>
#include <span>
#include <utility>
#include <variant>
#include <vector>

namespace scrim {

class Column {
public:
    using Codes = std::variant<std::vector<std::uint8_t>, std::vector<std::uint16_t>, std::vector<std::uint32_t>>;

    Column() = default;
    // A column of `rows` zeros over `domain`.
    Column(DomainPtr domain, std::size_t rows);
    // A column of the given codes, stored narrowly.
    Column(DomainPtr domain, std::span<const Code> codes);

    const Domain& domain() const { return *domain_; }
    const DomainPtr& domain_ptr() const { return domain_; }
    std::size_t size() const {
        return std::visit([](const auto& codes) { return codes.size(); }, codes_);
    }
    std::size_t bytes() const {
        return std::visit([](const auto& codes) { return codes.size() * sizeof(codes[0]); }, codes_);
    }
    // One code; use visit() in loops.
    Code operator[](std::size_t row) const {
        return std::visit([row](const auto& codes) { return static_cast<Code>(codes[row]); }, codes_);
    }
    template <class F>
    decltype(auto) visit(F&& f) const {
        return std::visit([&](const auto& codes) -> decltype(auto) { return f(std::span(codes)); }, codes_);
    }
    template <class F>
    decltype(auto) visit(F&& f) {
        return std::visit([&](auto& codes) -> decltype(auto) { return f(std::span(codes)); }, codes_);
    }

private:
    DomainPtr domain_;
    Codes codes_;
};

}  // namespace scrim
