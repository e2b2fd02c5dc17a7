// Statistical databases built before names were respelled (kernel/core/old_names.h) are read.
#include "methods/statdb/stat_table.h"

#include <gtest/gtest.h>

namespace scrim {
namespace old_names_test {

TEST(OldStatDb, IsReadByCurrentNames) {
    const auto old = statdb::StatTable::open(SCRIM_SOURCE_DIR "/tests/fuzz/seeds/statdb_file_fuzz/small.statdb");
    ASSERT_TRUE(old.ok()) << old.error().message;
    EXPECT_EQ(old->facts().builder, "neighbors");
}

}  // namespace old_names_test
}  // namespace scrim
