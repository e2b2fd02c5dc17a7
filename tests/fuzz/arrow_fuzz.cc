// Any table as Arrow arrays that say of themselves whatever the bytes want: lengths, offsets, counts, types, offsets of
// text and of lists, indexes, views. Refused in one line, or read the same each time, and all is released.
//
// What the interface cannot let anybody check stays true: a buffer has as many cells as its array says, where that is a
// number of cells that could be.
#include "adapters/arrow/arrow_source.h"
#include "adapters/arrow/arrow_writer.h"
#include "adapters/arrow/exported.h"
#include "adapters/arrow/held_batches.h"

#include "scrim/lists.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace {

void require(bool holds, const char* claim) {
    if (holds) return;
    std::fprintf(stderr, "violated: %s\n", claim);
    std::abort();
}

constexpr std::int64_t most_cells = 40;  // of an array, and of its offset
constexpr std::int64_t text_bytes = 64;

// The bytes, one after the other; zeros, which make a sound table, when they are used up.
class Bytes {
public:
    Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
    std::uint8_t next() { return at_ < size_ ? data_[at_++] : std::uint8_t{0}; }
    bool wild() { return next() > 235; }
    // Mostly a number of cells that could be, else one that could not.
    std::int64_t count() {
        constexpr std::int64_t impossible[] = {-1, -2, std::numeric_limits<std::int64_t>::min(),
                                               std::numeric_limits<std::int64_t>::max(), (std::int64_t{1} << 56) + 1};
        const std::uint8_t byte = next();
        return byte < 251 ? byte % (most_cells + 1) : impossible[byte - 251];
    }

private:
    const std::uint8_t* data_;
    std::size_t size_, at_ = 0;
};

struct Format {
    const char* text;
    std::size_t width;  // of a cell, in bytes; 0 for text and what is refused
};
constexpr Format formats[] = {{"c", 1},        {"C", 1},         {"s", 2},
                              {"S", 2},        {"i", 4},         {"I", 4},
                              {"l", 8},        {"L", 8},         {"n", 1},
                              {"b", 1},        {"e", 2},         {"f", 4},
                              {"g", 8},        {"u", 0},         {"U", 0},
                              {"vu", 0},       {"tdD", 4},       {"tdm", 8},
                              {"tss:", 8},     {"tsm:", 8},      {"tsu:", 8},
                              {"tsn:", 8},     {"tsn:UTC", 8},   {"tts", 4},
                              {"ttm", 4},      {"ttu", 8},       {"ttn", 8},
                              {"d:9,2", 16},   {"d:38,10", 16},  {"d:5,-3", 16},
                              {"d:9,2,32", 4}, {"d:18,2,64", 8}, {"d:76,40,256", 32},
                              {"+l", 0},       {"z", 0}};
constexpr std::size_t index_formats = 8;  // the first ones

// A buffer for twice as many cells as an array has, made of few bytes: one that says how, and one that it begins with.
class Buffer {
public:
    explicit Buffer(Bytes& bytes) : wild_(bytes.wild()), state_(bytes.next()) {}

    // Cells of so many bytes, of small numbers; or of any bytes.
    void fill(std::size_t width) {
        for (std::size_t at = 0; at < sizeof bytes_; at += wild_ ? 1 : width)
            bytes_[at] = static_cast<std::uint8_t>(wild_ ? number() : number() % 4);
    }
    template <class Offset>
    void fill_offsets() {
        Offset offset = 0;
        for (std::size_t at = 0; at < sizeof bytes_; at += sizeof offset) {
            std::memcpy(bytes_ + at, &offset, sizeof offset);
            offset = wild_ ? static_cast<Offset>(number() % (text_bytes + 2)) - 1
                           : std::min<Offset>(text_bytes, offset + static_cast<Offset>(number() % 3));
        }
    }
    // Views of one buffer of text.
    void fill_views() {
        for (std::size_t at = 0; at + 16 <= sizeof bytes_; at += 16) {
            const std::int32_t length = static_cast<std::int32_t>(number() % 20) - (wild_ ? 2 : 0);
            const std::int32_t place[2] = {wild_ ? static_cast<std::int32_t>(number() % 3) - 1 : 0,
                                           static_cast<std::int32_t>(number() % (wild_ ? 70 : 40))};
            std::memcpy(bytes_ + at, &length, sizeof length);
            for (std::size_t i = 4; i < 16; ++i) bytes_[at + i] = 'a';
            if (length > 12) std::memcpy(bytes_ + at + 8, place, sizeof place);
        }
    }
    void fill_sizes() {
        const std::int64_t size = wild_ ? -1 : text_bytes;
        std::memcpy(bytes_, &size, sizeof size);
    }
    void fill_text() {
        for (std::uint8_t& byte : bytes_) byte = wild_ ? static_cast<std::uint8_t>(number()) : 'a' + number() % 3;
    }
    const void* bytes() const { return bytes_; }

private:
    std::uint32_t number() {
        state_ = state_ * 1'664'525 + 1'013'904'223;
        return state_ >> 16;
    }

