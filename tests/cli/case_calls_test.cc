// Every case again through the library, of files and of tables in memory: what comes out is what the command line
// prints.
#include "scrim/call.h"
#include "tests/cli/case_request.h"
#include "tests/cli/cases.h"
#include "tests/cli/scratch_folder.h"

namespace scrim::testing {
namespace case_calls_test {

namespace fs = std::filesystem;

// What the command line refuses by itself, in words of its own.
constexpr std::string_view of_flags[] = {"--type", "--guard", "--weight", "--default", "--data"};

bool is_of_flags(const CaseRun& run) {
    if (!run.refused) return false;
    for (const std::string& part : *run.refused)
        for (const std::string_view flag : of_flags)
            if (part.starts_with(flag)) return true;
    return false;
}

void expect_reply(const CaseRun& run, const Result<CallReply>& reply) {
    if (run.refused && reply.ok() && run.words.front() == "hierarchy") {  // the library says what is missing
        EXPECT_FALSE(Json::parse(reply->json)["missing"].empty());
        return;
    }
    if (run.refused) {
        ASSERT_FALSE(reply.ok()) << "it was taken";
        EXPECT_EQ(reply.error().kind, Error::Kind::input);
        const std::string said = worded(reply.error().message, Wording::command_line);
        for (const std::string& part : *run.refused) EXPECT_THAT(said, ::testing::HasSubstr(part));
        return;
    }
    ASSERT_TRUE(reply.ok()) << worded(reply.error().message, Wording::command_line);
    const Json json = Json::parse(worded(reply->json, Wording::command_line), nullptr, false);
    ASSERT_FALSE(json.is_discarded()) << reply->json;
    if (json.is_object() && json.contains("holds")) EXPECT_EQ(json["holds"], run.exit_code == 0);
    const std::string text = worded(reply->text, Wording::command_line);
    const bool prints_json = std::find(run.words.begin(), run.words.end(), "--json") != run.words.end();
    for (const std::string& line : run.prints)
        if (!prints_json) EXPECT_THAT(text, ::testing::HasSubstr(line));
    for (const JsonExpectation& expectation : run.json) expect_json(json, expectation);
    for (const auto& [name, content] : run.writes) EXPECT_EQ(text, content) << name;
}

class CaseCallTest : public ::testing::TestWithParam<CaseRun> {};

TEST_P(CaseCallTest, SaysTheSame) {
    const CaseRun& run = GetParam();
    if (is_of_flags(run)) return;
    for (const TablesAs tables : {TablesAs::files, TablesAs::frames}) {
        SCOPED_TRACE(tables == TablesAs::files ? "of files" : "of frames");
        const ScratchFolder folder;
        for (const std::string& name : run.folders) fs::create_directory(folder.path(name));
        for (const auto& [name, content] : run.files) folder.write(name, content);
        std::string why;
        const auto request = request_of(run, tables, why);
        if (!request) return;
        if (tables == TablesAs::frames && request->frames.empty()) return;
        SCOPED_TRACE(request->function + " " + request->fields.dump());
        expect_reply(run, call(request->function, request->fields.dump(), request->frames, no_progress()));
    }
}

INSTANTIATE_TEST_SUITE_P(Cases, CaseCallTest, ::testing::ValuesIn(all_cases().runs),
                         [](const auto& test) { return test.param.name; });

// Few can only be said on a command line.
TEST(CaseCalls, AreNearlyAll) {
    std::size_t called = 0, of_frames = 0;
    std::vector<std::string> left;
    for (const CaseRun& run : all_cases().runs) {
        const ScratchFolder folder;
        for (const auto& [name, content] : run.files) folder.write(name, content);
        std::string why;
        const auto request = request_of(run, TablesAs::frames, why);
        if (request && !is_of_flags(run))
            ++called, of_frames += !request->frames.empty();
        else
            left.push_back(run.name + ": " + why);
    }
    EXPECT_GE(called * 10, all_cases().runs.size() * 9) << ::testing::PrintToString(left);
    EXPECT_GE(of_frames * 10, all_cases().runs.size() * 8);
}

}  // namespace case_calls_test
}  // namespace scrim::testing
