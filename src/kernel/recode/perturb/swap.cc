// Data swapping: pairs of records exchange values, so that how often each occurs stays the same.
//
// Dalenius and Reiss, 1982; Reiss, ACM TODS 1984; Fienberg and McIntyre, PSD 2004. Within each class of equal values on
// the columns `within`, as many records as `share` says are drawn and paired at random, each pair as likely as any.
#include "kernel/recode/perturb/column_parameters.h"
#include "kernel/recode/perturbation.h"
#include "kernel/recode/recoder.h"

#include <algorithm>
#include <numeric>

namespace scrim::recode::perturb {
namespace {

// The records in classes of equal values on the columns.
Partition classes_within(const Records& records, const std::vector<std::size_t>& columns) {
    if (columns.empty()) {
        Groups<std::uint32_t> one;
        one.members.resize(records.count);
        std::iota(one.members.begin(), one.members.end(), std::uint32_t{0});
        one.offsets.push_back(static_cast<std::uint32_t>(records.count));
        return Partition(std::move(one));
    }
    Table table;
    for (const std::size_t c : columns) table.add(records.columns[c].name, records.columns[c].values);
    std::vector<std::size_t> all(columns.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return group_by(table, all);
}

// from[i]: the record whose value record i has afterwards.
std::vector<std::uint32_t> swap_pairs(std::size_t count, const Partition& classes, const Ratio& share, Random& random) {
    std::vector<std::uint32_t> from(count);
    std::iota(from.begin(), from.end(), std::uint32_t{0});
    std::vector<std::uint32_t> members;
    for (std::size_t c = 0; c < classes.size(); ++c) {
        members.assign(classes[c].begin(), classes[c].end());
        random.shuffle(std::span(members));
        // The share of the class, rounded down to whole pairs.
        const Int128 drawn = static_cast<Int128>(members.size()) * share.numerator() / share.denominator();
        for (std::size_t i = 0; i + 1 < static_cast<std::size_t>(drawn); i += 2)
            std::swap(from[members[i]], from[members[i + 1]]);
    }
    return from;
}

Result<Perturbed> run_swap(const Records& records, const models::Arguments& arguments, Random& random,
                           Progress& progress) {
    SCRIM_TRY(const std::vector<std::size_t> within, columns_named(records, arguments, "swap", "within"));
    for (const std::size_t c : within)
        if (std::binary_search(records.chosen.begin(), records.chosen.end(), c))
            return input_error(
                format("swap: {} is in columns and in within: values are swapped among records that "
                       "agree on within",
                       quoted(records.columns[c].name)));
    const Ratio share = *arguments.ratio("share");
    const bool together = arguments.text("together") == "yes";
    const Partition classes = classes_within(records, within);
    std::vector<std::string> strata;
    for (const std::size_t c : within) strata.push_back(records.columns[c].name);

    Perturbed made = unchanged(records);
    std::vector<std::uint32_t> from;
    std::vector<std::string> swapped = strata;
    for (std::size_t i = 0; i < made.columns.size() && !progress.cancelled(); ++i) {
        if (i == 0 || !together) from = swap_pairs(records.count, classes, share, random);
        made.columns[i] = rearranged(records.column(i).values, from);
        if (together) {
            swapped.push_back(records.column(i).name);
            continue;
        }
        std::vector<std::string> margin = strata;
        margin.push_back(records.column(i).name);
        made.kept.push_back(Kept::margin(std::move(margin)));
    }
    if (together) made.kept.push_back(Kept::margin(std::move(swapped)));
    made.design = {{"share", share}};
    return made;
}

}  // namespace

const RecoderSpec& swap_recoder() {
    static const RecoderSpec spec = [] {
        RecoderSpec made;
        made.name = "swap";
        made.title = "Random data swapping";
        made.citation =
            "Dalenius, Reiss: Data-swapping: a technique for disclosure control, Journal of Statistical Planning and "
            "Inference 1982; Reiss: Practical data-swapping: the first steps, ACM TODS 1984.";
        made.summary =
            "Records drawn by chance exchange their values in pairs, each column by itself or all together, within "
            "classes of other columns where these are named. Choose it where counts by column must stay exact and "
            "associations between columns may suffer.";
        made.promise =
            "How often each value of a swapped column occurs, also within each class of the columns named by within, "
            "is exactly that of the original. Whether a given record was swapped is not told.";
        made.limits =
            "No privacy model: a record that was not swapped is a true one, and with a share below 100% most may be. "
            "Associations of the swapped columns with others are weakened, and not by a known amount.";
        made.parameters = {columns_parameter(),
                           within_parameter(),
                           {.name = "share",
                            .title = "share of the records of each class that are swapped, 1 for all",
                            .kind = Parameter::Kind::ratio,
                            .bound = Parameter::Bound::given,
                            .minimum = "0",
                            .maximum = "1",
                            .default_value = "1",
                            .open_minimum = true},
                           {.name = "together",
                            .title = "whether a pair exchanges its values of all columns at once, so that how often "
                                     "each combination of them occurs is kept, too: no or yes",
                            .kind = Parameter::Kind::text,
                            .bound = Parameter::Bound::given,
                            .default_value = "no",
                            .choices = {"no", "yes"}}};
        made.form = Form::perturbed;
        made.perturbs = Perturbs::values;
        made.perturb = run_swap;
        return made;
    }();
    return spec;
}

}  // namespace scrim::recode::perturb
