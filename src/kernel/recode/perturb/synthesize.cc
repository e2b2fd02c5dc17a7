// Synthesis: records drawn from a model of the table, one column after the other, each given those before it.
//
// Reiter: Using CART to generate partially synthetic public use microdata, Journal of Official Statistics 21(3), 2005;
// Nowok, Raab, Dibben: synthpop: bespoke creation of synthetic data in R, Journal of Statistical Software 74(11), 2016.
// The first column is drawn from its values, the others from the leaves of trees (conditional_tree.h) that were grown
// over the original records. With `apart`, records that equal one of the original are drawn anew.
#include "kernel/core/text.h"
#include "kernel/recode/perturb/column_parameters.h"
#include "kernel/recode/perturb/conditional_tree.h"
#include "kernel/recode/recoder.h"

#include <algorithm>
#include <functional>

namespace scrim::recode::perturb {
namespace {

constexpr int most_redraws = 200;

// The chained model of all columns.
class Chain {
public:
    Chain(const Records& records, std::uint32_t least, Progress& progress) {
        std::vector<const Column*> before;
        for (std::size_t c = 0; c < records.chosen.size() && !progress.cancelled(); ++c) {
            const Column& column = records.column(c).values;
            trees_.emplace_back(column, before, least);
            before.push_back(&column);
            progress.advance(1);
        }
    }

    void draw(std::span<Code> record, Random& random) const {
        for (std::size_t c = 0; c < trees_.size(); ++c) record[c] = trees_[c].draw(record.first(c), random);
    }
    std::size_t leaves() const {
        std::size_t all = 0;
        for (const ConditionalTree& tree : trees_) all += tree.leaves();
        return all;
    }

private:
    std::vector<ConditionalTree> trees_;
};

// Rows of codes one after the other, and which of them are equal.
class Rows {
public:
    Rows(std::size_t rows, std::size_t width) : width_(width), codes_(rows * width) {}
    static Rows of(const Records& records) {
        Rows rows(records.count, records.chosen.size());
        for (std::size_t c = 0; c < rows.width_; ++c)
            records.column(c).values.visit([&](auto codes) {
                for (std::size_t i = 0; i < codes.size(); ++i) rows[i][c] = codes[i];
            });
        return rows;
    }

    std::size_t size() const { return width_ == 0 ? 0 : codes_.size() / width_; }
    std::span<Code> operator[](std::size_t i) { return std::span(codes_).subspan(i * width_, width_); }
    std::span<const Code> operator[](std::size_t i) const { return std::span(codes_).subspan(i * width_, width_); }

