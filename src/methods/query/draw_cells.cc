#include "methods/query/draw_cells.h"

#include "kernel/core/groups.h"
#include "kernel/core/number_text.h"
#include "kernel/core/partition.h"
#include "kernel/core/text.h"
#include "kernel/hierarchy/interval_label.h"
#include "methods/query/drawn_values.h"
#include "methods/query/meaning.h"
#include "methods/query/shown_shares.h"

#include <algorithm>
#include <numeric>
#include <optional>

namespace scrim::querying {
namespace {

// Uniform in [0, 1).
double uniform(Random& random) {
    constexpr std::uint64_t steps = std::uint64_t{1} << 53;
    return static_cast<double>(random.below(steps)) / static_cast<double>(steps);
}

// The records, and which of them print the same on all columns that hold labels.
struct Classes {
    Classes(const Tuples& rows, const std::vector<ReleasedColumn>& columns) {
        row_of.reserve(rows.total);
        std::vector<std::uint32_t> first(rows.size() + 1, 0);
        for (std::uint32_t row = 0; row < rows.size(); ++row) {
            row_of.insert(row_of.end(), rows.weights[row], row);
            first[row + 1] = first[row] + rows.weights[row];
        }
        std::vector<std::size_t> labeled;
        for (std::size_t c = 0; c < columns.size(); ++c)
            if (!columns[c].exact) labeled.push_back(c);
        const Partition alike = group_by(rows.table, labeled);
        for (std::size_t c = 0; c < alike.size(); ++c) {
            for (const std::uint32_t row : alike[c])
                for (std::uint32_t record = first[row]; record < first[row + 1]; ++record)
                    records.members.push_back(record);
            records.end_group();
        }
    }

    std::vector<std::uint32_t> row_of;  // by record
    Groups<std::uint32_t> records;      // by class
};

// Draws the cells of one column.
class ColumnDrawer {
public:
    // `labels`: of each record.
    static Result<ColumnDrawer> of(const ReleasedColumn& column, const Classes& classes, std::vector<Code> labels) {
        SCRIM_TRY(Meaning meaning, meaning_of(column, {}, true));
        if (meaning.values_before.empty())
            return input_error(
                format("column {}: its intervals are too wide to draw values of them", quoted(column.name)));
        return ColumnDrawer(column, classes, std::move(labels), std::move(meaning));
    }

    Column draw(Random& random, DrawnCells::Of& told) {
        const Domain& printed = *column_.printed;
        DrawnValues values(labels_.size());
        std::vector<std::uint32_t> records;
        for (std::size_t c = 0; c < classes_.records.size(); ++c) {
            const auto members = classes_.records[c];
            records.assign(members.begin(), members.end());
            std::size_t done = 0;
            if (const auto ends = ends_of(labels_[records.front()], records.size())) {
                // Whose the ends are is left to chance.
                for (const Code atom : {ends->lo, ends->hi - 1}) {
                    std::swap(records[done], records[done + random.below(records.size() - done)]);
                    values.set_number(records[done++], meaning_.low[atom]);
                    ++told.drawn;
                }
            }
            for (; done < records.size(); ++done) set(values, records[done], random, told);
        }
        return values.column(names_, meaning_.scale,
                             meaning_.has_numbers() ? meaning_.domain().kind() : printed.kind());
    }

private:
    ColumnDrawer(const ReleasedColumn& column, const Classes& classes, std::vector<Code> labels, Meaning meaning)
        : column_(column), classes_(classes), labels_(std::move(labels)), meaning_(std::move(meaning)) {
        const Domain& domain = meaning_.domain();
        // A name of its own, among numbers that the release does not list, says nothing of where it lies.
        if (by_numbers() && !meaning_.all_values)
            for (Code label = 0; label < column.printed->values(); ++label)
                if (!says_numbers(label)) meaning_.cells[label].clear();
        classes_have_their_own_ = by_numbers() && !column.hierarchy && intervals_overlap();
        find_weights();
        for (Code label = 0; label < column.printed->size(); ++label) {
            weight_.push_back(weight_of(label));
            is_value_.push_back(is_value(label) ? 1 : 0);
        }
        // What a record may be called: the printed labels, then the atoms.
        for (Code label = 0; label < column.printed->values(); ++label) names_.push_back(column.printed->label(label));
        atoms_from_ = static_cast<std::uint32_t>(names_.size());
        if (!by_numbers())
            for (Code atom = 0; atom < domain.values(); ++atom) names_.push_back(domain.label(atom));
    }

