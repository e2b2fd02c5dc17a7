// The report's page: well-formed, complete, and telling nothing that it must not. With SCRIM_REPORT_SAMPLES set to a
// folder, the pages made here are also written there, to be looked at.
#include "report/report.h"
#include "kernel/core/text.h"
#include "methods/files/file.h"
#include "methods/release/measure.h"
#include "report/html/html_text.h"
#include "tests/recode/problem_maker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <numeric>

namespace scrim::release {
namespace report_test {

using ::testing::HasSubstr;
using ::testing::Not;

// The text of the page if it is well-formed: tags balance, attributes are quoted, every '&' begins a reference.
::testing::AssertionResult well_formed(const std::string& page) {
    std::vector<std::string> open;
    for (std::size_t at = 0; at < page.size();) {
        const std::string near = page.substr(at, 60);
        if (page[at] == '&') {
            const std::size_t end = page.find(';', at);
            static const std::vector<std::string> known = {"amp", "lt", "gt", "quot", "#39"};
            if (end == std::string::npos ||
                std::find(known.begin(), known.end(), page.substr(at + 1, end - at - 1)) == known.end())
                return ::testing::AssertionFailure() << "a bare '&' at " << near;
        }
        if (page[at] != '<') {
            ++at;
            continue;
        }
        std::size_t end = at + 1;
        for (bool in_quotes = false; end < page.size() && (in_quotes || page[end] != '>'); ++end) {
            if (page[end] == '"') in_quotes = !in_quotes;
            if (page[end] == '<') return ::testing::AssertionFailure() << "a '<' in a tag at " << near;
        }
        const std::string tag = page.substr(at + 1, end - at - 1);
        const std::string name = tag.substr(0, tag.find_first_of(" /", 1));
        if (tag.starts_with('/')) {
            if (open.empty() || "/" + open.back() != tag)
                return ::testing::AssertionFailure() << "<" << tag << "> closes nothing at " << near;
            open.pop_back();
        } else if (!tag.ends_with('/') && tag != "!DOCTYPE html") {
            open.push_back(name);
        }
        at = end + 1;
    }
    if (!open.empty()) return ::testing::AssertionFailure() << "<" << open.back() << "> is not closed";
    for (const char c : page)
        if (static_cast<unsigned char>(c) < 0x20 && c != '\n')
            return ::testing::AssertionFailure() << "a control character";
    return is_utf8(page) ? ::testing::AssertionSuccess() : ::testing::AssertionFailure() << "no UTF-8";
}

std::size_t count_of(const std::string& page, std::string_view part) {
    std::size_t count = 0;
    for (std::size_t at = page.find(part); at != std::string::npos; at = page.find(part, at + 1)) ++count;
    return count;
}

void keep_sample(const std::string& name, const std::string& page) {
    const char* folder = std::getenv("SCRIM_REPORT_SAMPLES");
    if (!folder) return;
    std::filesystem::create_directories(folder);
    EXPECT_TRUE(files::write_file(format("{}/{}.html", folder, name), page).ok());
}

// Everything that a report is made from.
struct Release {
    PublishRequest request;
    Prepared prepared;
    Chosen chosen;
    recode::Recoding recoding;
    Measured measured;

