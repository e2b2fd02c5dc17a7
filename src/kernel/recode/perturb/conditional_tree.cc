#include "kernel/recode/perturb/conditional_tree.h"

#include <algorithm>
#include <numeric>

namespace scrim::recode::perturb {
namespace {

constexpr double no_gain = 1e-9;  // of a node's impurity: what rounding leaves of none

std::vector<Code> codes_of(const Column& column) {
    std::vector<Code> codes(column.size());
    column.visit([&](auto narrow) { std::copy(narrow.begin(), narrow.end(), codes.begin()); });
    return codes;
}

// Mean ranks of the values of a column of numbers, between 0 and 1.
std::vector<double> ranks_of(const std::vector<Code>& codes, std::size_t values) {
    std::vector<double> counts(values, 0), ranks(values, 0);
    for (const Code code : codes) ++counts[code];
    double below = 0;
    for (std::size_t code = 0; code < values; ++code) {
        ranks[code] = (below + counts[code] / 2) / static_cast<double>(codes.size());
        below += counts[code];
    }
    return ranks;
}

}  // namespace

// Grows a tree over the numbers of the records, which it arranges leaf by leaf.
class TreeGrower {
public:
    TreeGrower(ConditionalTree& tree, const Column& target, const std::vector<const Column*>& given,
               std::uint32_t least)
        : tree_(tree), least_(std::max<std::uint32_t>(least, 1)), target_(codes_of(target)), order_(target.size()) {
        by_ranks_ = target.domain().is_numeric();
        if (by_ranks_) ranks_ = ranks_of(target_, target.domain().size());
        counts_.resize(target.domain().size());
        left_counts_.resize(target.domain().size());
        for (const Column* column : given) {
            given_.push_back(codes_of(*column));
            ordered_.push_back(column->domain().is_numeric() ? 1 : 0);
            values_.push_back(column->domain().size());
        }
        std::iota(order_.begin(), order_.end(), 0U);
    }

    void grow() {
        grow(0, static_cast<std::uint32_t>(order_.size()));
        for (const std::uint32_t record : order_) tree_.values_.push_back(target_[record]);
    }

private:
    // Where a node is parted: records whose code has a place below `at` in `order` go left.
    struct Parting {
        double gain = 0;
        std::uint32_t column = 0;
        std::vector<Code> order;  // the codes of the node, in the order in which they are parted
        std::size_t at = 0;
    };
    // What the records of one code add up to.
    struct OfCode {
        Code code = 0;
        std::uint32_t records = 0;
        double sum = 0;           // of ranks, or of records with the most frequent value
        std::uint32_t first = 0;  // of sorted_
    };

    std::uint32_t grow(std::uint32_t begin, std::uint32_t end) {
        const auto id = static_cast<std::uint32_t>(tree_.nodes_.size());
        tree_.nodes_.emplace_back();
        tree_.nodes_[id].begin = begin;
        tree_.nodes_[id].end = end;
        Parting best;
        if (end - begin >= 2 * least_ && measure(begin, end))
            for (std::uint32_t column = 0; column < given_.size(); ++column) try_column(begin, end, column, best);
        if (best.gain <= 0) {
            ++tree_.leaves_;
            return id;
        }
        const std::uint32_t middle = part(begin, end, best, tree_.nodes_[id]);
        const std::uint32_t left = grow(begin, middle), right = grow(middle, end);
        tree_.nodes_[id].left = left;
        tree_.nodes_[id].right = right;
        return id;
    }

    // The node's impurity times its records; false where it is pure.
    bool measure(std::uint32_t begin, std::uint32_t end) {
        records_ = end - begin;
        sum_ = squares_ = 0;
        if (by_ranks_) {
            for (std::uint32_t i = begin; i < end; ++i) {
                sum_ += ranks_[target_[order_[i]]];
                squares_ += ranks_[target_[order_[i]]] * ranks_[target_[order_[i]]];
            }
            impurity_ = squares_ - sum_ * sum_ / records_;
            return impurity_ > no_gain * squares_;
        }
        std::fill(counts_.begin(), counts_.end(), 0.0);
        for (std::uint32_t i = begin; i < end; ++i) ++counts_[target_[order_[i]]];
        for (const double count : counts_) squares_ += count * count;
        most_frequent_ = static_cast<Code>(std::max_element(counts_.begin(), counts_.end()) - counts_.begin());
        impurity_ = records_ - squares_ / records_;
        return counts_[most_frequent_] < records_;
    }

