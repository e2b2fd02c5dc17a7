// The alpha-beta algorithm: rows of the table are released with one chance, all other rows that could be with another.
//
// V. Rastogi, D. Suciu, S. Hong, The Boundary Between Privacy and Utility in Data Publishing, VLDB 2007. The table is
// a set of rows of a domain: all combinations of the values that its columns may have, numbered in mixed radix. Each
// row of the table stays with chance alpha + beta (`keep`); of the others, those between one that comes and the next
// are skipped at once, so that the work is what is released and not the domain. Their chance is 1 - exp(-rate).
#include "kernel/core/text.h"
#include "kernel/recode/perturb/chances.h"
#include "kernel/recode/perturb/skips.h"
#include "kernel/recode/perturbation.h"
#include "kernel/recode/recoder.h"

#include <algorithm>

namespace scrim::recode::perturb {
namespace {

constexpr std::uint64_t most_made_up = 50'000'000;

// The combinations of values that rows may have, as numbers: the last column changes fastest.
class RowNumbers {
public:
    static Result<RowNumbers> of(const Records& records) {
        RowNumbers made;
        Int128 all = 1;
        for (std::size_t c = 0; c < records.chosen.size(); ++c) {
            made.sizes_.push_back(records.column(c).values.domain().size());
            all *= made.sizes_.back();
            if (all > Int128{1} << 62)
                return input_error(
                    "alpha_beta: the columns have more than 2^62 combinations of values; release fewer columns, or "
                    "coarser ones");
        }
        made.all_ = static_cast<std::uint64_t>(all);
        return made;
    }

    std::uint64_t all() const { return all_; }

    // Of each record.
    std::vector<std::uint64_t> numbered(const Records& records) const {
        std::vector<std::uint64_t> numbers(records.count, 0);
        for (std::size_t c = 0; c < sizes_.size(); ++c)
            records.column(c).values.visit([&](auto codes) {
                for (std::size_t i = 0; i < codes.size(); ++i) numbers[i] = numbers[i] * sizes_[c] + codes[i];
            });
        return numbers;
    }

