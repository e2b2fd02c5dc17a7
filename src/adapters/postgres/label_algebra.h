// LabelAlgebra: comparisons of labels without the view that they come from: "may be", as methods/views/recoding has it.
//
//   algebra.may(Operator::equal, zip, {.text = "88512"});   // zip = '88512'
//
// A label is looked at by itself, as the only one of its column. That gives what the column's own axis gives: the ends
// of a label are values of the axis, so that whatever lies between two of them compares with the label alike. (One
// thing it cannot know: that a written 885** is a value of a text column, and no mask. More may be then.)
#pragma once

#include "adapters/postgres/label_image.h"
#include "adapters/postgres/server.h"
#include "methods/views/recoding/labels.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace scrim::postgres {

enum class Operator { equal, differ, less, less_equal, greater, greater_equal, like, unlike };

class LabelAlgebra {
public:
    // The edges of a DGH by its number; refuses one that is gone.
    using Edges = std::function<StoredDgh(std::uint32_t)>;

    explicit LabelAlgebra(Edges edges);
    LabelAlgebra(const LabelAlgebra&) = delete;
    LabelAlgebra& operator=(const LabelAlgebra&) = delete;
    ~LabelAlgebra();

    // Hierarchies may have changed.
    void forget();

    // May the relation hold? What is written is read as such; another label by what it prints; a value as a value.
    bool may(Operator relation, const LabelImage& label, const LabelImage& other);
    bool may_value(Operator relation, const LabelImage& label, std::string_view value);
    // The relation that holds from the other side.
    static Operator mirrored(Operator relation);
    static std::optional<views::Comparison> comparison_of(Operator relation);  // nothing for LIKE

    // Is every value of `narrow` surely one of `wide`'s?
    bool covers(const LabelImage& wide, const LabelImage& narrow);
    // By what they span, then by what they print; 0 for identical ones alone.
    int compare(const LabelImage& a, const LabelImage& b);

    // Of numbers and times, as text; nothing for what has no ends.
    struct Ends {
        std::string low, high;
        bool is_time = false;
    };
    std::optional<Ends> ends(const LabelImage& label);
    // The leaves of a node.
    std::optional<std::uint32_t> leaves(const LabelImage& label);

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace scrim::postgres