    Int128 values_in(Code atom) const { return meaning_.values_before[atom + 1] - meaning_.values_before[atom]; }
    // Atoms are numbers and gaps, or leaves that are numbers.
    bool by_numbers() const { return meaning_.has_numbers() && !meaning_.low.empty(); }
    bool says_numbers(Code label) const {
        if (column_.printed->is_numeric()) return true;
        const std::string text = column_.printed->label(label);
        return text.starts_with('{') || text == "*" || is_number(text) ||
               hierarchy::reads_as_interval(text, meaning_.domain());
    }
    static bool is_number(const std::string& text) {
        return parse_decimal(text) || parse_date(text) || parse_timestamp(text);
    }
    // One value, spelled out.
    bool is_value(Code label) const {
        const Domain& printed = *column_.printed;
        if (column_.exact || printed.is_numeric() || (printed.has_null() && label == printed.null_code())) return true;
        if (by_numbers() && !meaning_.all_values) return is_number(printed.label(label));
        const Spans& cell = meaning_.cells[label];
        return cell.size() == 1 && cell.front().width() == 1 &&
               meaning_.domain().label(cell.front().lo) == printed.label(label);
    }

    // From a number to another one, both named.
    bool is_interval(Code label) const {
        const Spans& cell = meaning_.cells[label];
        const auto is_point = [&](Code atom) {
            return atom < meaning_.low.size() && meaning_.low[atom] == meaning_.high[atom] && values_in(atom) == 1;
        };
        return cell.size() == 1 && cell.front().width() > 1 && is_point(cell.front().lo) &&
               is_point(cell.front().hi - 1);
    }
    // Of one cut of all values into intervals, no two overlap; those that classes have by themselves do.
    bool intervals_overlap() const {
        std::vector<Span> intervals;
        for (Code label = 0; label < column_.printed->values(); ++label)
            if (is_interval(label)) intervals.push_back(meaning_.cells[label].front());
        std::sort(intervals.begin(), intervals.end());
        for (std::size_t i = 1; i < intervals.size(); ++i)
            if (intervals[i].lo < intervals[i - 1].hi) return true;
        return false;
    }
    // A class that has an interval of its own has the narrowest: both ends are values of its records.
    std::optional<Span> ends_of(Code label, std::size_t records) const {
        if (!classes_have_their_own_ || records < 2 || !is_interval(label)) return std::nullopt;
        return meaning_.cells[label].front();
    }

    void find_weights() {
        const Domain& domain = meaning_.domain();
        std::vector<double> values(domain.size());
        for (Code atom = 0; atom < domain.size(); ++atom) values[atom] = static_cast<double>(values_in(atom));
        std::vector<Spans> cells = meaning_.cells;
        std::vector<std::uint64_t> records(cells.size() + domain.size(), 0);
        for (Code atom = 0; atom < domain.size(); ++atom) cells.push_back({Span::of(atom)});
        for (std::size_t c = 0; c < classes_.records.size(); ++c) {
            const Code label = labels_[classes_.records[c].front()];
            std::size_t left = classes_.records[c].size();
            if (const auto ends = ends_of(label, left)) {
                ++records[meaning_.cells.size() + ends->lo];
                ++records[meaning_.cells.size() + ends->hi - 1];
                left -= 2;
            }
            records[label] += left;
        }
        const double power = by_numbers() ? hidden_numbers : hidden_categories;
        const std::vector<double> weights = weights_of(values, shown_shares(values, cells, records, power), power);
        before_.assign(weights.size() + 1, 0.0);
        std::partial_sum(weights.begin(), weights.end(), before_.begin() + 1);
    }
    double weight_of(Code label) const {
        double sum = 0;
        for (const Span span : meaning_.cells[label]) sum += before_[span.hi] - before_[span.lo];
        return sum;
    }

