#include "library/sql/hospital.h"

#include "kernel/core/text.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace scrim::library {
namespace {

// An index drawn in proportion to its weight.
std::size_t draw(Random& random, const std::vector<unsigned>& weights) {
    std::uint64_t left = random.below(std::accumulate(weights.begin(), weights.end(), std::uint64_t{0}));
    std::size_t i = 0;
    while (left >= weights[i]) left -= weights[i++];
    return i;
}

struct Occupation {
    const char* name;
    const char* sector;
    unsigned weight;
};
constexpr std::array<Occupation, 14> occupations{{{"nurse", "Health", 6},
                                                  {"physician", "Health", 2},
                                                  {"pharmacist", "Health", 1},
                                                  {"teacher", "Education", 6},
                                                  {"researcher", "Education", 2},
                                                  {"student", "Education", 0},
                                                  {"electrician", "Trades", 4},
                                                  {"carpenter", "Trades", 3},
                                                  {"mechanic", "Trades", 4},
                                                  {"clerk", "Office", 9},
                                                  {"manager", "Office", 5},
                                                  {"programmer", "Office", 4},
                                                  {"retired", "Not working", 0},
                                                  {"homemaker", "Not working", 2}}};
constexpr std::size_t student = 5, retired = 12;

struct Diagnosis {
    const char* name;
    const char* group;
    // Weights for the young (< 30), the middle-aged and the old (>= 60), and the usual stay in days.
    std::array<unsigned, 3> weight;
    unsigned stay;
};
constexpr std::array<Diagnosis, 16> diagnoses{{{"influenza", "Respiratory", {14, 12, 14}, 3},
                                               {"asthma", "Respiratory", {12, 6, 3}, 2},
                                               {"pneumonia", "Respiratory", {4, 6, 16}, 7},
                                               {"copd", "Respiratory", {0, 3, 14}, 6},
                                               {"hypertension", "Circulatory", {1, 12, 20}, 2},
                                               {"infarction", "Circulatory", {0, 5, 14}, 8},
                                               {"stroke", "Circulatory", {0, 3, 13}, 11},
                                               {"gastritis", "Digestive", {8, 10, 5}, 2},
                                               {"appendicitis", "Digestive", {14, 5, 2}, 4},
                                               {"gallstones", "Digestive", {2, 10, 7}, 4},
                                               {"hiv", "Infectious", {2, 3, 1}, 5},
                                               {"hepatitis", "Infectious", {2, 3, 1}, 6},
                                               {"depression", "Mental", {9, 9, 5}, 14},
                                               {"addiction", "Mental", {5, 6, 1}, 16},
                                               {"breast cancer", "Tumour", {0, 5, 6}, 6},
                                               {"lung cancer", "Tumour", {0, 3, 8}, 9}}};
constexpr std::size_t breast_cancer = 14;

constexpr std::array<const char*, 20> women{"Anna",  "Maria", "Clara", "Lea",  "Emma",   "Nora", "Ida",
                                            "Sofia", "Helen", "Julia", "Ruth", "Martha", "Eva",  "Paula",
                                            "Laura", "Rosa",  "Vera",  "Alma", "Greta",  "Lucy"};
constexpr std::array<const char*, 20> men{"Paul",  "Leo",   "Max",    "Jonas", "Peter", "Hugo", "Karl",
                                          "Simon", "David", "Felix",  "Adam",  "Noah",  "Emil", "Oscar",
                                          "Anton", "Jan",   "Martin", "Tom",   "Erik",  "Ben"};
constexpr std::array<const char*, 25> families{"Keller",   "Brandt", "Novak",  "Rossi", "Dubois",  "Meyer",  "Larsen",
                                               "Kowalski", "Silva",  "Horvat", "Weber", "Fischer", "Marin",  "Costa",
                                               "Jansen",   "Lang",   "Berger", "Popa",  "Hansen",  "Moreau", "Schmid",
                                               "Ricci",    "Varga",  "Olsen",  "Wolf"};

// Values collected row by row, then dictionary-encoded.
class TextColumn {
public:
    void add(std::string value) { values_.push_back(std::move(value)); }
    Column finish() const {
        std::vector<std::string> labels = values_;
        std::sort(labels.begin(), labels.end());
        labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
        const auto domain = std::make_shared<Domain>(Domain::of_text(std::move(labels)));
        std::vector<Code> codes;
        for (const std::string& value : values_) codes.push_back(domain->find(value).value());
        return Column(domain, codes);
    }

private:
    std::vector<std::string> values_;
};

unsigned draw_age(Random& random) {
    // Children and the old are in hospital more often than others.
    const std::size_t group = draw(random, {12, 14, 26, 30, 18});
    constexpr std::array<std::pair<unsigned, unsigned>, 5> ranges{{{1, 17}, {18, 29}, {30, 59}, {60, 79}, {80, 96}}};
    const auto [from, to] = ranges[group];
    return from + static_cast<unsigned>(random.below(to - from + 1));
}

// Five towns of very different size, eight districts each: small towns are where people are found.
std::string draw_zip(Random& random) {
    const std::size_t town = draw(random, {50, 25, 14, 8, 3});
    const std::size_t district = draw(random, {9, 8, 6, 5, 4, 3, 2, 1});
    return format("{}{:02}", 885 + 7 * town, 10 + 3 * district);
}

std::size_t draw_occupation(Random& random, unsigned age) {
    if (age < 18 || (age < 26 && random.below(3) > 0)) return student;
    if (age >= 65) return retired;
    std::vector<unsigned> weights;
    for (const Occupation& occupation : occupations) weights.push_back(occupation.weight);
    return draw(random, weights);
}

const char* draw_marital(Random& random, unsigned age) {
    static constexpr const char* states[] = {"single", "married", "divorced", "widowed"};
    if (age < 20) return states[0];
    if (age < 35) return states[draw(random, {55, 40, 5, 0})];
    if (age < 65) return states[draw(random, {18, 60, 18, 4})];
    return states[draw(random, {7, 50, 13, 30})];
}

std::size_t draw_diagnosis(Random& random, unsigned age, bool woman, std::size_t occupation) {
    const std::size_t group = age < 30 ? 0 : age < 60 ? 1 : 2;
    std::vector<unsigned> weights;
    for (const Diagnosis& diagnosis : diagnoses) weights.push_back(diagnosis.weight[group] * 10);
    weights[breast_cancer] = woman ? 2 * weights[breast_cancer] : 0;
    const bool dusty = std::string_view(occupations[occupation].sector) == "Trades";
    const bool office = std::string_view(occupations[occupation].sector) == "Office";
    if (dusty) weights[3] *= 3, weights[15] *= 2;
    if (office) weights[7] *= 2, weights[12] *= 2;
    return draw(random, weights);
}

}  // namespace

