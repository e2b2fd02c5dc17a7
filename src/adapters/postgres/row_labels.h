// RowLabels: what each record of the base shows, for one scan of a view.
//
//   RowLabels rows(version, wanted, conditions);
//   read rows.reading().sql; for each record: if (rows.take(cells)) show rows.label(c) for every column
#pragma once

#include "adapters/postgres/version.h"

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace scrim::postgres {

class RowLabels {
public:
    // A comparison of a quasi-identifier with a constant, as somebody writes it or as a value.
    struct Condition {
        std::string column;
        Operator relation = Operator::equal;
        std::vector<std::string> any;  // images, or values: one of them
        bool images = true;
    };

    // `wanted`: the columns of View::shown() that are asked for. With conditions only the groups that may satisfy them
    // are reached.
    RowLabels(std::shared_ptr<const Version> version, std::vector<char> wanted, std::span<const Condition> conditions,
              LabelAlgebra& algebra);

    const Reading& reading() const { return rows_.reading; }
    const std::vector<View::Shown>& shown() const { return shown_; }
    // Where a column that is handed through stands in the record; ViewSql::Rows::none for labels.
    std::size_t plain(std::size_t column) const { return rows_.plain[column]; }

    // Before the first record, and behind the last: of a materialized view all must have come.
    void begin();
    void end() const;
    // By tuple, whether conditions ask for it; empty for all.
    std::span<const char> matching() const { return matching_; }

    // Whether the record is in the answer.
    bool take(std::span<const Cell> cells);
    // Of the record taken last: a label with the server's header, or null. Of labels alone.
    const std::string* label(std::size_t column) const { return labels_[column]; }
    // A sensitive value that is handed through is not shown.
    bool is_hidden() const { return hidden_; }

private:
    std::uint32_t kept_tuple(std::span<const Cell> cells);
    bool is_matching(std::uint32_t tuple) const;
    const std::string* quasi(std::size_t attribute) const;
    const std::string* node(std::size_t attribute, std::span<const Cell> cells);

    std::shared_ptr<const Version> version_;
    std::vector<View::Shown> shown_;
    std::vector<char> wanted_;
    std::vector<Version::Condition> conditions_;
    std::vector<char> matching_;  // empty: all tuples
    bool reaches_all_ = true;
    std::vector<std::uint64_t> seen_;  // of a materialized view, by tuple
    std::vector<std::size_t> asked_;   // columns of shown_ that conditions are about
    ViewSql::Rows rows_;
    std::vector<Code> leaves_;
    std::uint32_t tuple_ = 0;
    bool hidden_ = false;
    std::vector<const std::string*> labels_;
};

}  // namespace scrim::postgres
