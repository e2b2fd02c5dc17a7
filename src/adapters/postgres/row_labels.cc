#include "adapters/postgres/row_labels.h"

#include "kernel/core/text.h"

#include <algorithm>

namespace scrim::postgres {
namespace {

constexpr std::size_t none = ViewSql::Rows::none;

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
        Version::Condition made{found->index, {}};
        const Version::Images& images = version_->images(found->index);
        for (std::size_t label = 0; label < images.bytes.size(); ++label) {
            const LabelImage own = images.image(label);
            made.passes.push_back(
                std::any_of(condition.any.begin(), condition.any.end(), [&](const std::string& other) {
                    return condition.images
                               ? algebra.may(condition.relation, own, LabelImage::read(other.data(), other.size()))
                               : algebra.may_value(condition.relation, own, other);
                }));
        }
        conditions_.push_back(std::move(made));
    }
    std::string reach;
    if (!conditions_.empty()) {
        matching_ = version_->matching(conditions_);
        reach = version_->reach(matching_);
    }
    rows_ = version_->sql().rows(reach, wanted_);
    leaves_.resize(version_->view().definition.quasi_identifiers.size());
    labels_.resize(shown_.size());
}

bool RowLabels::take(std::span<const Cell> cells) {
    for (std::size_t a = 0; a < leaves_.size(); ++a) {
        const auto leaf = version_->codes(a).leaf(cells[rows_.quasi[a]]);
        if (!leaf) throw Refused("the view's data changed while they were read", "ask again", Refused::Kind::data);
        leaves_[a] = *leaf;
    }
    tuple_ =
        version_->index().find(leaves_, cells[rows_.k].number, rows_.block == none ? 0 : cells[rows_.block].number);
    if (tuple_ == TupleIndex::none)
        throw Refused("the view's data changed while they were read", "ask again", Refused::Kind::data);
    if (!matching_.empty() && !matching_[tuple_]) return false;
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
    const views::LabelId label = version_->shown(tuple_)[attribute];
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
