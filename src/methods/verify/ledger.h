// Ledger: the claims of a release, each with what came of it, in the order in which they were checked.
#pragma once

#include "scrim/verify.h"

#include <string>
#include <utility>
#include <vector>

namespace scrim::verifier {

class Ledger {
public:
    void holds(std::string what, std::string detail = {}) { add(std::move(what), Outcome::holds, std::move(detail)); }
    void fails(std::string what, std::string detail) { add(std::move(what), Outcome::fails, std::move(detail)); }
    void unchecked(std::string what, std::string why) { add(std::move(what), Outcome::unchecked, std::move(why)); }
    // A promise that could not be checked: worse than another claim.
    void unchecked_promise(std::string what, std::string why) {
        unchecked(std::move(what), std::move(why));
        claims_.back().promise = true;
    }
    // Holds where nothing speaks against it.
    void settle(std::string what, const std::string& against, std::string detail = {}) {
        if (against.empty())
            holds(std::move(what), std::move(detail));
        else
            fails(std::move(what), against);
    }

    std::vector<VerifyClaim> take() { return std::move(claims_); }

private:
    using Outcome = VerifyClaim::Outcome;

    void add(std::string what, Outcome outcome, std::string detail) {
        claims_.push_back({std::move(what), outcome, std::move(detail), false});
    }

    std::vector<VerifyClaim> claims_;
};

}  // namespace scrim::verifier
