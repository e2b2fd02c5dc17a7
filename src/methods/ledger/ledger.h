// Ledger: what each recipient may spend, what was spent, and every answer that was paid for.
//
// An answer leaves only after its entry is on the disk; the same question asked again by the same recipient is answered
// from the ledger and costs nothing. What would go beyond the budget is refused before anything is computed. Safe for
// threads and processes; entries of threads that wait together are written together.
//
//   SCRIM_TRY(const auto ledger, Ledger::open("patients.statdb.ledger", subject));
//   SCRIM_TRY(const Paid paid, ledger->pay({"ana", "COUNT(*) WHERE age > 60", cost}, [&] { … }));
//   paid.answer;
#pragma once

#include "kernel/noise/budget.h"
#include "methods/ledger/ledger_file.h"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace scrim::ledger {

// A question and its price. Equal questions are equal texts.
struct Purchase {
    std::string recipient;
    std::string question;
    noise::Cost cost;
};

struct Paid {
    std::string answer;
    bool again = false;  // from the ledger, at no cost
};

struct Account {
    std::string recipient;
    std::optional<noise::Budget> budget;  // nothing: never granted any
    bool closed = false;
    noise::Cost spent = noise::Cost::none();
    std::uint64_t answers = 0;
    std::int64_t last_time = 0;

    // Of its budget, in the budget's kind.
    BigRatio left() const;
};

class Ledger {
public:
    static Result<void> create(const std::string& path, const std::string& subject);
    static Result<std::shared_ptr<Ledger>> open(const std::string& path, const std::string& subject);

    // As they are now, in the order in which they were first granted.
    Result<std::vector<Account>> accounts();
    // Adds to what is there; a budget stays of one kind.
    Result<void> grant(const std::string& recipient, const noise::Budget& budget);
    // Nothing is answered for this recipient any more, ever.
    Result<void> close(const std::string& recipient);

    // What the purchase would find: an answer that is there already, or the price that can be paid; refuses what
    // cannot.
    Result<std::optional<std::string>> quote(const Purchase& purchase);
    // Whether the account is open and has enough left, or the answer already.
    Result<bool> affords(const Purchase& purchase);
    // The answer of the ledger, or that of `make`, written down first. `make` runs only where the price can be paid;
    // what it made is forgotten where somebody else paid for the same question, or spent the rest, in the meantime.
    Result<Paid> pay(const Purchase& purchase, const std::function<Result<std::string>()>& make);

    const std::string& path() const { return file_.path(); }

private:
    // A thread whose entry is to be written.
    struct Waiting {
        const Purchase& purchase;
        const std::string& made;
        Result<Paid> outcome;
        bool done = false;
    };

    explicit Ledger(LedgerFile file) : file_(std::move(file)) {}
    Result<void> read_on();
    // Its texts are moved out of it.
    Result<void> take(Entry& entry);
    // Adds up what take() has put off; before accounts are looked at.
    void add_up();
    Account* find(const std::string& recipient);
    Account& account(const std::string& recipient);
    Result<std::optional<std::string>> look(const Purchase& purchase);
    Result<void> write_one(Entry entry, const std::function<Result<void>()>& check);
    void write_waiting(const std::vector<Waiting*>& turn);

    std::mutex turn_;  // of the file and all below
    LedgerFile file_;
    std::vector<Account> accounts_;
    // Equal amounts of one recipient that follow each other, and are added up at once.
    Amount amount_;
    std::string spender_;
    unsigned long times_ = 0;
    std::unordered_map<std::string, std::string> answers_;  // by recipient and question

    std::mutex queue_;
    std::condition_variable written_;
    std::vector<Waiting*> waiting_;
    bool writing_ = false;
};

}  // namespace scrim::ledger
