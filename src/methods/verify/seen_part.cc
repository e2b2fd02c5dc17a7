#include "methods/verify/seen_part.h"

#include "kernel/core/number_text.h"
#include "kernel/core/sealed_bytes.h"
#include "kernel/core/text.h"
#include "kernel/encode/typed_file.h"
#include "methods/files/digest.h"
#include "methods/files/file.h"

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <optional>

namespace scrim::verifier {
namespace {

constexpr Seal part_seal{"SCRIMSEE", "look at a file of a release", 1};

TableInput input_of(const std::string& path, const ClaimedRelease& claimed) {
    TableInput input;
    input.path = path;
    input.plain = true;
    return claimed.read_as_stated(std::move(input));
}

// The input with these columns read as text.
TableInput as_text(TableInput input, const std::vector<std::string>& columns) {
    for (const std::string& name : columns) {
        std::erase_if(input.columns, [&](const ColumnReading& reading) { return reading.name == name; });
        input.columns.push_back({name, ColumnType::category, {}});
    }
    return input;
}

// Of each column: do rows that differ from the one above it there, and in no column before, ascend?
std::vector<std::uint8_t> ascending(const Table& text, const Table& order) {
    std::vector<std::uint8_t> ascends(text.width(), 1);
    std::vector<char> equal(text.rows(), 1);
    for (std::size_t c = 0; c < text.width(); ++c)
        for (std::size_t row = 1; row < text.rows(); ++row) {
            if (!equal[row] || text[c][row - 1] == text[c][row]) continue;
            equal[row] = 0;
            if (order[c][row - 1] >= order[c][row]) ascends[c] = 0;
        }
    return ascends;
}

// -1, 0 or 1; a missing value is the last.
int compared(const Domain& one, Code x, const Domain& other, Code y) {
    const bool x_null = one.has_null() && x == one.null_code(), y_null = other.has_null() && y == other.null_code();
    if (x_null || y_null) return x_null - y_null;
    if (!one.is_numeric() || !other.is_numeric() || one.kind() != other.kind())
        return one.label(x).compare(other.label(y));
    const int scale = std::max(one.scale(), other.scale());
    const auto a = rescale(one.units(x), one.scale(), scale), b = rescale(other.units(y), other.scale(), scale);
    if (!a || !b) return one.label(x).compare(other.label(y));
    return *a < *b ? -1 : *a > *b ? 1 : 0;
}

int compared(const Table& one, std::size_t x, const Table& other, std::size_t y) {
    for (std::size_t c = 0; c < one.width(); ++c)
        if (const int found = compared(one[c].domain(), one[c][x], other[c].domain(), other[c][y])) return found;
    return 0;
}

// The least and the greatest row of a part.
std::pair<std::size_t, std::size_t> ends_of(const Table& rows) {
    const auto less = [&](std::size_t x, std::size_t y) {
        for (std::size_t c = 0; c < rows.width(); ++c)
            if (rows[c][x] != rows[c][y]) return rows[c][x] < rows[c][y];
        return false;
    };
    std::pair<std::size_t, std::size_t> ends;
    for (std::size_t row = 1; row < rows.rows(); ++row) {
        if (less(row, ends.first)) ends.first = row;
        if (less(ends.second, row)) ends.second = row;
    }
    return ends;
}

std::vector<std::size_t> places_of(const encode::TypedRows& rows) {
    std::vector<std::size_t> places(rows.names.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    return places;
}

}  // namespace

Result<SeenPart> see_part(const std::string& folder, const std::string& name, const OpenSource& open,
                          Progress& progress) {
    Ledger ledger;
    const auto claimed = read_certificate(folder, ledger);
    if (!claimed) return not_readable(folder, ledger);
    const ReleaseFiles files = listed_files(folder, *claimed);
    if (!std::count(files.parts.begin(), files.parts.end(), name) || !files.usable.contains(name))
        return input_error(format("{} is no file of the data of the release in {}", quoted(name), quoted(folder)));
    SeenPart seen{.name = name};
    const std::string path = folder + "/" + name;
    std::error_code error;
    seen.bytes = std::filesystem::file_size(path, error);
    if (error) return input_error(format("{}: {}", path, error.message()));
    SCRIM_TRY(seen.sha256, files::sha256_of_file(path));
    const TableInput input = input_of(path, *claimed);
    SCRIM_TRY(const auto source, open(input));
    const std::vector<std::string> columns = source->columns();
    SCRIM_TRY(const auto of_text, open(as_text(input, columns)));
    SCRIM_TRY(const Table text, of_text->read(columns, progress));
    SCRIM_TRY(const Table found, source->read(columns, progress));
    seen.ascends_as_text = ascending(text, text);
    seen.ascends_as_found = ascending(text, found);
    std::vector<std::string> texts;
    for (const std::string& column : columns)
        if (source->holds_text(column)) texts.push_back(column);
    SCRIM_TRY(const auto typed, open(as_text(input, texts)));
    SCRIM_TRY(Tuples rows, typed->read_tuples(columns, 0, progress));
    seen.rows = encode::typed_rows(std::move(rows));
    return seen;
}

std::string part_bytes(const SeenPart& part) {
    ByteWriter out;
    out.text(part.name);
    out.number(part.bytes);
    out.text(part.sha256);
    encode::write_rows(out, part.rows);
    for (const auto* ascends : {&part.ascends_as_text, &part.ascends_as_found})
        for (const std::uint8_t yes : *ascends) out.number(yes);
    return seal(part_seal, out.take());
}

Result<SeenPart> part_of_bytes(std::string_view bytes) {
    SCRIM_TRY(const std::string_view inside, unseal(part_seal, bytes));
    ByteReader in(inside);
    SeenPart part;
    part.name = in.text();
    part.bytes = in.number();
    part.sha256 = in.text();
    part.rows = encode::take_rows(in);
    for (auto* ascends : {&part.ascends_as_text, &part.ascends_as_found})
        for (std::size_t c = 0; c < part.rows.names.size(); ++c)
            ascends->push_back(in.number() == 1 ? std::uint8_t{1} : std::uint8_t{0});
    if (!in.done()) return senseless(part_seal);
    return part;
}

Result<SeenData> seen_data(std::span<const std::shared_ptr<const SeenPart>> parts, const TableInput& input) {
    std::vector<const encode::TypedRows*> held;
    for (const auto& part : parts) held.push_back(&part->rows);
    SCRIM_TRY(const encode::TypedRows all, encode::united(held));
    SCRIM_TRY(Tuples rows, encode::read_rows(all, places_of(all), input));
    SeenData seen{distinct_tuples(std::move(rows)), {}};
    // As every part is read among the others.
    TableInput as_all = input;
    std::vector<std::string> texts;
    for (std::size_t c = 0; c < seen.rows.table.width(); ++c)
        if (!seen.rows.table[c].domain().is_numeric()) texts.push_back(seen.rows.table.name(c));
    as_all = as_text(std::move(as_all), texts);
    std::optional<Tuples> before;
    std::size_t last = 0;
    for (const auto& part : parts) {
        for (std::size_t c = 0; c < part->rows.names.size(); ++c) {
            const auto place = seen.rows.table.find(part->rows.names[c]);
            const bool numeric = place && seen.rows.table[*place].domain().is_numeric();
            if (!(numeric ? part->ascends_as_found : part->ascends_as_text)[c] && seen.unsorted.empty())
                seen.unsorted =
                    format("rows of {} do not ascend by {}", printable(part->name), quoted(part->rows.names[c]));
        }
        if (part->rows.size() == 0) continue;
        SCRIM_TRY(Tuples own, encode::read_rows(part->rows, places_of(part->rows), as_all));
        const auto [first, greatest] = ends_of(own.table);
        if (before && compared(before->table, last, own.table, first) > 0 && seen.unsorted.empty())
            seen.unsorted = format("rows of {} belong before those of the file above it", printable(part->name));
        last = greatest;
        before = std::move(own);
    }
    return seen;
}

}  // namespace scrim::verifier
