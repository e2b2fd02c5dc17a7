// A histogram of parts, united, is read as the whole table is.
#include "scrim/histogram.h"
#include "kernel/core/sealed_bytes.h"
#include "kernel/encode/typed_rows.h"
#include "scrim/check.h"
#include "scrim/policy.h"
#include "tests/library/random_frames.h"
#include "tests/rounds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace scrim::testing {
namespace histogram_test {

using ::testing::HasSubstr;

// Values of which parts may make something else than the whole table does.
const std::vector<std::vector<std::string>> vocabularies = {
    {"1", "2", "3", "10", "1.50", "1.5"},
    {"1", "2", "01", "007"},
    {"1", "2", "x", "1e2", "100"},
    {"2020-01-01", "2021-12-31", "1999-02-28"},
    {"2020-01-01 10:00:00", "2021-12-31 00:00:00", "2020-01-01"},
    {"31/12/2020", "01/02/2020", "03/04/2021"},
    {"01/02/2020", "03/04/2021"},
    {"1.234,5", "2,5", "1.000"},
    {"1,234", "5,678"},
    {"nan", "1", "2"},
    {"a", "b", "", "NULL", "*", "é"},
    {"12", "2020-01-01", "-9"},
};

RandomColumns random_columns(Random& random, std::size_t rows) {
    RandomColumns columns;
    for (int c = 0; c < 3; ++c) {
        const auto& words = vocabularies[random.below(vocabularies.size())];
        RandomColumn column{"c" + std::to_string(c), {}};
        const bool nulls = random.below(2) == 0;
        for (std::size_t row = 0; row < rows; ++row) {
            if (nulls && random.below(4) == 0)
                column.cells.emplace_back();
            else
                column.cells.emplace_back(words[random.below(words.size())]);
        }
        columns.push_back(std::move(column));
    }
    RandomColumn numbers{"n", {}, true};
    for (std::size_t row = 0; row < rows; ++row)
        numbers.cells.emplace_back(random.below(5) == 0 ? std::nullopt
                                                        : std::optional(std::to_string(random.below(6))));
    columns.push_back(std::move(numbers));
    return columns;
}

Result<Histogram> histogram_of(const Frame& frame) {
    return Histogram::of(input_of(frame), frame.columns(), no_progress());
}

// What is said of a value: which one of several is named depends on where they stand.
std::string without_value(const std::string& message) {
    const std::size_t from = message.find("holds '"), to = message.find("', ");
    return from == std::string::npos || to == std::string::npos ? message
                                                                : message.substr(0, from) + message.substr(to);
}

// What reading these columns gives: their domains and rows, or what is said of them.
std::string read(const TableInput& input, const std::vector<std::string>& columns) {
    const auto source = library::open_table(input);
    if (!source) return source.error().message;
    const auto tuples = (*source)->read_tuples(columns, 0, no_progress());
    if (!tuples) return without_value(tuples.error().message);
    std::string text;
    for (std::size_t c = 0; c < columns.size(); ++c) {
        const Domain& domain = tuples->table[c].domain();
        text += std::to_string(static_cast<int>(domain.kind())) + ":" + std::to_string(domain.scale()) + " ";
        for (Code code = 0; code < domain.size(); ++code) text += domain.label(code) + "|";
        for (std::size_t row = 0; row < tuples->size(); ++row) text += std::to_string(tuples->table[c][row]) + " ";
        text += "\n";
    }
    for (const std::uint32_t weight : tuples->weights) text += std::to_string(weight) + " ";
    return text;
}

TEST(Histogram, PartsAreReadAsTheWhole) {
    SeededRandom random(18);
    const std::vector<std::vector<ColumnReading>> meanings = {
        {},
        {{"c0", ColumnType::category}, {"n", ColumnType::category}},
        {{"c1", ColumnType::found, {"1", "x"}}, {"n", ColumnType::found, {"3"}}},
        {{"c0", ColumnType::day_first}, {"c1", ColumnType::plain}, {"c2", ColumnType::decimal_comma}}};
    int refused = 0;
    for (int round = 0; round < rounds(150); ++round) {
        const RandomColumns columns = random_columns(random, 1 + random.below(30));
        const Frame whole = frame_of(columns, all_rows(columns));
        std::vector<Histogram> parts;
        for (const auto& rows : random_parts(columns, 1 + random.below(5), random)) {
            const auto part = histogram_of(frame_of(columns, rows));
            ASSERT_TRUE(part.ok()) << part.error().message;
            EXPECT_EQ(part->records(), rows.size());
            const auto parsed = Histogram::parse(part->serialize());
            ASSERT_TRUE(parsed.ok()) << parsed.error().message;
            EXPECT_EQ(parsed->serialize(), part->serialize());
            parts.push_back(*parsed);
        }
        const auto merged = Histogram::merged(parts);
        ASSERT_TRUE(merged.ok()) << merged.error().message;
        // In whatever order, and by whatever stages.
        std::vector<Histogram> other = parts;
        random.shuffle(std::span(other));
        while (other.size() > 1) {
            const std::vector<Histogram> pair{other.back(), other.front()};
            other.pop_back();
            other.front() = *Histogram::merged(pair);
        }
        EXPECT_EQ(other.front().serialize(), merged->serialize());
        EXPECT_EQ(histogram_of(whole)->serialize(), merged->serialize());
        for (const auto& meaning : meanings) {
            TableInput expected = input_of(whole), found;
            found.histogram = *merged;
            found.columns = expected.columns = meaning;
            for (const std::vector<std::string>& asked :
                 {std::vector<std::string>{"c0"}, {"c1"}, {"c2"}, {"n"}, {"n", "c2", "c0", "c1"}}) {
                const std::string as_whole = read(expected, asked);
                EXPECT_EQ(read(found, asked), as_whole);
                refused += as_whole.starts_with("the table in memory: column") ? 1 : 0;
            }
        }
    }
    EXPECT_GT(refused, 0);  // ambiguous dates are, in both
}

TEST(Histogram, NumbersOfOnePartAreTextWhereAnotherHasText) {
    const RandomColumns numbers = {{"zip", {"7", "100"}, true}}, texts = {{"zip", {"007", "A1", "7"}}};
    const std::vector<Histogram> parts{*histogram_of(frame_of(numbers, {0, 1})),
                                       *histogram_of(frame_of(texts, {0, 1, 2}))};
    TableInput input;
    input.histogram = *Histogram::merged(parts);
    EXPECT_EQ(rows_of(input),
              (std::map<std::string, std::uint64_t>{{"'007' ", 1}, {"'100' ", 1}, {"'7' ", 2}, {"'A1' ", 1}}));
    // And numbers where the other part's text is numbers, too.
    const std::vector<Histogram> both{*histogram_of(frame_of(numbers, {0, 1})), *histogram_of(frame_of(texts, {2}))};
    input.histogram = *Histogram::merged(both);
    EXPECT_EQ(rows_of(input), (std::map<std::string, std::uint64_t>{{"'100' ", 1}, {"'7' ", 2}}));
}

TEST(Histogram, OfAFileIsThatOfTheFrame) {
    TableInput file;
    file.path = std::string(SCRIM_SOURCE_DIR) + "/examples/patients.csv";
    const auto of_file = Histogram::of(file, {"zip", "age"}, no_progress());
    ASSERT_TRUE(of_file.ok()) << of_file.error().message;
    EXPECT_EQ(of_file->columns(), (std::vector<std::string>{"age", "zip"}));  // in the table's order
    EXPECT_EQ(of_file->left_out(), (std::vector<std::string>{"disease", "name"}));
    TableInput found;
    found.histogram = *of_file;
    EXPECT_EQ(read(found, {"age", "zip"}), read(file, {"age", "zip"}));
}

// Every function that works on different rows gives of a histogram what it gives of the table.
TEST(Histogram, IsTakenForATable) {
    const std::string examples = std::string(SCRIM_SOURCE_DIR) + "/examples/";
    const Policy policy = *read_policy(examples + "policy.yaml");
    TableInput file, counted;
    file.path = counted.path = examples + "patients.csv";
    Policy persons = policy;
    persons.rows_are_persons = true;
    counted.histogram = *Histogram::of(file, persons, no_progress());

    CheckRequest check_of;
    check_of.policy = persons;
    check_of.table = file;
    check_of.original = file;
    const auto expected = check(check_of, no_progress());
    check_of.table = counted;
    check_of.original = counted;
    const auto found = check(check_of, no_progress());
    ASSERT_TRUE(found.ok()) << found.error().message;
    EXPECT_EQ(to_json(*found), to_json(*expected));
    EXPECT_EQ(found->identifiers_present, std::vector<std::string>{"name"});

    std::string name = (std::filesystem::temp_directory_path() / "scrim-counted-XXXXXX").string();
    const std::string folder = ::mkdtemp(name.data());
    PublishRequest publishing;
    publishing.policy = persons;
    publishing.policy.algorithm = "mondrian";
    std::vector<std::map<std::string, std::uint64_t>> releases;
    for (const TableInput& table : {file, counted}) {
        publishing.table = table;
        publishing.out = folder + "/release" + std::to_string(releases.size());
        const auto made = publish(publishing, no_progress());
        ASSERT_TRUE(made.ok()) << made.error().message;
        TableInput data;
        data.path = publishing.out + "/data.csv";
        releases.push_back(rows_of(data));
    }
    EXPECT_EQ(releases[0], releases[1]);
    VerifyRequest verifying;
    verifying.folder = folder + "/release1";
    verifying.policy = persons;
    verifying.original = counted;
    const auto verified = verify(verifying, no_progress());
    ASSERT_TRUE(verified.ok()) << verified.error().message;
    EXPECT_TRUE(verified->holds()) << to_text(*verified);

    StatBuildRequest building;
    building.table = counted;
    building.policy = persons;
    building.m = 2;
    building.out = folder + "/counts.statdb";
    const auto built = build_statdb(building, no_progress());
    ASSERT_TRUE(built.ok()) << built.error().message;
    const auto answer = StatDb::open(building.out)->ask("SELECT COUNT(*) FROM StatDB");
    ASSERT_TRUE(answer.ok()) << answer.error().message;
    EXPECT_THAT(to_json(*answer, true), HasSubstr("12"));

    ReleaseAuditRequest auditing;
    auditing.folder = verifying.folder;
    auditing.original = counted;
    const auto audited = audit_release(auditing, no_progress());
    EXPECT_TRUE(audited.ok()) << audited.error().message;
    std::filesystem::remove_all(folder);
}

TEST(Histogram, CountsMoreThanATableMayHave) {
    const RandomColumns one = {{"a", {"x"}}};
    Histogram all = *histogram_of(frame_of(one, {0}));
    for (int doubling = 0; doubling < 33; ++doubling) {
        const std::vector<Histogram> both{all, all};
        all = *Histogram::merged(both);
    }
    EXPECT_EQ(all.records(), std::uint64_t{1} << 33);
    EXPECT_EQ(Histogram::parse(all.serialize())->records(), all.records());
    TableInput input;
    input.histogram = all;
    EXPECT_THAT(read(input, {"a"}), HasSubstr("there are more than 4,294,967,295 rows"));
}

TEST(Histogram, RefusesInOneLine) {
    const RandomColumns two = {{"a", {"x"}}, {"b", {"y"}}}, other = {{"a", {"x"}}, {"c", {"y"}}};
    const Frame frame = frame_of(two, {0});
    EXPECT_THAT(Histogram::of(input_of(frame), std::vector<std::string>{"z"}, no_progress()).error().message,
                HasSubstr("there is no column 'z'"));
    const std::vector<Histogram> parts{*histogram_of(frame), *histogram_of(frame_of(other, {0}))};
    EXPECT_THAT(Histogram::merged(parts).error().message, HasSubstr("'b' is in one, and not in another"));
    EXPECT_THAT(Histogram::merged({}).error().message, HasSubstr("at least one is expected"));
    TableInput both = input_of(frame);
    both.histogram = parts[0];
    EXPECT_THAT(column_names(both).error().message, HasSubstr("both are given"));

    Policy policy;
    policy.columns = {{.name = "a", .role = Role::quasi_identifier}, {.name = "b", .role = Role::identifier}};
    EXPECT_THAT(Histogram::of(input_of(frame), policy, no_progress()).error().message,
                HasSubstr("whether the identifier 'b' repeats cannot be told of parts"));
    policy.rows_are_persons = true;
    EXPECT_EQ(Histogram::of(input_of(frame), policy, no_progress())->columns(), std::vector<std::string>{"a"});
    policy.rows_are_persons = false;
    policy.person = "b";
    EXPECT_EQ(Histogram::of(input_of(frame), policy, no_progress())->columns().size(), 2u);
    policy.columns.pop_back();
    policy.person.clear();
    EXPECT_THAT(Histogram::of(input_of(frame), policy, no_progress()).error().message,
                HasSubstr("column 'b' is not classified"));
}

TEST(Histogram, BelievesNoDamagedBytes) {
    const RandomColumns columns = {{"a", {"x", "y", std::nullopt, "z"}}, {"n", {"1", "2", "3", "3"}, true}};
    const std::string bytes = histogram_of(frame_of(columns, all_rows(columns)))->serialize();
    ASSERT_TRUE(Histogram::parse(bytes).ok());
    for (std::size_t size = 0; size < bytes.size(); ++size) EXPECT_FALSE(Histogram::parse(bytes.substr(0, size)).ok());
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        std::string changed = bytes;
        changed[at] = static_cast<char>(changed[at] ^ 1);
        EXPECT_FALSE(Histogram::parse(changed).ok()) << at;
    }
    std::string newer = bytes;
    newer[8] = 2;
    EXPECT_THAT(Histogram::parse(newer).error().message, HasSubstr("another version"));
    EXPECT_THAT(Histogram::parse("age,zip\n").error().message, HasSubstr("are no histogram of Scrim"));
    EXPECT_THAT(bytes, HasSubstr("for its owner only"));
    EXPECT_THAT(Histogram::parse(seal({"SCRIMHST", "histogram", 1}, "nonsense")).error().message,
                HasSubstr("makes no sense"));
}

