// Every algorithm that says it honours a k of each tuple's own, in views of random people: what each group shows is
// recounted, person by person.
#include "kernel/core/random.h"
#include "kernel/core/text.h"
#include "methods/views/recoding/view_recoding.h"
#include "scrim/policy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace scrim::views {
namespace view_recoders_test {

std::vector<const recode::RecoderSpec*> with_own_k() {
    std::vector<const recode::RecoderSpec*> all;
    for (const recode::RecoderSpec* recoder : recode::recoders())
        if (recoder->own_k) all.push_back(recoder);
    return all;
}

class ViewRecoders : public testing::TestWithParam<const recode::RecoderSpec*> {};
INSTANTIATE_TEST_SUITE_P(All, ViewRecoders, testing::ValuesIn(with_own_k()),
                         [](const auto& recoder) { return recoder.param->name; });

struct People {
    ViewTuples tuples;
    std::vector<std::uint32_t> person_of;  // per tuple; empty: each record is another person's
};

ViewAttribute attribute(const std::string& name, unsigned values, const DghEdges* edges) {
    std::vector<std::string> texts;
    for (unsigned value = 0; value < values; ++value)
        texts.push_back(edges ? format("c{}", value) : format("{}", value));
    return *ViewAttribute::make(name, edges, std::make_shared<const Domain>(Domain::of_text(std::move(texts))),
                                ViewDefinition::UnknownValue::refuse);
}

// Ages without a hierarchy, cities with one, and a disease that models look at.
People random_people(std::uint64_t seed, bool several_records) {
    static const DghEdges cities{{"c0", "north"}, {"c1", "north"}, {"c2", "south"}, {"c3", "south"},
                                 {"c4", "south"}, {"north", "*"},  {"south", "*"}};
    SeededRandom random(seed);
    People people;
    ViewTuples& tuples = people.tuples;
    tuples.attributes = {attribute("age", 8, nullptr), attribute("city", 5, &cities)};
    tuples.sensitive = {attribute("disease", 3, nullptr)};
    tuples.sensitive_names = {"disease"};
    tuples.values.resize(2);
    tuples.sensitive_values.resize(1);
    const std::uint64_t size = 10 + random.below(30), largest = 2 + random.below(8);
    const auto code = [&](const ViewAttribute& of, bool named, std::uint64_t value) {
        return of.code_of(named ? format("c{}", value) : format("{}", value));
    };
    for (std::uint64_t t = 0; t < size; ++t) {
        tuples.values[0].push_back(code(tuples.attributes[0], false, random.below(8)));
        tuples.values[1].push_back(code(tuples.attributes[1], true, random.below(5)));
        tuples.sensitive_values[0].push_back(code(tuples.sensitive[0], false, random.below(3)));
        tuples.k.push_back(static_cast<std::uint32_t>(random.below(largest + 1)));
        tuples.counts.push_back(several_records ? 1 : 1 + static_cast<std::uint32_t>(random.below(3)));
        if (several_records) people.person_of.push_back(static_cast<std::uint32_t>(random.below(size)));
    }
    if (several_records) tuples.set_persons(people.person_of, static_cast<std::uint32_t>(size));
    return people;
}

// How many people the tuples are, and how many different diseases they have. Who is shown as they are counts as nobody.
struct Crowd {
    std::uint64_t persons = 0, diseases = 0;
};
Crowd crowd_of(const People& people, const std::vector<std::uint32_t>& members) {
    const ViewTuples& tuples = people.tuples;
    std::set<std::uint32_t> persons, exact;
    std::set<Code> diseases;
    Crowd crowd;
    for (std::uint32_t t = 0; t < people.person_of.size(); ++t)
        if (tuples.k[t] <= 1) exact.insert(people.person_of[t]);
    for (const std::uint32_t t : members) {
        if (people.person_of.empty())
            crowd.persons += tuples.counts[t];
        else if (exact.contains(people.person_of[t]))
            continue;
        else
            persons.insert(people.person_of[t]);
        diseases.insert(tuples.sensitive_values[0][t]);
    }
    if (!people.person_of.empty()) crowd.persons = persons.size();
    crowd.diseases = diseases.size();
    return crowd;
}

std::uint64_t check_view(const People& people, const recode::RecoderSpec& recoder, std::uint64_t least_diseases) {
    ViewRecoding::Models models;
    if (least_diseases > 1)
        models.push_back(*models::make_model(*parse_requirement(format("l_diversity_distinct(l={})", least_diseases))));
    const auto recoding = ViewRecoding::make(people.tuples, models, {&recoder});
    if (!recoding) {
        ADD_FAILURE() << recoding.error().message;
        return 0;
    }
    const ViewTuples& tuples = (*recoding)->tuples();
    const BlockGroups& groups = (*recoding)->groups(0);
    std::map<std::vector<Span>, std::vector<std::uint32_t>> shown;  // what looks alike
    std::uint64_t served = 0;
    for (std::uint32_t t = 0; t < tuples.size(); ++t) {
        const std::uint32_t group = groups.group_of[t];
        EXPECT_EQ(group == BlockGroups::exact, tuples.k[t] <= 1);
        if (group >= BlockGroups::hidden) continue;
        ++served;
        const auto box = groups.boxes[group];
        for (std::size_t a = 0; a < 2; ++a) EXPECT_TRUE(box[a].contains(tuples.values[a][t]));
        shown[{box.begin(), box.end()}].push_back(t);
    }
    for (const auto& [box, members] : shown) {
        const Crowd crowd = crowd_of(people, members);
        for (const std::uint32_t t : members) EXPECT_GE(crowd.persons, tuples.k[t]);
        EXPECT_GE(crowd.diseases, least_diseases);
    }
    return served;
}

// How many tuples can be in a group when those with the largest k are left out, until the others are enough.
std::uint64_t most_served(const People& people) {
    std::vector<std::uint32_t> in;
    for (std::uint32_t t = 0; t < people.tuples.size(); ++t)
        if (people.tuples.k[t] > 1) in.push_back(t);
    const auto less = [&](std::uint32_t a, std::uint32_t b) { return people.tuples.k[a] < people.tuples.k[b]; };
    while (!in.empty()) {
        const std::uint32_t largest = people.tuples.k[*std::max_element(in.begin(), in.end(), less)];
        if (crowd_of(people, in).persons >= largest) break;
        std::erase_if(in, [&](std::uint32_t t) { return people.tuples.k[t] == largest; });
    }
    return in.size();
}

TEST_P(ViewRecoders, KeepEverybodysOwnK) {
    std::uint64_t served = 0, wanted = 0;
    for (std::uint64_t seed = 0; seed < 150; ++seed) {
        SCOPED_TRACE(format("seed {}", seed));
        const People people = random_people(seed, seed % 3 == 0);
        const std::uint64_t shown = check_view(people, *GetParam(), seed % 2 ? 2 : 1);
        if (seed % 2 == 0 && !GetParam()->serves_whom_it_can) {
            EXPECT_EQ(shown, most_served(people));
        }
        served += shown;
        for (const std::uint32_t k : people.tuples.k) wanted += k > 1;
    }
    EXPECT_GT(2 * served, wanted);  // not by hiding most of them
}

TEST_P(ViewRecoders, HaveTheTraitsThatViewsRelyOn) {
    EXPECT_EQ(GetParam()->form, recode::Form::generalized);
    EXPECT_TRUE(GetParam()->suppresses || !GetParam()->serves_whom_it_can);
    EXPECT_TRUE(!GetParam()->extends || !GetParam()->extends->own_k) << "RECODE would mean two by one name";
}

TEST(DefaultRecoders, HonorOwnK) {
    const auto tried = ViewDefinition().recoders();
    ASSERT_FALSE(tried.empty());
    for (const recode::RecoderSpec* recoder : tried) EXPECT_TRUE(recoder->own_k) << recoder->name;
}

}  // namespace view_recoders_test
}  // namespace scrim::views
