#include "adapters/postgres/row_labels.h"

#include "kernel/core/text.h"

#include <algorithm>

namespace scrim::postgres {
namespace {

constexpr std::size_t none = ViewSql::Rows::none;

// Which labels of an attribute may satisfy a condition. As the algebra has it for one label at a time; of numbers,
// times and nodes the column's own labels say the same, all at once.
std::vector<char> passing(const Version& version, std::size_t attribute, const RowLabels::Condition& condition,
                          LabelAlgebra& algebra) {
    const Version::Images& images = version.images(attribute);
    const views::Labels& labels = *version.labels(attribute);
    const auto comparison = LabelAlgebra::comparison_of(condition.relation);
    const bool ordered = labels.axis().tree() != nullptr || labels.axis().kind() != views::LabelAxis::Kind::text;
    std::vector<char> passes(images.bytes.size(), 0);
    for (const std::string& bytes : condition.any) {
        const LabelImage other = condition.images ? LabelImage::read(bytes.data(), bytes.size()) : LabelImage();
        const bool at_once = comparison && ordered && (!condition.images || other.kind == LabelImage::Kind::written);
        const views::LabelPlace place = !at_once           ? views::LabelPlace()
                                        : condition.images ? labels.place_of(other.text)
                                                           : labels.axis().place_of_value(bytes);
        for (views::LabelId label = 0; label < passes.size(); ++label) {
            if (passes[label]) continue;
            passes[label] = at_once            ? labels.may(*comparison, label, place)
                            : condition.images ? algebra.may(condition.relation, images.image(label), other)
                                               : algebra.may_value(condition.relation, images.image(label), bytes);
        }
    }
    return passes;
}

}  // namespace

RowLabels::RowLabels(std::shared_ptr<const Version> version, std::vector<char> wanted,
                     std::span<const Condition> conditions, LabelAlgebra& algebra)
    : version_(std::move(version)), shown_(version_->view().shown()), wanted_(std::move(wanted)) {
    for (const Condition& condition : conditions) {
        const auto found = std::find_if(shown_.begin(), shown_.end(), [&](const View::Shown& shown) {
            return shown.as == View::Shown::As::quasi && same_name(shown.name, condition.column);
        });
        if (found == shown_.end())
            throw Refused(format("the column {} is no quasi-identifier any more", quoted(condition.column)),
                          "prepare the statement again");
        asked_.push_back(static_cast<std::size_t>(found - shown_.begin()));
        wanted_[asked_.back()] = 1;
        conditions_.push_back({found->index, passing(*version_, found->index, condition, algebra)});
    }
    std::string reach;
    if (!conditions_.empty()) {
        const std::vector<std::uint32_t> matching = version_->matching(conditions_);
        matching_.resize(version_->tuples());
        for (const std::uint32_t tuple : matching) matching_[tuple] = true;
        reach = version_->reach(matching);
    }
    reaches_all_ = reach.empty();
    rows_ = version_->sql().rows(reach, wanted_);
    leaves_.resize(version_->view().definition.quasi_identifiers.size());
    labels_.resize(shown_.size());
}

void RowLabels::begin() {
    if (version_->kept() != nullptr) seen_.assign(version_->tuples(), 0);
}

void RowLabels::end() const {
    const KeptGroups* kept = version_->kept();
    if (kept == nullptr) return;
    for (std::uint32_t tuple = 0; tuple < seen_.size(); ++tuple) {
        const bool reached = reaches_all_ || tuple == kept->exempt() || matching_[tuple];
        if (reached && seen_[tuple] != kept->size(tuple)) refuse_stale(version_->view());
    }
}

// Which group the record is kept in, if it is still one that can be.
std::uint32_t RowLabels::kept_tuple(std::span<const Cell> cells) {
    const KeptGroups& kept = *version_->kept();
    const Cell& group = cells[rows_.group];
    const std::uint32_t tuple = group.is_null ? KeptGroups::none : kept.find(group.number);
    if (tuple == KeptGroups::none || !kept.holds_k(tuple, cells[rows_.k].number, cells[rows_.kept_k].number))
        refuse_stale(version_->view());
    // What has become missing, for lack of consent, is not shown.
    for (std::size_t a = 0; a < leaves_.size(); ++a)
        if (!cells[rows_.quasi[a]].is_null && !kept.holds(a, tuple, leaves_[a])) refuse_stale(version_->view());
    ++seen_[tuple];
    return tuple;
}

bool RowLabels::is_matching(std::uint32_t tuple) const {
    if (conditions_.empty()) return true;
    const KeptGroups* kept = version_->kept();
    if (kept == nullptr || tuple != kept->exempt()) return matching_[tuple];
    return std::all_of(conditions_.begin(), conditions_.end(), [&](const Version::Condition& condition) {
        const views::LabelId label = kept->own_label(condition.attribute, leaves_[condition.attribute]);
        return label != views::ViewLabels::none && condition.passes[label];
    });
}

bool RowLabels::take(std::span<const Cell> cells) {
    for (std::size_t a = 0; a < leaves_.size(); ++a) {
        const auto leaf = version_->codes(a).leaf(cells[rows_.quasi[a]]);
        if (!leaf) throw Refused("the view's data changed while they were read", "ask again", Refused::Kind::data);
        leaves_[a] = *leaf;
    }
    tuple_ = version_->kept() != nullptr ? kept_tuple(cells)
                                         : version_->index().find(leaves_, cells[rows_.k].number,
                                                                  rows_.block == none ? 0 : cells[rows_.block].number);
    if (tuple_ == TupleIndex::none)
        throw Refused("the view's data changed while they were read", "ask again", Refused::Kind::data);
    if (!is_matching(tuple_)) return false;
    const auto consents = [&](std::size_t column) {
        return rows_.consent[column] == none || cells[rows_.consent[column]].number != 0;
    };
    // What is not shown satisfies no condition.
    for (const std::size_t column : asked_)
        if (!consents(column)) return false;
    hidden_ = version_->is_hidden(tuple_);
    for (std::size_t c = 0; c < shown_.size(); ++c) {
        labels_[c] = nullptr;
        if (!wanted_[c] || !consents(c)) continue;
        if (shown_[c].as == View::Shown::As::quasi) labels_[c] = quasi(shown_[c].index);
        if (shown_[c].as == View::Shown::As::node) labels_[c] = node(shown_[c].index, cells);
    }
    return true;
}

const std::string* RowLabels::quasi(std::size_t attribute) const {
    const KeptGroups* kept = version_->kept();
    const views::LabelId label = kept != nullptr && tuple_ == kept->exempt()
                                     ? kept->own_label(attribute, leaves_[attribute])
                                     : version_->shown(tuple_)[attribute];
    return label == views::ViewLabels::none ? nullptr : &version_->images(attribute).bytes[label];
}

const std::string* RowLabels::node(std::size_t attribute, std::span<const Cell> cells) {
    const Version::Sensitive& sensitive = version_->sensitive(attribute);
    if (hidden_) return &sensitive.images.bytes[sensitive.map->labels()->hidden()];
    const auto leaf = sensitive.codes.leaf(cells[rows_.sensitive[attribute]]);
    if (!leaf) throw Refused("the view's data changed while they were read", "ask again", Refused::Kind::data);
    const hierarchy::Hierarchy& tree = *sensitive.attribute->hierarchy();
    hierarchy::Hierarchy::NodeId node = tree.leaf(*leaf);
    for (std::int64_t step = 0; step < cells[rows_.level].number && node != 0; ++step) node = tree.nodes()[node].parent;
    const auto label = sensitive.map->label_of_node(node);
    return label ? &sensitive.images.bytes[*label] : nullptr;
}

}  // namespace scrim::postgres
