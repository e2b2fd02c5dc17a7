// Every guarantee and every attacker on random small programs, against all databases one by one.
#include "methods/audit/databases/extent.h"
#include "methods/audit/databases/guarantee.h"
#include "methods/audit/databases/reader.h"
#include "tests/audit/views/every_database.h"
#include "tests/audit/views/random_program.h"
#include "tests/rounds.h"

#include <gtest/gtest.h>

namespace scrim::audit::databases {
namespace brute_force_test {

using testing::EveryDatabase;

struct Case {
    AuditProgram source;
    TypedProgram program;
    std::string text;
    bool single_secret = false;
};

Case make_case(std::mt19937& random, bool with_constraints) {
    const testing::RandomProgram made = testing::random_program(random, with_constraints);
    Case some;
    some.text = made.text;
    some.single_secret = made.single_secret;
    auto source = read_audit_program(made.text, "random");
    EXPECT_TRUE(source) << made.text << (source ? "" : source.error().message);
    some.source = *std::move(source);
    auto typed = type_program(
        some.source, [](std::size_t) { return 0u; }, "random");
    EXPECT_TRUE(typed) << (typed ? "" : typed.error().message);
    some.program = *std::move(typed);
    return some;
}

std::vector<Fraction> random_chances(std::mt19937& random, std::uint32_t tuples, bool also_sure) {
    std::vector<Fraction> chances;
    for (std::uint32_t t = 0; t < tuples; ++t) {
        chances.emplace_back(also_sure ? random() % 6 : 1 + random() % 4, 5);
        chances.back().canonicalize();
    }
    return chances;
}

class AgainstEveryDatabase : public ::testing::TestWithParam<bool> {
protected:
    // One random case after the other, with a random database of it.
    void for_each_case(int cases, unsigned seed,
                       const std::function<void(const Case&, const EveryDatabase&, std::size_t, std::mt19937&)>& test) {
        std::mt19937 random(seed + (GetParam() ? 1000 : 0));
        for (int i = 0; i < rounds(cases); ++i) {
            const Case some = make_case(random, GetParam());
            const EveryDatabase every(some.program);
            const std::size_t actual = random() % every.all().size();
            std::string facts;
            for (const TupleId tuple : every.all()[actual].database.tuples())
                facts += " " + some.program.tuple_text(tuple);
            SCOPED_TRACE(some.text + "facts:" + facts);
            test(some, every, actual, random);
            if (HasFailure()) return;
        }
    }