    // By the weights of a cell's atoms.
    Code atom_of(Code label, Random& random) const {
        double left = uniform(random) * weight_[label];
        Code last = 0;
        for (const Span span : meaning_.cells[label]) {
            const double here = before_[span.hi] - before_[span.lo];
            if (!(here > 0)) continue;
            const auto found =
                std::upper_bound(before_.begin() + span.lo + 1, before_.begin() + span.hi, before_[span.lo] + left);
            last = static_cast<Code>(found - before_.begin()) - 1;
            while (last > span.lo && !(before_[last + 1] > before_[last])) --last;
            if (left < here) break;
            left -= here;
        }
        return last;
    }

    void set(DrawnValues& values, std::uint32_t record, Random& random, DrawnCells::Of& told) {
        const Domain& printed = *column_.printed;
        const Code label = labels_[record];
        if (printed.has_null() && label == printed.null_code()) return;
        if (is_value_[label] && !by_numbers()) return values.set_name(record, label);
        if (is_value_[label]) return values.set_number(record, meaning_.low[meaning_.cells[label].front().lo]);
        if (!(weight_[label] > 0)) return keep(values, record, label, told);
        const Code atom = atom_of(label, random);
        const Domain& domain = meaning_.domain();
        if (domain.has_null() && atom == domain.null_code()) {
            ++told.empty;
        } else if (by_numbers()) {
            values.set_number(record, number_in(atom, random));
            ++told.drawn;
        } else if (column_.is_named(domain.label(atom))) {
            values.set_name(record, atoms_from_ + atom);
            ++told.drawn;
        } else {
            keep(values, record, label, told);
        }
    }

    void keep(DrawnValues& values, std::uint32_t record, Code label, DrawnCells::Of& told) const {
        if (column_.printed->label(label) == "*") {
            ++told.empty;
            return;
        }
        values.set_name(record, label);
        ++told.labels;
    }

    // Each value of a gap is as likely as any other.
    Int128 number_in(Code atom, Random& random) const {
        const Int128 count = values_in(atom);
        const Int128 twice_mean = (meaning_.twice_sum_before[atom + 1] - meaning_.twice_sum_before[atom]) / count;
        if (count == 1 || count > Int128{UINT64_MAX}) return twice_mean / 2;
        const Int128 first = (twice_mean - (count - 1) * meaning_.step) / 2;
        return first + meaning_.step * static_cast<Int128>(random.below(static_cast<std::uint64_t>(count)));
    }

    const ReleasedColumn& column_;
    const Classes& classes_;
    std::vector<Code> labels_;
    Meaning meaning_;
    bool classes_have_their_own_ = false;  // intervals, not those of one cut
    std::vector<double> before_;           // sums of the atoms' weights
    std::vector<double> weight_;           // by printed label: of its cell …
    std::vector<char> is_value_;           // … and whether it is a value
    std::vector<std::string> names_;
    std::uint32_t atoms_from_ = 0;
};

}  // namespace

Result<DrawnCells> draw_cells(const Tuples& rows, const std::vector<ReleasedColumn>& columns, Random& random) {
    DrawnCells made;
    const Classes classes(rows, columns);
    for (std::size_t c = 0; c < columns.size(); ++c) {
        std::vector<Code> labels(classes.row_of.size());
        rows.table[c].visit([&](auto codes) {
            for (std::size_t record = 0; record < labels.size(); ++record)
                labels[record] = codes[classes.row_of[record]];
        });
        if (columns[c].exact || rows.table[c].domain().is_numeric()) {
            made.table.add(columns[c].name, Column(rows.table[c].domain_ptr(), labels));
            if (!columns[c].exact) made.columns.push_back({columns[c].name});
            continue;
        }
        SCRIM_TRY(ColumnDrawer drawer, ColumnDrawer::of(columns[c], classes, std::move(labels)));
        DrawnCells::Of told{columns[c].name};
        made.table.add(columns[c].name, drawer.draw(random, told));
        made.columns.push_back(std::move(told));
    }
    return made;
}

}  // namespace scrim::querying