    bool wild_;
    std::uint32_t state_;
    alignas(16) std::uint8_t bytes_[(2 * most_cells + 1) * 32] = {};
};

struct Type {
    std::string format, dictionary;  // of the items, where it is a column of lists
};

// How the first and the third column are lists, by some bits of the first byte; "" for values.
constexpr const char* lists[] = {"", "+l", "+L", "+w:2", "+vl", "+vL", "+w:0", "+l"};

const Format& format_of(const std::string& text) {
    for (const Format& format : formats)
        if (text == format.text) return format;
    return formats[0];
}

// An array of at least so many cells, if the bytes let it be.
scrim::arrow::OwnedArray array(Bytes& bytes, const std::string& format, const std::string& dictionary,
                               std::int64_t cells) {
    auto buffers = std::make_shared<std::vector<std::unique_ptr<Buffer>>>();
    scrim::arrow::ArrayParts parts{cells};
    if (bytes.wild()) parts.length = bytes.count();
    if (bytes.next() > 200) parts.offset = bytes.count();
    const auto add = [&](auto fill) {
        fill(*buffers->emplace_back(std::make_unique<Buffer>(bytes)));
        parts.buffers.push_back(buffers->back()->bytes());
    };
    if (format != "n") {
        add([](Buffer& buffer) { buffer.fill(1); });
        if (bytes.next() < 128) parts.buffers[0] = nullptr;
        parts.null_count = parts.buffers[0] ? -1 : 0;
        if (format == "u") {
            add([](Buffer& buffer) { buffer.fill_offsets<std::int32_t>(); });
        } else if (format == "U") {
            add([](Buffer& buffer) { buffer.fill_offsets<std::int64_t>(); });
        } else if (format == "vu") {
            add([](Buffer& buffer) { buffer.fill_views(); });
        } else {
            add([&](Buffer& buffer) { buffer.fill(std::max<std::size_t>(format_of(format).width, 1)); });
        }
        if (format == "u" || format == "U" || format == "vu") add([](Buffer& buffer) { buffer.fill_text(); });
        if (format == "vu") add([](Buffer& buffer) { buffer.fill_sizes(); });
    }
    if (bytes.wild()) parts.null_count = bytes.count();
    if (bytes.wild() && !parts.buffers.empty()) parts.buffers[bytes.next() % parts.buffers.size()] = nullptr;
    if (bytes.wild()) parts.buffers.resize(bytes.next() % 5, nullptr);
    if (!dictionary.empty() && !bytes.wild()) parts.dictionary = array(bytes, dictionary, "", 4);
    parts.keep = buffers;
    return scrim::arrow::export_array(std::move(parts));
}

// Lists of the items of an array.
scrim::arrow::OwnedArray list_array(Bytes& bytes, std::string_view format, const Type& type, std::int64_t cells) {
    auto buffers = std::make_shared<std::vector<std::unique_ptr<Buffer>>>();
    scrim::arrow::ArrayParts parts{cells};
    if (bytes.wild()) parts.length = bytes.count();
    if (bytes.next() > 200) parts.offset = bytes.count();
    const auto add = [&](auto fill) {
        fill(*buffers->emplace_back(std::make_unique<Buffer>(bytes)));
        parts.buffers.push_back(buffers->back()->bytes());
    };
    add([](Buffer& buffer) { buffer.fill(1); });
    if (bytes.next() < 128) parts.buffers[0] = nullptr;
    parts.null_count = parts.buffers[0] ? -1 : 0;
    if (format == "+l") add([](Buffer& buffer) { buffer.fill_offsets<std::int32_t>(); });
    if (format == "+L") add([](Buffer& buffer) { buffer.fill_offsets<std::int64_t>(); });
    for (int both = 0; both < 2; ++both) {  // places, then lengths
        if (format == "+vl") add([](Buffer& buffer) { buffer.fill(4); });
        if (format == "+vL") add([](Buffer& buffer) { buffer.fill(8); });
    }
    if (bytes.wild()) parts.null_count = bytes.count();
    if (bytes.wild()) parts.buffers[bytes.next() % parts.buffers.size()] = nullptr;
    if (bytes.wild()) parts.buffers.resize(bytes.next() % 4, nullptr);
    if (!bytes.wild()) parts.children.push_back(array(bytes, type.format, type.dictionary, most_cells));
    parts.keep = buffers;
    return scrim::arrow::export_array(std::move(parts));
}

