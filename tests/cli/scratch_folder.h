// What the command line's tests share: a folder of their own to stand in, and scrim run there in-process.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace scrim::testing {

// An empty folder that is the current directory as long as this lives, and is then removed.
class ScratchFolder {
public:
    ScratchFolder();
    ~ScratchFolder();
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;

    std::string path(std::string_view name) const { return (folder_ / name).string(); }
    void write(std::string_view name, std::string_view bytes) const;
    std::string read(std::string_view name) const;
    // The names of all that is there, sorted.
    std::vector<std::string> files() const;

private:
    std::filesystem::path before_;
    std::filesystem::path folder_;
};

// What a run of scrim left: its exit code and what it printed.
struct Outcome {
    int code = 0;
    std::string out;
    std::string err;
};

// "check t.csv --qi age" as its words.
std::vector<std::string> words_of(std::string_view command);

// cli::run() in this process; what it prints holds no field that was not worded, nor does any file in a ScratchFolder.
Outcome run_scrim(const std::vector<std::string>& words);
inline Outcome run_scrim(std::string_view command) { return run_scrim(words_of(command)); }

// Exit code 2, nothing on standard output, one line "scrim: …" on standard error that holds each of `parts` and no
// engine's jargon.
::testing::AssertionResult is_refused(const Outcome& outcome, const std::vector<std::string>& parts);

class CliTest : public ::testing::Test {
protected:
    ScratchFolder folder_;
};

}  // namespace scrim::testing
