#include "adapters/cli/shell/sql_shell.h"

#include "tests/cli/scratch_folder.h"

#include <deque>
#include <sstream>

namespace scrim::cli {
namespace sql_shell_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;
using ::testing::StartsWith;

// Lines as a person types them; "^C" for Ctrl-C.
class Typed final : public LineSource {
public:
    explicit Typed(std::deque<std::string> lines) : lines_(std::move(lines)) {}
    Line next(std::string_view prompt) override {
        prompts.emplace_back(prompt);
        if (lines_.empty()) return {};
        const std::string line = lines_.front();
        lines_.pop_front();
        if (line == "^C") return {Line::Kind::interrupted};
        return {Line::Kind::text, line};
    }
    std::vector<std::string> prompts;

private:
    std::deque<std::string> lines_;
};

class SqlShellTest : public ::testing::Test {
protected:
    // Remembers the statements; BAD, SLOW and BROKEN fail, others give a message.
    Result<void> fake(std::string_view statement, SqlSink& sink) {
        statements_.emplace_back(statement);
        if (statement.starts_with("BAD")) return input_error("line 1, column 1: no statement begins with BAD");
        if (statement == "SECOND BAD") return input_error("line 1, column 8: BAD");
        if (statement.ends_with("\nBAD")) return input_error("line 2, column 1: BAD");
        if (statement == "UNKNOWN") return input_error("there is no table 'x'");
        if (statement == "BROKEN") return fault_error("broken");
        if (statement == "SLOW") return cancelled_error();
        sink.message("done");
        return {};
    }
    Result<void> run(LineSource& lines, ShellOptions options) {
        SqlShell shell([this](SqlStatement statement, SqlSink& sink) { return fake(statement.text(), sink); }, out_,
                       err_, std::move(options));
        return shell.run(lines);
    }
    Typed type(std::deque<std::string> lines, ShellOptions options = {.interactive = true}) {
        Typed typed(std::move(lines));
        EXPECT_TRUE(run(typed, std::move(options)).ok());
        return typed;
    }
    // The message of the error that ends a pipe, or "".
    std::string pipe(const std::string& text, ShellOptions options = {}) {
        std::istringstream in(text);
        StreamLines lines(in);
        const Result<void> done = run(lines, std::move(options));
        return done ? "" : done.error().message;
    }

