#include "adapters/arrow/arrow_writer.h"

#include "adapters/arrow/exported.h"
#include "adapters/arrow/written_text.h"
#include "kernel/core/expansion.h"
#include "kernel/core/text.h"
#include "kernel/encode/number_width.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace scrim::arrow {
namespace {

std::string format_of(const Domain& domain) {
    switch (domain.kind()) {
        case Domain::Kind::text: break;
        case Domain::Kind::date: return "tdD";
        case Domain::Kind::timestamp: return "tsu:";
        case Domain::Kind::number:
            if (const int digits = encode::decimal_digits(domain); digits > 0)
                return format("d:{},{}", digits, domain.scale());
            return "l";
    }
    return "u";
}

// A column, as all batches have it.
struct WrittenColumn {
    std::string name, format, dictionary_format = {};  // the last is empty where there is no dictionary
    std::optional<TextValues> texts = {};
};

using Columns = std::shared_ptr<const std::vector<WrittenColumn>>;

WrittenColumn written(const std::string& name, const Domain& domain, TextAs text) {
    if (domain.is_numeric()) return {name, format_of(domain)};
    TextValues values(domain, most_batch_rows);
    const std::string format = values.format();
    if (text == TextAs::dictionary) return {name, "i", format, std::move(values)};
    return {name, format, {}, std::move(values)};
}

class TableBatches final : public BatchSource {
public:
    TableBatches(Tuples rows, TextAs text) : rows_(std::move(rows)), left_(rows_.table.rows(), rows_.weights) {
        auto columns = std::make_shared<std::vector<WrittenColumn>>();
        for (std::size_t c = 0; c < rows_.table.width(); ++c)
            columns->push_back(written(rows_.table.name(c), rows_.table[c].domain(), text));
        columns_ = std::move(columns);
    }

    OwnedSchema schema() override {
        SchemaParts parts{"+s", "", nullptr, 0};
        for (const WrittenColumn& column : *columns_) {
            SchemaParts child{column.format.c_str(), column.name.c_str()};
            child.keep = columns_;
            if (!column.dictionary_format.empty())
                child.dictionary = export_schema({.format = column.dictionary_format.c_str(), .keep = columns_});
            parts.children.push_back(export_schema(std::move(child)));
        }
        return export_schema(std::move(parts));
    }

    OwnedArray next() override {
        std::vector<std::uint32_t> places(most_batch_rows);
        places.resize(left_.take(places));
        if (places.empty()) return {};
        ArrayParts parts{static_cast<std::int64_t>(places.size()), 0, 0, {nullptr}};
        for (std::size_t c = 0; c < columns_->size(); ++c) {
            std::vector<Code> codes(places.size());
            rows_.table[c].visit([&](auto all) {
                for (std::size_t i = 0; i < codes.size(); ++i) codes[i] = all[places[i]];
            });
            parts.children.push_back(cells(c, codes));
        }
        return export_array(std::move(parts));
    }

private:
    // What one array's buffers are part of.
    struct Cells {
        Columns columns;
        std::vector<std::uint8_t> valid;
        std::vector<std::int32_t> narrow;
        std::vector<std::int64_t> wide;
        std::vector<Int128> widest;
        TextBuffers text;
    };

    OwnedArray cells(std::size_t c, const std::vector<Code>& codes) const {
        const WrittenColumn& column = (*columns_)[c];
        const Domain& domain = rows_.table[c].domain();
        const auto own = std::make_shared<Cells>();
        own->columns = columns_;
        ArrayParts parts{static_cast<std::int64_t>(codes.size())};
        parts.null_count = mark_valid(domain, codes, own->valid);
        parts.buffers.push_back(parts.null_count > 0 ? own->valid.data() : nullptr);
        const auto units = [&]<class T>(std::vector<T>& to) {
            to.reserve(codes.size());
            for (const Code code : codes)
                to.push_back(code < domain.values() ? static_cast<T>(domain.units(code)) : T{});
            parts.buffers.push_back(to.data());
        };
        if (column.format == "tdD") {
            units(own->narrow);
        } else if (column.format.starts_with("d:")) {
            units(own->widest);
        } else if (domain.is_numeric()) {
            units(own->wide);
        } else if (!column.dictionary_format.empty()) {
            for (const Code code : codes)
                own->narrow.push_back(code < domain.values() ? static_cast<std::int32_t>(code) : 0);
            parts.buffers.push_back(own->narrow.data());
            parts.dictionary = column.texts->dictionary(columns_);
        } else {
            own->text = column.texts->cells(codes);
            own->text.add_to(parts);
        }
        parts.keep = own;
        return export_array(std::move(parts));
    }

    // A bit for each cell that is not NULL; how many are.
    static std::int64_t mark_valid(const Domain& domain, const std::vector<Code>& codes,
                                   std::vector<std::uint8_t>& valid) {
        if (!domain.has_null()) return 0;
        std::int64_t nulls = 0;
        valid.assign((codes.size() + 7) / 8, 0);
        for (std::size_t i = 0; i < codes.size(); ++i)
            if (codes[i] == domain.null_code())
                ++nulls;
            else
                valid[i / 8] = static_cast<std::uint8_t>(valid[i / 8] | 1 << (i % 8));
        return nulls;
    }

    Tuples rows_;
    Expansion left_;
    Columns columns_;  // which batches share, without the rows
};

}  // namespace

void write_stream(Tuples rows, TextAs text, ArrowArrayStream* out) {
    export_stream(std::make_unique<TableBatches>(std::move(rows), text), out);
}

void write_stream(Table rows, TextAs text, ArrowArrayStream* out) {
    const std::size_t count = rows.rows();
    write_stream(Tuples{std::move(rows), {}, count}, text, out);
}

}  // namespace scrim::arrow
