// Evidence: a table with its roles, from which any model's question can be answered.
#pragma once

#include "kernel/models/classes.h"
#include "kernel/models/population.h"
#include "kernel/models/sensitive_role.h"

#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace scrim::models {

// The column of an attribute made of the columns y: what no column of a file is called, unless y is one column.
std::string joined_name(const std::vector<std::string>& y);
// Adds that column, where y are several and it is not there yet. Tuples stay sorted and different.
void add_joined(Tuples& tuples, const std::vector<std::string>& y);

class Evidence {
public:
    struct Input {
        Table table;                         // every column that any question will name
        std::vector<std::uint32_t> weights;  // how often each row occurs; empty for once each
        std::vector<std::string> quasi_identifiers;
        std::vector<SensitiveRole> sensitive;
        std::optional<Population> population;
        bool missing_matches = false;  // NULL and "*" match anything (crowds.h)
        std::string person;            // column that says whose record it is: classes then count people; "" for none
        // How often each value of a sensitive column occurs in the original, by column and over the column's domain,
        // which holds all the original's values; empty where the original is not known.
        std::map<std::string, std::vector<std::uint64_t>> original;
        std::vector<std::vector<std::string>>
            joined;  // attributes made of several columns that some question will name
    };

    explicit Evidence(Input input);

    std::uint64_t rows() const { return base_->total; }
    const std::vector<std::string>& quasi_identifiers() const { return quasi_identifiers_; }
    const std::vector<std::string>& sensitive() const { return sensitive_; }
    bool has_population() const { return population_.has_value(); }
    // Its values are generalized record by record.
    bool is_generalized(const std::string& column) const;
    // Somebody guards some value of it.
    bool has_guards(const std::string& sensitive) const;
    bool missing_matches() const { return missing_matches_; }
    bool counts_people() const { return !person_.empty(); }

    // The classes of equal values on the columns x, by the values on y (none: by nothing). Columns must exist. The
    // classes on the whole quasi-identifier carry the population, if there is one and no person fits several.
    std::shared_ptr<const Classes> classes(const std::vector<std::string>& x, const std::vector<std::string>& y) const;
    // The same by records, where people are counted.
    std::shared_ptr<const Classes> record_classes(const std::vector<std::string>& x,
                                                  const std::vector<std::string>& y) const;
    // The classes of people who have the same set of values on x; one column, of such sets, stands for x. Only the
    // first of the smallest is printed in full. Where everybody has one record, classes(x, {}).
    std::shared_ptr<const Classes> owner_classes(const std::vector<std::string>& x) const;
    // Who is in which of classes(x, {}), where people are counted: the different (x, person), sorted.
    Tuples people_by_class(const std::vector<std::string>& x) const;
    // What the models see of the attribute made of the columns y, never null.
    std::shared_ptr<const Sensitive> attribute(const std::vector<std::string>& y) const;
    // The same with the distribution of the original; null where that is not known.
    const Sensitive* original_attribute(const std::vector<std::string>& y) const;

    // How the population fits the classes on the whole quasi-identifier; only with has_population().
    const PopulationMatch& population_match() const { return *population_match_; }

private:
    std::size_t column(const std::string& name) const;
    std::shared_ptr<const Classes> make_classes(const std::vector<std::string>& x, const std::vector<std::string>& y,
                                                bool people) const;
    std::shared_ptr<const Sensitive> make_attribute(const std::vector<std::string>& y) const;
    std::shared_ptr<const Sensitive> make_attribute(const std::vector<std::string>& y,
                                                    const std::vector<std::uint64_t>& counts) const;

    std::vector<std::string> quasi_identifiers_;
    std::map<std::string, SensitiveRole> roles_;
    std::vector<std::string> sensitive_;
    std::optional<Population> population_;
    std::optional<PopulationMatch> population_match_;
    bool missing_matches_;
    std::string person_;
    std::shared_ptr<const Tuples> base_;
    std::unordered_map<std::string, std::size_t> places_;                 // of its columns
    std::map<std::string, std::shared_ptr<const Sensitive>> attributes_;  // of the sensitive columns
    std::map<std::string, std::shared_ptr<const Sensitive>> originals_;   // the same, distributed as in the original
};

}  // namespace scrim::models
