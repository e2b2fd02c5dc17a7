#include "adapters/cli/run_server.h"
#include "adapters/cli/table_options.h"
#include "adapters/cli/verb.h"
#include "scrim/catalogue.h"
#include "scrim/check.h"
#include "scrim/publish.h"
#include "scrim/statdb.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>

namespace scrim::cli {
namespace {

Result<CheckReport> check_demo(const std::string& folder, const char* table, Session& session) {
    CheckRequest request;
    request.table.path = folder + "/" + table;
    TableInput original;
    original.path = folder + "/patients.csv";
    request.original = original;
    SCRIM_TRY(request.policy, read_policy(folder + "/policy.yaml"));
    return check(request, session.progress);
}

std::string number(double value) {
    char text[32];
    if (!std::isfinite(value)) return "none";
    std::snprintf(text, sizeof(text), value == std::floor(value) ? "%.0f" : "%.3f", value);
    return text;
}

std::string share(std::uint64_t part, std::uint64_t whole) {
    char text[64];
    std::snprintf(text, sizeof(text), "%llu (%.1f %%)", static_cast<unsigned long long>(part),
                  100.0 * static_cast<double>(part) / static_cast<double>(whole));
    return text;
}

const LevelReport* level_of(const CheckReport& report, std::string_view model, std::string_view parameter) {
    for (const ModelReport& m : report.models)
        if (m.name == model)
            for (const LevelReport& level : m.levels)
                if (level.parameter == parameter) return &level;
    return nullptr;
}

std::string level(const CheckReport& report, std::string_view model, std::string_view parameter) {
    const LevelReport* found = level_of(report, model, parameter);
    return found ? number(found->level.value) : "-";
}

std::string metric(const CheckReport& report, std::string_view name) {
    for (const MetricReport& m : report.metrics)
        if (m.name == name) return number(m.value);
    return "-";
}

std::string describe(const ClassReport& report) {
    std::string text;
    for (const auto& [column, value] : report.values)
        text += (text.empty() ? "" : ", ") + column + " " + value.value_or("(missing)");
    return text;
}

void row(Session& session, const char* name, const std::string& raw, const std::string& naive) {
    char text[160];
    std::snprintf(text, sizeof(text), "  %-44s %16s %16s\n", name, raw.c_str(), naive.c_str());
    session.out << text;
}

// One way to release the hospital's table.
struct Way {
    const char* name;
    const char* algorithm;
    const char* suppress;
    const char* file;  // whose first row is shown
    const char* keeps;
};

constexpr Way ways[] = {
    {"optimal", "optimal", "5%", "data.csv", "one level per column: every row has the same categories"},
    {"mondrian", "mondrian", "0%", "data.csv", "a box per crowd: small where people are many"},
    {"anatomy", "anatomy", "0%", "qit.csv", "exact values, but the diagnosis only per group (st.csv)"}};

// The line of a file; a row of the middle says more than the first one, which is an extreme.
std::string middle_row(const std::string& path) {
    std::ifstream file(path);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    return lines.empty() ? "" : lines[lines.size() / 2];
}

Result<void> release_demo(const std::string& folder, Session& session) {
    session.out
        << "\n\nScrim releases it three ways. In each, everyone hides among 5 records or more, and each crowd has 3 "
           "diagnoses\nor more, none of them shared by more than half. Every release was confirmed from its files "
           "before it was shown.\n\n";
    for (const Way& way : ways) {
        PublishRequest request;
        request.table.path = folder + "/patients.csv";
        SCRIM_TRY(request.policy, read_policy(folder + "/policy.yaml"));
        request.policy.algorithm = way.algorithm;
        request.policy.suppress = way.suppress;
        request.out = folder + "/" + way.name;
        request.force = true;
        SCRIM_TRY(const PublishReport report, publish(request, session.progress));
        char text[300];
        std::snprintf(text, sizeof(text),
                      "  %-9s %s\n            %llu records in %llu crowds, highest risk 1 in %.0f, %s\n", way.name,
                      way.keeps, static_cast<unsigned long long>(report.made.records),
                      static_cast<unsigned long long>(report.made.classes), 1 / report.made.highest_risk.value,
                      ("information lost (NCP) " + number(report.made.loss)).c_str());
        session.out << text << "            " << middle_row(request.out + "/" + way.file) << "\n";
    }
    return {};
}

constexpr const char* questions[] = {
    "SELECT COUNT(*) FROM StatDB WHERE age BETWEEN 40 AND 60 AND sex = 'female' AND diagnosis = 'Respiratory'",
    "SELECT COUNT(*) FROM StatDB WHERE occupation = 'Health' AND diagnosis = 'influenza'"};

// Nothing is released: people ask, and get intervals.
Result<void> ask_demo(const std::string& folder, Session& session) {
    StatBuildRequest request;
    request.table.path = folder + "/patients.csv";
    SCRIM_TRY(request.policy, read_policy(folder + "/policy.yaml"));
    request.m = 4;
    request.out = folder + "/patients.statdb";
    request.force = true;
    SCRIM_TRY(const StatBuildReport report, build_statdb(request, session.progress));
    SCRIM_TRY(const StatDb db, StatDb::open(report.file));
    session.out
        << "\nOr it keeps the table and answers questions, as many as anybody likes. The truth is surely in the "
           "interval, and\nnobody's diagnosis can be told with more than 1 in 4 certainty from all answers "
           "together.\n\n";
    for (const char* question : questions) {
        SCRIM_TRY(const StatAnswer answer, db.ask(question));
        session.out << "  " << question << "\n    " << to_text(answer, false);
    }
    return {};
}

Result<int> run_demo(const std::string& folder, Session& session) {
    SCRIM_CHECK(write_demo(folder, session.progress));
    SCRIM_TRY(const CheckReport raw, check_demo(folder, "patients.csv", session));
    SCRIM_TRY(const CheckReport naive, check_demo(folder, "naive.csv", session));

    session.out
        << "A made-up hospital: 10,000 patients in " << folder << "/patients.csv\n\n"
        << "Somebody wants to share it and \"anonymizes\" it by hand (naive.csv): the names go, ages become five-year\n"
        << "bands, zip codes keep three digits. Is that enough?\n\n";
    row(session, "", "patients.csv", "naive.csv");
    row(session, "people alone with their values", share(raw.risks.sample_uniques, raw.rows),
        share(naive.risks.sample_uniques, naive.rows));
    row(session, "people found with a chance above 1 in 5", share(raw.risks.prosecutor_at_risk, raw.rows),
        share(naive.risks.prosecutor_at_risk, naive.rows));
    row(session, "k: smallest crowd anyone hides in", level(raw, "k_anonymity", "k"), level(naive, "k_anonymity", "k"));
    row(session, "l: fewest diagnoses in a crowd", level(raw, "l_diversity_distinct", "l"),
        level(naive, "l_diversity_distinct", "l"));
    row(session, "alpha: surest guess of a diagnosis", level(raw, "alpha_k_anonymity", "alpha"),
        level(naive, "alpha_k_anonymity", "alpha"));
    row(session, "t: furthest a crowd is from all patients", level(raw, "t_closeness_hierarchical", "t"),
        level(naive, "t_closeness_hierarchical", "t"));
    row(session, "information lost (NCP, 0 to 1)", metric(raw, "ncp"), metric(naive, "ncp"));

    session.out
        << "\nNo. A neighbor who knows a patient's age, sex, zip code, occupation and marital status still finds "
        << share(naive.risks.prosecutor_at_risk, naive.rows)
        << "\nof the people with a chance above 1 in 5, and reads the diagnosis beside them.";
    if (const LevelReport* worst = level_of(naive, "k_anonymity", "k"); worst && worst->worst)
        session.out << " The record that is easiest to find:\n  " << describe(*worst->worst) << ".";
    SCRIM_CHECK(release_demo(folder, session));
    SCRIM_CHECK(ask_demo(folder, session));
    session.out << "\nSee for yourself:\n"
                << "  build/scrim check " << folder << "/naive.csv --policy " << folder << "/policy.yaml --original "
                << folder << "/patients.csv\n"
                << "  build/scrim verify " << folder << "/mondrian --original " << folder << "/patients.csv --policy "
                << folder << "/policy.yaml\n"
                << "  build/scrim publish " << folder << "/patients.csv --policy " << folder
                << "/policy.yaml --explore\n"
                << "  build/scrim statdb info " << folder << "/patients.statdb\n"
                << "  and open " << folder << "/optimal/report.html in a browser\n"
                << "Ask with a browser:\n"
                << "  build/scrim serve --statdb " << folder << "/patients.statdb     and open http://127.0.0.1:8080/\n"
                << "  build/scrim demo --serve                                    with views as well\n";
    return fine;
}

// The same files, for people with a browser.
Result<int> serve_demo(const std::string& folder, const std::string& listen, Session& session) {
    SCRIM_TRY(const int made, run_demo(folder, session));
    if (made != fine) return made;
    server::ServeOptions options;
    options.statdbs = {folder + "/patients.statdb"};
    SCRIM_TRY(options.database, make_demo_database(folder, session.progress));
    options.listen = listen;
    session.out << "\nAnd here it is, until you press Ctrl-C:\n";
    return run_server(options, session);
}

}  // namespace

void add_demo(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("demo", "A demonstration on a made-up hospital");
    struct Options {
        std::string folder = "build/demo", listen = "127.0.0.1:8080";
        bool serve = false;
    };
    auto options = std::make_shared<Options>();
    command->add_option("--out", options->folder, "Folder for the demonstration's files (default build/demo)");
    command->add_flag("--serve", options->serve, "Then let people ask with a browser");
    command->add_option("--listen", options->listen, "Where, with --serve (default 127.0.0.1:8080)");
    command->footer("Example:\n  scrim demo --out /tmp/hospital\n  scrim demo --serve");
    command->callback([options, &action] {
        action = [options](Session& session) {
            return options->serve ? serve_demo(options->folder, options->listen, session)
                                  : run_demo(options->folder, session);
        };
    });
}

}  // namespace scrim::cli
