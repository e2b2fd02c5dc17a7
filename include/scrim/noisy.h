// Noisy answers: counts, sums, means and quantiles of a statistical database with differential privacy, paid from a
// budget that a ledger keeps.
//
//   Result<NoisyStatDb> db = NoisyStatDb::open("noisy.statdb");      // built with the framework dp
//   NoisyRequest request;
//   request.sql = "SELECT COUNT(*) FROM StatDB WHERE age > 60 AND disease = 'flu'";
//   request.recipient = "ana";
//   request.epsilon = "0.1";
//   Result<NoisyAnswer> answer = db->ask(request, no_progress());
//
// Whether any one person is in the table changes the chance of any answer by a factor of at most e^epsilon, whatever
// else somebody knows; the epsilons of all that a recipient is told add up, and the ledger, a file beside the data,
// refuses what goes beyond the recipient's budget. An answer leaves only after it was written there. The values that
// columns can have are taken to be public.
#pragma once

#include "scrim/ledger.h"
#include "scrim/result.h"
#include "scrim/statdb.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#pragma GCC visibility push(default)
namespace scrim {

struct NoisyRequest {
    // COUNT(*), and SUM, AVG, MIN, MAX, MEDIAN and QUANTILE of the sensitive attribute, also by groups
    std::string sql;
    std::string recipient;           // who is told, and pays
    std::string epsilon;             // to spend with Laplace noise: 0.1 …
    std::string rho;                 // … or with Gaussian noise, of zero-concentrated differential privacy
    std::string lowest, highest;     // for all but COUNT: values outside are taken as these
    std::string confidence = "95%";  // of the intervals
};

// What an answer costs, and what is left of the budget before it.
struct NoisyPrice {
    std::string unit;  // "epsilon" or "rho"
    std::string cost;  // 0 where the ledger has the answer already
    std::string left, granted;
    bool again = false;  // it was asked before: the same answer, at no cost
};

struct NoisyValue {
    std::optional<StatBound> estimate;
    std::optional<StatBound> lower, upper;  // hold the truth with the confidence that was asked for
};

struct NoisyRow {
    std::vector<std::optional<std::string>> groups;  // nothing for NULL
    std::vector<NoisyValue> values;
};

struct NoisyAnswer {
    std::string sql, recipient;
    std::vector<std::string> group_titles, value_titles;
    std::vector<NoisyRow> rows;  // all groups that the columns allow, also empty ones
    std::string noise;           // "discrete Laplace", "discrete Gaussian", "exponential mechanism" …
    std::string confidence;      // "95%"
    std::string says, against;   // what is promised, and against whom
    std::vector<std::string> notes;
    NoisyPrice price;  // and what is left after it
};

namespace statdb::noisy {
class NoisyTable;
}

// Any number of threads and processes may ask at once.
class NoisyStatDb {
public:
    static Result<NoisyStatDb> open(const std::string& path);
    // Of one that is open already, from this path.
    static Result<NoisyStatDb> of(const StatDb& db, const std::string& path);
    // What the question would cost; nothing is computed.
    Result<NoisyPrice> price(const NoisyRequest& request) const;
    // Whether the recipient can pay for it now.
    Result<bool> affords(const NoisyRequest& request) const;
    // What a recipient was granted, and has left; nothing where there is no such account.
    Result<std::optional<LedgerAccount>> account(const std::string& recipient) const;
    const std::string& ledger_path() const;
    Result<NoisyAnswer> ask(const NoisyRequest& request, Progress& progress = no_progress()) const;

private:
    explicit NoisyStatDb(std::shared_ptr<statdb::noisy::NoisyTable> table) : table_(std::move(table)) {}
    std::shared_ptr<statdb::noisy::NoisyTable> table_;
};

// How often somebody who knows everything about everybody else tells from one answer whether a person is in the table:
// of intervals by trying, with and without each of some people; of noise also by proof.
struct MembershipRequest {
    std::string file;  // a statistical database
    std::uint64_t people = 100;
    std::vector<std::string> epsilon{"0.1", "1", "3"};  // of the noisy answers beside its own
};

struct MembershipRow {
    std::string framework;
    std::string question;  // "who": how many are like this person; "what": how many of them have this person's value
    std::string epsilon;   // "" where no noise is drawn
    std::uint64_t tries = 0;
    double success = 0;           // share of right guesses; guessing blindly is right half the time
    double bound = 0;             // that no attack exceeds; 0: nothing is promised
    double epsilon_at_least = 0;  // by what was drawn, but for a chance of 5 %; 0 without noise
};

struct MembershipReport {
    std::string file;
    std::vector<MembershipRow> rows;
    std::uint64_t not_possible = 0;  // people without whom the file could not have been built
};

Result<MembershipReport> audit_membership(const MembershipRequest& request, Progress& progress);
std::string to_text(const MembershipReport& report);
std::string to_json(const MembershipReport& report);

// Whether the framework answers with noise, for a price; others answer through StatDb.
bool answers_for_a_price(const std::string& framework);

// `explain`: also what is promised, and against whom.
std::string to_text(const NoisyAnswer& answer, bool explain = false);
std::string to_json(const NoisyAnswer& answer);
std::string to_text(const NoisyPrice& price);
std::string to_json(const NoisyPrice& price);

}  // namespace scrim
#pragma GCC visibility pop
