#include "engine/sql/view_version.h"

#include "engine/sql/generalised_type.h"

#include <algorithm>
#include <atomic>

namespace scrim {
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

ViewVersion::Collection& ViewVersion::map(ViewPlan plan) const {
    if (plan == ViewPlan::anonymize_then_select) return *tuples;
    std::call_once(labelled_once_, [&] {
        labels->complete();
        duckdb::vector<duckdb::LogicalType> types_of = tuples->Types();
        const std::size_t raw = types_of.size(), dimensions = labels->recoding().dimensions();
        for (std::size_t a = 0; a < dimensions; ++a) types_of.push_back(generalised_type(labels->labels(a)));
        types_of.push_back(duckdb::LogicalType::BOOLEAN);
        labelled_ = std::make_unique<Collection>(duckdb::Allocator::DefaultAllocator(), types_of);
        duckdb::DataChunk wide;
        wide.Initialize(duckdb::Allocator::DefaultAllocator(), types_of);
        for (auto& chunk : tuples->Chunks()) {
            wide.Reset();
            for (std::size_t c = 0; c < raw; ++c) wide.data[c].Reference(chunk.data[c]);
            auto& numbers = chunk.data[raw - 1];
            numbers.Flatten(chunk.size());
            const auto* tuple = duckdb::FlatVector::GetData<std::uint32_t>(numbers);
            for (std::size_t a = 0; a < dimensions; ++a) {
                LabelWriter writer(wide.data[raw + a]);
                for (std::size_t row = 0; row < chunk.size(); ++row) {
                    const LabelId label = labels->label(a, tuple[row]);
                    if (label == ViewLabels::none)
                        duckdb::FlatVector::SetNull(wide.data[raw + a], row, true);
                    else
                        writer.set(row, label);
                }
            }
            auto* hidden = duckdb::FlatVector::GetData<bool>(wide.data[raw + dimensions]);
            for (std::size_t row = 0; row < chunk.size(); ++row) hidden[row] = labels->is_hidden(tuple[row]);
            wide.SetCardinality(chunk.size());
            labelled_->Append(wide);
        }
    });
    return *labelled_;
}

}  // namespace scrim
