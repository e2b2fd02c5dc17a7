// Keeps the editions of a materialized view true to what a transaction has changed, before it commits.
//
// Who calls it holds the view's lock, so that nobody else changes what is kept, and reads as of after that: everything
// that others have committed, and what this transaction has done. Editions stay in memory, and catch up with what
// others have stored since. Throws Refused where the records cannot be in the view; the transaction has to end then.
#pragma once

#include "adapters/postgres/kept_editions.h"
#include "adapters/postgres/view.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace scrim::postgres {

// What a transaction has changed: the identifiers of records that are new, changed or gone, or more than that.
struct Changed {
    std::vector<std::string> ids;
    bool profile = false;  // somebody's choices, maybe for a purpose that is new
    bool whole = false;    // everything is to be read again
};

// The editions in the memory of a backend, each as it was after a change.
class LiveEditions {
public:
    struct Live {
        std::unique_ptr<views::Edition> edition;
        std::int64_t change = 0;
        std::size_t of = 0;  // the hierarchies that it was made with
    };
    std::map<std::uint32_t, Live> by_number;
    // Of transactions that did not commit.
    void clear() { by_number.clear(); }
};

class Maintenance {
public:
    // `change`: the number that this change has.
    Maintenance(const View& view, std::int64_t change, Server& server, EditionStore& store, LiveEditions& live)
        : view_(view), change_(change), server_(server), store_(store), live_(live) {}

    void settle(const KeptView& kept, const Changed& changed);

private:
    struct Records {
        std::vector<std::string> ids;
        std::vector<Column> values;
        std::vector<std::uint32_t> k;
    };

    bool check_profile(const KeptEdition& edition);
    Records read_records(const KeptEdition& edition, const std::vector<std::string>* ids);
    void read_again(const KeptEdition& edition);
    void read_changed(const KeptEdition& edition, const std::vector<std::string>& ids);
    LiveEditions::Live& live(const KeptEdition& edition, const Records& records);
    std::vector<views::ViewAttribute> attributes(const Records& records, const views::StoredEdition& stored) const;
    std::size_t hierarchies() const;

    const View& view_;
    std::int64_t change_;
    Server& server_;
    EditionStore& store_;
    LiveEditions& live_;
};

// A quasi-identifier of a materialized view, of these values and those that are stored.
views::ViewAttribute edition_attribute(const View& view, std::size_t attribute, const Domain& values, bool has_null,
                                       const views::StoredEdition& stored);
// A k as ViewSql reads it; refuses what the view does.
std::uint32_t checked_k(const View& view, std::int64_t read);

}  // namespace scrim::postgres