class FuzzedStream final : public scrim::arrow::BatchSource {
public:
    FuzzedStream(Bytes& bytes, const char* as_lists) : bytes_(bytes), lists_(as_lists) {
        for (int column = 1 + bytes.next() % 3; column > 0; --column) {
            Type& type = types_->emplace_back();
            type.format = formats[bytes.next() % std::size(formats)].text;
            if (bytes.next() > 128) {
                type.dictionary = type.format;
                type.format = formats[bytes.next() % index_formats].text;
            }
            if (bytes.wild()) type.format.insert(type.format.begin(), static_cast<char>(bytes.next() | 1));
        }
    }
    scrim::arrow::OwnedSchema schema() override {
        static const char* const names[] = {"a", "b", "c"};
        scrim::arrow::SchemaParts parts{"+s"};
        for (std::size_t c = 0; c < types_->size(); ++c) {
            const Type& type = (*types_)[c];
            scrim::arrow::SchemaParts child{type.format.c_str(), names[c]};
            child.keep = types_;
            if (!type.dictionary.empty())
                child.dictionary = scrim::arrow::export_schema({.format = type.dictionary.c_str(), .keep = types_});
            if (is_list(c)) {
                scrim::arrow::SchemaParts list{lists_.data(), names[c]};
                list.children.push_back(scrim::arrow::export_schema(std::move(child)));
                child = std::move(list);
                child.keep = types_;
            }
            parts.children.push_back(scrim::arrow::export_schema(std::move(child)));
        }
        return scrim::arrow::export_schema(std::move(parts));
    }
    scrim::arrow::OwnedArray next() override {
        if (batches_-- == 0) return {};
        const std::int64_t rows = bytes_.count();
        scrim::arrow::ArrayParts parts{rows, 0, bytes_.next() > 220 ? bytes_.count() : 0, {nullptr}};
        const std::int64_t needed = rows < 0 || rows > most_cells || parts.offset < 0 || parts.offset > most_cells
                                        ? most_cells
                                        : std::min(most_cells, rows + parts.offset);
        for (std::size_t c = 0; c < types_->size(); ++c) {
            const Type& type = (*types_)[c];
            parts.children.push_back(is_list(c) ? list_array(bytes_, lists_, type, needed)
                                                : array(bytes_, type.format, type.dictionary, needed));
        }
        return scrim::arrow::export_array(std::move(parts));
    }

private:
    bool is_list(std::size_t column) const { return !lists_.empty() && column != 1; }

    Bytes& bytes_;
    std::string_view lists_;  // one of the constants
    std::shared_ptr<std::vector<Type>> types_ = std::make_shared<std::vector<Type>>();
    int batches_ = 3;
};

void require_one_line(const scrim::Error& error) {
    require(error.kind == scrim::Error::Kind::input, "it is the producer's fault");
    require(error.message.find('\n') == std::string::npos, "a message is one line");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes bytes(data, size);
    const auto how = bytes.next();
    ArrowArrayStream stream;
    scrim::arrow::export_stream(std::make_unique<FuzzedStream>(bytes, lists[how / 8 % std::size(lists)]), &stream);
    const auto frame = scrim::Frame::from_arrow(&stream);
    require(stream.release == nullptr, "the stream is released");
    if (!frame) {
        require_one_line(frame.error());
        return 0;
    }
    scrim::TableInput input;
    if (how & 1) input.missing = {"0", "a", "1970-01-01", "true"};
    if (how & 2) input.columns.push_back({"a", scrim::ColumnType::category});
    input.plain = how & 4;
    scrim::arrow::ArrowSource source(frame->held(), input);
    const auto read = source.read(source.columns(), scrim::no_progress());
    // What is handed on is read alike.
    ArrowArrayStream again;
    require(frame->to_arrow(&again).ok(), "a frame is handed on");
    const auto copy = scrim::Frame::from_arrow(&again);
    require(copy.ok() && copy->rows() == frame->rows(), "what was taken once is taken again");
    scrim::arrow::ArrowSource second(copy->held(), input);
    const auto tuples = second.read_tuples(second.columns(), 0, scrim::no_progress());
    require(read.ok() == tuples.ok(), "it is read, or refused");
    if (!read) {
        require_one_line(read.error());
        return 0;
    }
    require(read->rows() == frame->rows() && tuples->total == frame->rows(), "all rows are read");
    for (std::size_t c = 0; c < read->width(); ++c)
        for (std::size_t row = 0; row < read->rows(); ++row)
            require((*read)[c][row] < (*read)[c].domain().size(), "every code is of its domain");
    if (!scrim::has_lists(*frame)) return 0;
    // What is printed of lists becomes lists again, which print alike.
    scrim::arrow::write_stream(*read, scrim::arrow::TextAs::dictionary, &stream);
    const auto shown = scrim::Frame::from_arrow(&stream);
    require(shown.ok(), "what is written is read");
    const auto relisted = scrim::with_lists_of(*shown, *frame);
    require(relisted.ok(), "texts become lists again");
    scrim::arrow::ArrowSource third(relisted->held(), {});
    const auto printed = third.read(third.columns(), scrim::no_progress());
    require(printed.ok(), "lists that were made are read");
    for (std::size_t c = 0; c < read->width(); ++c) {
        require(!relisted->held()->types()[c].lists || frame->held()->types()[c].lists, "lists are of the original");
        for (std::size_t row = 0; row < read->rows() && relisted->held()->types()[c].lists; ++row)
            require((*printed)[c].domain().label((*printed)[c][row]) == (*read)[c].domain().label((*read)[c][row]),
                    "lists print alike");
    }
    return 0;
}
