// Rank swapping: values are exchanged with others whose rank is near.
//
// Moore: Controlled data-swapping techniques for masking public use microdata sets, U.S. Bureau of the Census, 1996.
// The values of a column in ascending order, equal ones in an order by chance; each that is not yet exchanged, from the
// lowest on, with one drawn from those within the window above it that are not either.
#include "kernel/recode/perturb/column_parameters.h"
#include "kernel/recode/perturb/places.h"
#include "kernel/recode/perturb/window.h"
#include "kernel/recode/recoder.h"

#include <algorithm>
#include <numeric>

namespace scrim::recode::perturb {
namespace {

// The records that have a value, by it; equal ones in an order by chance.
std::vector<std::uint32_t> ranked(const Column& column, Random& random) {
    const Domain& domain = column.domain();
    std::vector<std::uint32_t> shuffled(column.size());
    std::iota(shuffled.begin(), shuffled.end(), std::uint32_t{0});
    random.shuffle(std::span(shuffled));
    std::vector<std::uint32_t> ends(domain.size() + 1, 0);
    column.visit([&](auto codes) {
        for (const auto code : codes) ++ends[code + 1];
    });
    const std::size_t values = column.size() - (domain.has_null() ? ends[domain.null_code() + 1] : 0);
    std::partial_sum(ends.begin(), ends.end(), ends.begin());
    std::vector<std::uint32_t> order(column.size());
    column.visit([&](auto codes) {
        for (const std::uint32_t record : shuffled) order[ends[codes[record]]++] = record;
    });
    order.resize(values);
    return order;
}

// from[i]: the record whose value record i has afterwards.
std::vector<std::uint32_t> exchange(std::size_t count, const std::vector<std::uint32_t>& order, std::uint64_t window,
                                    Random& random) {
    std::vector<std::uint32_t> from(count);
    std::iota(from.begin(), from.end(), std::uint32_t{0});
    Places free(order.size());
    std::size_t reached = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        for (; reached < std::min<std::size_t>(order.size(), i + 1 + window); ++reached) free.add(reached);
        // All before i are taken.
        if (!free.has(i)) continue;
        free.take(i);
        if (free.size() == 0) continue;
        const std::size_t other = free[random.below(free.size())];
        free.take(other);
        std::swap(from[order[i]], from[order[other]]);
    }
    return from;
}

Result<Perturbed> run_rank_swap(const Records& records, const models::Arguments& arguments, Random& random,
                                Progress& progress) {
    const std::string text = arguments.text("window");
    const auto window = Window::parse(text);
    if (!window)
        return input_error(
            format("rank_swap: window must be a share such as 5%, above 0% and at most 100%, or a number "
                   "of ranks of at least 1, not {}",
                   quoted(text)));
    Perturbed made = unchanged(records);
    for (std::size_t i = 0; i < made.columns.size() && !progress.cancelled(); ++i) {
        const RecordColumn& column = records.column(i);
        const std::vector<std::uint32_t> order = ranked(column.values, random);
        SCRIM_TRY(const std::uint64_t ranks, window->ranks(column.name, order.size()));
        made.columns[i] = rearranged(column.values, exchange(records.count, order, ranks, random));
        made.kept.push_back(Kept::margin({column.name}));
        made.design.emplace_back(format("ranks({})", column.name), Ratio(static_cast<Int128>(ranks)));
    }
    return made;
}

}  // namespace

const RecoderSpec& rank_swap_recoder() {
    static const RecoderSpec spec = [] {
        RecoderSpec made;
        made.name = "rank_swap";
        made.title = "Rank swapping";
        made.citation =
            "Moore: Controlled data-swapping techniques for masking public use microdata sets, U.S. Bureau of the "
            "Census 1996; Domingo-Ferrer, Torra: A quantitative comparison of disclosure control methods for "
            "microdata, 2001.";
        made.summary =
            "Every value is exchanged with another one whose rank is within the window, column by column. Choose it "
            "for numbers and ordered categories: counts by column stay exact, and a small window keeps associations "
            "nearly.";
        made.promise =
            "How often each value of a swapped column occurs is exactly that of the original. No value moves further "
            "in rank than the window.";
        made.limits =
            "No privacy model: whoever knows a person's values knows within which ranks they were exchanged, and "
            "several columns together may still tell whose record it is. Missing values stay where they are. "
            "Associations of columns are weakened, and not by a known amount.";
        made.parameters = {columns_parameter(),
                           {.name = "window",
                            .title = "how far apart in rank exchanged values may be: a share of all values such as 5%, "
                                     "or a number of ranks",
                            .kind = Parameter::Kind::text,
                            .bound = Parameter::Bound::given,
                            .default_value = "5%"}};
        made.form = Form::perturbed;
        made.perturbs = Perturbs::values;
        made.perturb = run_rank_swap;
        return made;
    }();
    return spec;
}

}  // namespace scrim::recode::perturb