// The seal proves nothing about who made it: whatever is inside, it is refused or consistent.
TEST(Histogram, BelievesNoLengths) {
    const RandomColumns columns = {{"a", {"x", "y", std::nullopt, "z"}}, {"n", {"1", "2", "3", "3"}, true}};
    const Seal sealing{"SCRIMHST", "histogram", 1};
    const std::string bytes = histogram_of(frame_of(columns, all_rows(columns)))->serialize();
    const std::string inside(*unseal(sealing, bytes));
    SeededRandom random(5);
    int taken = 0;
    for (int round = 0; round < rounds(3000); ++round) {
        std::string changed = inside;
        for (std::uint64_t times = 1 + random.below(3); times > 0; --times)
            changed[random.below(changed.size())] = static_cast<char>(random.below(256));
        const auto parsed = Histogram::parse(seal(sealing, changed));
        if (!parsed) continue;
        ++taken;
        EXPECT_EQ(parsed->serialize(), seal(sealing, changed));
        TableInput input;
        input.histogram = *parsed;
        if (parsed->records() < 1000) read(input, parsed->columns());
    }
    EXPECT_GT(taken, 0);
}

// Rows that a database grouped, wherever, make the histogram of the rows themselves.
TEST(HistogramTest, OfCountedRows) {
    SeededRandom random(5);
    for (int round = 0; round < rounds(20); ++round) {
        RandomColumns columns = random_columns(random, 30);
        Policy policy;
        for (const RandomColumn& column : columns)
            policy.columns.push_back({.name = column.name, .role = Role::insensitive});
        policy.missing = {"2"};  // which some counts are
        std::vector<Histogram> counted, whole;
        for (const auto& rows : random_parts(columns, 2, random)) {
            std::map<std::vector<std::optional<std::string>>, int> often;
            for (const std::size_t row : rows) {
                std::vector<std::optional<std::string>> own;
                for (const RandomColumn& column : columns) own.push_back(column.cells[row]);
                ++often[own];
            }
            RandomColumns grouped = columns;
            for (RandomColumn& column : grouped) column.cells.clear();
            grouped.push_back({"times", {}, true});
            const auto put = [&](const std::vector<std::optional<std::string>>& cells, int times) {
                for (std::size_t c = 0; c < cells.size(); ++c) grouped[c].cells.push_back(cells[c]);
                grouped.back().cells.push_back(std::to_string(times));
            };
            for (const auto& [cells, times] : often) {
                const int first = times > 1 ? 1 : times;  // some groups come in two pieces
                put(cells, first);
                if (times > first) put(cells, times - first);
            }
            whole.push_back(*Histogram::of(input_of(frame_of(columns, rows)), policy, no_progress()));
            const auto made =
                Histogram::counted(input_of(frame_of(grouped, all_rows(grouped))), "times", policy, no_progress());
            ASSERT_TRUE(made.ok()) << made.error().message;
            counted.push_back(*made);
        }
        EXPECT_EQ(Histogram::merged(counted)->serialize(), Histogram::merged(whole)->serialize());
    }
}

TEST(HistogramTest, CountsAreWholeNumbersAboveZero) {
    Policy policy;
    policy.columns = {{.name = "a", .role = Role::insensitive}};
    const auto refusal = [&](const RandomColumn& counts) {
        const RandomColumns columns = {{"a", {"x", "y"}}, counts};
        const auto made = Histogram::counted(input_of(frame_of(columns, {0, 1})), "n", policy, no_progress());
        EXPECT_FALSE(made.ok());
        return made ? "" : made.error().message;
    };
    for (const RandomColumn& counts :
         {RandomColumn{"n", {"1", "0"}, true}, RandomColumn{"n", {"1", "-2"}, true}, RandomColumn{"n", {"1", {}}, true},
          RandomColumn{"n", {"1", "1.5"}}, RandomColumn{"n", {"1", "many"}}})
        EXPECT_THAT(refusal(counts), HasSubstr("column 'n' does not count rows"));
    EXPECT_THAT(refusal({"m", {"1", "1"}, true}), HasSubstr("there is no column 'n'"));
}

}  // namespace histogram_test
}  // namespace scrim::testing
