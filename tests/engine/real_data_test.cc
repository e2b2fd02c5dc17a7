// Real tables, where they are there: ../shared/data beside the project, or the folder that SCRIM_DATA names.
#include "tests/engine/scratch.h"

#include <cstdlib>

namespace scrim::testing {
namespace real_data_test {

using ::testing::ElementsAre;

class RealDataTest : public ::testing::Test {
protected:
    std::string data(const std::string& name) const {
        const char* given = std::getenv("SCRIM_DATA");
        return (given ? std::string(given) : std::string(SCRIM_SOURCE_DIR) + "/../shared/data") + "/" + name;
    }
    // The number of distinct values of every column, or nothing where the file is absent.
    std::vector<Code> sizes(const std::string& name, std::size_t rows) {
        const Result<Table> table = read({.path = data(name)});
        EXPECT_TRUE(table.ok()) << table.error().message;
        std::vector<Code> result;
        if (!table) return result;
        EXPECT_EQ(table->rows(), rows);
        for (std::size_t c = 0; c < table->width(); ++c) result.push_back((*table)[c].domain().size());
        return result;
    }
};

#define SKIP_WITHOUT(name)                    \
    if (!std::filesystem::exists(data(name))) \
    GTEST_SKIP() << "skipped, for " << data(name) << " is not there (SCRIM_DATA names its folder)"

TEST_F(RealDataTest, Adult) {
    SKIP_WITHOUT("adult/adult.csv.gz");
    EXPECT_EQ(sizes("adult/adult.csv.gz", 30'162).size(), 9u);
}

TEST_F(RealDataTest, Occupations) {
    SKIP_WITHOUT("acs-occ/occ600k.csv.gz");
    EXPECT_THAT(sizes("acs-occ/occ600k.csv.gz", 600'000), ElementsAre(80, 2, 17, 57, 50, 2, 5, 8, 18, 99));
}

TEST_F(RealDataTest, Census) {
    SKIP_WITHOUT("acs-occ/acs2018_income.csv.gz");
    EXPECT_THAT(sizes("acs-occ/acs2018_income.csv.gz", 1'369'664),
                ElementsAre(49, 80, 8, 24, 2, 529, 224, 18, 99, 2, 5, 2));
}

TEST_F(RealDataTest, TimeUse) {
    SKIP_WITHOUT("atus/atus_2003_2016.csv.gz");
    EXPECT_FALSE(sizes("atus/atus_2003_2016.csv.gz", 181'335).empty());
}

}  // namespace real_data_test
}  // namespace scrim::testing
