// The same condition, shorter.
#pragma once

#include "methods/statdb/condition.h"
#include "methods/statdb/query/askable.h"

namespace scrim::statdb::query {

// Nested all_of and any_of are flattened, each column stands once in each, and what is always or never true is gone: it
// is the whole condition or no part of it. Never is any_of without parts.
Condition simplified(Condition condition, const AskableColumns& askable);

}  // namespace scrim::statdb::query
