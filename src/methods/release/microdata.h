// A generalized release as microdata, too: beside its data, a table of plain values, each drawn from what a cell
// prints.
//
// Everything that is promised is promised of the data, which are in the folder. The table beside them is made of what
// the folder shows and of chance, so that it tells nothing more (post-processing): it is made by a function that gets
// what a recipient has. `verify` pairs its rows with those of the data, each value in its span.
#pragma once

#include "kernel/core/json.h"
#include "kernel/core/random.h"
#include "methods/release/dealing.h"
#include "methods/release/released_table.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace scrim::release {

// A column of the release, as its reader has it.
struct ShownColumn {
    std::string name;
    bool exact = false;     // it prints values only
    bool category = false;  // text, whatever it looks like
    bool nulls = false;     // the original has missing values in it
    std::string outline;    // of its hierarchy; "" for none
};

struct Microdata {
    struct Cells {
        std::string column;
        // That print several values in the data: those with a value that was drawn, with the label, with nothing.
        std::uint64_t drawn = 0, labels = 0, empty = 0;
    };
    Table table;               // a row for each record
    std::vector<Cells> cells;  // by quasi-identifier
};

using DrawMicrodata =
    std::function<Result<Microdata>(const Tuples& rows, const std::vector<ShownColumn>& columns, Random& random)>;

// The values, NULL aside, that are printed.
std::vector<std::string> printed_labels(const Domain& printed);

// Is it asked for? Refuses other forms, and algorithms whose releases print no spans.
Result<bool> asks_microdata(const PublishRequest& request, const recode::RecoderSpec& recoder);

// What is read first.
std::string microdata_notice(const PublishRequest& request);

// The table, called "microdata", and what the certificate says of it.
struct MadeMicrodata {
    ReleasedTable table;
    std::vector<Microdata::Cells> cells;
};
Result<MadeMicrodata> make_microdata(const Dealing& dealing, const PublishRequest& request, const DrawMicrodata& draw,
                                     Random& random);
Json microdata_json(const MadeMicrodata& made, const PublishRequest& request);

}  // namespace scrim::release
