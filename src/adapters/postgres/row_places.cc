#include "adapters/postgres/row_places.h"

#include "adapters/postgres/sql_text.h"
#include "kernel/core/text.h"

#include <utility>

namespace scrim::postgres {
namespace {

[[noreturn]] void refuse_changed() {
    throw Refused("the view's data changed while they were read", "ask again", Refused::Kind::data);
}

bool is_whole(const QueryColumn& column) { return column.kind == QueryColumn::Kind::whole; }

std::string column_of_base(const QueryColumn& column) { return "b." + sql_name(column.name); }

// As view_sql.h has it.
std::string read_cell(const QueryColumn& column) {
    return "((" + column_of_base(column) + (is_whole(column) ? ")::int8)" : ")::text COLLATE \"C\")");
}

}  // namespace

bool PlacedView::is_possible(const View& view) {
    const views::ViewDefinition& definition = view.definition;
    return !definition.has_profile() && definition.block == 0 && !definition.materialized &&
           definition.disclose.empty() && definition.retain.empty() && !view.policy;
}

PlacedView::PlacedView(std::shared_ptr<const Version> version, const std::string& query, std::vector<char> wanted)
    : version_(std::move(version)), shown_(version_->view().shown()) {
    const View& view = version_->view();
    const views::ViewDefinition& definition = view.definition;
    const std::string from = " FROM (" + query + "\n) AS b";
    std::vector<std::string> list;
    for (const auto& attribute : definition.quasi_identifiers) {
        const QueryColumn& column = view.column(attribute.column);
        list.push_back(read_cell(column));
        places_.types.push_back(is_whole(column) ? CellType::whole : CellType::text);
    }
    leaves_.resize(list.size());
    places_.sql = format("SELECT {}, b.scrim_place{}", join(list, ", "), from);

    using As = View::Shown::As;
    list.clear();
    plain_.assign(shown_.size(), none);
    node_.assign(shown_.size(), none);
    for (std::size_t c = 0; c < shown_.size(); ++c) {
        if (!wanted[c] || shown_[c].as != As::node) continue;
        const QueryColumn& column = view.column(shown_[c].name);
        node_[c] = list.size();
        list.push_back(read_cell(column));
        cells_.push_back(is_whole(column) ? CellType::whole : CellType::text);
    }
    for (std::size_t c = 0; c < shown_.size(); ++c) {
        if (!wanted[c] || shown_[c].as == As::quasi || shown_[c].as == As::node) continue;
        if (shown_[c].as == As::identifier && definition.k != 0) continue;
        if (shown_[c].as == As::plain_sensitive && definition.level != 0) continue;
        plain_[c] = list.size();
        list.push_back(column_of_base(view.column(shown_[c].name)));
    }
    if (list.empty()) return;
    place_in_rest_ = list.size();
    whole_rest_ = format("SELECT {}, b.scrim_place{}", join(list, ", "), from);
    rest_ = whole_rest_ + " WHERE b.scrim_place = ANY ($1)";
}

std::uint32_t PlacedView::tuple_of(std::span<const Cell> cells) {
    for (std::size_t a = 0; a < leaves_.size(); ++a) {
        const auto leaf = version_->codes(a).leaf(cells[a]);
        if (!leaf) refuse_changed();
        leaves_[a] = *leaf;
    }
    const std::uint32_t tuple =
        version_->index().find(leaves_, static_cast<std::int64_t>(version_->view().definition.k), 0);
    if (tuple == TupleIndex::none) refuse_changed();
    return tuple;
}

const std::string* PlacedView::hidden_node(std::size_t column) const {
    const Version::Sensitive& sensitive = version_->sensitive(shown_[column].index);
    return &sensitive.images.bytes[sensitive.map->labels()->hidden()];
}

const std::string* PlacedView::node(std::size_t column, const Cell& value) const {
    const Version::Sensitive& sensitive = version_->sensitive(shown_[column].index);
    const auto leaf = sensitive.codes.leaf(value);
    if (!leaf) refuse_changed();
    const hierarchy::Hierarchy& tree = *sensitive.attribute->hierarchy();
    hierarchy::Hierarchy::NodeId node = tree.leaf(*leaf);
    for (std::uint64_t step = 0; step < version_->view().definition.level && node != 0; ++step)
        node = tree.nodes()[node].parent;
    const auto label = sensitive.map->label_of_node(node);
    return label ? &sensitive.images.bytes[*label] : nullptr;
}

}  // namespace scrim::postgres
