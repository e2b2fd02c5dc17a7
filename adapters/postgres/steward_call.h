// What the functions for stewards take: the arguments of a call, and the policy that they name.
#pragma once

#include "adapters/postgres/stewards/steward_policy.h"

#include <string>
#include <vector>

#include "guard.h"

namespace scrim::postgres {

// PostgreSQL code. "" for NULL.
const char* text_argument(FunctionCallInfo fcinfo, int at) noexcept;
// A list of texts as C strings; elements that are NULL are left out.
struct TextList {
    const char** texts = nullptr;
    int count = 0;
    std::vector<std::string> all() const { return {texts, texts + count}; }
};
TextList list_argument(FunctionCallInfo fcinfo, int at) noexcept;

// The policy of an argument: the name of one that is kept, or YAML. For stewards.
Policy asked_policy(const std::string& name_or_yaml, const Wishes& wishes);

}  // namespace scrim::postgres
