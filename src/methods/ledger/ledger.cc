#include "methods/ledger/ledger.h"

#include "kernel/core/field.h"
#include "kernel/core/text.h"

#include <algorithm>
#include <utility>

namespace scrim::ledger {
namespace {

// Recipients have no line breaks, so that no two pairs share a key.
std::string key_of(const std::string& recipient, const std::string& question) { return recipient + '\n' + question; }

Result<void> check_recipient(const std::string& recipient) {
    if (recipient.empty()) return input_error("nobody is named; say who with " + field("recipient"));
    if (recipient.size() > 200 || !is_utf8(recipient) ||
        std::any_of(recipient.begin(), recipient.end(), [](char c) { return static_cast<unsigned char>(c) < 32; }))
        return input_error(format("{} is no name of a recipient: up to 200 bytes of text on one line",
                                  quoted(std::string_view(recipient).substr(0, 200))));
    return {};
}

// In an entry, and back.
Amount amount_of(const noise::Cost& cost) {
    if (cost.epsilon) return {noise::Budget::Kind::epsilon, *cost.epsilon};
    return {noise::Budget::Kind::rho, cost.rho};
}

noise::Cost cost_of(const Amount& amount) {
    return amount.kind == noise::Budget::Kind::epsilon ? noise::Cost::pure(amount.value)
                                                       : noise::Cost::concentrated(amount.value);
}

}  // namespace

BigRatio Account::left() const {
    if (!budget) return 0;
    const auto counted = budget->counted(spent);
    const BigRatio left = counted ? BigRatio(budget->limit() - *counted) : BigRatio(0);
    return left < 0 ? BigRatio(0) : left;
}

Result<void> Ledger::create(const std::string& path, const std::string& subject) {
    return LedgerFile::create(path, subject);
}

Result<std::shared_ptr<Ledger>> Ledger::open(const std::string& path, const std::string& subject) {
    SCRIM_TRY(LedgerFile file, LedgerFile::open(path, subject));
    std::shared_ptr<Ledger> ledger(new Ledger(std::move(file)));
    // What is damaged is found now, not at the first question.
    SCRIM_TRY(const auto lock, ledger->file_.lock());
    ledger->answers_.reserve(ledger->file_.about());
    SCRIM_CHECK(ledger->read_on());
    return ledger;
}

Account* Ledger::find(const std::string& recipient) {
    const auto found = std::find_if(accounts_.begin(), accounts_.end(),
                                    [&](const Account& account) { return account.recipient == recipient; });
    return found == accounts_.end() ? nullptr : &*found;
}

Account& Ledger::account(const std::string& recipient) {
    if (Account* found = find(recipient)) return *found;
    accounts_.emplace_back();
    accounts_.back().recipient = recipient;
    return accounts_.back();
}

Result<void> Ledger::take(Entry& entry) {
    Account& account = this->account(entry.recipient);
    account.last_time = entry.time;
    switch (entry.kind) {
        case Entry::Kind::grant:
            if (account.budget && account.budget->kind() != entry.amount.kind)
                return input_error(format("entry {} of the ledger {} says what this version does not understand",
                                          entry.number, quoted(file_.path())));
            account.budget = account.budget ? account.budget->with(entry.amount.value)
                                            : noise::Budget(entry.amount.kind, entry.amount.value);
            break;
        case Entry::Kind::close: account.closed = true; break;
        case Entry::Kind::spend:
            if (times_ == 0 || spender_ != entry.recipient || amount_.kind != entry.amount.kind ||
                amount_.value != entry.amount.value) {
                add_up();
                amount_ = entry.amount;
                spender_ = entry.recipient;
            }
            ++times_;
            ++account.answers;
            answers_.insert_or_assign(key_of(entry.recipient, entry.question), std::move(entry.answer));
            break;
    }
    return {};
}

void Ledger::add_up() {
    if (times_ == 0) return;
    noise::Cost cost = cost_of(amount_);
    if (cost.epsilon) *cost.epsilon *= times_;
    cost.rho *= times_;
    account(spender_).spent += cost;
    times_ = 0;
}

Result<void> Ledger::read_on() {
    auto read = file_.read_on([this](Entry& entry) { return take(entry); });
    add_up();
    return read;
}

Result<std::vector<Account>> Ledger::accounts() {
    const std::scoped_lock turn(turn_);
    SCRIM_TRY(const auto lock, file_.lock());
    SCRIM_CHECK(read_on());
    return accounts_;
}

Result<void> Ledger::write_one(Entry entry, const std::function<Result<void>()>& check) {
    SCRIM_CHECK(check_recipient(entry.recipient));
    const std::scoped_lock turn(turn_);
    SCRIM_TRY(const auto lock, file_.lock());
    SCRIM_CHECK(read_on());
    SCRIM_CHECK(check());
    SCRIM_CHECK(file_.append({&entry, 1}));
    auto taken = take(entry);
    add_up();
    return taken;
}

Result<void> Ledger::grant(const std::string& recipient, const noise::Budget& budget) {
    Entry entry;
    entry.kind = Entry::Kind::grant;
    entry.recipient = recipient;
    entry.amount = {budget.kind(), budget.limit()};
    return write_one(entry, [&]() -> Result<void> {
        const Account* account = find(recipient);
        if (!account) return {};
        if (account->closed) return input_error(format("the account of {} is closed, and stays so", quoted(recipient)));
        if (account->budget && account->budget->kind() != budget.kind())
            return input_error(format("the budget of {} is one of {}, and more of it has to be so too",
                                      quoted(recipient), account->budget->unit()));
        return {};
    });
}

Result<void> Ledger::close(const std::string& recipient) {
    Entry entry;
    entry.kind = Entry::Kind::close;
    entry.recipient = recipient;
    return write_one(entry, [&]() -> Result<void> {
        const Account* account = find(recipient);
        if (!account) {
            std::vector<std::string> names;
            for (const Account& known : accounts_) names.push_back(known.recipient);
            return input_error(
                format("nothing was granted to {}{}", quoted(recipient), did_you_mean(recipient, names)));
        }
        if (account->closed) return input_error(format("the account of {} is closed already", quoted(recipient)));
        return {};
    });
}

Result<std::optional<std::string>> Ledger::look(const Purchase& purchase) {
    const Account* account = find(purchase.recipient);
    if (!account || !account->budget)
        return input_error(format("nothing was granted to {}; the owner does that with scrim ledger grant",
                                  quoted(purchase.recipient)));
    if (account->closed) return input_error(format("the account of {} is closed", quoted(purchase.recipient)));
    const auto known = answers_.find(key_of(purchase.recipient, purchase.question));
    if (known != answers_.end()) return std::optional(known->second);
    const auto price = account->budget->counted(purchase.cost);
    const std::string_view unit = account->budget->unit();
    if (!price)
        return input_error(format("the budget of {} is one of epsilon, and Gaussian noise has none; ask with {}",
                                  quoted(purchase.recipient), field("epsilon")));
    if (!account->budget->allows(account->spent, purchase.cost))
        return input_error(format("this would cost {} {}, and {} has {} of {} left; nothing was computed", unit,
                                  noise::shown(*price), quoted(purchase.recipient), noise::shown(account->left()),
                                  noise::shown(account->budget->limit())));
    return std::optional<std::string>();
}

Result<std::optional<std::string>> Ledger::quote(const Purchase& purchase) {
    SCRIM_CHECK(check_recipient(purchase.recipient));
    const std::scoped_lock turn(turn_);
    SCRIM_TRY(const auto lock, file_.lock());
    SCRIM_CHECK(read_on());
    return look(purchase);
}

Result<bool> Ledger::affords(const Purchase& purchase) {
    SCRIM_CHECK(check_recipient(purchase.recipient));
    const std::scoped_lock turn(turn_);
    SCRIM_TRY(const auto lock, file_.lock());
    SCRIM_CHECK(read_on());
    const Account* account = find(purchase.recipient);
    if (!account || !account->budget || account->closed) return false;
    return answers_.contains(key_of(purchase.recipient, purchase.question)) ||
           !account->budget->counted(purchase.cost) || account->budget->allows(account->spent, purchase.cost);
}

void Ledger::write_waiting(const std::vector<Waiting*>& turn) {
    const auto fail = [&](const Error& error) {
        for (Waiting* one : turn) one->outcome = error;
    };
    const std::scoped_lock held(turn_);
    const auto lock = file_.lock();
    if (!lock) return fail(lock.error());
    if (const auto read = read_on(); !read) return fail(read.error());

    // Each is looked at as if those before it were written already.
    const std::vector<Account> before = accounts_;
    std::vector<Entry> entries;
    std::vector<Waiting*> paying;
    for (Waiting* one : turn) {
        const auto same = std::find_if(paying.begin(), paying.end(), [&](const Waiting* other) {
            return other->purchase.recipient == one->purchase.recipient &&
                   other->purchase.question == one->purchase.question;
        });
        if (same != paying.end()) {
            one->outcome = Paid{(*same)->made, true};
            continue;
        }
        const auto known = look(one->purchase);
        if (!known) {
            one->outcome = known.error();
        } else if (*known) {
            one->outcome = Paid{**known, true};
        } else {
            one->outcome = Paid{one->made, false};
            find(one->purchase.recipient)->spent += one->purchase.cost;
            entries.push_back({0, 0, Entry::Kind::spend, one->purchase.recipient, amount_of(one->purchase.cost),
                               one->purchase.question, one->made});
            paying.push_back(one);
        }
    }
    accounts_ = before;
    if (const auto done = file_.append(entries); !done) return fail(done.error());
    for (Entry& entry : entries) (void)take(entry);  // our own, so there is nothing to refuse
    add_up();
}

Result<Paid> Ledger::pay(const Purchase& purchase, const std::function<Result<std::string>()>& make) {
    SCRIM_TRY(const auto known, quote(purchase));
    if (known) return Paid{*known, true};
    SCRIM_TRY(const std::string made, make());

    Waiting own{purchase, made, Paid{}};
    std::unique_lock queue(queue_);
    waiting_.push_back(&own);
    // One of those who wait writes for all of them; the others sleep until theirs is written.
    while (!own.done) {
        if (writing_) {
            written_.wait(queue);
            continue;
        }
        writing_ = true;
        const std::vector<Waiting*> turn = std::exchange(waiting_, {});
        queue.unlock();
        write_waiting(turn);
        queue.lock();
        for (Waiting* one : turn) one->done = true;
        writing_ = false;
        written_.notify_all();
    }
    return std::move(own.outcome);
}

}  // namespace scrim::ledger
