#include "tests/cli/scratch_folder.h"

#include "adapters/cli/cli.h"
#include "kernel/core/field.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>

namespace scrim::testing {
namespace {

namespace fs = std::filesystem;

// Of field(): an adapter must have worded it.
bool holds_mark(std::string_view text) {
    constexpr std::size_t digits = 16;  // of this process, in each of its marks, after a byte that may be escaped
    return text.find(field("out").substr(1, digits)) != std::string_view::npos;
}

fs::path make_folder() {
    std::string name = (fs::temp_directory_path() / "scrim-cli-XXXXXX").string();
    return ::mkdtemp(name.data());
}

}  // namespace

ScratchFolder::ScratchFolder() : before_(fs::current_path()), folder_(make_folder()) { fs::current_path(folder_); }

ScratchFolder::~ScratchFolder() {
    std::error_code gone;
    for (const auto& entry : fs::recursive_directory_iterator(folder_, gone)) {
        if (!entry.is_regular_file(gone) || entry.file_size(gone) > 10'000'000) continue;
        const std::string name = fs::relative(entry.path(), folder_, gone).string();
        EXPECT_FALSE(holds_mark(read(name))) << "a field that nobody worded is in " << name;
    }
    fs::current_path(before_);
    fs::remove_all(folder_);
}

void ScratchFolder::write(std::string_view name, std::string_view bytes) const {
    std::ofstream(folder_ / name, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

std::string ScratchFolder::read(std::string_view name) const {
    std::ifstream stream(folder_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<std::string> ScratchFolder::files() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_)) names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

std::vector<std::string> words_of(std::string_view command) {
    std::istringstream stream{std::string(command)};
    return {std::istream_iterator<std::string>(stream), {}};
}

Outcome run_scrim(const std::vector<std::string>& words) {
    std::ostringstream out, err;
    const int code = cli::run(words, out, err);
    Outcome outcome{code, out.str(), err.str()};
    EXPECT_FALSE(holds_mark(outcome.out)) << "a field was printed that nobody worded: " << outcome.out;
    EXPECT_FALSE(holds_mark(outcome.err)) << "a field was printed that nobody worded: " << outcome.err;
    return outcome;
}

::testing::AssertionResult is_refused(const Outcome& outcome, const std::vector<std::string>& parts) {
    const auto no = [&](std::string_view why) {
        return ::testing::AssertionFailure() << why << "\n  exit code " << outcome.code << "\n  stderr: " << outcome.err
                                             << "\n  stdout: " << outcome.out.substr(0, 300);
    };
    if (outcome.code != cli::bad_input) return no("the exit code is not 2");
    if (!outcome.out.empty()) return no("standard output is not empty");
    // Errors are one of two: a line for people, an object for programs that asked for JSON.
    if (!outcome.err.starts_with("scrim: ") && !outcome.err.starts_with("{\"schema\":\"scrim.error/1\","))
        return no("standard error does not begin with 'scrim: ' or the schema of errors");
    if (outcome.err.find('\n') != outcome.err.size() - 1) return no("standard error is not one line");
    for (const char* jargon : {"read_csv", "read_json", "LINE 1", "strict_mode", "std::", "yaml-cpp"})
        if (outcome.err.find(jargon) != std::string::npos) return no(std::string("the message speaks of ") + jargon);
    for (const std::string& part : parts)
        if (outcome.err.find(part) == std::string::npos) return no("the message does not say: " + part);
    return ::testing::AssertionSuccess();
}

}  // namespace scrim::testing
