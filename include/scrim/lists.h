// Columns of lists. A table in memory may have them: a list is one value, which is read as the text that a list in a
// Parquet file is read as, and released, suppressed or kept as one. NULL, [] and [NULL] are three values.
//
//   const std::string folder = "release";                          // made of `original`, a frame
//   TableInput released;
//   released.path = folder + "/data.csv";                          // tags: [fever, 'cough, dry']
//   SCRIM_TRY(const Frame shown, read_frame(released, progress));
//   SCRIM_TRY(const Frame again, with_lists_of(shown, original));  // tags: lists of two texts
//
// Lists of lists are refused. Nothing generalizes a list: as a quasi-identifier it is kept or suppressed, unless a
// hierarchy of its texts is given.
#pragma once

#include "scrim/frame.h"
#include "scrim/result.h"

#pragma GCC visibility push(default)
namespace scrim {

bool has_lists(const Frame& frame);

// The same rows as in `shown`, a table that was made of `original`: where a column holds nothing but texts of lists
// that the column of the same name has there, it is one of these lists again, with items of the same type.
Result<Frame> with_lists_of(const Frame& shown, const Frame& original);

}  // namespace scrim
#pragma GCC visibility pop
