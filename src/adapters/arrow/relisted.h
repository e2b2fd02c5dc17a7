// Lists again: a table of ours prints each list as one text (list_text.h); where all texts of a column are those of an
// original's lists, it gets the lists, with items of the original's type.
#pragma once

#include "adapters/arrow/held_batches.h"
#include "scrim/result.h"

#include <memory>

namespace scrim::arrow {

// The same rows; columns that `original` has no lists of, or that hold other texts too, stay what they are.
Result<std::shared_ptr<const HeldBatches>> relisted(const std::shared_ptr<const HeldBatches>& shown,
                                                    const HeldBatches& original);

}  // namespace scrim::arrow
