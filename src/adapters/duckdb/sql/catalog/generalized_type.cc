#include "adapters/duckdb/sql/catalog/generalized_type.h"

#include <mutex>
#include <unordered_map>

namespace scrim::sql {
namespace {

// Which labels a type stands for. A type is known by the list of its labels in memory, which all its copies share: a
// name would get lost where the engine writes types down and reads them again. Types are kept, so that no other list
// comes to stand in the same place while their labels live.
struct Types {
    std::mutex mutex;
    struct Entry {
        duckdb::LogicalType type;
        std::weak_ptr<const views::Labels> labels;
    };
    std::unordered_map<const void*, Entry> by_list;
    std::unordered_map<const views::Labels*, const void*> by_labels;
};

Types& types() {
    static Types all;
    return all;
}

const void* list_of(const duckdb::LogicalType& type) { return &duckdb::EnumType::GetValuesInsertOrder(type); }

std::size_t width_of(const duckdb::LogicalType& type) { return duckdb::GetTypeIdSize(type.InternalType()); }

}  // namespace

duckdb::LogicalType generalized_type(const std::shared_ptr<const views::Labels>& labels) {
    Types& all = types();
    const std::lock_guard lock(all.mutex);
    if (const auto known = all.by_labels.find(labels.get()); known != all.by_labels.end())
        if (const auto& entry = all.by_list.at(known->second); entry.labels.lock() == labels) return entry.type;
    std::erase_if(all.by_list, [](const auto& entry) { return entry.second.labels.expired(); });
    std::erase_if(all.by_labels, [&](const auto& entry) { return !all.by_list.contains(entry.second); });

    duckdb::Vector texts(duckdb::LogicalType::VARCHAR, labels->size());
    auto* data = duckdb::FlatVector::GetData<duckdb::string_t>(texts);
    for (views::LabelId i = 0; i < labels->size(); ++i)
        data[i] = duckdb::StringVector::AddString(texts, labels->texts()[i]);
    const duckdb::LogicalType type = duckdb::LogicalType::ENUM(texts, labels->size());
    all.by_list[list_of(type)] = {type, labels};
    all.by_labels[labels.get()] = list_of(type);
    return type;
}

std::shared_ptr<const views::Labels> labels_of(const duckdb::LogicalType& type) {
    if (type.id() != duckdb::LogicalTypeId::ENUM) return nullptr;
    Types& all = types();
    const std::lock_guard lock(all.mutex);
    const auto found = all.by_list.find(list_of(type));
    return found == all.by_list.end() ? nullptr : found->second.labels.lock();
}

LabelWriter::LabelWriter(duckdb::Vector& vector)
    : data_(duckdb::FlatVector::GetData(vector)), width_(width_of(vector.GetType())) {}

void LabelWriter::set(std::size_t row, views::LabelId label) {
    switch (width_) {
        case 1: data_[row] = static_cast<std::uint8_t>(label); break;
        case 2: reinterpret_cast<std::uint16_t*>(data_)[row] = static_cast<std::uint16_t>(label); break;
        default: reinterpret_cast<std::uint32_t*>(data_)[row] = label; break;
    }
}

LabelReader::LabelReader(duckdb::Vector& vector, std::size_t count) : width_(width_of(vector.GetType())) {
    vector.ToUnifiedFormat(count, format_);
}

views::LabelId LabelReader::get(std::size_t row) const {
    const auto at = format_.sel->get_index(row);
    switch (width_) {
        case 1: return format_.data[at];
        case 2: return reinterpret_cast<const std::uint16_t*>(format_.data)[at];
        default: return reinterpret_cast<const std::uint32_t*>(format_.data)[at];
    }
}

}  // namespace scrim::sql
