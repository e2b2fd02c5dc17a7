#include "tests/arrow/by_hand.h"

#include "adapters/arrow/arrow_source.h"

#include <stdexcept>

namespace scrim::testing {
namespace {

arrow::OwnedArray exported(const HandArray& array, int* held) {
    struct Kept {
        HandArray array;
        int* held;
        ~Kept() {
            if (held) --*held;
        }
    };
    if (held) ++*held;
    const auto kept = std::shared_ptr<Kept>(new Kept{array, held});
    arrow::ArrayParts parts{array.length, array.null_count, array.offset};
    for (std::size_t b = 0; b < kept->array.buffers.size(); ++b) {
        const std::string& bytes = kept->array.buffers[b];
        parts.buffers.push_back(bytes.empty() && b == 0 ? nullptr : bytes.data());
    }
    if (array.null_count == -1 && !array.buffers.empty() && array.buffers[0].empty()) parts.null_count = 0;
    if (array.dictionary) parts.dictionary = exported(*array.dictionary, held);
    if (array.items) parts.children.push_back(exported(*array.items, held));
    parts.keep = kept;
    return arrow::export_array(std::move(parts));
}

class HandStream final : public arrow::BatchSource {
public:
    HandStream(const HandTable& table, int* held) : table_(std::make_shared<HandTable>(table)), held_(held) {}

    arrow::OwnedSchema schema() override {
        arrow::SchemaParts parts{"+s"};
        for (const HandColumn& column : table_->columns) {
            const bool lists = !column.items_format.empty();
            arrow::SchemaParts values{lists ? column.items_format.c_str() : column.format.c_str(),
                                      lists ? "item" : column.name.c_str()};
            values.keep = table_;
            if (!column.dictionary_format.empty())
                values.dictionary = arrow::export_schema({.format = column.dictionary_format.c_str(), .keep = table_});
            if (lists) {
                arrow::SchemaParts child{column.format.c_str(), column.name.c_str()};
                child.keep = table_;
                child.children.push_back(arrow::export_schema(std::move(values)));
                parts.children.push_back(arrow::export_schema(std::move(child)));
            } else {
                parts.children.push_back(arrow::export_schema(std::move(values)));
            }
        }
        return arrow::export_schema(std::move(parts));
    }

    arrow::OwnedArray next() override {
        if (static_cast<int>(next_) == table_->fails_after) throw std::runtime_error("the disk is full");
        if (table_->columns.empty() || next_ == table_->columns[0].chunks.size()) return {};
        arrow::ArrayParts parts{table_->columns[0].chunks[next_].length, 0, 0, {nullptr}};
        for (const HandColumn& column : table_->columns)
            parts.children.push_back(exported(column.chunks[next_], held_));
        ++next_;
        return arrow::export_array(std::move(parts));
    }

private:
    std::shared_ptr<const HandTable> table_;
    int* held_;
    std::size_t next_ = 0;
};

}  // namespace

std::string bits_of(std::string_view bits) {
    std::string bytes((bits.size() + 7) / 8, '\0');
    for (std::size_t i = 0; i < bits.size(); ++i)
        if (bits[i] == '1') bytes[i / 8] = static_cast<char>(bytes[i / 8] | 1 << (i % 8));
    return bytes;
}

HandArray hand_views(const std::vector<std::string>& values, const std::string& valid) {
    std::string views, texts[2];
    int turn = 0;
    for (const std::string& value : values) {
        std::string view(16, '\0');
        const auto put = [&](std::size_t at, std::size_t number) {
            const auto narrow = static_cast<std::int32_t>(number);
            std::memcpy(view.data() + at, &narrow, sizeof narrow);
        };
        put(0, value.size());
        if (value.size() <= 12) {
            value.copy(view.data() + 4, 12);
        } else {
            value.copy(view.data() + 4, 4);
            put(8, static_cast<std::size_t>(turn));
            put(12, texts[turn].size());
            texts[turn] += value;
            turn = 1 - turn;
        }
        views += view;
    }
    const std::vector<std::int64_t> sizes = {static_cast<std::int64_t>(texts[0].size()),
                                             static_cast<std::int64_t>(texts[1].size())};
    return {static_cast<std::int64_t>(values.size()), {bits_of(valid), views, texts[0], texts[1], bytes_of(sizes)}};
}

void HandTable::to_arrow(ArrowArrayStream* out, int* held) const {
    arrow::export_stream(std::make_unique<HandStream>(*this, held), out);
}

Frame frame_of(const HandTable& table) {
    ArrowArrayStream stream;
    table.to_arrow(&stream);
    const auto frame = Frame::from_arrow(&stream);
    EXPECT_TRUE(frame.ok()) << frame.error().message;
    return frame ? *frame : Frame();
}

Result<Table> read_hand(const HandColumn& column, TableInput input) {
    ArrowArrayStream stream;
    HandTable{{column}}.to_arrow(&stream);
    SCRIM_TRY(input.frame, Frame::from_arrow(&stream));
    arrow::ArrowSource source(input.frame.held(), input);
    return source.read(source.columns(), no_progress());
}

std::vector<std::string> labels_of(const HandColumn& column, TableInput input) {
    const auto table = read_hand(column, std::move(input));
    EXPECT_TRUE(table.ok()) << table.error().message;
    std::vector<std::string> labels;
    for (std::size_t row = 0; table && row < table->rows(); ++row)
        labels.push_back((*table)[0].domain().label((*table)[0][row]));
    return labels;
}

std::string refusal_of(const HandTable& table, TableInput input) {
    ArrowArrayStream stream;
    int held = 0;
    table.to_arrow(&stream, &held);
    std::string refusal;
    {
        const auto frame = Frame::from_arrow(&stream);
        EXPECT_EQ(stream.release, nullptr);
        if (!frame) {
            refusal = frame.error().message;
        } else {
            input.frame = *frame;
            arrow::ArrowSource source(frame->held(), input);
            const auto read = source.read(source.columns(), no_progress());
            if (!read) refusal = read.error().message;
        }
        input.frame = Frame();
    }
    EXPECT_EQ(held, 0) << "arrays that were not released";
    EXPECT_EQ(refusal.find('\n'), std::string::npos) << refusal;
    return refusal;
}

}  // namespace scrim::testing
