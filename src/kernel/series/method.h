// MethodSpec: what a method of re-publication is and promises, for its producer, its verifier and its auditor alike.
//
// A method describes itself in one MethodSpec, returned by <name>_method(), and is listed in methods.def. How it makes
// groups is said in methods/republish, which the verifier never sees: it judges by these traits.
//
//   if (const MethodSpec* method = find_method(name)) … method->substitutes …
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace scrim::series {

struct MethodSpec {
    std::string name;      // m_invariance
    std::string title;     // m-invariance: groups of different values that stay the same over time
    std::string citation;  // where it was published
    std::string summary;   // in a few words, for lists: "generalized, with counterfeits"
    // What a group gets where nobody has a value that it needs: somebody who has another value and is published with
    // this one (a substitute), or somebody who is made up (a counterfeit).
    bool substitutes = false;
    bool nests = false;              // a signature may grow over time; otherwise it stays as it is
    bool categories = false;         // may count categories of values, and values of each (lambda, tau)
    std::string parameter;           // what the number of different values is called: m
    std::vector<std::string> forms;  // of its releases; the first is the default
};

// The registry: methods.def, in its order.
const std::vector<const MethodSpec*>& methods();
const MethodSpec* find_method(std::string_view name);
std::vector<std::string> names_of_methods();

}  // namespace scrim::series
