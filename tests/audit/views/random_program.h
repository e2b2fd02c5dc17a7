// Random .audit files over few potential tuples, for tests.
#pragma once

#include <random>
#include <string>

namespace scrim::audit::databases::testing {

struct RandomProgram {
    std::string text;            // without facts
    bool single_secret = false;  // of one relation: then ruling out a row is ruling out tuples
};

// At most 8 tuples; R(a, b) and Q(b, c), or R alone.
inline RandomProgram random_program(std::mt19937& random, bool with_constraints) {
    const auto pick = [&](std::size_t n) { return random() % n; };
    RandomProgram made;
    const bool two = pick(3) != 0;
    made.text = two ? "relation R(a, b). relation Q(b, c). domain a {1, 2}. domain b {x, y}. domain c {5, 6}.\n"
                    : "relation R(a, b). domain a {1, 2, 3}. domain b {x, y}.\n";
    static const char* one_relation[] = {"({}u) :- R(u, v).",
                                         "({}v) :- R(u, v).",
                                         "(u, v) :- R(u, v), u != 1.",
                                         "(u) :- R(u, 'x').",
                                         "(u, v) :- R(u, v).",
                                         "() :- R(u, 'x'), R(w, 'y').",
                                         "(v) :- R(1, v).",
                                         "(u) :- R(u, v), R(w, v), u != w."};
    static const char* two_relations[] = {"(u, w) :- R(u, v), Q(v, w).", "(v) :- Q(v, w).",
                                          "(w) :- Q(v, w), v != 'x'.",   "() :- R(u, v), Q(v, 5).",
                                          "(v) :- R(u, v), Q(v, w).",    "(v, w) :- Q(v, w)."};
    const auto rule = [&](const std::string& name, bool& single) {
        const std::size_t which = pick(two ? 14 : 8);
        std::string text = which < 8 ? one_relation[which] : two_relations[which - 8];
        single = which != 5 && which != 7 && which != 8 && which != 11 && which != 12;
        if (const auto hole = text.find("{}"); hole != std::string::npos) text.erase(hole, 2);
        return name + text;
    };
    bool ignored = false;
    made.text += "secret " + rule("S", made.single_secret) + "\n";
    made.text += "published " + rule("V", ignored) + "\n";
    if (pick(2) == 0) made.text += "published " + rule("V2", ignored) + "\n";
    made.text += "planned " + rule("N", ignored) + "\n";
    if (with_constraints) {
        static const char* constraints[] = {"constraint key R(a).", "constraint functional R(b -> a).",
                                            "constraint false <- R(1, 'x'), R(2, 'y').",
                                            "constraint R(2, v) | v = 'x' <- R(1, v)."};
        static const char* both[] = {"constraint inclusion R(b) <= Q(b).", "constraint R(u, v) <- Q(v, 5).",
                                     "constraint Q(v, 6) | u != 1 <- R(u, v), Q(v, 5)."};
        made.text += std::string(constraints[pick(4)]) + "\n";
        if (two && pick(2) == 0) made.text += std::string(both[pick(3)]) + "\n";
    }
    return made;
}

}  // namespace scrim::audit::databases::testing
