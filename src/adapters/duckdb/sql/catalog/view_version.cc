#include "adapters/duckdb/sql/catalog/view_version.h"

#include "adapters/duckdb/sql/catalog/generalized_type.h"

#include <algorithm>
#include <atomic>

namespace scrim::sql {
namespace {

std::uint64_t next_id() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

}  // namespace

ViewVersion::ViewVersion(ViewEntry entry, std::string purpose, std::string recipient)
    : id_(next_id()), entry_(std::move(entry)), purpose_(std::move(purpose)), recipient_(std::move(recipient)) {}

std::size_t ViewVersion::block_of(std::string_view sort_key) const {
    const auto after = std::lower_bound(block_ends.begin(), block_ends.end(), sort_key);
    return static_cast<std::size_t>(after - block_ends.begin());
}

template <class Shown, class Label, class Hidden>
std::unique_ptr<ViewVersion::Collection> ViewVersion::labeled(Shown shown, Label label, Hidden hidden) const {
    duckdb::vector<duckdb::LogicalType> types_of = tuples->Types();
    const std::size_t raw = types_of.size(), dimensions = labels->recoding().dimensions();
    for (std::size_t a = 0; a < dimensions; ++a) types_of.push_back(generalized_type(labels->labels(a)));
    types_of.push_back(duckdb::LogicalType::BOOLEAN);
    auto result = std::make_unique<Collection>(duckdb::Allocator::DefaultAllocator(), types_of);
    duckdb::DataChunk wide;
    wide.Initialize(duckdb::Allocator::DefaultAllocator(), types_of);
    duckdb::SelectionVector selection(STANDARD_VECTOR_SIZE);
    for (auto& chunk : tuples->Chunks()) {
        wide.Reset();
        auto& numbers = chunk.data[raw - 1];
        numbers.Flatten(chunk.size());
        const auto* tuple = duckdb::FlatVector::GetData<std::uint32_t>(numbers);
        std::size_t count = 0;
        for (std::size_t row = 0; row < chunk.size(); ++row)
            if (shown(tuple[row])) selection.set_index(count++, row);
        for (std::size_t a = 0; a < dimensions; ++a) {
            LabelWriter writer(wide.data[raw + a]);
            for (std::size_t i = 0; i < count; ++i) {
                const views::LabelId text = label(a, tuple[selection.get_index(i)]);
                if (text == views::ViewLabels::none)
                    duckdb::FlatVector::SetNull(wide.data[raw + a], i, true);
                else
                    writer.set(i, text);
            }
        }
        auto* flags = duckdb::FlatVector::GetData<bool>(wide.data[raw + dimensions]);
        for (std::size_t i = 0; i < count; ++i) flags[i] = hidden(tuple[selection.get_index(i)]);
        for (std::size_t c = 0; c < raw; ++c) wide.data[c].Slice(chunk.data[c], selection, count);
        wide.SetCardinality(count);
        result->Append(wide);
    }
    return result;
}

ViewVersion::Collection& ViewVersion::map(ViewPlan plan) const {
    if (plan == ViewPlan::anonymize_then_select) return *tuples;
    std::call_once(labeled_once_, [&] {
        labels->complete();
        labeled_ = labeled([](std::uint32_t) { return true; },
                           [&](std::size_t a, std::uint32_t t) { return labels->label(a, t); },
                           [&](std::uint32_t t) { return labels->is_hidden(t); });
    });
    return *labeled_;
}

std::unique_ptr<ViewVersion::Collection> ViewVersion::map_of(const std::vector<char>& matches) const {
    return labeled([&](std::uint32_t t) { return matches[t]; },
                   [&](std::size_t a, std::uint32_t t) { return labels->label(a, t); },
                   [&](std::uint32_t t) { return labels->is_hidden(t); });
}

std::unique_ptr<ViewVersion::Collection> ViewVersion::map_of(const views::PaperAnswer& answer) const {
    return labeled([&](std::uint32_t t) { return answer.returned[t]; },
                   [&](std::size_t a, std::uint32_t t) {
                       const views::LabelMap& map = labels->map(a);
                       return answer.hidden[t] ? map.labels()->hidden()
                                               : map.label_of(answer.shown[a][t]).value_or(views::ViewLabels::none);
                   },
                   [&](std::uint32_t t) { return answer.hidden[t] != 0; });
}

}  // namespace scrim::sql
