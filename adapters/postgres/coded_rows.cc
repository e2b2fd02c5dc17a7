#include "coded_rows.h"

#include <algorithm>
#include <numeric>

namespace scrim::postgres {

CodedRows::CodedRows(TupleDesc shape, const std::vector<Kind>& kinds)
    : values_(in_server([]() noexcept {
          return AllocSetContextCreate(TopMemoryContext, "scrim coded rows", ALLOCSET_SMALL_SIZES);
      })),
      columns_(kinds.size()) {
    for (std::size_t c = 0; c < columns_.size(); ++c) {
        columns_[c].kind = kinds[c];
        const Form_pg_attribute attribute = TupleDescAttr(shape, c);
        columns_[c].values.of_type(attribute->attbyval, attribute->attlen);
    }
}

bool CodedRows::add(const TupleTableSlot* slot) {
    for (std::size_t c = 0; c < columns_.size(); ++c) {
        Column& column = columns_[c];
        if (column.kind == Kind::unwanted) continue;
        bytes_ += sizeof(std::uint16_t);
        if (slot->tts_isnull[c]) {
            column.codes.push_back(0);
            continue;
        }
        const Datum value = slot->tts_values[c];
        if (column.kind == Kind::label) {
            const auto [found, is_new] =
                column.known_labels.emplace(value, static_cast<std::uint16_t>(column.labels.size()));
            if (is_new) column.labels.push_back(value);
            if (column.labels.size() > UINT16_MAX) return false;
            column.codes.push_back(found->second);
        } else {
            const auto code = column.values.add(value, values_);
            if (!code) return false;
            column.codes.push_back(*code);
        }
    }
    ++rows_;
    return bytes_ <= most_bytes;
}

void CodedRows::show(std::size_t row, TupleTableSlot* slot) const {
    for (std::size_t c = 0; c < columns_.size(); ++c) {
        const Column& column = columns_[c];
        const std::uint16_t code = column.kind == Kind::unwanted ? 0 : column.codes[row];
        slot->tts_isnull[c] = code == 0;
        slot->tts_values[c] = column.kind == Kind::label ? column.labels[code] : column.values.values()[code];
    }
    ExecStoreVirtualTuple(slot);
}

std::vector<CodedRows::Kept>& CodedRows::kept() {
    static auto& all = *new std::vector<Kept>();  // the one asked for last is the last
    std::erase_if(all, [](const Kept& one) { return one.version.expired(); });
    return all;
}

std::shared_ptr<const CodedRows> CodedRows::find(const Version* version, const std::vector<char>& wanted) {
    for (const Kept& one : kept())
        if (one.of == version && one.wanted == wanted) return one.rows;
    return nullptr;
}

bool CodedRows::may_be_kept(const Version* version, const std::vector<char>& wanted) {
    auto& all = kept();
    return std::none_of(all.begin(), all.end(), [&](const Kept& one) { return one.of == version && one.wanted == wanted; });
}

void CodedRows::keep(const std::shared_ptr<const Version>& version, const std::vector<char>& wanted,
                     std::shared_ptr<const CodedRows> rows) {
    auto& all = kept();
    if (all.size() >= most_kept) all.erase(all.begin());
    all.push_back({version, version.get(), wanted, std::move(rows)});
}

CodedScan::CodedScan(std::shared_ptr<const CodedRows> rows) : rows_(std::move(rows)), order_(rows_->size()) {
    std::iota(order_.begin(), order_.end(), 0);
}

void CodedScan::next(TupleTableSlot* slot) {
    if (at_ == order_.size()) return;
    if (at_ % 1024 == 0) check_interrupts();
    if (at_ == drawn_) {
        std::swap(order_[at_], order_[at_ + chance_.below(order_.size() - at_)]);
        ++drawn_;
    }
    rows_->show(order_[at_++], slot);
}

}  // namespace scrim::postgres
