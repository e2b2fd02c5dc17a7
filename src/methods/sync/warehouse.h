// Warehouse: where sync keeps released tables: a schema for their readers, and one for what the owner keeps. All that
// it changes is shown by commit(), or not at all.
#pragma once

#include "kernel/core/source.h"
#include "kernel/core/tuples.h"
#include "scrim/input.h"
#include "scrim/result.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace scrim::syncing {

// What the owner keeps of the last release of a table.
struct Remembered {
    std::uint64_t number = 0;
    std::string fingerprint;          // of the table's rows and columns
    std::string asked;                // of what was asked for: policy, hierarchies, method
    std::string method;               // of a series; "" for an independent release
    std::vector<std::string> tables;  // that were made, the data first
};

// Files by their paths.
using Files = std::map<std::string, std::string>;

struct TableToWrite {
    std::string name;
    Tuples rows;                     // in their order, each as often as it occurs
    std::vector<std::string> texts;  // columns that are text, whatever their values look like
    std::string comment;
};

struct Certified {
    std::string table;        // of the owner, without its schema
    std::string certificate;  // as it is written
    Files files;              // what else recipients get: hierarchies
    std::string summary;      // one line
};

class Warehouse {
public:
    virtual ~Warehouse() = default;
    // Nothing where the table was never released, or what was made of it is gone.
    virtual Result<std::optional<Remembered>> remembered(const std::string& source) = 0;
    // The history of its series.
    virtual Result<Files> history(const std::string& source) = 0;
    // Before the first change.
    virtual Result<void> begin() = 0;
    // In the place of the table with this name, if there is one; keeps who may read it.
    virtual Result<void> write(const TableToWrite& table, Progress& progress) = 0;
    // What was written, as it would be read. `reading` says what its columns mean.
    virtual Result<std::unique_ptr<TableSource>> read_back(const std::string& name, const TableInput& reading) = 0;
    virtual Result<void> remove(const std::string& name) = 0;
    virtual Result<void> remember(const std::string& source, const Remembered& release, const Certified& certified,
                                  const std::string& owner, const Files& history, Progress& progress) = 0;
    virtual Result<void> commit(Progress& progress) = 0;
};

}  // namespace scrim::syncing
