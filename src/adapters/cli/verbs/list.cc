#include "adapters/cli/verb.h"
#include "scrim/catalogue.h"

#include <memory>

namespace scrim::cli {

void add_list(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("list", "List the privacy models, algorithms and utility metrics");
    command->require_subcommand(1);
    auto json = std::make_shared<bool>(false);
    auto name = std::make_shared<std::string>();

    CLI::App* models = command->add_subcommand("models", "The privacy models");
    models->add_option("name", *name, "One model, in full");
    models->add_flag("--json", *json, "JSON instead of a table");
    models->footer("Example:\n  scrim list models\n  scrim list models t_closeness_equal");
    models->callback([=, &action] {
        action = [=](Session& session) -> Result<int> {
            if (name->empty()) {
                session.out << (*json ? models_json() : models_text());
            } else {
                SCRIM_TRY(const std::string text, *json ? model_json(*name) : model_text(*name));
                session.out << text;
            }
            return fine;
        };
    });

    CLI::App* algorithms = command->add_subcommand("algorithms", "The algorithms that make releases");
    algorithms->add_option("name", *name, "One algorithm, in full");
    algorithms->add_flag("--json", *json, "JSON instead of a table");
    algorithms->footer("Example:\n  scrim list algorithms\n  scrim list algorithms mondrian");
    algorithms->callback([=, &action] {
        action = [=](Session& session) -> Result<int> {
            if (name->empty()) {
                session.out << (*json ? algorithms_json() : algorithms_text());
            } else {
                SCRIM_TRY(const std::string text, *json ? algorithm_json(*name) : algorithm_text(*name));
                session.out << text;
            }
            return fine;
        };
    });

    CLI::App* metrics = command->add_subcommand("metrics", "The utility metrics");
    metrics->add_flag("--json", *json, "JSON instead of a table");
    metrics->footer("Example:\n  scrim list metrics");
    metrics->callback([=, &action] {
        action = [=](Session& session) -> Result<int> {
            session.out << (*json ? metrics_json() : metrics_text());
            return fine;
        };
    });
}

}  // namespace scrim::cli
