// RowPlaces: where the rows of a view stand in its base table, and which tuple of the view's version each belongs to.
//
// As long as a snapshot sees what the version's did, a row stays where it is: whoever has its place need not read the
// table from its beginning, and can take rows in any order.
#pragma once

#include "adapters/postgres/version.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace scrim::postgres {

struct RowPlace {
    std::uint32_t block = 0;
    std::uint16_t item = 0;
    std::uint32_t tuple = 0;

    bool before(const RowPlace& other) const { return block != other.block ? block < other.block : item < other.item; }
    bool is_at(const RowPlace& other) const { return block == other.block && item == other.item; }
};

class RowPlaces {
public:
    void add(const RowPlace& place) { rows_.push_back(place); }
    std::size_t size() const { return rows_.size(); }
    // In the order in which they were added, which is that of the table.
    const RowPlace* at(std::size_t row) const { return rows_.data() + row; }

private:
    std::vector<RowPlace> rows_;
};

// What is read of a view whose rows have places: one over rows of a single table, with one k and level for all, where
// nobody's consent matters. Its labels are those of RowLabels.
class PlacedView {
public:
    // Whether the view is one; the query has to be looked at besides.
    static bool is_possible(const View& view);

    // `query`: the view's, with a last column scrim_place. `wanted`: of View::shown().
    PlacedView(std::shared_ptr<const Version> version, const std::string& query, std::vector<char> wanted);

    // Every row's quasi-identifiers, and its place.
    const Reading& places() const { return places_; }
    std::uint32_t tuple_of(std::span<const Cell> cells);  // of such a row; throws for one that the version has not
    // What labels do not say of the rows whose places are the parameter $1: the values of nodes, what is handed
    // through, and the place. Nothing where labels say it all.
    const std::string& rest() const { return rest_; }
    // The same of all rows.
    const std::string& whole_rest() const { return whole_rest_; }
    const std::vector<CellType>& cells_of_rest() const { return cells_; }
    std::size_t place_in_rest() const { return place_in_rest_; }

    static constexpr std::size_t none = SIZE_MAX;
    // Where a column of View::shown() that is handed through stands in the rest; `none` where it is NULL for all.
    std::size_t plain(std::size_t column) const { return plain_[column]; }
    void prefetch(std::uint32_t tuple) const { __builtin_prefetch(version_->shown(tuple).data()); }
    bool is_hidden(std::uint32_t tuple) const { return version_->is_hidden(tuple); }
    // A label with the server's header, or null. Of a quasi-identifier:
    const std::string* quasi(std::size_t column, std::uint32_t tuple) const {
        const std::size_t attribute = shown_[column].index;
        const views::LabelId label = version_->shown(tuple)[attribute];
        return label == views::ViewLabels::none ? nullptr : &version_->images(attribute).bytes[label];
    }
    // … and of a sensitive value's node, where it is hidden and where it is not.
    const std::string* hidden_node(std::size_t column) const;
    const std::string* node(std::size_t column, const Cell& value) const;
    bool is_quasi(std::size_t column) const { return shown_[column].as == View::Shown::As::quasi; }
    // Where a node's value stands in the rest.
    std::size_t node_place(std::size_t column) const { return node_[column]; }

private:
    std::shared_ptr<const Version> version_;
    std::vector<View::Shown> shown_;
    Reading places_;
    std::string rest_, whole_rest_;
    std::vector<CellType> cells_;
    std::vector<std::size_t> plain_, node_;
    std::size_t place_in_rest_ = 0;
    std::vector<Code> leaves_;
};

}  // namespace scrim::postgres
