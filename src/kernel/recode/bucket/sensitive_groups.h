// What recoders share that group records by a sensitive attribute and release quasi-identifiers as they are.
#pragma once

#include "kernel/recode/recoding.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace scrim::recode::bucket {

// The parameter `attribute` of such a recoder.
Parameter attribute_parameter();
// The column of the sensitive attribute to group by: the one named, or the first. Refuses demands about other sensitive
// attributes, which the groups would not protect.
Result<std::size_t> column_to_group_by(std::string_view recoder, const Problem& problem,
                                       const models::Arguments& arguments);

// All that the demands see of a group is how many of its records hold which value.
bool judges_values_only(const Demands& demands);

// No tuple is twice in a group. Members are put in the order of their tuples: any other might tell who holds what.
Recoding recoding_of_groups(Groups<Member> groups);

}  // namespace scrim::recode::bucket