    testing::ScratchFolder folder_;
    std::vector<std::string> statements_;
    std::ostringstream out_, err_;
};

TEST_F(SqlShellTest, StatementsEndWithSemicolonOverSeveralLines) {
    const Typed typed = type({"SELECT a", "FROM t;", "", "INSERT 1; INSERT 2; SELECT", "b", ";"});
    EXPECT_THAT(statements_, ElementsAre("SELECT a\nFROM t", "INSERT 1", "INSERT 2", StartsWith("SELECT\nb")));
    EXPECT_THAT(typed.prompts,
                ElementsAre("scrim> ", "   ...> ", "scrim> ", "scrim> ", "   ...> ", "   ...> ", "scrim> "));
}

TEST_F(SqlShellTest, SemicolonsInTextAndCommentsEndNothing) {
    type({"SELECT ';", "';", "SELECT 1 -- ;", ";"});
    ASSERT_EQ(statements_.size(), 2u);
    EXPECT_EQ(statements_[0], "SELECT ';\n'");
    EXPECT_THAT(statements_[1], HasSubstr("SELECT 1"));
}

TEST_F(SqlShellTest, ACommentBeginsNoStatement) {
    const Typed typed = type({"SELECT 1; -- that was it", "-- another", ".mode json", "/* a", "b */ SELECT 2;"});
    EXPECT_EQ(statements_.size(), 2u);
    EXPECT_THAT(typed.prompts, ElementsAre("scrim> ", "scrim> ", "scrim> ", "scrim> ", "   ...> ", "scrim> "));
}

TEST_F(SqlShellTest, APersonsErrorIsPrintedAndTheShellGoesOn) {
    type({"BAD 1; SELECT 1;", "SLOW;", "BROKEN;", "SELECT 2;"});
    EXPECT_THAT(statements_, ElementsAre("BAD 1", "SLOW", "BROKEN", "SELECT 2")) << "the rest of a bad line is not run";
    EXPECT_EQ(err_.str(),
              "error: line 1, column 1: no statement begins with BAD\nerror: stopped on request\nerror: broken\n");
    EXPECT_EQ(out_.str(), "done\n");
}

TEST_F(SqlShellTest, InterruptClearsWhatWasBegun) {
    const Typed typed = type({"DELETE FROM t", "^C", "SELECT 1;"});
    EXPECT_THAT(statements_, ElementsAre("SELECT 1"));
    EXPECT_THAT(typed.prompts, ElementsAre("scrim> ", "   ...> ", "scrim> ", "scrim> "));
}

TEST_F(SqlShellTest, APersonWhoLeavesRunsNothingUnfinished) {
    type({"DELETE FROM t"});
    EXPECT_THAT(statements_, IsEmpty());
}

TEST_F(SqlShellTest, APipeRunsUpToTheFirstError) {
    EXPECT_EQ(pipe("SELECT 1;\n\nSELECT 2; SECOND BAD;\nSELECT 3;\n"), "line 3, column 18: BAD");
    EXPECT_THAT(statements_, ElementsAre("SELECT 1", "SELECT 2", "SECOND BAD"));
}

TEST_F(SqlShellTest, APipeMayEndWithoutSemicolon) {
    EXPECT_EQ(pipe("\xef\xbb\xbfSELECT 1;\nSELECT 2\n\n"), "");
    EXPECT_THAT(statements_, ElementsAre("SELECT 1", "SELECT 2"));
    EXPECT_EQ(pipe("SELECT 1; SELECT\nBAD"), "line 2, column 1: BAD");
    statements_.clear();
    EXPECT_EQ(pipe("SELECT 1;\n-- the end"), "");
    EXPECT_THAT(statements_, ElementsAre("SELECT 1"));
}

TEST_F(SqlShellTest, ErrorsInAFileNameItAndTheLine) {
    EXPECT_EQ(pipe("SELECT 1;\n\nUNKNOWN;\n", {.file = "a.sql"}), "a.sql: line 3: there is no table 'x'");
    EXPECT_EQ(pipe("SELECT 'é'; BAD;\n", {.file = "a.sql"}), "a.sql: line 1, column 13: no statement begins with BAD");
    EXPECT_EQ(pipe("SELECT 1;\n.modus\n", {.file = "a.sql"}).substr(0, 30), "a.sql: line 2: there is no com");
}

TEST_F(SqlShellTest, ReadRunsAFile) {
    folder_.write("a.sql", "SELECT 1;\nSELECT\n2");
    type({".read a.sql", ".read 'a.sql'", ".read missing.sql", "SELECT 3;"});
    EXPECT_THAT(statements_, ElementsAre("SELECT 1", "SELECT\n2", "SELECT 1", "SELECT\n2", "SELECT 3"));
    EXPECT_EQ(err_.str(), "error: cannot read 'missing.sql'\n");
}

TEST_F(SqlShellTest, AReadFileStopsAtItsFirstError) {
    folder_.write("a.sql", "SELECT 1;\nBAD;\nSELECT 2;\n");
    type({".read a.sql", "SELECT 3;"});
    EXPECT_THAT(statements_, ElementsAre("SELECT 1", "BAD", "SELECT 3"));
    EXPECT_EQ(err_.str(), "error: a.sql: line 2, column 1: no statement begins with BAD\n");
}

TEST_F(SqlShellTest, AFileThatReadsItselfIsStopped) {
    folder_.write("a.sql", "SELECT 1;\n.read a.sql\n");
    EXPECT_THAT(pipe(".read a.sql\n"), HasSubstr("16 deep"));
    EXPECT_EQ(statements_.size(), 16u);
}

TEST_F(SqlShellTest, AnalystsReadNoFilesAndSeeViews) {
    folder_.write("a.sql", "SELECT 1;");
    type({".read a.sql", ".tables"}, {.interactive = true, .analyst = true});
    EXPECT_THAT(statements_, ElementsAre("SHOW ANONYMIZATION_VIEWS"));
    EXPECT_THAT(err_.str(), HasSubstr(".read is not for --as"));
    statements_.clear();
    type({".tables"});
    EXPECT_THAT(statements_, ElementsAre("SHOW TABLES"));
}

TEST_F(SqlShellTest, ModeChangesTheOutput) {
    type({"A;", ".mode json", "B;", ".mode csv", "C;", ".mode table", "D;", ".mode xml", ".mode"});
    EXPECT_EQ(out_.str(), "done\n{\"schema\":\"scrim.sql.message/1\",\"message\":\"done\"}\ndone\n");
    EXPECT_EQ(err_.str(),
              "done\nerror: .mode is 'xml': accepted are table, csv, json\n"
              "error: .mode is '': accepted are table, csv, json\n");
}

TEST_F(SqlShellTest, TimingIsTheirChoice) {
    type({"A;", "\\timing", "B;", ".timing off", "C;", ".timing on", "BAD;", ".timing perhaps"});
    EXPECT_THAT(err_.str(), MatchesRegex("timing is on\nTime: [0-9]+\\.[0-9]+ ms\ntiming is off\ntiming is on\n"
                                         "Time: [0-9]+\\.[0-9]+ ms\nerror: line 1[^\n]*\n"
                                         "error: .timing is 'perhaps': accepted are on, off\n"));
}

TEST_F(SqlShellTest, QuitLeavesAlsoFromAFile) {
    for (const char* command : {".quit", ".exit", "\\q", "  .quit  \r"}) type({command, "SELECT 1;"});
    EXPECT_THAT(statements_, IsEmpty());
    folder_.write("a.sql", "SELECT 1;\n.quit\nSELECT 2;");
    EXPECT_EQ(pipe(".read a.sql\nSELECT 3;\n"), "");
    EXPECT_THAT(statements_, ElementsAre("SELECT 1"));
}

TEST_F(SqlShellTest, HelpNamesEveryCommand) {
    type({".help"});
    for (const char* word : {".help", ".tables", ".read", ".mode", ".timing", "\\timing", ".quit", ".exit", "Ctrl-C",
                             "CREATE ANONYMIZATION_VIEW", "PURPOSE", "SHOW GRANTS"})
        EXPECT_THAT(out_.str(), HasSubstr(word));
}

TEST_F(SqlShellTest, UnknownCommandsSayWhatThereIs) {
    type({".tabels", ".quit now", ".5;", "SELECT 1", ".mode json", ";"});
    EXPECT_THAT(err_.str(), HasSubstr("there is no command '.tabels': accepted are .help, .tables"));
    EXPECT_THAT(err_.str(), HasSubstr(".quit stands alone, without 'now'"));
    ASSERT_EQ(statements_.size(), 2u) << "a number may begin with a dot; within a statement there are no commands";
    EXPECT_THAT(statements_[1], HasSubstr(".mode json"));
}

TEST_F(SqlShellTest, MessagesCannotPlayWithTheTerminal) {
    type({".\x1b[2J"});
    EXPECT_THAT(err_.str(), HasSubstr("'.\\x1b[2J'"));
}

TEST_F(SqlShellTest, EndsWhenNobodyReads) {
    out_.setstate(std::ios::badbit);
    EXPECT_EQ(pipe("SELECT 1; SELECT 2;\nSELECT 3;\n"), "");
    EXPECT_THAT(statements_, ElementsAre("SELECT 1"));
}

}  // namespace sql_shell_test
}  // namespace scrim::cli
