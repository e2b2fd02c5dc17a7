// Attacks what models declare about themselves. Nothing here knows a model by name.
#include "tests/models/random_table.h"

#include "kernel/core/text.h"

#include <algorithm>

namespace scrim::models {
namespace conformance_test {

constexpr int rounds = 400;

std::vector<const Parameter*> measured(const ModelInfo& info) {
    std::vector<const Parameter*> parameters;
    for (const Parameter& parameter : info.parameters)
        if (parameter.bound != Parameter::Bound::given) parameters.push_back(&parameter);
    return parameters;
}

bool better(const Parameter& parameter, const Ratio& a, const Ratio& b) {
    return parameter.bound == Parameter::Bound::at_least ? a > b : a < b;
}

Ratio worse_of(const Parameter& parameter, const Ratio& a, const Ratio& b) { return better(parameter, a, b) ? b : a; }

// Random numbers for the parameters that the user chooses; `values`: and for sensitive values that are named.
Given random_choices(const ModelInfo& info, std::mt19937_64& random, bool values = false) {
    Given given;
    for (const Parameter& parameter : info.parameters) {
        if (parameter.bound != Parameter::Bound::given) continue;
        if (parameter.kind == Parameter::Kind::integer)
            given.emplace_back(parameter.name, std::to_string(std::stoull(parameter.minimum) + random() % 4));
        if (parameter.kind == Parameter::Kind::ratio) given.emplace_back(parameter.name, std::to_string(random() % 10));
        // Some table has it: values are numbers up to 54.
        if (values && parameter.kind == Parameter::Kind::text && parameter.choices.empty() && random() % 4 > 0)
            given.emplace_back(parameter.name, std::to_string(1 + random() % 12));
    }
    return given;
}

bool accepted(const ModelInfo& info, const Parameter& parameter, const std::string& value) {
    Requirement asked = requirement(info.name, {{parameter.name, value}});
    return Arguments::make(info.name, info.parameters, asked.arguments).ok();
}

// Some arguments that are well-typed make no sense together.
bool makes_sense(const ModelInfo& info, const Given& given) { return refusal(requirement(info.name, given)).empty(); }

Ratio plus(const Ratio& a, const Ratio& b) {
    const Int128 numerator = a.numerator() * b.denominator() + b.numerator() * a.denominator();
    return Ratio(numerator, a.denominator() * b.denominator()).reduced();
}

bool equal(const Levels& a, const Levels& b) { return a[0] == b[0] && a[1] == b[1]; }

class Conformance : public testing::TestWithParam<const ModelSpec*> {
protected:
    const ModelSpec& spec() const { return *GetParam(); }
    const Traits& traits() const { return spec().traits; }
    void SetUp() override {
        if (traits().of_mechanism) GTEST_SKIP() << "judges no classes";
    }
    std::mt19937_64 random_{42};
};

class Parameters : public Conformance {
protected:
    void SetUp() override {}
};

// Two classes that reach a level reach it together; where a model says that they need not, a case must exist.
TEST_P(Conformance, Monotone) {
    int broken = 0;
    for (int round = 0; round < rounds; ++round) {
        const RandomTable table(random_);
        const auto judge = model(spec().name, random_choices(spec(), random_, true));
        const Example &a = table.classes[0], &b = table.classes[1];
        const Levels of_a = judge->measure(a.view()), of_b = judge->measure(b.view());
        const Levels both = judge->measure(merged(a, b).view());
        const auto parameters = measured(spec());
        Levels apart;
        for (std::size_t i = 0; i < parameters.size(); ++i) apart[i] = worse_of(*parameters[i], of_a[i], of_b[i]);
        if (const auto together = judge->together()) {
            together->add(a.view());
            together->add(b.view());
            const Levels of_both = together->measure();
            for (std::size_t i = 0; i < parameters.size(); ++i) {
                EXPECT_FALSE(better(*parameters[i], of_both[i], apart[i])) << "knowing more is no worse";
                apart[i] = of_both[i];
            }
        }
        for (std::size_t i = 0; i < parameters.size(); ++i)
            if (better(*parameters[i], apart[i], both[i])) ++broken;
    }
    EXPECT_EQ(broken == 0, traits().monotone) << broken;
}

// Classes judged together: in parts, in any order, and by thresholds.
TEST_P(Conformance, Together) {
    const auto parameters = measured(spec());
    for (int round = 0; round < rounds / 2; ++round) {
        const RandomTable table(random_);
        const Given choices = random_choices(spec(), random_);
        const auto judge = model(spec().name, choices);
        auto all = judge->together();
        if (!all) continue;
        auto left = judge->together(), right = judge->together();
        for (std::size_t c = 0; c < table.classes.size(); ++c) {
            all->add(table.classes[c].view());
            (c % 2 == 0 ? left : right)->add(table.classes[table.classes.size() - 1 - c].view());
        }
        left->merge(*right);
        EXPECT_TRUE(equal(left->measure(), all->measure()));
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            const Ratio level = all->measure()[i];
            const bool up_is_better = parameters[i]->bound == Parameter::Bound::at_least;
            for (const int step : {-1, 0, 1}) {
                const Ratio at = plus(level, Ratio(up_is_better ? -step : step, *power_of_ten(9)));
                if (!accepted(spec(), *parameters[i], at.to_string())) continue;
                Given given = choices;
                given.emplace_back(parameters[i]->name, at.to_string());
                const auto asked = model(spec().name, given);  // which its classes, together, may refer to
                const auto decided = asked->together();
                for (const Example& example : table.classes) decided->add(example.view());
                const bool holds = step > 0 || (step == 0 && !parameters[i]->strict);
                EXPECT_EQ(decided->decide(), holds ? Verdict::holds : Verdict::fails) << at.to_string();
            }
        }
    }
}

// A class that reaches a level reaches it with any records added; where a model does not say so, a case must exist.
TEST_P(Conformance, UpwardClosed) {
    int broken = 0;
    for (int round = 0; round < rounds; ++round) {
        const RandomTable table(random_);
        const auto judge = model(spec().name, random_choices(spec(), random_, true));
        const Example &a = table.classes[0], &b = table.classes[1];
        const Levels of_a = judge->measure(a.view()), both = judge->measure(merged(a, b).view());
        const auto parameters = measured(spec());
        for (std::size_t i = 0; i < parameters.size(); ++i)
            if (better(*parameters[i], of_a[i], both[i])) ++broken;
    }
    EXPECT_EQ(broken == 0, traits().upward_closed) << broken;
    EXPECT_TRUE(traits().monotone || !traits().upward_closed);
}

// However a class that fails is divided, so many of its records are in parts that fail.
TEST_P(Conformance, LeastLost) {
    int lost = 0;
    for (int round = 0; round < 4 * rounds; ++round) {
        const RandomTable table(random_);
        const Example whole = merged(table.classes[0], table.classes[1]);
        Given given = random_choices(spec(), random_, true);
        // Somewhat better than the class is.
        const auto parameters = measured(spec());
        const std::size_t i = random_() % parameters.size();
        const Ratio level = model(spec().name, given)->measure(whole.view())[i];
        const bool whole_number = parameters[i]->kind == Parameter::Kind::integer;
        Ratio wanted = Ratio(2);
        if (!level.infinite())
            wanted = parameters[i]->bound == Parameter::Bound::at_most
                         ? Ratio(level.numerator() * 3, level.denominator() * 4)
                         : plus(level, whole_number ? Ratio(1) : Ratio(1, 10));
        if (!accepted(spec(), *parameters[i], wanted.to_string())) continue;
        given.emplace_back(parameters[i]->name, wanted.to_string());
        if (!makes_sense(spec(), given)) continue;
        const auto judge = model(spec().name, given);
        if (judge->decide(whole.view()) != Verdict::fails) continue;
        const std::uint64_t least = judge->least_lost(whole.view());
        EXPECT_LE(least, whole.size());
        lost += least > 0 ? 1 : 0;
        for (int times = 0; times < 8; ++times) {
            std::vector<Example> parts(1 + random_() % 3);
            for (Example& part : parts) part.attribute = whole.attribute;
            for (const ValueCount& bar : whole.values)
                for (std::uint32_t r = 0; r < bar.count; ++r) {
                    auto& values = parts[random_() % parts.size()].values;
                    if (values.empty() || values.back().value != bar.value) values.push_back({bar.value, 0});
                    ++values.back().count;
                }
            // The people of the population too, and at least those that have records.
            std::uint64_t others = whole.population > whole.size() ? whole.population - whole.size() : 0;
            std::uint64_t failing = 0;
            for (Example& part : parts) {
                const std::uint64_t some = &part == &parts.back() ? others : random_() % (others + 1);
                part.population = part.size() + some;
                others -= some;
                if (part.size() == 0 && !traits().needs_population) continue;
                if (judge->decide(part.view()) == Verdict::holds) continue;
                // People whom no record stands for, and who fail, cannot be left out.
                failing += part.size() > 0 ? part.size() : whole.size();
            }
            EXPECT_GE(failing, least);
        }
    }
    EXPECT_EQ(lost > 0, traits().monotone) << "a bound that is always 0 prunes nothing";
}

// A class that holds against what is left when others are left out was not ruled out before.
TEST_P(Conformance, MayHoldWithout) {
    if (!traits().against_overall) return;
    for (int round = 0; round < 4 * rounds; ++round) {
        const RandomTable table(random_);
        Given given = random_choices(spec(), random_);
        const Parameter& parameter = *measured(spec()).front();
        given.emplace_back(parameter.name, format("{}/20", 1 + random_() % 19));
        const auto judge = model(spec().name, given);
        std::vector<std::uint64_t> counts(table.attribute.domain->size());
        for (Code value = 0; value < counts.size(); ++value) counts[value] = table.attribute.overall[value];
        std::uint64_t spare = 0;
        for (std::size_t c = 1; c < table.classes.size(); ++c)
            for (const ValueCount& bar : table.classes[c].values) {
                const std::uint64_t gone = random_() % 2 == 0 ? random_() % (bar.count + 1) : 0;
                counts[bar.value] -= gone;
                spare += gone;
            }
        const Sensitive left = make_sensitive(table.attribute.name, table.attribute.domain, table.attribute.hierarchy,
                                              counts, table.attribute.ordered);
        Example against_left = table.classes[0];
        against_left.attribute = &left;
        if (judge->decide(against_left.view()) != Verdict::holds) continue;
        EXPECT_TRUE(judge->may_hold_without(table.classes[0].view(), spare));
    }
}

TEST_P(Conformance, PerClass) {
    const auto questions = model(spec().name)->questions({"a", "b", "c"});
    EXPECT_EQ(questions == std::vector<Question>{Question{}}, traits().per_class);
}

// The sensitive values matter exactly when a model says so.
TEST_P(Conformance, NeedsSensitive) {
    int changed = 0;
    for (int round = 0; round < rounds; ++round) {
        const RandomTable table(random_);
        const auto judge = model(spec().name, random_choices(spec(), random_));
        const Example& example = table.classes[0];
        if (!traits().needs_sensitive) {
            ClassView bare = example.view();
            bare.sensitive = nullptr;
            bare.values = {};
            changed += equal(judge->measure(bare), judge->measure(example.view())) ? 0 : 1;
            continue;
        }
        // The same records, all with the value of the first.
        Example same = example;
        same.values = {{example.values[0].value, static_cast<std::uint32_t>(example.size())}};
        changed += equal(judge->measure(same.view()), judge->measure(example.view())) ? 0 : 1;
    }
    EXPECT_EQ(changed > 0, traits().needs_sensitive);
}

// The distribution in the whole table matters exactly when a model says so.
TEST_P(Conformance, AgainstOverall) {
    int changed = 0;
    for (int round = 0; round < rounds; ++round) {
        const RandomTable table(random_);
        const auto judge = model(spec().name, random_choices(spec(), random_));
        // The same values occur, others are more frequent.
        std::vector<std::uint64_t> counts(table.attribute.domain->size());
        for (Code value = 0; value < counts.size(); ++value)
            counts[value] = table.attribute.overall[value] > 0 ? table.attribute.overall[value] + random_() % 9 : 0;
        const Sensitive attribute = make_sensitive(table.attribute.name, table.attribute.domain,
                                                   table.attribute.hierarchy, counts, table.attribute.ordered);
        Example other = table.classes[0];
        other.attribute = &attribute;
        changed += equal(judge->measure(other.view()), judge->measure(table.classes[0].view())) ? 0 : 1;
    }
    EXPECT_EQ(changed > 0, traits().against_overall);
}

TEST_P(Conformance, NeedsPopulation) {
    int changed = 0;
    for (int round = 0; round < rounds; ++round) {
        const RandomTable table(random_);
        const auto judge = model(spec().name, random_choices(spec(), random_));
        Example other = table.classes[0];
        other.population += 7;
        changed += equal(judge->measure(other.view()), judge->measure(table.classes[0].view())) ? 0 : 1;
    }
    EXPECT_EQ(changed > 0, traits().needs_population);
}

TEST_P(Conformance, NeedsGuards) {
    int changed = 0;
    for (int round = 0; round < rounds; ++round) {
        const RandomTable table(random_);
        const auto judge = model(spec().name, random_choices(spec(), random_));
        Example other = table.classes[0];
        other.guards.clear();
        changed += equal(judge->measure(other.view()), judge->measure(table.classes[0].view())) ? 0 : 1;
    }
    EXPECT_EQ(changed > 0, traits().needs_guards);
}

TEST_P(Conformance, NeedsHierarchy) {
    int changed = 0;
    for (int round = 0; round < rounds; ++round) {
        const RandomTable table(random_);
        const auto judge = model(spec().name, random_choices(spec(), random_));
        const hierarchy::Hierarchy flat = hierarchy::Hierarchy::flat(table.attribute.domain);
        Sensitive attribute = table.attribute;
        attribute.hierarchy = traits().needs_hierarchy ? &flat : nullptr;
        Example other = table.classes[0];
        other.attribute = &attribute;
        changed += equal(judge->measure(other.view()), judge->measure(table.classes[0].view())) ? 0 : 1;
    }
    EXPECT_EQ(changed > 0, traits().needs_hierarchy || traits().uses_structure);
}

// Swapping the meaning of two values changes nothing for a model that needs neither number, order nor hierarchy.
TEST_P(Conformance, NeedsNumberOrOrder) {
    int changed = 0;
    for (int round = 0; round < rounds; ++round) {
        const RandomTable table(random_, false);
        const auto judge = model(spec().name, random_choices(spec(), random_));
        const Code last = table.attribute.domain->size() - 1;
        const auto swapped = [last](Code value) { return value == 0 ? last : value == last ? 0 : value; };
        std::vector<std::uint64_t> counts;
        for (Code value = 0; value <= last; ++value) counts.push_back(table.attribute.overall[swapped(value)]);
        const Sensitive attribute = attribute_of(table.hierarchy, counts);
        Example other = table.classes[0];
        other.attribute = &attribute;
        other.guards.clear();
        Example original = table.classes[0];
        original.guards.clear();
        for (ValueCount& bar : other.values) bar.value = swapped(bar.value);
        std::sort(other.values.begin(), other.values.end());
        changed += equal(judge->measure(other.view()), judge->measure(original.view())) ? 0 : 1;
    }
    EXPECT_EQ(changed > 0,
              traits().needs_number || traits().needs_order || traits().needs_hierarchy || traits().uses_structure);
}

// The level that was measured is a threshold that holds; a better one is not.
TEST_P(Conformance, DecideAgreesWithMeasure) {
    const auto parameters = measured(spec());
    for (int round = 0; round < rounds; ++round) {
        const RandomTable table(random_);
        const Given choices = random_choices(spec(), random_, true);
        const Example& example = table.classes[0];
        const Levels levels = model(spec().name, choices)->measure(example.view());
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            const Parameter& parameter = *parameters[i];
            const auto verdict_at = [&](const Ratio& threshold) -> std::optional<Verdict> {
                if (!accepted(spec(), parameter, threshold.to_string())) return std::nullopt;
                Given given = choices;
                given.emplace_back(parameter.name, threshold.to_string());
                if (!makes_sense(spec(), given)) return std::nullopt;
                return decide(spec().name, example, given);
            };
            const auto expect = [&](const Ratio& threshold, Verdict verdict) {
                EXPECT_EQ(verdict_at(threshold).value_or(verdict), verdict)
                    << parameter.name << " = " << threshold.to_string() << ", measured " << levels[i].to_string();
            };
            const bool up_is_better = parameter.bound == Parameter::Bound::at_least;
            if (levels[i].infinite()) {
                expect(Ratio(*power_of_ten(20)), up_is_better ? Verdict::holds : Verdict::fails);
                continue;
            }
            const bool whole = parameter.kind == Parameter::Kind::integer;
            const Ratio small = parameter.rounded ? Ratio(2, 1'000'000'000) : Ratio(1, *power_of_ten(12));
            const Ratio step = whole ? Ratio(1) : small;
            const Ratio back = Ratio(-step.numerator(), step.denominator());
            expect(plus(levels[i], up_is_better ? step : back), Verdict::fails);
            expect(plus(levels[i], up_is_better ? back : step), Verdict::holds);
            if (!parameter.strict) expect(levels[i], Verdict::holds);
            // Rounding up leaves room for a strict bound, except where nothing was rounded.
            if (parameter.strict && !parameter.rounded) expect(levels[i], Verdict::fails);
        }
    }
}

TEST_P(Parameters, RangesAreEnforced) {
    for (const Parameter& parameter : spec().parameters) {
        if (parameter.kind != Parameter::Kind::integer && parameter.kind != Parameter::Kind::ratio) continue;
        SCOPED_TRACE(parameter.name);
        const bool whole = parameter.kind == Parameter::Kind::integer;
        const Ratio step = whole ? Ratio(1) : Ratio(1, *power_of_ten(9));
        const Ratio back = Ratio(-step.numerator(), step.denominator());
        if (!parameter.minimum.empty()) {
            EXPECT_EQ(accepted(spec(), parameter, parameter.minimum), !parameter.open_minimum);
            EXPECT_TRUE(accepted(spec(), parameter, plus(*Ratio::parse(parameter.minimum), step).to_string()));
            EXPECT_FALSE(accepted(spec(), parameter, plus(*Ratio::parse(parameter.minimum), back).to_string()));
        }
        if (!parameter.maximum.empty()) {
            EXPECT_TRUE(accepted(spec(), parameter, parameter.maximum));
            EXPECT_FALSE(accepted(spec(), parameter, plus(*Ratio::parse(parameter.maximum), step).to_string()));
        }
        EXPECT_EQ(accepted(spec(), parameter, "1.5"), !whole && parameter.maximum != "1");
        EXPECT_FALSE(accepted(spec(), parameter, "much"));
        if (!parameter.default_value.empty()) {
            EXPECT_TRUE(accepted(spec(), parameter, parameter.default_value));
        }
    }
}

std::string name_of(const testing::TestParamInfo<const ModelSpec*>& parameter) { return parameter.param->name; }

INSTANTIATE_TEST_SUITE_P(Models, Conformance, testing::ValuesIn(models()), name_of);
INSTANTIATE_TEST_SUITE_P(Models, Parameters, testing::ValuesIn(models()), name_of);

}  // namespace conformance_test
}  // namespace scrim::models
