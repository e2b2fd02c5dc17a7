// What a trial's release would print, beside the table that it was made from.
#pragma once

#include "kernel/recode/recoder.h"
#include "methods/check/compared_tables.h"
#include "methods/release/dealing.h"

namespace scrim::release {

// Which columns are compared, and the one that a classifier would predict, "" for none.
struct Compared {
    std::vector<std::string> columns;
    std::string target;
};
Compared compared_in(const Material& material, const PublishRequest& request);

// Of forms whose groups part sensitive values from records, every record of a group counts with each of the group's
// values by the value's share in it, which is all that a reader can say (Xiao, Tao, Anatomy, VLDB 2006).
Result<compare::Comparison> compare_release(const Dealing& dealing, const PublishRequest& request,
                                            const recode::RecoderSpec& recoder);

// Rows that are printed as they are, of a release whose values were changed.
Result<compare::Comparison> compare_rows(const Tuples& rows, const Material& original, const PublishRequest& request);

}  // namespace scrim::release