    // The numbers of the rows in the order of their codes.
    std::vector<std::uint32_t> sorted() const {
        std::vector<std::uint32_t> order(size());
        for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
        std::sort(order.begin(), order.end(), [&](auto a, auto b) {
            return std::lexicographical_compare((*this)[a].begin(), (*this)[a].end(), (*this)[b].begin(),
                                                (*this)[b].end());
        });
        return order;
    }
    // How many of the rows, in that order, equal this one.
    std::size_t equal(const std::vector<std::uint32_t>& order, std::span<const Code> row) const {
        const auto [from,
                    to] = std::equal_range(order.begin(), order.end(), no_row, [&](std::uint32_t a, std::uint32_t b) {
            const std::span<const Code> left = a == no_row ? row : (*this)[a], right = b == no_row ? row : (*this)[b];
            return std::lexicographical_compare(left.begin(), left.end(), right.begin(), right.end());
        });
        return static_cast<std::size_t>(to - from);
    }

private:
    static constexpr std::uint32_t no_row = UINT32_MAX;
    std::size_t width_;
    std::vector<Code> codes_;
};

Result<Perturbed> run_synthesize(const Records& records, const models::Arguments& arguments, Random& random,
                                 Progress& progress) {
    const auto least = static_cast<std::uint32_t>(std::min<std::uint64_t>(*arguments.whole("leaf"), UINT32_MAX / 2));
    const std::uint64_t wanted = arguments.given("records") ? *arguments.whole("records") : records.count;
    const bool apart = arguments.text("apart") == "yes";
    if (least > records.count)
        return input_error(format("synthesize: a leaf of {} records is larger than the table, which has {}",
                                  with_thousands(least), counted(records.count, "record", "records")));
    progress.stage("growing trees", records.chosen.size());
    progress.unit("columns");
    const Chain chain(records, least, progress);
    if (progress.cancelled()) return cancelled_error();

    const Rows original = Rows::of(records);
    const std::vector<std::uint32_t> order = original.sorted();
    Rows drawn(wanted, records.chosen.size());
    std::uint64_t redrawn = 0, equal = 0, equal_to_one = 0;
    for (std::size_t i = 0; i < wanted; ++i) {
        chain.draw(drawn[i], random);
        std::size_t same = original.equal(order, drawn[i]);
        for (int tries = 0; apart && same > 0; same = original.equal(order, drawn[i])) {
            if (tries++ == most_redraws)
                return input_error(format(
                    "synthesize: {} draws in a row equal records of the original; the columns tell too little "
                    "apart for apart=yes, or leaves of {} records too much: leave it out, or ask for larger ones",
                    most_redraws, least));
            chain.draw(drawn[i], random);
            ++redrawn;
        }
        equal += same > 0;
        equal_to_one += same == 1;
        if (i % 65536 == 0 && progress.cancelled()) return cancelled_error();
    }

    Perturbed made;
    std::vector<std::string> names;
    for (std::size_t c = 0; c < records.chosen.size(); ++c) {
        const RecordColumn& column = records.column(c);
        Column values(column.values.domain_ptr(), static_cast<std::size_t>(wanted));
        values.visit([&](auto codes) {
            using Narrow = typename decltype(codes)::value_type;
            for (std::size_t i = 0; i < codes.size(); ++i) codes[i] = static_cast<Narrow>(drawn[i][c]);
        });
        made.columns.push_back(std::move(values));
        made.kept.push_back(Kept::values(column.name));
        names.push_back(column.name);
    }
    if (apart) made.kept.push_back(Kept::apart(names));
    made.design = {{"leaf", Ratio(static_cast<Int128>(least))}};
    made.details = {{"trees", format("{} with {}", counted(records.chosen.size(), "tree", "trees"),
                                     counted(chain.leaves(), "leaf", "leaves"))}};
    if (apart)
        made.limits.push_back(
            "No record equals one of the original: whoever knows all of them but one, and how the release was made, "
            "may "
            "learn from a record that is missing.");
    made.notes.push_back(
        apart
            ? format("{} equaled one of the original and {} drawn anew", counted(redrawn, "draw", "draws"),
                     redrawn == 1 ? "was" : "were")
            : format("{} of {} drawn records equal one of the original, {} of them one that nobody else has; apart=yes "
                     "draws those anew",
                     with_thousands(equal), with_thousands(wanted), with_thousands(equal_to_one)));
    return made;
}

}  // namespace

const RecoderSpec& synthesize_recoder() {
    static const RecoderSpec spec = [] {
        RecoderSpec made;
        made.name = "synthesize";
        made.title = "Synthetic records by classification trees";
        made.citation =
            "Reiter: Using CART to generate partially synthetic public use microdata, Journal of Official Statistics "
            "2005; Nowok, Raab, Dibben: synthpop: bespoke creation of synthetic data in R, Journal of Statistical "
            "Software 2016.";
        made.summary =
            "All records are drawn from a model of the table: column by column, each from the leaf of a tree to which "
            "the columns before it lead. Choose it to try out programs and to teach; check what was found on it with "
            "the original.";
        made.promise =
            "No row is anybody's: every one was drawn, value by value, from leaves of at least so many records of the "
            "original.";
        made.limits =
            "No privacy model and no formal guarantee: values are those of the original, rare ones among them, and a "
            "drawn record may equal a true one. A leaf whose records are alike gives away what they have in common. "
            "Relations that trees do not find are lost; standard errors as of true records are too small.";
        made.parameters = {{.name = "leaf",
                            .title = "least records of the original in a leaf",
                            .kind = Parameter::Kind::integer,
                            .bound = Parameter::Bound::given,
                            .minimum = "1",
                            .maximum = "1000000000",
                            .default_value = "5"},
                           {.name = "records",
                            .title = "records to draw (default: as many as there are)",
                            .kind = Parameter::Kind::integer,
                            .bound = Parameter::Bound::given,
                            .minimum = "1",
                            .maximum = "1000000000"},
                           {.name = "apart",
                            .title = "draw records anew that equal one of the original",
                            .kind = Parameter::Kind::text,
                            .bound = Parameter::Bound::given,
                            .default_value = "no",
                            .choices = {"no", "yes"}}};
        made.form = Form::perturbed;
        made.perturbs = Perturbs::values;
        made.whole_rows = true;
        made.perturb = run_synthesize;
        return made;
    }();
    return spec;
}

}  // namespace scrim::recode::perturb
