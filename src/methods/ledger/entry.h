// A line of a ledger, as text: what was granted, what was answered, in fields that a person can read.
//
//   12 <tab> 1770000000 <tab> spend <tab> ana <tab> epsilon 1/10 <tab> COUNT(*) … <tab> {"rows": …} <tab> 5f0c…
//
// The last field chains it to all lines before: BLAKE2b of the chain so far and the line. A line that was changed,
// left out or moved breaks the chain of all that follow.
#pragma once

#include "kernel/noise/budget.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace scrim::ledger {

// So much epsilon, or rho: "epsilon 1/10", "rho 1/200". Nothing of a close.
struct Amount {
    noise::Budget::Kind kind = noise::Budget::Kind::epsilon;
    BigRatio value = 0;
};

struct Entry {
    enum class Kind { grant, spend, close };

    std::uint64_t number = 0;  // 1, 2, …
    std::int64_t time = 0;     // seconds since 1970-01-01; never before that of the line above
    Kind kind = Kind::spend;
    std::string recipient;
    Amount amount;         // granted or spent
    std::string question;  // of a spend: what was asked, in a form that equal questions share
    std::string answer;    // of a spend: what was answered
};

// 32 hexadecimal digits.
using Chain = std::string;

// The line with its end and, in `chain`, the chain after it.
std::string line_of(const Entry& entry, Chain& chain);
// A line without its end; nothing where it is none of ours or does not continue the chain.
std::optional<Entry> entry_of(std::string_view line, Chain& chain);
// The chain before the first line, of what the ledger is about.
Chain first_chain(std::string_view subject);

}  // namespace scrim::ledger