    Limits limits_{0, no_progress()};
};

INSTANTIATE_TEST_SUITE_P(Constraints, AgainstEveryDatabase, ::testing::Values(false, true),
                         [](const auto& some) { return some.param ? "with" : "without"; });

ViewVerdict verdict(bool holds) { return holds ? ViewVerdict::holds : ViewVerdict::breached; }

ViewGuarantee take(Result<ViewGuarantee> answered) {
    EXPECT_TRUE(answered) << (answered ? "" : answered.error().message);
    return answered ? *answered : ViewGuarantee();
}

TEST_P(AgainstEveryDatabase, PossibleDatabases) {
    for_each_case(50, 1, [&](const Case& some, const EveryDatabase& every, std::size_t actual, std::mt19937&) {
        Extent extent(some.source, some.program, every.all()[actual].database, limits_);
        const auto count = [&](const World* world) { return *count_databases(some.program, *world, limits_); };
        EXPECT_EQ(count(*extent.at_first()), every.all().size());
        EXPECT_EQ(count(*extent.published()), every.like_published(actual).size());
        EXPECT_EQ(count(*extent.planned()), every.like_all_views(actual).size());
        for (const std::size_t i : every.like_all_views(actual))
            EXPECT_TRUE(satisfies(**extent.planned(), every.all()[i].database));
    });
}

TEST_P(AgainstEveryDatabase, Exposure) {
    for_each_case(67, 2, [&](const Case& some, const EveryDatabase& every, std::size_t actual, std::mt19937&) {
        Extent extent(some.source, some.program, every.all()[actual].database, limits_);
        const Attacker attacker;
        const ViewGuarantee nde = take(extent.answer({&nde_guarantee(), {}, 0}, attacker));
        const ViewGuarantee nse = take(extent.answer({&nse_guarantee(), {}, 0}, attacker));
        EXPECT_EQ(nde.verdict, verdict(every.nde(actual)));
        EXPECT_EQ(nse.verdict, verdict(every.nse(actual)));
        // The witness is possible, and it is another one.
        for (const ViewGuarantee* some_guarantee : {&nde, &nse}) {
            if (some_guarantee->verdict != ViewVerdict::holds) continue;
            bool found = false;
            for (const std::size_t i : every.like_all_views(actual))
                if (some.program.database_text(every.all()[i].database) == *some_guarantee->database) {
                    found = true;
                    EXPECT_NE(i, actual);
                    if (some_guarantee == &nse) {
                        EXPECT_NE(every.all()[i].secret, every.all()[actual].secret);
                    }
                }
            EXPECT_TRUE(found);
        }
        if (some.program.secrets.front().head_types.empty()) return;
        for (const std::uint32_t k : {1u, 2u, 3u}) {
            const ViewGuarantee anonymous = take(extent.answer({&k_anonymity_guarantee(), {}, k}, attacker));
            EXPECT_EQ(anonymous.verdict, verdict(every.k_anonymity(actual) >= k)) << k;
        }
    });
}

// Without a bound and with some: NBR and BBR (from nothing), NFBR and BFBR (from what is published).
const std::vector<std::pair<const Guarantee*, Ratio>> revisions = {
    {&nbr_guarantee(), {0, 1}}, {&nfbr_guarantee(), {0, 1}}, {&bbr_guarantee(), {1, 10}}, {&bfbr_guarantee(), {1, 10}},
    {&bbr_guarantee(), {1, 3}}, {&bfbr_guarantee(), {1, 3}}, {&bfbr_guarantee(), {1, 1}},
};

EveryDatabase::Set before_of(const EveryDatabase& every, const Guarantee* guarantee, std::size_t actual) {
    const bool further = guarantee->further;
    return further ? every.like_published(actual) : every.everything();
}

TEST_P(AgainstEveryDatabase, AllAttackers) {
    for_each_case(20, 3, [&](const Case& some, const EveryDatabase& every, std::size_t actual, std::mt19937&) {
        Extent extent(some.source, some.program, every.all()[actual].database, limits_);
        for (const auto& [guarantee, epsilon] : revisions) {
            const auto before = before_of(every, guarantee, actual);
            const bool moves = every.some_pair_moves(before, every.like_all_views(actual));
            EXPECT_EQ(moves, every.somebody_moves(before, every.like_all_views(actual)));
            const ViewGuarantee made = take(extent.answer({guarantee, epsilon, 0}, {Attacker::Kind::all, 1}));
            EXPECT_EQ(made.verdict, verdict(!moves || epsilon >= Ratio(1))) << guarantee->name;
        }
    });
}

TEST_P(AgainstEveryDatabase, UniformAndPruning) {
    for_each_case(27, 4, [&](const Case& some, const EveryDatabase& every, std::size_t actual, std::mt19937&) {
        Extent extent(some.source, some.program, every.all()[actual].database, limits_);
        const bool people = !some.program.secrets.front().head_types.empty();
        for (const auto& [guarantee, epsilon] : revisions) {
            const auto before = before_of(every, guarantee, actual);
            const auto after = every.like_all_views(actual);
            const auto moves = every.moves(before, after, every.uniform());
            const Fraction bound = as_fraction(epsilon);
            const ViewGuarantee made = take(extent.answer({guarantee, epsilon, 0}, {Attacker::Kind::uniform, 1}));
            EXPECT_EQ(made.verdict, verdict(moves->most() <= bound)) << guarantee->name;
            // The beliefs that move most are found, and exact.
            if (made.value) {
                EXPECT_EQ(Fraction(made.value->moved), moves->value);
            }
            if (made.row) {
                EXPECT_EQ(Fraction(made.row->moved), moves->row);
            }
            if (made.verdict == ViewVerdict::breached) {
                EXPECT_TRUE(made.value || made.row);
            }
            if (!people) continue;
            for (const std::uint32_t l : {1u, 2u}) {
                const ViewGuarantee pruned = take(extent.answer({guarantee, epsilon, 0}, {Attacker::Kind::pruning, l}));
                EXPECT_EQ(pruned.verdict, verdict(every.most_pruned(before, after, actual, l) <= bound))
                    << guarantee->name << " l = " << l;
            }
        }
    });
}

TEST_P(AgainstEveryDatabase, IndependentTuplesWithChances) {
    for_each_case(40, 5, [&](const Case& some, const EveryDatabase& every, std::size_t actual, std::mt19937& random) {
        Extent extent(some.source, some.program, every.all()[actual].database, limits_);
        const auto chances = random_chances(random, some.program.space.size(), random() % 4 == 0);
        for (const auto& [guarantee, epsilon] : revisions) {
            const bool further = guarantee->further;
            const auto after = every.like_all_views(actual);
            const auto moves = every.moves(before_of(every, guarantee, actual), after, every.weights(chances));
            std::vector<TypedQuery> views = some.program.planned;
            if (!further) views.insert(views.end(), some.program.published.begin(), some.program.published.end());
            const Question question{some.source,
                                    some.program,
                                    every.all()[actual].database,
                                    further ? **extent.published() : **extent.at_first(),
                                    **extent.planned(),
                                    views,
                                    {},
                                    as_fraction(epsilon),
                                    limits_};
            const ViewGuarantee made = take(against_chances(question, chances));
            if (!moves) {
                EXPECT_EQ(made.reason, thought_impossible);
                continue;
            }
            EXPECT_EQ(made.verdict, verdict(moves->most() <= question.epsilon)) << guarantee->name;
            if (made.value) {
                EXPECT_EQ(Fraction(made.value->moved), moves->value);
            }
            if (made.row) {
                EXPECT_EQ(Fraction(made.row->moved), moves->row);
            }
        }
    });
}

TEST_P(AgainstEveryDatabase, SecretFocused) {
    for_each_case(40, 6, [&](const Case& some, const EveryDatabase& every, std::size_t actual, std::mt19937& random) {
        Extent extent(some.source, some.program, every.all()[actual].database, limits_);
        for (const auto& [guarantee, epsilon] : revisions) {
            const auto before = before_of(every, guarantee, actual);
            const auto after = every.like_all_views(actual);
            const auto [largest, smallest] = every.shares(before, after);
            const Fraction e = as_fraction(epsilon);
            bool holds = largest == smallest;
            if (e == 1)
                holds = true;
            else if (e > 0)
                holds = largest * (1 - e) * (1 - e) <= smallest * (1 + e) * (1 + e);
            const ViewGuarantee made =
                take(extent.answer({guarantee, epsilon, 0}, {Attacker::Kind::secret_focused, 1}));
            EXPECT_EQ(made.verdict, verdict(holds)) << guarantee->name;
            if (made.verdict == ViewVerdict::breached) {
                ASSERT_TRUE(made.value || made.row);
                EXPECT_TRUE((made.value && Fraction(made.value->moved) > e) ||
                            (made.row && Fraction(made.row->moved) > e));
            }
            // Nobody who weighs secrets at random moves further than what holds.
            std::map<testing::Rows, Fraction> counts, weight_of;
            for (const auto& one : every.all()) {
                counts[one.secret] += 1;
                weight_of[one.secret] = static_cast<int>(random() % 20);
            }
            std::vector<Fraction> weights;
            for (const auto& one : every.all()) weights.push_back(weight_of[one.secret] / counts[one.secret]);
            const auto moves = every.moves(before, after, weights);
            if (moves && made.verdict == ViewVerdict::holds) {
                EXPECT_LE(moves->most(), e);
            }
        }
    });
}

TEST_P(AgainstEveryDatabase, AnyIndependentTuples) {
    int undecided = 0, decided = 0;
    for_each_case(27, 7, [&](const Case& some, const EveryDatabase& every, std::size_t actual, std::mt19937& random) {
        Extent extent(some.source, some.program, every.all()[actual].database, limits_);
        for (const auto& [guarantee, epsilon] : revisions) {
            const auto before = before_of(every, guarantee, actual);
            const auto after = every.like_all_views(actual);
            const Fraction e = as_fraction(epsilon);
            const ViewGuarantee made = take(extent.answer({guarantee, epsilon, 0}, {Attacker::Kind::independent, 1}));
            Fraction most = 0;
            for (int i = 0; i < 12; ++i) {
                const auto moves =
                    every.moves(before, after, every.weights(random_chances(random, some.program.space.size(), false)));
                most = std::max(most, moves->most());
            }
            ++(made.verdict == ViewVerdict::undecided ? undecided : decided);
            if (made.verdict == ViewVerdict::holds) {
                EXPECT_LE(most, e) << guarantee->name;
            }
            // No revision at all is an identity of polynomials: twelve random points show where it fails.
            if (e == 0) {
                EXPECT_EQ(made.verdict, verdict(most == 0)) << guarantee->name;
            }
            if (made.verdict == ViewVerdict::breached && made.value) {
                EXPECT_GT(std::max(Fraction(made.value->moved), made.row ? Fraction(made.row->moved) : Fraction(0)), e);
            }
        }
    });
    EXPECT_GT(decided, 20 * undecided);
}

// Fig. 2: what holds against a class of attackers holds against every part of it.
TEST_P(AgainstEveryDatabase, SmallerClassesOfAttackers) {
    for_each_case(40, 8, [&](const Case& some, const EveryDatabase& every, std::size_t actual, std::mt19937&) {
        Extent extent(some.source, some.program, every.all()[actual].database, limits_);
        for (const auto& [guarantee, epsilon] : revisions) {
            const auto holds = [&, g = guarantee, e = epsilon](Attacker::Kind kind) {
                return take(extent.answer({g, e, 0}, {kind, 2})).verdict == ViewVerdict::holds;
            };
            const bool all = holds(Attacker::Kind::all), focused = holds(Attacker::Kind::secret_focused);
            const bool independent = holds(Attacker::Kind::independent), uniform = holds(Attacker::Kind::uniform);
            if (all) {
                EXPECT_TRUE(focused && independent && uniform);
            }
            if (focused) {
                EXPECT_TRUE(uniform);
            }
            if (independent) {
                EXPECT_TRUE(uniform);
            }
            if (some.program.secrets.front().head_types.empty()) continue;
            const bool pruning = holds(Attacker::Kind::pruning);
            if (all || focused) {
                EXPECT_TRUE(pruning);
            }
            if (independent && some.single_secret) {
                EXPECT_TRUE(pruning);
            }
            if (pruning) {
                EXPECT_TRUE(uniform);
            }
        }
    });
}

// Each guarantee for all databases at once is the guarantee for each of them.
TEST_P(AgainstEveryDatabase, EveryExtent) {
    for_each_case(9, 9, [&](const Case& some, const EveryDatabase& every, std::size_t, std::mt19937&) {
        const auto on_all = [&](const AskedGuarantee& asked, Attacker::Kind kind) {
            return take(on_every_extent(some.source, some.program, asked, {kind, 1}, limits_)).verdict;
        };
        bool nde = true, nse = true, nfbr = true, nbr = true, bfbr = true, uniform = true;
        for (std::size_t d = 0; d < every.all().size(); ++d) {
            const auto after = every.like_all_views(d);
            nde = nde && every.nde(d);
            nse = nse && every.nse(d);
            nfbr = nfbr && !every.somebody_moves(every.like_published(d), after);
            nbr = nbr && !every.somebody_moves(every.everything(), after);
            const Fraction most = every.moves(every.like_published(d), after, every.uniform())->most();
            bfbr = bfbr && most <= Fraction(1, 3);
            uniform = uniform && most == 0;
        }
        EXPECT_EQ(on_all({&nde_guarantee(), {}, 0}, Attacker::Kind::all), verdict(nde));
        EXPECT_EQ(on_all({&nse_guarantee(), {}, 0}, Attacker::Kind::all), verdict(nse));
        EXPECT_EQ(on_all({&nfbr_guarantee(), {}, 0}, Attacker::Kind::all), verdict(nfbr));
        EXPECT_EQ(on_all({&nbr_guarantee(), {}, 0}, Attacker::Kind::all), verdict(nbr));
        EXPECT_EQ(on_all({&nfbr_guarantee(), {}, 0}, Attacker::Kind::uniform), verdict(uniform));
        EXPECT_EQ(on_all({&bfbr_guarantee(), Ratio(1, 3), 0}, Attacker::Kind::uniform), verdict(bfbr));
    });
}

}  // namespace brute_force_test
}  // namespace scrim::audit::databases