    std::string page() const { return report::report_html(request, prepared, chosen, recoding, measured); }
};

Release make_release(const testing::ProblemOf& of, const std::string& algorithm,
                     recode::Form form = recode::Form::generalized) {
    PublishRequest request;
    request.table.path = "/home/confidential/folder/patients.csv";
    request.out = "/home/confidential/out";
    for (const std::string& text : of.require) request.policy.require.push_back(*parse_requirement(text));
    recode::Problem problem = testing::make_problem(of);
    Material material;
    material.rows = problem.tuples;
    material.runs.resize(problem.tuples->size() + 1);
    std::iota(material.runs.begin(), material.runs.end(), 0u);
    material.released = problem.tuples->table.names();
    Prepared prepared{std::move(problem), std::move(material)};
    Chosen chosen = *choose_recoder(algorithm);
    recode::Recoding recoding = *testing::run(algorithm, prepared.problem);
    static std::vector<std::unique_ptr<recode::RecoderSpec>> specs;
    if (form != recode::Form::generalized) {
        specs.push_back(std::make_unique<recode::RecoderSpec>(*chosen.recoder));
        specs.back()->form = form;
        chosen.recoder = specs.back().get();
        recoding.neighborhood.clear();
    }
    Measured measured = *measure({prepared, recoding}, request, *chosen.recoder, no_progress());
    return {std::move(request), std::move(prepared), std::move(chosen), std::move(recoding), std::move(measured)};
}

std::string interval(std::uint64_t value, std::uint64_t step) {
    return format("[{}, {}]", value / step * step, value / step * step + step - 1);
}

// A small census: ages, postcodes, sex and education, and a diagnosis.
testing::ProblemOf census(std::size_t rows) {
    SeededRandom random(7);
    testing::ColumnOf age{"age", {}}, postcode{"postcode", {}}, sex{"sex", {}}, education{"education", {}},
        diagnosis{"diagnosis", {}};
    for (std::uint64_t a = 17; a < 90; ++a)
        age.hierarchy.push_back({format("{}", a), interval(a, 5), interval(a, 10), interval(a, 20), "*"});
    for (std::uint64_t p = 0; p < 60; ++p)
        postcode.hierarchy.push_back({format("9{:02}", p), format("9{}*", p / 10), "*"});
    sex.hierarchy = {{"female", "*"}, {"male", "*"}};
    for (std::uint64_t e = 0; e < 12; ++e)
        education.hierarchy.push_back({format("grade {}", e), e < 4 ? "primary" : e < 9 ? "secondary" : "higher", "*"});
    for (std::size_t row = 0; row < rows; ++row) {
        age.values.push_back(format("{}", 17 + (random.below(73) + random.below(73)) / 2));
        postcode.values.push_back(format("9{:02}", random.below(60) * random.below(60) / 60));
        sex.values.push_back(random.below(2) == 0 ? "female" : "male");
        education.values.push_back(format("grade {}", (random.below(12) + random.below(12)) / 2));
        diagnosis.values.push_back(format("diagnosis-{}", random.below(9)));
    }
    testing::ProblemOf of;
    of.quasi_identifiers = {age, postcode, sex, education};
    of.sensitive = {diagnosis};
    of.require = {"k_anonymity(k=5)"};
    of.suppress = rows / 20;
    return of;
}

TEST(Report, TellsWhatWasReleasedAndHow) {
    const Release release = make_release(census(4000), "optimal(neighbors=yes)");
    const std::string page = release.page();
    keep_sample("lattice", page);
    EXPECT_TRUE(well_formed(page));
    EXPECT_THAT(page, HasSubstr("<h1>patients.csv</h1>"));
    EXPECT_THAT(page, HasSubstr(format("{} of 4,000 records, in {} classes", with_thousands(release.measured.records),
                                       with_thousands(release.measured.classes))));
    EXPECT_THAT(page, HasSubstr("at most " + report::html::chance(release.measured.risks.prosecutor_highest)));
    EXPECT_THAT(page, HasSubstr("at least 5 required"));
    EXPECT_THAT(page, HasSubstr("scrim verify FOLDER"));
    EXPECT_THAT(page, HasSubstr("sha256sum data.csv"));
    EXPECT_THAT(page, HasSubstr("certificate.json"));
    for (const auto& [name, value] : release.recoding.details) EXPECT_THAT(page, HasSubstr(value)) << name;
    for (const MetricReport& metric : release.measured.metrics) {
        EXPECT_THAT(page, HasSubstr(report::html::escaped(metric.title)));
        EXPECT_THAT(page, HasSubstr(report::html::decimal(metric.value)));
    }
    EXPECT_EQ(page, release.page());
}

TEST(Report, ListsEveryPromiseAndEveryLimit) {
    testing::ProblemOf of = census(3000);
    of.require = {"k_anonymity(k=4)", "l_diversity_distinct(l=3)", "t_closeness_equal(t=0.6)"};
    const Release release = make_release(of, "optimal(neighbors=yes)");
    const std::string page = release.page();
    keep_sample("sensitive", page);
    EXPECT_TRUE(well_formed(page));
    for (const auto& model : release.prepared.problem.demands.models()) {
        EXPECT_THAT(page, HasSubstr(report::html::prose(model->info().promise)));
        EXPECT_THAT(page, HasSubstr(report::html::prose(model->info().limits)));
    }
    for (const std::string& words : not_promised(release.prepared.problem, *release.chosen.recoder))
        EXPECT_THAT(page, HasSubstr(report::html::prose(words.substr(words.find(": ") + 1, 60))));
    for (const RequirementReport& requirement : release.measured.requirements)
        for (const LevelReport& level : requirement.levels)
            EXPECT_THAT(page, HasSubstr(format("{} = {}", level.parameter, level.level.exact)));
    EXPECT_THAT(page, HasSubstr("What is not promised"));
}

TEST(Report, IsOneFileAndTellsNoSecrets) {
    for (const bool sensitive : {false, true}) {
        testing::ProblemOf of = census(1000);
        if (sensitive) of.require.push_back("l_diversity_distinct(l=2)");
        const std::string page = make_release(of, "optimal(neighbors=yes)").page();
        EXPECT_THAT(page, HasSubstr("content=\"default-src 'none'; style-src 'unsafe-inline'\""));
        EXPECT_EQ(count_of(page, "http"), 1u);  // http-equiv
        for (const char* foreign : {"<script", "<link", "<img", "url(", "src=", "href", "@import", "javascript"})
            EXPECT_THAT(page, Not(HasSubstr(foreign)));
        for (const char* secret : {"confidential", "folder/", "/home", "diagnosis-", "grade ", "[20, 39]", "secondary"})
            EXPECT_THAT(page, Not(HasSubstr(secret)));
    }
}

TEST(Report, TellsOfNeighborsWhatQuasiIdentifiersAloneDecide) {
    const Release release = make_release(census(2000), "optimal(neighbors=yes)");
    ASSERT_GT(release.recoding.neighborhood.size(), 1u);
    const std::string page = release.page();
    for (const recode::Recoding::Neighbor& node : release.recoding.neighborhood) {
        ASSERT_TRUE(node.loss);
        EXPECT_THAT(page, HasSubstr(format("loss {}, {} suppressed", report::html::aligned(*node.loss),
                                           with_thousands(node.suppressed))));
    }
}

// The page does not change when only what the neighbors would have cost does.
void expect_costs_hidden(Release release) {
    ASSERT_GT(release.recoding.neighborhood.size(), 1u);
    const std::string page = release.page();
    EXPECT_THAT(page, HasSubstr("Only the levels of the other nodes are shown."));
    for (std::size_t n = 0; n < release.recoding.neighborhood.size(); ++n) {
        recode::Recoding::Neighbor& node = release.recoding.neighborhood[n];
        node.loss = node.loss ? std::nullopt : std::optional<double>(0.5);
        node.suppressed += 17;
        node.feasible = !node.feasible;
    }
    ++release.recoding.examined;
    EXPECT_EQ(page, release.page());
}

TEST(Report, HidesNeighborsCostsWhereSensitiveValuesDecide) {
    testing::ProblemOf of = census(2000);
    of.require.push_back("l_diversity_distinct(l=3)");
    expect_costs_hidden(make_release(of, "optimal(neighbors=yes)"));
}

TEST(Report, HidesNeighborsCostsWhereTheMetricLooksAtTheTarget) {
    testing::ProblemOf of = census(500);
    of.metric = "classification";
    expect_costs_hidden(make_release(of, "optimal(neighbors=yes, strategy=mingen)"));
}

TEST(Report, ShowsNoLatticeToOtherAlgorithms) {
    const std::string page = make_release(census(1000), "datafly").page();
    EXPECT_TRUE(well_formed(page));
    EXPECT_THAT(page, Not(HasSubstr("lattice")));
    EXPECT_THAT(page, HasSubstr("What each attribute keeps"));
}

TEST(Report, ExplainsHowToReadGroups) {
    testing::ProblemOf of = census(1000);
    of.require = {"l_diversity_distinct(l=2)"};
    const std::string anatomized = make_release(of, "optimal", recode::Form::anatomized).page();
    keep_sample("anatomized", anatomized);
    EXPECT_TRUE(well_formed(anatomized));
    for (const char* words : {"<code>qit.csv</code> (QIT)", "<code>st.csv</code> (ST)", "Join", "<code>group</code>",
                              "<code>diagnosis</code>", "Group sizes", "sha256sum qit.csv st.csv"})
        EXPECT_THAT(anatomized, HasSubstr(words));
    EXPECT_THAT(anatomized, Not(HasSubstr("What each attribute keeps")));
    EXPECT_THAT(anatomized, Not(HasSubstr("identity can be guessed")));
    const std::string permuted = make_release(of, "optimal", recode::Form::permuted).page();
    EXPECT_TRUE(well_formed(permuted));
    EXPECT_THAT(permuted, HasSubstr("dealt out anew"));
}

TEST(Report, EscapesWhateverNamesHold) {
    const std::vector<std::string> names = {"<script>alert(1)</script>",
                                            "\"onload=\"alert(1)",
                                            "a&b&amp;c",
                                            "x\x01\x1b[31m\n\ty",
                                            "</title></style></svg>",
                                            "\xff\xfe broken",
                                            "right\xe2\x80\xaeto left",
                                            "<!-- -->",
                                            "]]>",
                                            std::string(5000, 'w'),
                                            "{}{0}",
                                            "'); --"};
    for (const std::string& name : names) {
        testing::ProblemOf of = census(400);
        of.quasi_identifiers[1].name = name;
        of.quasi_identifiers[2].name = name + "'";
        Release release = make_release(of, "optimal(neighbors=yes)");
        release.request.table.path = "folder/" + name;
        release.recoding.details.emplace_back(name, name);
        const std::string page = release.page();
        EXPECT_TRUE(well_formed(page)) << name;
        for (const char* bad : {"<script", "\"onload", "<!--", "\x1b", "\xe2\x80\xae", "{}{0}<wbr"})
            EXPECT_THAT(page, Not(HasSubstr(bad))) << name;
        EXPECT_LT(page.size(), 60'000u);
    }
}

TEST(Report, KeepsLongNamesShort) {
    testing::ProblemOf of = census(1500);
    for (testing::ColumnOf& column : of.quasi_identifiers) column.name += " " + std::string(200, 'W');
    of.sensitive[0].name = std::string(300, 'M');
    of.require = {"k_anonymity(k=3)", format("l_diversity_distinct(l=2, attribute={})", std::string(300, 'M'))};
    Release release = make_release(of, "optimal(neighbors=yes)");
    release.request.table.path = std::string(200, 'n') + ".csv";
    keep_sample("long_names", release.page());
    EXPECT_TRUE(well_formed(release.page()));
}

TEST(Report, CountsPeopleWhereTheReleaseDoes) {
    testing::ProblemOf of = census(900);
    for (std::size_t row = 0; row < 900; ++row) of.person.push_back(format("person-{}", row * 2 / 3));
    const std::string page = make_release(of, "optimal(neighbors=yes)").page();
    EXPECT_TRUE(well_formed(page));
    EXPECT_THAT(page, HasSubstr("a person’s identity can be guessed"));
    EXPECT_THAT(page, HasSubstr("by their size in people"));
    EXPECT_THAT(page, Not(HasSubstr("person-")));
}

TEST(Report, SaysWithWhomTheMarketerLinks) {
    Release release = make_release(census(300), "optimal");
    EXPECT_THAT(release.page(), HasSubstr("No population was given"));
    release.measured.risks.journalist_has_population = true;
    EXPECT_THAT(release.page(), HasSubstr("links with the population that was given"));
}

TEST(Report, HasRoomForManyColumns) {
    SeededRandom random(3);
    testing::ProblemOf of = testing::random_table(random, 600, 8, 4);
    of.require = {"k_anonymity(k=3)"};
    of.suppress = 60;
    for (const bool more : {false, true}) {
        if (more)
            for (const char* name : {"ninth", "tenth", "eleventh"}) {
                of.quasi_identifiers.push_back(of.quasi_identifiers.front());
                of.quasi_identifiers.back().name = name;
            }
        const std::string page = make_release(of, "optimal(neighbors=yes)").page();
        keep_sample(more ? "eleven_columns" : "eight_columns", page);
        EXPECT_TRUE(well_formed(page));
    }
}

TEST(Report, SaysSoWhenNothingWasReleased) {
    Release release = make_release(census(200), "optimal");
    release.recoding = recode::Recoding(release.prepared.problem.dimensions());
    release.measured.records = release.measured.classes = 0;
    release.measured.class_sizes.clear();
    const std::string page = release.page();
    EXPECT_TRUE(well_formed(page));
    EXPECT_THAT(page, HasSubstr("None of the 200 records was released."));
}

TEST(Report, DrawsAnyClassSizes) {
    Release release = make_release(census(300), "optimal");
    using Sizes = std::vector<std::pair<std::uint64_t, std::uint64_t>>;
    const std::vector<Sizes> all = {{{5, 1}},
                                    {{1, 7}, {2, 3}},
                                    {{5, 3}, {14, 2}},
                                    {{5, 3}, {54, 2}},
                                    {{5, 800}, {17, 20}, {999, 1}},
                                    {{1, 1'000'000}, {4'000'000'000, 1}}};
    for (const Sizes& sizes : all) {
        release.measured.class_sizes = sizes;
        std::uint64_t classes = 0, drawn = 0;
        for (const auto& [size, count] : sizes) classes += count;
        const std::string page = release.page();
        EXPECT_TRUE(well_formed(page));
        // Every class is in one bin of the description, "5 – 9: 3 classes."
        std::string words = page.substr(page.find("<desc id=\"size-picture-words\">"));
        words = words.substr(0, words.find("</desc>"));
        std::erase(words, ',');
        for (std::size_t at = words.find(": "); at != std::string::npos; at = words.find(": ", at + 1))
            drawn += std::stoull(words.substr(at + 2));
        EXPECT_EQ(drawn, classes);
        EXPECT_LE(count_of(words, ": "), 12u);
    }
}

TEST(ReportText, WritesNumbersForPeople) {
    EXPECT_EQ(report::html::percent(0.2), "20 %");
    EXPECT_EQ(report::html::percent(1.0 / 3), "33.3 %");
    EXPECT_EQ(report::html::percent(0.0043), "0.43 %");
    EXPECT_EQ(report::html::percent(0), "0 %");
    EXPECT_EQ(report::html::percent(1), "100 %");
    EXPECT_EQ(report::html::percent(0.00001), "&lt; 0.01 %");
    EXPECT_EQ(report::html::percent(0.99999), "&gt; 99.9 %");
    EXPECT_EQ(report::html::percent(1, 0), "–");
    EXPECT_EQ(report::html::decimal(0.31214), "0.3121");
    EXPECT_EQ(report::html::decimal(1234567), "1,234,567");
    EXPECT_EQ(report::html::decimal(12345.67), "12,345.7");
    EXPECT_EQ(report::html::decimal(-2.5), "−2.5");
    EXPECT_EQ(report::html::decimal(0), "0");
    EXPECT_EQ(report::html::aligned(0.312), "0.3120");
    EXPECT_EQ(report::html::aligned(-1234.5), "−1,234.5");
    EXPECT_EQ(report::html::chance({0.2, "1/5"}), "1 in 5 (20 %)");
    EXPECT_EQ(report::html::chance({1, "1"}), "1 in 1 (100 %)");
    EXPECT_EQ(report::html::file_name("/a/b/c.csv"), "c.csv");
    EXPECT_EQ(report::html::file_name("C:\\a\\c.csv"), "c.csv");
    EXPECT_EQ(report::html::file_name("c.csv"), "c.csv");
    EXPECT_EQ(report::html::file_name("/a/b/"), "a table");
    EXPECT_EQ(report::html::escaped("äöü", 2), "äö…");
}

// Every algorithm that was tried is drawn and listed, and nothing that it says is markup.
TEST(Report, ShowsWhatWasExplored) {
    ExploreReport explored;
    explored.metric = "ncp";
    explored.records = 30162;
    explored.recommended = "cluster";
    explored.because = "it <loses> least";
    explored.notes = {"genetic works by chance & differs"};
    const auto add = [&](const std::string& name, double loss, std::uint64_t k) {
        TrialReport& trial = explored.trials.emplace_back();
        trial.algorithm = name;
        trial.loss = loss;
        trial.classes = 1000;
        trial.records = 30162;
        trial.highest_risk = {1.0 / static_cast<double>(k), format("1/{}", k)};
        trial.compared = {{.name = "query_error", .title = "", .value = loss / 2, .references = {{"original", 0.25}}}};
    };
    const std::vector<std::string> names{"optimal", "datafly",        "extended_datafly", "infogain_mondrian",
                                         "topdown", "query_mondrian", "mondrian",         "cluster"};
    double loss = 0.9;
    for (const std::string& name : names) add(name, loss *= 0.7, name == "datafly" ? 7 : 5);
    add("anatomy", 0, 2);
    explored.trials.emplace_back().algorithm = "bottomup";
    explored.trials.back().refused = "'a' < b";
    const std::string page = to_html(explored);
    keep_sample("explored", page);
    EXPECT_TRUE(well_formed(page));
    EXPECT_THAT(page, HasSubstr("<h1>cluster is recommended</h1>"));
    EXPECT_THAT(page, HasSubstr("It &lt;loses&gt; least."));
    EXPECT_EQ(count_of(page, "<circle"), names.size() + 1);
    EXPECT_EQ(count_of(page, "class=\"full\""), 1u);
    for (const std::string& name : names) EXPECT_THAT(page, HasSubstr(">" + name + "</text>"));
    EXPECT_EQ(count_of(page, ">risk 1 in "), 3u) << "a line for each risk";
    EXPECT_THAT(page, HasSubstr("<strong>bottomup</strong>: ’a’ &lt; b"));
    explored.trials.clear();
    explored.impossible = "k is larger than the table";
    explored.recommended.clear();
    EXPECT_TRUE(well_formed(to_html(explored)));
    EXPECT_THAT(to_html(explored), HasSubstr("No algorithm can"));
}

}  // namespace report_test
}  // namespace scrim::release
