// Greedy personalized generalization: quasi-identifiers from the top down, and sensitive values record by record.
//
// X. Xiao, Y. Tao, Personalized Privacy Preservation, SIGMOD 2006. Every person may name a guarding node of the
// sensitive attribute's hierarchy; nobody in a class is to be believed to have a value below a node that somebody in it
// guards with more than p. Where a class of a more specific cut breaks that, some of its records print a node above
// their sensitive value (CellGeneralizer). The next specialization is the one that lowers the loss of all cells,
// sensitive ones among them, the most (PersonalCuts), until none lowers it.
//
// Which records of a class, of those with one value, print which node is drawn by chance: the order of records, or
// who guards what, tells nothing.
#include "kernel/core/text.h"
#include "kernel/recode/recoder.h"
#include "kernel/recode/subtree/personal_cuts.h"

#include <algorithm>

namespace scrim::recode::subtree {
namespace {

// Deals the cells of one value to the records that have it.
class CellDealer {
public:
    CellDealer(const Problem& problem, std::size_t column, Random& random)
        : problem_(problem), column_(column), random_(random) {}

    // `cells` are those of all records of the tuples, sorted by value.
    void deal(std::span<const std::uint32_t> tuples, std::span<const CellGeneralizer::Cell> cells) {
        members.clear();
        spans.clear();
        order_.assign(tuples.begin(), tuples.end());
        const Column& values = problem_.column(column_);
        std::sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) {
            return values[a] != values[b] ? values[a] < values[b] : a < b;
        });
        std::size_t tuple = 0;
        for (std::size_t begin = 0; begin < cells.size();) {
            std::size_t end = begin;
            while (end < cells.size() && cells[end].value == cells[begin].value) ++end;
            const std::size_t first = tuple;
            while (tuple < order_.size() && values[order_[tuple]] == cells[begin].value) ++tuple;
            deal_value(std::span(order_).subspan(first, tuple - first), cells.subspan(begin, end - begin));
            begin = end;
        }
    }

    std::vector<Member> members;
    std::vector<Span> spans;

private:
    void deal_value(std::span<const std::uint32_t> tuples, std::span<const CellGeneralizer::Cell> cells) {
        const auto& weights = problem_.tuples->weights;
        hand_.clear();
        if (cells.size() > 1) {
            for (std::size_t c = 0; c < cells.size(); ++c) hand_.insert(hand_.end(), cells[c].records, c);
            random_.shuffle(std::span(hand_));
        }
        std::size_t next = 0;
        for (const std::uint32_t tuple : tuples) {
            counts_.assign(cells.size(), 0);
            if (cells.size() == 1) counts_[0] = weights[tuple];
            for (std::uint32_t r = 0; cells.size() > 1 && r < weights[tuple]; ++r) ++counts_[hand_[next++]];
            for (std::size_t c = 0; c < cells.size(); ++c) {
                if (counts_[c] == 0) continue;
                members.push_back({tuple, counts_[c]});
                spans.push_back(cells[c].node);
            }
        }
    }

    const Problem& problem_;
    std::size_t column_;
    Random& random_;
    std::vector<std::uint32_t> order_, counts_;
    std::vector<std::size_t> hand_;
};

std::uint64_t printed_as_nodes(const Recoding& recoding) {
    std::uint64_t records = 0;
    for (std::size_t m = 0; m < recoding.cells().size(); ++m)
        if (recoding.cells()[m].width() > 1) records += recoding.all_members()[m].records;
    return records;
}

Result<Recoding> run_personalized(const Problem& problem, const models::Arguments&, Progress& progress) {
    SystemRandom random;
    progress.stage("specializing", 0);
    SCRIM_TRY(const Guarded guarded, guarded_column(problem));
    PersonalCuts cuts(problem, guarded);
    if (cuts.failing() > 0)
        return input_error(
            format("even at the highest levels, {} of {} records are in classes where a guarding node covers more than "
                   "p = {} of what may be believed, however sensitive values are generalized{}; relax it, or ask those "
                   "who guard the largest nodes for smaller ones",
                   with_thousands(cuts.failing()), with_thousands(problem.records()), guarded.p.to_string(),
                   guarded.others.models().empty() ? "" : ", or that other models refuse"));
    SCRIM_CHECK(cuts.run(progress));
    Recoding recoding(problem.dimensions());
    recoding.generalized = guarded.column;
    CellDealer dealer(problem, guarded.column, random);
    for (std::size_t c = 0; c < cuts.classes(); ++c) {
        const CellGeneralizer::Made& made = cuts.cells(cuts.tuples(c));
        if (!made.holds) return fault_error("personalized made a class that does not hold");
        dealer.deal(cuts.tuples(c), made.cells);
        recoding.add(cuts.box(c), dealer.members, dealer.spans);
    }
    recoding.details = {{"specializations", std::to_string(cuts.steps())},
                        {"sensitive values generalized", std::to_string(printed_as_nodes(recoding))}};
    return recoding;
}

}  // namespace

const RecoderSpec& personalized_recoder() {
    static const RecoderSpec spec = [] {
        RecoderSpec made;
        made.name = "personalized";
        made.title = "greedy personalized generalization";
        made.citation = "Xiao, Tao: Personalized privacy preservation, SIGMOD 2006";
        made.summary =
            "For personalized_privacy: specializes quasi-identifiers from the top down, as topdown does, and prints a "
            "node of the sensitive attribute's hierarchy in place of some sensitive values, where a class could not "
            "otherwise keep what people guard. Takes the steps that lower the loss of all cells together the most. "
            "Choose it where some people guard much and most guard little; models that count sensitive values cannot "
            "be required with it.";
        made.preference = 5;
        made.default_because =
            "it honors guarding nodes with little loss, and generalizes some sensitive values for it";
        made.monotone_only = false;
        made.needs_sensitive = true;
        made.generalizes_sensitive = true;
        made.minimizes = RecoderSpec::Minimizes::loss;
        made.run = run_personalized;
        return made;
    }();
    return spec;
}

}  // namespace scrim::recode::subtree
