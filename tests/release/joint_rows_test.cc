// Anatomized tables as a reader counts in them: Table III of Fung and others, 2010.
#include "methods/release/joint_rows.h"

#include "tests/check/memory_source.h"

#include <gtest/gtest.h>

namespace scrim::release {
namespace joint_rows_test {

using checking::Cell;
using checking::MemorySource;

Tuples tuples_of(std::vector<std::string> columns, std::vector<std::vector<Cell>> rows) {
    MemorySource source(columns, std::move(rows));
    return *source.read_tuples(columns, 0, no_progress());
}

double weight_of(const Joint& joint, const std::string& age, const std::string& disease) {
    const Column &ages = joint.table[joint.table.find("Age").value()],
                 &diseases = joint.table[joint.table.find("Disease").value()];
    double sum = 0;
    for (std::size_t row = 0; row < joint.weights.size(); ++row)
        if (ages.domain().label(ages[row]) == age && diseases.domain().label(diseases[row]) == disease)
            sum += joint.weights[row];
    return sum;
}

TEST(JointRows, expect_the_counts_of_the_survey) {
    const Tuples records = tuples_of({"Age", "Sex", "group"}, {{"30", "Male", "1"},
                                                               {"30", "Male", "1"},
                                                               {"30", "Male", "1"},
                                                               {"32", "Male", "1"},
                                                               {"32", "Male", "1"},
                                                               {"32", "Male", "1"},
                                                               {"36", "Female", "2"},
                                                               {"38", "Female", "2"},
                                                               {"38", "Female", "2"},
                                                               {"38", "Female", "2"}});
    const Tuples counted =
        with_counts(tuples_of({"group", "Disease", "count"},
                              {{"1", "Hepatitis", "3"}, {"1", "HIV", "3"}, {"2", "Flu", "2"}, {"2", "Heart", "2"}}),
                    "group", "Disease");
    EXPECT_EQ(counted.weights, (std::vector<std::uint32_t>{3, 3, 2, 2}));
    const Joint joint = joint_rows(records, counted, "group", "Disease");
    EXPECT_EQ(weight_of(joint, "38", "Heart"), 1.5) << "3 · 2/4";
    EXPECT_EQ(weight_of(joint, "30", "HIV"), 1.5);
    EXPECT_EQ(weight_of(joint, "30", "Heart"), 0);
    double all = 0;
    for (const double weight : joint.weights) all += weight;
    EXPECT_DOUBLE_EQ(all, 10);
    EXPECT_FALSE(joint.table.find("group"));
    EXPECT_TRUE(joint.table.find("Sex"));
}

// A permuted table says no more than which values a group has.
TEST(JointRows, look_through_values_that_were_dealt_out) {
    const Tuples permuted = tuples_of(
        {"Age", "Disease", "group"}, {{"30", "flu", "1"}, {"31", "hiv", "1"}, {"40", "flu", "2"}, {"41", "cold", "2"}});
    const Joint joint = joint_rows(permuted, permuted, "group", "Disease");
    for (const char* disease : {"flu", "hiv"}) EXPECT_EQ(weight_of(joint, "30", disease), 0.5);
    EXPECT_EQ(weight_of(joint, "30", "cold"), 0);
    EXPECT_EQ(weight_of(joint, "41", "flu"), 0.5);
}

}  // namespace joint_rows_test
}  // namespace scrim::release
