// What a transaction has changed of the tables of materialized views, and when they are settled: before the transaction
// commits and, in the transaction itself, before it reads such a view.
//
// Why what is kept is true to the tables, whoever else writes:
// - Triggers note the identifiers of changed rows, in memory. A rollback to a savepoint only makes the list too long:
//   settling looks at what the rows are then.
// - Settling first takes the view's lock, a row of scrim.materialized that it updates, and holds it until the end of
//   the transaction. Then it reads with a new snapshot: it sees everything that was committed by those who held the
//   lock before. What others have changed and not committed it does not see, and they settle that themselves, when
//   they hold the lock. So what is kept goes, commit by commit, along with the tables.
// - Under REPEATABLE READ and SERIALIZABLE, the update of that row fails with a serialization failure if anybody has
//   settled since the transaction's snapshot was taken.
// - Whoever reads a view sees with one snapshot the tables and what is kept, which were committed together.
// - Locks of several views are taken in one order, when all rows of the tables are locked already; so they are no
//   part of a deadlock. (A transaction that reads a view, having changed its tables, and then changes more, may be.)
#pragma once

#include "guard.h"

namespace scrim::postgres {

void watch_transactions();

// Whether this transaction has changes for the view that are not in what is kept.
bool is_unsettled(Oid view);
void settle_view(Oid view);
// The view was begun anew: what was noted is in it.
void forget_changes(Oid view);
// What is kept has been changed, by a transaction that may not commit.
void note_unsafe();

// PostgreSQL code. A statement's snapshot that sees, besides, what the transaction has done by now; registered.
Snapshot renewed_snapshot(Snapshot snapshot) noexcept;

}  // namespace scrim::postgres