    // The records of the node by their code of a column, each code's together, and what these add up to.
    void sort_by(std::uint32_t begin, std::uint32_t end, std::uint32_t column) {
        const std::vector<Code>& codes = given_[column];
        sorted_.assign(order_.begin() + begin, order_.begin() + end);
        if (values_[column] < 4 * sorted_.size()) {
            starts_.assign(values_[column] + 1, 0);
            for (const std::uint32_t record : sorted_) ++starts_[codes[record] + 1];
            std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
            for (std::uint32_t i = begin; i < end; ++i) sorted_[starts_[codes[order_[i]]]++] = order_[i];
        } else {
            std::sort(sorted_.begin(), sorted_.end(), [&](auto a, auto b) { return codes[a] < codes[b]; });
        }
        of_codes_.clear();
        for (std::uint32_t i = 0; i < sorted_.size(); ++i) {
            const Code code = codes[sorted_[i]], value = target_[sorted_[i]];
            if (of_codes_.empty() || of_codes_.back().code != code) of_codes_.push_back({code, 0, 0, i});
            ++of_codes_.back().records;
            of_codes_.back().sum += by_ranks_ ? ranks_[value] : value == most_frequent_ ? 1 : 0;
        }
        if (!ordered_[column])
            std::stable_sort(of_codes_.begin(), of_codes_.end(),
                             [](const OfCode& a, const OfCode& b) { return a.sum * b.records < b.sum * a.records; });
    }

    void try_column(std::uint32_t begin, std::uint32_t end, std::uint32_t column, Parting& best) {
        sort_by(begin, end, column);
        double left = 0, sum = 0, left_squares = 0, right_squares = squares_;
        if (!by_ranks_) std::fill(left_counts_.begin(), left_counts_.end(), 0.0);
        std::size_t found = 0;
        for (std::size_t i = 0; i + 1 < of_codes_.size(); ++i) {
            left += of_codes_[i].records;
            sum += of_codes_[i].sum;
            if (!by_ranks_)
                for (std::uint32_t r = 0; r < of_codes_[i].records; ++r) {
                    const Code value = target_[sorted_[of_codes_[i].first + r]];
                    double& here = left_counts_[value];
                    left_squares += 2 * here + 1;
                    right_squares -= 2 * (counts_[value] - here) - 1;
                    ++here;
                }
            const double right = records_ - left;
            if (left < least_ || right < least_) continue;
            const double apart = by_ranks_
                                     ? sum * sum / left + (sum_ - sum) * (sum_ - sum) / right - sum_ * sum_ / records_
                                     : left_squares / left + right_squares / right - squares_ / records_;
            if (apart > best.gain && apart > no_gain * impurity_) {
                best.gain = apart;
                best.column = column;
                best.at = i + 1;
                found = i + 1;
            }
        }
        if (found == 0) return;
        best.order.clear();
        for (const OfCode& of_code : of_codes_) best.order.push_back(of_code.code);
    }

    // The records that go left first. Returns where those that go right begin.
    std::uint32_t part(std::uint32_t begin, std::uint32_t end, const Parting& parting, ConditionalTree::Node& node) {
        node.column = parting.column;
        const std::vector<Code>& codes = given_[parting.column];
        const auto at = parting.order.begin() + static_cast<std::ptrdiff_t>(parting.at);
        if (ordered_[parting.column]) {
            node.threshold = *at;
        } else {
            node.left_codes.assign(parting.order.begin(), at);
            node.right_codes.assign(at, parting.order.end());
            std::sort(node.left_codes.begin(), node.left_codes.end());
            std::sort(node.right_codes.begin(), node.right_codes.end());
        }
        const auto middle =
            std::stable_partition(order_.begin() + begin, order_.begin() + end, [&](std::uint32_t record) {
                return ordered_[parting.column]
                           ? codes[record] < node.threshold
                           : std::binary_search(node.left_codes.begin(), node.left_codes.end(), codes[record]);
            });
        return static_cast<std::uint32_t>(middle - order_.begin());
    }

    ConditionalTree& tree_;
    std::uint32_t least_;
    std::vector<Code> target_;
    std::vector<std::vector<Code>> given_;
    std::vector<char> ordered_;  // numbers and dates
    std::vector<std::size_t> values_;
    std::vector<std::uint32_t> order_;
    bool by_ranks_ = false;
    std::vector<double> ranks_;
    // Of the node at hand.
    double records_ = 0, sum_ = 0, squares_ = 0, impurity_ = 0;
    Code most_frequent_ = 0;
    std::vector<double> counts_, left_counts_;
    std::vector<std::uint32_t> sorted_, starts_;
    std::vector<OfCode> of_codes_;
};

ConditionalTree::ConditionalTree(const Column& target, const std::vector<const Column*>& given, std::uint32_t least) {
    TreeGrower(*this, target, given, least).grow();
}

bool ConditionalTree::goes_left(const Node& node, Code code) const {
    if (node.left_codes.empty()) return code < node.threshold;
    if (std::binary_search(node.left_codes.begin(), node.left_codes.end(), code)) return true;
    if (std::binary_search(node.right_codes.begin(), node.right_codes.end(), code)) return false;
    const Node &left = nodes_[node.left], &right = nodes_[node.right];
    return left.end - left.begin >= right.end - right.begin;
}

Code ConditionalTree::draw(std::span<const Code> codes, Random& random) const {
    const Node* node = &nodes_.front();
    while (node->left != 0) node = &nodes_[goes_left(*node, codes[node->column]) ? node->left : node->right];
    return values_[node->begin + random.below(node->end - node->begin)];
}

}  // namespace scrim::recode::perturb
