#include "kernel/encode/segment.h"

#include "kernel/core/parallel.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace scrim::encode {
namespace {

template <class T>
std::vector<T> narrow(std::span<const Code> codes) {
    std::vector<T> result(codes.size());
    std::transform(codes.begin(), codes.end(), result.begin(), [](Code code) { return static_cast<T>(code); });
    return result;
}

}  // namespace

Column::Codes pack(std::span<const Code> codes, std::size_t largest) {
    if (largest <= std::numeric_limits<std::uint8_t>::max()) return narrow<std::uint8_t>(codes);
    if (largest <= std::numeric_limits<std::uint16_t>::max()) return narrow<std::uint16_t>(codes);
    return narrow<std::uint32_t>(codes);
}

Column assemble(const BuiltDomain& built, std::vector<Segment>&& segments) {
    std::vector<std::size_t> starts{0};
    for (const Segment& segment : segments)
        starts.push_back(starts.back() + std::visit([](const auto& codes) { return codes.size(); }, segment.codes));

    Column column(built.domain, starts.back());
    column.visit([&](auto target) {
        using Target = typename decltype(target)::value_type;
        parallel_for(0, segments.size(), 16, [&](std::size_t begin, std::size_t end) {
            for (std::size_t s = begin; s < end; ++s) {
                const std::vector<Code>& final_codes = built.final_codes[segments[s].dictionary];
                std::visit(
                    [&](const auto& codes) {
                        std::transform(codes.begin(), codes.end(),
                                       target.begin() + static_cast<std::ptrdiff_t>(starts[s]),
                                       [&](auto code) { return static_cast<Target>(final_codes[code]); });
                    },
                    segments[s].codes);
                segments[s].codes = Column::Codes{};
            }
        });
    });
    segments.clear();
    return column;
}

}  // namespace scrim::encode