    // The columns of these rows; uses the numbers up.
    std::vector<Column> columns(const Records& records, std::vector<std::uint64_t> numbers) const {
        std::vector<Column> columns;
        for (std::size_t c = 0; c < sizes_.size(); ++c)
            columns.emplace_back(records.column(c).values.domain_ptr(), numbers.size());
        for (std::size_t c = sizes_.size(); c-- > 0;)
            columns[c].visit([&](auto codes) {
                using Narrow = typename decltype(codes)::value_type;
                for (std::size_t i = 0; i < codes.size(); ++i) {
                    codes[i] = static_cast<Narrow>(numbers[i] % sizes_[c]);
                    numbers[i] /= sizes_[c];
                }
            });
        return columns;
    }

private:
    std::vector<std::uint64_t> sizes_;
    std::uint64_t all_ = 0;
};

Result<Ratio> number_of(const char* name, const Records& records, const models::Arguments& arguments) {
    if (const auto given = arguments.ratio(name)) return given->reduced();
    for (const auto& [asked, value] : records.asked)
        if (asked == name) return value;
    return input_error(format(
        "alpha_beta: {} is not given: give keep and rate, or require d_gamma_privacy, from which both follow", name));
}

// Rows that could be and are not in the table: each with chance 1 - exp(-rate), ascending. `present` is sorted.
std::vector<std::uint64_t> made_up(const std::vector<std::uint64_t>& present, std::uint64_t all, const Ratio& rate,
                                   Random& random, Progress& progress) {
    const auto over = static_cast<std::uint64_t>(rate.numerator()),
               under = static_cast<std::uint64_t>(rate.denominator());
    std::vector<std::uint64_t> rows;
    auto next = present.begin();
    std::uint64_t at = 0;
    while (!progress.cancelled()) {
        const std::uint64_t skip = skipped(over, under, random);
        if (skip >= all - at) break;
        at += skip;
        while (next != present.end() && *next < at) ++next;
        if (next == present.end() || *next != at) rows.push_back(at);
        if (++at == all) break;
    }
    return rows;
}

Result<Perturbed> run_alpha_beta(const Records& records, const models::Arguments& arguments, Random& random,
                                 Progress& progress) {
    SCRIM_TRY(const Ratio keep, number_of("keep", records, arguments));
    SCRIM_TRY(const Ratio rate, number_of("rate", records, arguments));
    constexpr Int128 digits = Int128{1} << 56;
    if (keep.denominator() > digits || rate.denominator() > digits)
        return input_error("alpha_beta: keep and rate may have at most sixteen digits");
    SCRIM_TRY(const RowNumbers numbers, RowNumbers::of(records));
    if (rate > Ratio(static_cast<Int128>(most_made_up), static_cast<Int128>(numbers.all())))
        return input_error(format(
            "alpha_beta: the columns have {} combinations of values, and a rate of {:.3g} would make up about "
            "{:.3g} rows; release fewer columns or coarser ones, or hide less",
            with_thousands(numbers.all()), rate.to_double(), rate.to_double() * static_cast<double>(numbers.all())));

    std::vector<std::uint64_t> present = numbers.numbered(records);
    std::sort(present.begin(), present.end());
    present.erase(std::unique(present.begin(), present.end()), present.end());
    std::vector<std::uint64_t> released = made_up(present, numbers.all(), rate, random, progress);
    for (const std::uint64_t row : present)
        if (happens(keep, random)) released.push_back(row);
    std::sort(released.begin(), released.end());

    Perturbed made;
    made.columns = numbers.columns(records, std::move(released));
    made.design = {{"keep", keep}, {"rate", rate}, {"combinations", Ratio(static_cast<Int128>(numbers.all()))}};
    std::vector<std::string> shown;
    for (std::size_t c = 0; c < records.chosen.size(); ++c)
        if (!records.column(c).hierarchy) shown.push_back(quoted(records.column(c).name));
    if (!shown.empty())
        made.limits.push_back(
            format("Which values occur: rows are made up of the values that {} {} in the table, for no hierarchy names "
                   "others. They are taken for known beforehand.",
                   join(shown, ", "), shown.size() == 1 ? "has" : "have"));
    if (present.size() < records.count)
        made.notes.push_back(format("the table has {} in {}, and is taken for a set of rows: equal ones count once",
                                    counted(records.count, "record", "records"),
                                    counted(present.size(), "different row", "different rows")));
    return made;
}

}  // namespace

const RecoderSpec& alpha_beta_recoder() {
    static const RecoderSpec spec = [] {
        RecoderSpec made;
        made.name = "alpha_beta";
        made.title = "Alpha-beta insertion and deletion";
        made.citation = "Rastogi, Suciu, Hong: The boundary between privacy and utility in data publishing, VLDB 2007.";
        made.summary =
            "Every row of the table stays with one chance, and every other row that its columns could make is put in "
            "with another. Choose it where nobody may be sure that anybody's row is in the table, and counts must be "
            "estimable without bias.";
        made.promise =
            "A row of the original is released with chance keep, and any other combination of values with chance 1 - "
            "exp(-rate), each by itself: no row shows that it was in the original. Counts of the original can be "
            "estimated without bias.";
        made.limits =
            "Rows that were made up stand among true ones, often many more. Attackers who know that rows depend on "
            "each "
            "other learn more than the model says. The table is taken for a set of rows: equal ones count once, and of "
            "a "
            "row that several people share, the presence of any is hidden, not of each. How many records the original "
            "has is not told: whoever knows all others would learn from it whether somebody's row is there.";
        made.parameters = {{.name = "keep",
                            .title = "the chance with which a row stays, alpha + beta (default: what a required "
                                     "d_gamma_privacy allows)",
                            .kind = Parameter::Kind::ratio,
                            .bound = Parameter::Bound::given,
                            .minimum = "0",
                            .maximum = "1",
                            .open_minimum = true},
                           {.name = "rate",
                            .title = "rows are made up with chance 1 - exp(-rate), beta (default: what a required "
                                     "d_gamma_privacy needs)",
                            .kind = Parameter::Kind::ratio,
                            .bound = Parameter::Bound::given,
                            .minimum = "0",
                            .open_minimum = true}};
        made.form = Form::perturbed;
        made.perturbs = Perturbs::values;
        made.mechanism = made.whole_rows = made.hides_size = true;
        made.perturb = run_alpha_beta;
        return made;
    }();
    return spec;
}

}  // namespace scrim::recode::perturb
