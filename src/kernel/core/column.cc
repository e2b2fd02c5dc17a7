#include "kernel/core/column.h"

#include <algorithm>

namespace scrim {
namespace {

Column::Codes zeros(Code domain_size, std::size_t rows) {
    if (domain_size <= 1u << 8) return std::vector<std::uint8_t>(rows);
    if (domain_size <= 1u << 16) return std::vector<std::uint16_t>(rows);
    return std::vector<std::uint32_t>(rows);
}

}  // namespace

Column::Column(DomainPtr domain, std::size_t rows) : domain_(std::move(domain)), codes_(zeros(domain_->size(), rows)) {}

Column::Column(DomainPtr domain, std::span<const Code> codes) : Column(std::move(domain), codes.size()) {
    visit([&](auto own) {
        std::transform(codes.begin(), codes.end(), own.begin(),
                       [](Code code) { return static_cast<typename decltype(own)::value_type>(code); });
    });
}

}  // namespace scrim
