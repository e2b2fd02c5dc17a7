#include "scrim/histogram.h"

#include "kernel/core/field.h"
#include "kernel/core/names.h"
#include "kernel/core/text.h"
#include "kernel/encode/counted_rows.h"
#include "kernel/encode/typed_file.h"
#include "library/open_table.h"
#include "library/part_seals.h"
#include "scrim/input.h"
#include "scrim/policy.h"

#include <algorithm>

namespace scrim {
namespace {

using library::histogram_seal;
constexpr std::string_view histogram_notice = "holds raw values of a table: for its owner only";

const std::vector<std::string> no_names;

bool reads_as_text(ColumnType type) { return type != ColumnType::found && type != ColumnType::plain; }

// The input with every column read as its source types it: text as it is written, whatever it looks like.
TableInput as_typed(const TableInput& table, const TableSource& source) {
    TableInput typed = table;
    typed.columns.clear();
    for (const std::string& name : source.columns()) {
        ColumnReading reading{name};
        for (const ColumnReading& told : table.columns)
            if (told.name == name) reading = told;
        // What is meant as text is taken as it prints, so that it can still be read as meant.
        if (source.holds_text(name) || reads_as_text(reading.type)) reading.type = ColumnType::category;
        typed.columns.push_back(std::move(reading));
    }
    return typed;
}

// `counts`: the column that says how often each row occurs, "" for none.
Result<Histogram> make(const TableInput& table, const TableSource& source, const std::vector<std::string>& columns,
                       Progress& progress, const std::string& counts = "") {
    if (table.histogram) return input_error("the table is a histogram already");
    if (columns.empty()) return input_error("no column is asked for; name at least one");
    encode::TypedRows rows;
    if (table.frame && table.frame.rows() == 0) {
        rows = encode::no_rows(columns);
    } else {
        TableInput input = as_typed(table, source);
        std::vector<std::string> read = columns;
        if (!counts.empty()) {
            read.push_back(counts);
            // A value that means "no value" may well be a count.
            for (ColumnReading& reading : input.columns)
                if (reading.name != counts)
                    reading.missing.insert(reading.missing.end(), input.missing.begin(), input.missing.end());
            input.missing.clear();
        }
        SCRIM_TRY(const auto typed, library::open_table(input));
        SCRIM_TRY(Tuples tuples, typed->read_tuples(read, 0, progress));
        rows = encode::typed_rows(std::move(tuples));
        if (!counts.empty()) {
            SCRIM_TRY(rows, encode::counted_rows(std::move(rows)));
        }
    }
    for (const std::string& name : source.columns())
        if (!contains(columns, name) && name != counts) rows.left_out.push_back(name);
    std::sort(rows.left_out.begin(), rows.left_out.end());
    return Histogram(std::make_shared<encode::TypedRows>(std::move(rows)));
}

// Is the column looked at by whoever has this policy?
bool is_kept(const Policy& policy, const std::string& name) {
    if (name == policy.person || name == policy.sample_weight || name == policy.household) return true;
    for (const ColumnPolicy& column : policy.columns)
        if (column.guard == name) return true;
    const ColumnPolicy* column = policy.find(name);
    return column && column->role != Role::identifier && column->role != Role::dropped;
}

Result<Histogram> of_policy(const TableInput& table, const Policy& policy, const std::string& counts,
                            Progress& progress) {
    const TableInput input = read_as(table, policy);
    SCRIM_TRY(const auto source, library::open_table(input));
    std::vector<std::string> all = source->columns();
    std::erase(all, counts);
    const Policy classified = with_defaults(policy, all);
    std::vector<std::string> columns;
    for (const std::string& name : all) {
        if (!classified.find(name) && !is_kept(classified, name))
            return input_error(format("{}: column {} is not classified: say what it is in the policy{}", source->name(),
                                      quoted(name), near_column(classified, name)));
        if (is_kept(classified, name)) {
            columns.push_back(name);
        } else if (classified.find(name)->role == Role::identifier && policy.person.empty() &&
                   !policy.rows_are_persons) {
            return input_error(format(
                "{}: whether the identifier {} repeats cannot be told of parts of a table: name the person's column "
                "({}), or say that each record is another person's ({}, or rows_are_persons: true)",
                source->name(), quoted(name), field("person"), switched_on("rows_are_persons")));
        }
    }
    return make(input, *source, columns, progress, counts);
}

}  // namespace

Result<Histogram> Histogram::of(const TableInput& table, const Policy& policy, Progress& progress) {
    return of_policy(table, policy, "", progress);
}

Result<Histogram> Histogram::counted(const TableInput& table, const std::string& counts, const Policy& policy,
                                     Progress& progress) {
    SCRIM_TRY(const auto source, library::open_table(table));
    if (!source->has(counts))
        return input_error(
            format("{}: there is no column {}, which says how often each row occurs", source->name(), quoted(counts)));
    return of_policy(table, policy, counts, progress);
}

Result<Histogram> Histogram::of(const TableInput& table, const std::vector<std::string>& columns, Progress& progress) {
    SCRIM_TRY(const auto source, library::open_table(table));
    std::vector<std::string> ordered;
    for (const std::string& name : source->columns())
        if (contains(columns, name)) ordered.push_back(name);
    for (const std::string& name : columns)
        if (!source->has(name))
            return input_error(format("{}: there is no column {}{}; there are {}", source->name(), quoted(name),
                                      did_you_mean(name, source->columns()), list_some(source->columns(), 20)));
    return make(table, *source, ordered, progress);
}

Result<Histogram> Histogram::merged(std::span<const Histogram> parts) {
    std::vector<const encode::TypedRows*> held;
    for (const Histogram& part : parts) {
        if (!part) return input_error("one of the parts holds no histogram");
        held.push_back(part.held().get());
    }
    if (held.empty()) return input_error("there are no parts; at least one is expected");
    if (held.size() == 1) return parts.front();
    SCRIM_TRY(encode::TypedRows rows, encode::united(held));
    return Histogram(std::make_shared<encode::TypedRows>(std::move(rows)));
}

const std::vector<std::string>& Histogram::columns() const { return rows_ ? rows_->names : no_names; }
const std::vector<std::string>& Histogram::left_out() const { return rows_ ? rows_->left_out : no_names; }

std::uint64_t Histogram::records() const { return rows_ ? rows_->total : 0; }
std::uint64_t Histogram::rows() const { return rows_ ? rows_->size() : 0; }

std::string Histogram::serialize() const {
    ByteWriter out;
    out.text(histogram_notice);
    encode::write_rows(out, rows_ ? *rows_ : encode::TypedRows());
    return seal(histogram_seal, out.take());
}

Result<Histogram> Histogram::parse(std::string_view bytes) {
    SCRIM_TRY(const std::string_view inside, unseal(histogram_seal, bytes));
    ByteReader in(inside);
    if (in.text() != histogram_notice) in.fail();
    encode::TypedRows rows = encode::take_rows(in);
    if (!in.done()) return senseless(histogram_seal);
    return Histogram(std::make_shared<encode::TypedRows>(std::move(rows)));
}

}  // namespace scrim
