// Sampling: a simple random sample of the records, or of the people where these have several.
//
// Released records are true, and whether a given person is among them is left to chance. What that does to a
// journalist, who knows a register of the population, is measured: records that are alone in the sample need not be
// alone there.
#include "kernel/core/partition.h"
#include "kernel/core/text.h"
#include "kernel/recode/perturb/column_parameters.h"
#include "kernel/recode/recoder.h"

#include <algorithm>
#include <numeric>

namespace scrim::recode::perturb {
namespace {

// So many of `all`, every set as likely as any other (Fan, Muller, Rezucha 1962): 1 for those that are drawn.
std::vector<char> drawn_of(std::uint64_t all, std::uint64_t wanted, Random& random) {
    std::vector<char> drawn(all, 0);
    for (std::uint64_t i = 0; i < all && wanted > 0; ++i)
        if (random.below(all - i) < wanted) {
            drawn[i] = 1;
            --wanted;
        }
    return drawn;
}

// What a record's quasi-identifiers tell in the sample and in all records.
void add_risk(const Records& records, const std::vector<char>& in_sample, Perturbed& made) {
    Table table;
    for (const RecordColumn& column : records.columns)
        if (column.role == Role::quasi_identifier) table.add(column.name, column.values);
    if (table.width() == 0) return;
    std::vector<std::size_t> all(table.width());
    std::iota(all.begin(), all.end(), std::size_t{0});
    const Partition classes = group_by(table, all);
    std::uint64_t alone = 0, alone_in_all = 0, least = UINT64_MAX, sampled = 0;
    for (std::size_t c = 0; c < classes.size(); ++c) {
        const auto here = static_cast<std::uint64_t>(std::count_if(
            classes[c].begin(), classes[c].end(), [&](std::uint32_t record) { return in_sample[record] != 0; }));
        if (here == 0) continue;
        sampled += here;
        alone += here == 1;
        alone_in_all += here == 1 && classes[c].size() == 1;
        least = std::min<std::uint64_t>(least, classes[c].size());
    }
    made.details.emplace_back("sample uniques",
                              format("{} of {} records", with_thousands(alone), with_thousands(sampled)));
    made.details.emplace_back("unique in all",
                              format("{} of these are alone in the original, too", with_thousands(alone_in_all)));
    made.details.emplace_back(
        "journalist", format("highest risk 1 in {}, where the original is the population", with_thousands(least)));
}

Result<Perturbed> run_sample(const Records& records, const models::Arguments& arguments, Random& random, Progress&) {
    const Ratio fraction = *arguments.ratio("fraction");
    const bool people = !records.persons.empty();
    const std::uint64_t all =
        people ? *std::max_element(records.persons.begin(), records.persons.end()) + 1ULL : records.count;
    const Int128 wanted = static_cast<Int128>(all) * fraction.numerator() / fraction.denominator();
    if (wanted < 1)
        return input_error(format("sample: a fraction of {} of {} is no record; at least one must be drawn",
                                  fraction.to_string(),
                                  counted(all, people ? "person" : "record", people ? "people" : "records")));
    const std::vector<char> drawn = drawn_of(all, static_cast<std::uint64_t>(wanted), random);
    Perturbed made;
    std::vector<char> in_sample(records.count, 0);
    std::vector<std::string> names;
    for (const RecordColumn& column : records.columns) names.push_back(column.name);
    for (std::uint32_t i = 0; i < records.count; ++i) {
        in_sample[i] = drawn[people ? records.persons[i] : i];
        if (in_sample[i]) made.rows.push_back(i);
    }
    made.kept = {Kept::subset(std::move(names))};
    made.design = {{"fraction", fraction}};
    if (people) made.design.emplace_back("people_drawn", Ratio(wanted));
    if (people)
        made.details.emplace_back(
            "people", format("{} of {}", with_thousands(static_cast<std::uint64_t>(wanted)), with_thousands(all)));
    if (!people) add_risk(records, in_sample, made);
    return made;
}

}  // namespace

const RecoderSpec& sample_recoder() {
    static const RecoderSpec spec = [] {
        RecoderSpec made;
        made.name = "sample";
        made.title = "Simple random sample";
        made.citation =
            "Fan, Muller, Rezucha: Development of sampling plans by using sequential (item by item) selection "
            "techniques and digital computers, JASA 1962; Willenborg, de Waal: Elements of statistical disclosure "
            "control, 2001.";
        made.summary =
            "A stated fraction of the records, drawn at random without replacement, each as it is; of the people, with "
            "all their records, where these have several. Choose it before other methods, or for tables that identify "
            "nobody by themselves.";
        made.promise =
            "Every record of the release is a record of the original. Every set of so many records, or people, was as "
            "likely to be drawn as any other, so that counts of the original are estimated without bias by dividing by "
            "the fraction.";
        made.limits =
            "No privacy model: whoever is drawn is released as they are, and who is known to be in the sample has the "
            "same risk as in the table it is drawn from.";
        made.parameters = {{.name = "fraction",
                            .title = "share of the records to draw, rounded down to a whole number of them",
                            .kind = Parameter::Kind::ratio,
                            .bound = Parameter::Bound::given,
                            .minimum = "0",
                            .maximum = "1",
                            .default_value = "0.1",
                            .open_minimum = true}};
        made.form = Form::perturbed;
        made.people = true;
        made.perturb = run_sample;
        return made;
    }();
    return spec;
}

}  // namespace scrim::recode::perturb
