#include "adapters/cli/noisy_options.h"

namespace scrim::cli {

void NoisyOptions::add_to(CLI::App& command) {
    const std::string group = "With --framework dp";
    command.add_option("--recipient", request.recipient, "Who is told, and pays from their budget (scrim ledger)")
        ->group(group);
    command.add_option("--epsilon", request.epsilon, "How much to spend, with Laplace noise: 0.1")->group(group);
    command.add_option("--rho", request.rho, "The same with Gaussian noise (zero-concentrated): 0.005")->group(group);
    command.add_option("--lowest", request.lowest, "For all but COUNT: lower values are taken as this")->group(group);
    command.add_option("--highest", request.highest, "For all but COUNT: higher values are taken as this")
        ->group(group);
    command.add_option("--confidence", request.confidence, "That the interval holds the truth")
        ->capture_default_str()
        ->group(group);
    command.add_flag("--cost", cost, "Say what the answer would cost, and compute nothing")->group(group);
}

bool NoisyOptions::given() const {
    return cost || !request.recipient.empty() || !request.epsilon.empty() || !request.rho.empty() ||
           !request.lowest.empty() || !request.highest.empty();
}

Result<int> run_noisy(const NoisyOptions& options, const std::string& file, const std::vector<std::string>& questions,
                      bool json, bool explain, Session& session) {
    SCRIM_TRY(const NoisyStatDb db, NoisyStatDb::open(file));
    NoisyRequest request = options.request;
    for (const std::string& question : questions) {
        request.sql = question;
        if (options.cost) {
            SCRIM_TRY(const NoisyPrice price, db.price(request));
            session.print(json ? to_json(price) : to_text(price));
            continue;
        }
        SCRIM_TRY(const NoisyAnswer answer, db.ask(request, session.progress));
        session.print(json ? to_json(answer) : to_text(answer, explain));
    }
    return fine;
}

}  // namespace scrim::cli
