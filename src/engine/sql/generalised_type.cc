#include "engine/sql/generalised_type.h"

#include "core/random.h"
#include "core/text.h"

#include <mutex>
#include <unordered_map>

namespace scrim {
namespace {

constexpr std::string_view mark = "generalised#";

// Which labels a mark stands for. Marks are random, so that one which was stored in a file means nothing.
struct Marks {
    std::mutex mutex;
    std::unordered_map<std::string, std::weak_ptr<const Labels>> labels;
    std::unordered_map<const Labels*, std::string> marks;
};

Marks& marks() {
    static Marks all;
    return all;
}

std::string mark_of(const std::shared_ptr<const Labels>& labels) {
    Marks& all = marks();
    const std::lock_guard lock(all.mutex);
    if (const auto found = all.marks.find(labels.get()); found != all.marks.end())
        if (all.labels[found->second].lock() == labels) return found->second;
    std::erase_if(all.labels, [](const auto& entry) { return entry.second.expired(); });
    std::erase_if(all.marks, [&](const auto& entry) { return !all.labels.contains(entry.second); });
    std::string made = format("{}{:016x}", mark, SystemRandom().next());
    all.labels[made] = labels;
    all.marks[labels.get()] = made;
    return made;
}

std::size_t width_of(const duckdb::LogicalType& type) { return duckdb::GetTypeIdSize(type.InternalType()); }

}  // namespace

duckdb::LogicalType generalised_type(const std::shared_ptr<const Labels>& labels) {
    duckdb::Vector texts(duckdb::LogicalType::VARCHAR, labels->size());
    auto data = duckdb::FlatVector::GetData<duckdb::string_t>(texts);
    for (LabelId i = 0; i < labels->size(); ++i)
        data[i] = duckdb::StringVector::AddString(texts, labels->texts()[i]);
    duckdb::LogicalType type = duckdb::LogicalType::ENUM(texts, labels->size());
    type.SetAlias(mark_of(labels));
    return type;
}

std::shared_ptr<const Labels> labels_of(const duckdb::LogicalType& type) {
    if (type.id() != duckdb::LogicalTypeId::ENUM || !type.HasAlias()) return nullptr;
    const std::string alias = type.GetAlias();
    if (!alias.starts_with(mark)) return nullptr;
    Marks& all = marks();
    const std::lock_guard lock(all.mutex);
    const auto found = all.labels.find(alias);
    return found == all.labels.end() ? nullptr : found->second.lock();
}

LabelWriter::LabelWriter(duckdb::Vector& vector)
    : data_(duckdb::FlatVector::GetData(vector)), width_(width_of(vector.GetType())) {}

void LabelWriter::set(std::size_t row, LabelId label) {
    switch (width_) {
        case 1: data_[row] = static_cast<std::uint8_t>(label); break;
        case 2: reinterpret_cast<std::uint16_t*>(data_)[row] = static_cast<std::uint16_t>(label); break;
        default: reinterpret_cast<std::uint32_t*>(data_)[row] = label; break;
    }
}

LabelReader::LabelReader(duckdb::Vector& vector, std::size_t count) : width_(width_of(vector.GetType())) {
    vector.ToUnifiedFormat(count, format_);
}

LabelId LabelReader::get(std::size_t row) const {
    const auto at = format_.sel->get_index(row);
    switch (width_) {
        case 1: return format_.data[at];
        case 2: return reinterpret_cast<const std::uint16_t*>(format_.data)[at];
        default: return reinterpret_cast<const std::uint32_t*>(format_.data)[at];
    }
}

}  // namespace scrim