Table make_hospital(Random& random, std::size_t patients) {
    TextColumn name, sex, zip, occupation, marital, diagnosis;
    std::vector<unsigned> ages, stays;
    for (std::size_t i = 0; i < patients; ++i) {
        const bool woman = random.below(100) < 52;
        const unsigned age = draw_age(random);
        const std::size_t work = draw_occupation(random, age);
        const std::size_t illness = draw_diagnosis(random, age, woman, work);
        name.add(format("{} {}", (woman ? women : men)[random.below(20)], families[random.below(families.size())]));
        ages.push_back(age);
        sex.add(woman ? "female" : "male");
        zip.add(draw_zip(random));
        occupation.add(occupations[work].name);
        marital.add(draw_marital(random, age));
        diagnosis.add(diagnoses[illness].name);
        stays.push_back(1 + static_cast<unsigned>(random.below(2 * diagnoses[illness].stay)));
    }
    const auto numbers = [](const std::vector<unsigned>& values) {
        std::vector<Int128> units(values.begin(), values.end());
        std::sort(units.begin(), units.end());
        units.erase(std::unique(units.begin(), units.end()), units.end());
        const auto domain = std::make_shared<Domain>(Domain::of_numbers(std::move(units), 0));
        std::vector<Code> codes;
        for (const unsigned value : values) codes.push_back(domain->lower_bound(value));
        return Column(domain, codes);
    };
    Table table;
    table.add("name", name.finish());
    table.add("age", numbers(ages));
    table.add("sex", sex.finish());
    table.add("zip", zip.finish());
    table.add("occupation", occupation.finish());
    table.add("marital", marital.finish());
    table.add("diagnosis", diagnosis.finish());
    table.add("stay_days", numbers(stays));
    return table;
}

Table naively_deidentified(const Table& hospital) {
    Table table;
    for (std::size_t i = 0; i < hospital.width(); ++i) {
        const std::string& name = hospital.name(i);
        const Column& column = hospital[i];
        if (name == "name") continue;
        if (name != "age" && name != "zip") {
            table.add(name, column);
            continue;
        }
        TextColumn coarser;
        for (std::size_t row = 0; row < column.size(); ++row) {
            const std::string value = column.domain().label(column[row]);
            const int band = name == "age" ? std::stoi(value) / 5 * 5 : 0;
            coarser.add(name == "age" ? format("[{}, {}]", band, band + 4) : value.substr(0, 3) + "**");
        }
        table.add(name, coarser.finish());
    }
    return table;
}

std::string occupation_hierarchy() {
    std::string text;
    for (const Occupation& occupation : occupations) text += format("{};{};*\n", occupation.name, occupation.sector);
    return text;
}

std::string diagnosis_hierarchy() {
    std::string text;
    for (const Diagnosis& diagnosis : diagnoses) text += format("{};{};*\n", diagnosis.name, diagnosis.group);
    return text;
}

}  // namespace scrim::library
