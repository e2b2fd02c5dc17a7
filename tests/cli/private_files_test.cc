// Whoever has the umask 000 gives everybody everything, except what Scrim writes about persons: every verb that writes,
// looked at while it writes and afterwards.
#include "tests/cli/child.h"
#include "tests/cli/scratch_folder.h"

#include "adapters/cli/cli.h"

#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <mutex>
#include <set>
#include <thread>

namespace scrim::testing {
namespace private_files_test {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Looks at a folder again and again: which files can others read, where no folder above keeps them out?
class Watcher {
public:
    explicit Watcher(fs::path folder)
        : folder_(std::move(folder)), thread_([this] {
              while (!stop_) look();
          }) {}
    ~Watcher() { finish(); }
    std::set<std::string> finish() {
        stop_ = true;
        if (thread_.joinable()) thread_.join();
        look();
        return readable_;
    }

private:
    void look() { look(folder_); }
    void look(const fs::path& folder) {
        std::error_code error;
        for (fs::directory_iterator at(folder, error); !error && at != fs::directory_iterator(); at.increment(error)) {
            struct stat status {};
            if (::lstat(at->path().c_str(), &status) != 0 || (status.st_mode & 0077) == 0) continue;
            if (S_ISDIR(status.st_mode)) look(at->path());
            if (S_ISREG(status.st_mode) && status.st_size > 0)
                readable_.insert(at->path().lexically_relative(folder_).string());
        }
    }

    const fs::path folder_;
    std::set<std::string> readable_;
    std::atomic<bool> stop_ = false;
    std::thread thread_;
};

class PrivateFilesTest : public CliTest {
protected:
    PrivateFilesTest() : mask_(::umask(0)) {
        std::string table = "name,age,zip,disease\n";
        for (int i = 0; i < 400; ++i)
            table += "p" + std::to_string(i) + "," + std::to_string(20 + i % 60) + ",12" +
                     std::to_string(100 + i % 90) + ",d" + std::to_string(i % 7) + "\n";
        folder_.write("t.csv", table);
        folder_.write("audit.dl",
                      "relation R(x, y). fact R(a, b). secret S(x) :- R(x, y). published V(y) :- R(x, y).\n");
        folder_.write("policy.yaml",
                      "columns: {name: identifier, age: quasi_identifier, zip: quasi_identifier, disease: "
                      "sensitive}\nperson: name\n");
        ::chmod("t.csv", 0600);
        ::chmod("policy.yaml", 0600);
        ::chmod("audit.dl", 0600);
    }
    ~PrivateFilesTest() override { ::umask(mask_); }
    // What others could read at some time, but for what begins like one of these.
    static std::vector<std::string> seen_by_others(const std::string& command,
                                                   const std::vector<std::string>& published = {}) {
        Watcher watcher(".");
        const Outcome outcome = run_child(words_of(command));
        EXPECT_LE(outcome.code, cli::does_not_hold) << command << "\n" << outcome.err;
        std::vector<std::string> found;
        for (const std::string& name : watcher.finish()) {
            const bool fine =
                std::any_of(published.begin(), published.end(), [&](const auto& p) { return name.starts_with(p); });
            if (!fine) found.push_back(name);
        }
        return found;
    }

    const ::mode_t mask_;
};

TEST_F(PrivateFilesTest, EveryVerbThatWrites) {
    const std::string columns = " --qi age --qi zip --sensitive disease --id name ";
    EXPECT_THAT(seen_by_others("publish t.csv" + columns + "--require k_anonymity(k=3) --out release"),
                ::testing::Each(::testing::StartsWith("release/")));
    EXPECT_EQ(fs::status("release.owner.json").permissions(), fs::perms::owner_read | fs::perms::owner_write);
    const std::vector<std::string> published = {"release/", "release.partial-"};  // there, the release that is replaced
    for (const char* format : {"parquet", "json", "csv.gz"})
        EXPECT_THAT(seen_by_others("publish t.csv" + columns +
                                       "--require k_anonymity(k=3) --force --out release --format " + format,
                                   published),
                    IsEmpty());
    EXPECT_THAT(seen_by_others("statdb build t.csv --id name --qi age --qi zip --sensitive disease -m 3 --out t.statdb",
                               published),
                IsEmpty());
    EXPECT_THAT(seen_by_others("hierarchy build age --data t.csv --intervals 5,10 --out age.csv", published),
                IsEmpty());
    EXPECT_THAT(seen_by_others("audit release --html audit.html", published), IsEmpty());
    EXPECT_THAT(seen_by_others("audit views audit.dl --html views.html", published), IsEmpty());
    for (const char* more : {" --policy policy.yaml --method m_invariance -m 2", ""})
        EXPECT_THAT(
            seen_by_others(std::string("republish t.csv --series series") + more, {"release/", "series/public/"}),
            IsEmpty());
    for (const char* file : {"t.statdb", "age.csv", "audit.html", "views.html"})
        EXPECT_EQ(fs::status(file).permissions(), fs::perms::owner_read | fs::perms::owner_write) << file;
    EXPECT_EQ(fs::status("series/owner").permissions(), fs::perms::owner_all);
}

// One that was there before, and open to all, is closed before it is written.
TEST_F(PrivateFilesTest, PagesInThePlaceOfOpenOnes) {
    folder_.write("views.html", "old");
    ::chmod("views.html", 0666);
    EXPECT_EQ(run_child(words_of("audit views audit.dl --html views.html")).code, cli::does_not_hold);
    EXPECT_EQ(fs::status("views.html").permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

}  // namespace private_files_test
}  // namespace scrim::testing
