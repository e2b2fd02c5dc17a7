// CodedRows: all rows of a view as it shows them, as codes: for views whose rows have no places of their own, such as
// those over joins or with a profile for each person. Kept with the view's version, so that the next scan draws an order
// at once.
#pragma once

#include "adapters/postgres/version.h"

#include <memory>
#include <unordered_map>
#include <vector>

#include "chance.h"
#include "datum_codes.h"

namespace scrim::postgres {

class CodedRows {
public:
    enum class Kind : char { unwanted, plain, label };
    // By column of the slot, as `shape` has them.
    CodedRows(TupleDesc shape, const std::vector<Kind>& kinds);
    CodedRows(const CodedRows&) = delete;
    CodedRows& operator=(const CodedRows&) = delete;
    ~CodedRows() { MemoryContextDelete(values_); }

    // A row of the view in a virtual slot. False where it cannot be kept so: nothing more is to be added.
    bool add(const TupleTableSlot* slot);
    std::size_t size() const { return rows_; }
    // Fills a virtual slot.
    void show(std::size_t row, TupleTableSlot* slot) const;

    // Of a version, with these columns wanted: the rows, or null where they are not there (yet).
    static std::shared_ptr<const CodedRows> find(const Version* version, const std::vector<char>& wanted);
    // Nobody has tried yet.
    static bool may_be_kept(const Version* version, const std::vector<char>& wanted);
    // Null: they cannot be kept.
    static void keep(const std::shared_ptr<const Version>& version, const std::vector<char>& wanted,
                     std::shared_ptr<const CodedRows> rows);

private:
    static constexpr std::size_t most_bytes = std::size_t{24} << 20, most_kept = 2;

    struct Column {
        Kind kind = Kind::unwanted;
        std::vector<std::uint16_t> codes;
        DatumCodes values;
        std::vector<Datum> labels{0};
        std::unordered_map<Datum, std::uint16_t> known_labels;  // by where they lie in the version
    };
    struct Kept {
        std::weak_ptr<const Version> version;
        const Version* of;
        std::vector<char> wanted;
        std::shared_ptr<const CodedRows> rows;
    };
    static std::vector<Kept>& kept();

    MemoryContext values_;
    std::vector<Column> columns_;
    std::size_t rows_ = 0, bytes_ = 0;
};

// Such rows in an order drawn at random.
class CodedScan {
public:
    explicit CodedScan(std::shared_ptr<const CodedRows> rows);
    void next(TupleTableSlot* slot);  // or leaves it empty at the end
    void again() { at_ = 0; }

private:
    std::shared_ptr<const CodedRows> rows_;
    Chance chance_;
    std::vector<std::uint32_t> order_;
    std::size_t at_ = 0, drawn_ = 0;
};

}  // namespace scrim::postgres
