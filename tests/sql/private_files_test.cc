// The files of a database are for whoever runs the program alone, from the first byte and with any umask.
#include "tests/sql/sql_runner.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <filesystem>

namespace scrim::sql {
namespace private_files_test {

namespace fs = std::filesystem;

class OpenUmask {
public:
    OpenUmask() : before_(::umask(0)) {}
    ~OpenUmask() { ::umask(before_); }

private:
    mode_t before_;
};

TEST(PrivateFiles, OfADatabase) {
    std::string name = (fs::temp_directory_path() / "scrim-private-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    const fs::path folder = name;
    {
        const OpenUmask umask;
        SqlRunner sql((folder / "people.db").string());
        sql.run("CREATE TABLE person AS SELECT i AS id, 'name' || i AS name FROM range(1000) t(i)");
        EXPECT_TRUE(fs::exists(folder / "people.db"));
        sql.run("COPY person TO '" + (folder / "copy.csv").string() + "'");
        // Something that does not fit.
        sql.run("SET temp_directory = '" + (folder / "spill").string() + "'");
        sql.run("SET memory_limit = '16MB'");
        sql.run("BEGIN");
        sql.run(
            "CREATE TABLE much AS SELECT i AS id, hash(i) AS a, hash(i + 1) AS b, hash(i + 2) AS c FROM "
            "range(400000) t(i) ORDER BY a");
        int files = 0;
        for (const auto& entry : fs::recursive_directory_iterator(folder)) {
            ++files;
            const auto others = entry.status().permissions() & (fs::perms::group_all | fs::perms::others_all);
            EXPECT_EQ(others, fs::perms::none) << entry.path();
        }
        EXPECT_GE(files, 4);  // the database, its log, the copy, the folder for what is spilled
        EXPECT_TRUE(fs::exists(folder / "people.db.wal"));
        EXPECT_TRUE(fs::exists(folder / "spill"));
    }
    fs::remove_all(folder);
}

}  // namespace private_files_test
}  // namespace scrim::sql
