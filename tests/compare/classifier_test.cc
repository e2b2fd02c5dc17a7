#include "kernel/compare/held_out.h"
#include "kernel/compare/naive_bayes.h"
#include "tests/compare/small_comparison.h"

#include <cmath>
#include <set>

namespace scrim::test {
namespace classifier_test {

using compare::Bins;
using compare::NaiveBayes;
using compare::TrainingSet;

// Naive Bayes from its definition, with products of probabilities.
std::uint32_t slow_bayes(const TrainingSet& set, const std::vector<Bins>& bins, const std::vector<Code>& codes) {
    std::uint32_t best = 0;
    double highest = 0;
    for (std::uint32_t c = 0; c < set.classes; ++c) {
        double all = 0;
        for (std::size_t i = 0; i < set.size(); ++i) all += set.labels[i] == c ? set.weights[i] : 0;
        double probability = all;
        for (std::size_t f = 0; f < codes.size(); ++f) {
            double same = 1;
            for (std::size_t i = 0; i < set.size(); ++i)
                for (Code code = set.box(i)[f].lo; set.labels[i] == c && code < set.box(i)[f].hi; ++code)
                    if (bins[f][code] == bins[f][codes[f]]) same += set.weights[i] / set.box(i)[f].width();
            probability *= same / (all + static_cast<double>(bins[f].size()));
        }
        if (probability > highest * (1 + 1e-9)) {
            highest = probability;
            best = c;
        }
    }
    return best;
}

TEST(NaiveBayes, classifies_as_its_slow_twin) {
    std::mt19937_64 random(1995);
    for (int i = 0; i < 20; ++i) {
        const Comparison comparison = random_comparison(random);
        const std::vector<Bins> bins = {Bins::of(comparison, 0, 20), Bins::of(comparison, 1, 20),
                                        Bins::of(comparison, 2, 10)};
        TrainingSet set{3, 3, {}, {}, {}};
        for (std::size_t row = 0; row < comparison.release.rows(); ++row)
            set.add(std::vector<Span>{comparison.release.span(0, row), comparison.release.span(1, row),
                                      comparison.release.span(2, row)},
                    comparison.release.weights[row], comparison.release.span(3, row).lo);
        const NaiveBayes bayes(set, bins);
        for (int j = 0; j < 40; ++j) {
            const std::vector<Code> codes = {drawn(random, 0, 6), drawn(random, 0, 3), drawn(random, 0, 29)};
            EXPECT_EQ(bayes.classify(codes), slow_bayes(set, bins, codes));
        }
    }
}

TEST(HeldOut, takes_one_record_from_a_row_that_covers_it) {
    Comparison comparison = exact_comparison({numbers_below("n", 4), letters_below("l", 2)}, {{0, 0}, {1, 0}, {3, 1}});
    comparison.release = {};
    add_record(comparison.release, {{0, 2}, {0, 1}}, 2);  // the first two
    add_record(comparison.release, {{2, 4}, {0, 2}}, 1);  // the third
    using Weights = std::vector<double>;
    using Records = std::vector<std::uint32_t>;
    EXPECT_EQ(compare::weights_without(comparison, Records{}), (Weights{2, 1}));
    EXPECT_EQ(compare::weights_without(comparison, Records{1}), (Weights{1, 1}));
    EXPECT_EQ(compare::weights_without(comparison, Records{0, 2}), (Weights{1, 0}));
    EXPECT_EQ(compare::weights_without(comparison, Records{0, 1, 2}), (Weights{0, 0}));
    // More than are there, and one that nothing covers.
    EXPECT_EQ(compare::weights_without(comparison, Records{2, 2}), (Weights{2, 0}));
    add_original(comparison, {0, 1});
    EXPECT_EQ(compare::weights_without(comparison, Records{3}), (Weights{2, 1}));
}

TEST(HeldOut, takes_shares_of_records_until_there_is_one) {
    Comparison comparison = exact_comparison({numbers_below("n", 4)}, {{0}});
    comparison.release = {};
    add_record(comparison.release, {{0, 1}}, 0.5);
    add_record(comparison.release, {{0, 2}}, 0.75);
    const auto weights = compare::weights_without(comparison, std::vector<std::uint32_t>{0});
    EXPECT_DOUBLE_EQ(weights[0] + weights[1], 0.25);
}

// 300 records; the target follows from x.
Comparison predictable() {
    std::vector<std::vector<Code>> rows;
    for (Code i = 0; i < 300; ++i) rows.push_back({i % 10, i % 3, i % 10 < 7 ? Code{0} : Code{1}});
    Comparison comparison =
        exact_comparison({numbers_below("x", 10), numbers_below("noise", 3), letters_below("t", 2, false)}, rows);
    comparison.target = 2;
    return comparison;
}

TEST(Classifier, learns_from_a_release_what_it_still_tells) {
    Comparison comparison = predictable();
    const compare::Measured exact = measured(comparison, "classifier");
    EXPECT_EQ(exact.value, 1);
    EXPECT_EQ(figure(exact.references, "original"), 1);
    EXPECT_EQ(figure(exact.references, "tested"), 100);
    EXPECT_EQ(figure(exact.details, "naive_bayes"), 1);
    const double majority = figure(exact.references, "majority");
    EXPECT_NEAR(majority, 0.7, 0.15);
    // Spans that keep the classes apart tell as much, those that do not tell nothing.
    for (Span& span : comparison.release.printed[0]) span = span.lo < 7 ? Span{0, 7} : Span{7, 10};
    EXPECT_EQ(measured(comparison, "classifier").value, 1);
    for (Span& span : comparison.release.printed[0]) span = {0, 10};
    const compare::Measured blank = measured(comparison, "classifier");
    EXPECT_EQ(blank.value, majority);
    EXPECT_EQ(figure(blank.references, "original"), 1);
}

// Where the target is chance, a classifier that had seen the tested records would beat chance.
TEST(Classifier, has_not_seen_what_it_is_tested_on) {
    std::mt19937_64 random(1);
    std::vector<std::vector<Code>> rows;
    for (Code i = 0; i < 3000; ++i) rows.push_back({i % 1000, i / 1000, drawn(random, 0, 1)});
    Comparison comparison;
    comparison.attributes = {numbers_below("x", 1000), numbers_below("y", 3), letters_below("t", 2)};
    for (const auto& row : rows) {
        add_original(comparison, row);
        add_record(comparison.release, {Span::of(row[0]), Span::of(row[1]), Span::of(row[2])});
    }
    comparison.target = 2;
    const compare::Measured found = measured(comparison, "classifier");
    EXPECT_NEAR(found.value, 0.5, 0.06);
    EXPECT_EQ(found.value, figure(found.references, "original")) << "the same records are left to learn from";
}

TEST(Classifier, leaves_out_rows_that_print_no_class) {
    Comparison comparison = predictable();
    for (std::size_t label = 0; label < comparison.release.printed[2].size(); ++label)
        comparison.release.printed[2][label] = {0, 2};
    EXPECT_FALSE(compare::find_comparison("classifier")->measure(comparison));
}

TEST(Classifier, changes_what_it_holds_out_with_the_seed) {
    std::mt19937_64 random(5);
    Comparison comparison = random_comparison(random, 200);
    std::set<double> majorities;
    for (comparison.seed = 1; comparison.seed <= 5; ++comparison.seed)
        majorities.insert(figure(measured(comparison, "classifier").references, "majority"));
    EXPECT_GT(majorities.size(), 1u);
}

}  // namespace classifier_test
}  // namespace scrim::test
