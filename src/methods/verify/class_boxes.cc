#include "methods/verify/class_boxes.h"

#include "methods/verify/same_values.h"

namespace scrim::verifier {
namespace {

BoxTree boxes_of(const Tuples& released, const Partition& classes, const std::vector<PrintedColumn>& printed) {
    const std::size_t others = released.table.width() - printed.size();
    std::vector<Span> boxes;
    boxes.reserve(classes.size() * printed.size());
    for (std::size_t c = 0; c < classes.size(); ++c)
        for (std::size_t d = 0; d < printed.size(); ++d)
            boxes.push_back(printed[d].spans[released.table[others + d][classes[c].front()]]);
    return BoxTree(std::move(boxes), printed.size());
}

}  // namespace

ClassBoxes::ClassBoxes(const Tuples& released, const std::vector<PrintedColumn>& printed)
    : classes(
          group_by(released.table, columns_between(released.table.width() - printed.size(), released.table.width()))),
      tree(boxes_of(released, classes, printed)),
      class_of_row(released.size()),
      records(classes.size(), 0) {
    for (std::uint32_t c = 0; c < classes.size(); ++c)
        for (const std::uint32_t row : classes[c]) {
            class_of_row[row] = c;
            records[c] += released.weights[row];
        }
}

}  // namespace scrim::verifier
