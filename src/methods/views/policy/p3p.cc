#include "methods/views/policy/p3p.h"

#include "kernel/core/text.h"
#include "methods/views/policy/p3p_extension.h"
#include "methods/views/policy/policy_rules.h"
#include "methods/views/policy/strict_xml.h"

#include <algorithm>
#include <map>
#include <utility>

namespace scrim::views {
namespace {

using pugi::xml_node;
using Choice = PolicyRule::Choice;

Choice stricter(Choice a, Choice b) {
    if (a == Choice::opt_in || b == Choice::opt_in) return Choice::opt_in;
    return a == Choice::opt_out || b == Choice::opt_out ? Choice::opt_out : Choice::always;
}

// A purpose or a recipient.
struct Party {
    std::string name;
    Choice choice = Choice::always;
};

struct Datum {
    std::string attribute;
    int line = 1;
};

struct StatementParts {
    xml_node purpose, recipient, retention, non_identifiable;
    std::vector<xml_node> groups;
};

class P3pReader {
public:
    P3pReader(const StrictXml& xml, const std::string& name) : xml_(xml), rules_(name) {}

    Result<PrivacyPolicy> read() {
        SCRIM_TRY(const xml_node policy, find_policy());
        std::string name;
        if (const pugi::xml_attribute attribute = policy.attribute("name")) {
            name = attribute.value();
            SCRIM_CHECK(check_name(policy, "the policy's name", name));
        }
        // P3P 1.0: a policy with TEST is an example and must be ignored.
        for (const xml_node part : policy.children())
            if (local_name(part) == "TEST")
                return xml_.refuse(part, "<TEST> marks an example, not a policy; remove it");
        SCRIM_TRY(const auto parts, xml_.children(policy, {"EXTENSION", "EXPIRY", "DATASCHEMA", "ENTITY", "ACCESS",
                                                           "DISPUTES-GROUP", "STATEMENT"}));
        SCRIM_TRY(extension_, read_p3p_extension(xml_, policy));
        bool has_statement = false, has_rule = false;
        for (const xml_node part : parts) {
            if (local_name(part) != "STATEMENT") continue;
            has_statement = true;
            SCRIM_TRY(const bool gives_rules, read_statement(part));
            has_rule = has_rule || gives_rules;
        }
        if (!has_statement) return xml_.refuse(policy, tag(policy) + " has no STATEMENT, so nothing may be shown");
        if (!has_rule) return xml_.refuse(policy, tag(policy) + " has only NON-IDENTIFIABLE statements: no rule");
        return rules_.finish(std::move(name), extension_.since,
                             "name its column in the policy: <EXTENSION><scrim:since xmlns:scrim=\"urn:scrim\" "
                             "column=\"…\"/></EXTENSION>");
    }

private:
    Result<xml_node> find_policy() const {
        const xml_node root = xml_.root();
        if (local_name(root) == "POLICY") return root;
        if (local_name(root) != "POLICIES")
            return xml_.refuse(root, format("a P3P policy must begin with <POLICY> or <POLICIES>, not {}", tag(root)));
        SCRIM_TRY(const auto parts, xml_.children(root, {"POLICY", "EXPIRY", "DATASCHEMA", "EXTENSION"}));
        std::vector<xml_node> policies;
        std::vector<std::string> names;
        for (const xml_node part : parts) {
            if (local_name(part) != "POLICY") continue;
            policies.push_back(part);
            names.emplace_back(part.attribute("name").value());
        }
        if (policies.empty()) return xml_.refuse(root, "<POLICIES> holds no <POLICY>");
        if (policies.size() > 1)
            return xml_.refuse(policies[1], format("<POLICIES> holds {} policies, {}; a file must hold one",
                                                   policies.size(), list_some(names)));
        return policies.front();
    }

    Result<void> check_name(xml_node node, std::string_view what, std::string_view text) const {
        if (const auto checked = check_policy_name(what, text); !checked)
            return xml_.refuse(node, checked.error().message);
        return {};
    }

    // Whether it gives a rule.
    Result<bool> read_statement(xml_node statement) {
        SCRIM_CHECK(xml_.check_attributes(statement, {}));
        SCRIM_TRY(const StatementParts parts, read_parts(statement));
        if (parts.non_identifiable && (!parts.purpose || !parts.recipient || !parts.retention || parts.groups.empty()))
            return false;
        if (!parts.purpose) return missing(statement, "PURPOSE", "<PURPOSE><treatment/></PURPOSE>");
        if (!parts.recipient) return missing(statement, "RECIPIENT", "<RECIPIENT><ours/></RECIPIENT>");
        if (!parts.retention)
            return missing(statement, "RETENTION", "<RETENTION><indefinitely/></RETENTION> for no limit");
        if (parts.groups.empty())
            return missing(statement, "DATA-GROUP", "<DATA-GROUP><DATA ref=\"#patient.birth\"/></DATA-GROUP>");
        SCRIM_TRY(const auto purposes, read_parties(parts.purpose, "treatment"));
        SCRIM_TRY(const auto recipients, read_parties(parts.recipient, "nurse"));
        SCRIM_TRY(const std::string retention, read_retention(parts.retention));
        SCRIM_TRY(const auto data, read_data(parts.groups));
        for (const Party& purpose : purposes)
            for (const Party& recipient : recipients)
                for (const Datum& datum : data)
                    SCRIM_CHECK(rules_.add({purpose.name, recipient.name, datum.attribute,
                                            stricter(purpose.choice, recipient.choice), retention},
                                           datum.line));
        return true;
    }

    Error missing(xml_node statement, std::string_view what, std::string_view example) const {
        return xml_.refuse(statement, format("the statement has no {}; write {}", what, example));
    }

    Result<StatementParts> read_parts(xml_node statement) const {
        SCRIM_TRY(const auto elements, xml_.children(statement, {"EXTENSION", "CONSEQUENCE", "NON-IDENTIFIABLE",
                                                                 "PURPOSE", "RECIPIENT", "RETENTION", "DATA-GROUP"}));
        StatementParts parts;
        const std::map<std::string_view, xml_node*> single = {{"PURPOSE", &parts.purpose},
                                                              {"RECIPIENT", &parts.recipient},
                                                              {"RETENTION", &parts.retention},
                                                              {"NON-IDENTIFIABLE", &parts.non_identifiable}};
        for (const xml_node element : elements) {
            if (local_name(element) == "DATA-GROUP") parts.groups.push_back(element);
            const auto found = single.find(local_name(element));
            if (found == single.end()) continue;
            if (*found->second)
                return xml_.refuse(element, format("a second {} in one statement; the first is on line {}",
                                                   tag(element), xml_.line(*found->second)));
            *found->second = element;
        }
        return parts;
    }

    Result<std::vector<Party>> read_parties(xml_node list, std::string_view example) const {
        SCRIM_CHECK(xml_.check_attributes(list, {}));
        SCRIM_TRY(const auto elements, xml_.children(list, {}));
        std::vector<Party> parties;
        for (const xml_node element : elements) {
            if (local_name(element) == "EXTENSION") continue;
            SCRIM_CHECK(xml_.check_attributes(element, {"required"}));
            // Text is an explanation for people; an element within would be a purpose that nobody reads.
            for (const xml_node child : element.children())
                if (child.type() == pugi::node_element && local_name(child) != "recipient-description" &&
                    local_name(child) != "EXTENSION")
                    return xml_.refuse(child, format("{} stands in {}; close it before", tag(child), tag(element)));
            SCRIM_TRY(const Choice choice, read_required(element));
            parties.push_back({std::string(local_name(element)), choice});
        }
        if (parties.empty())
            return xml_.refuse(list, format("{} is empty; write an element such as <{}/>", tag(list), example));
        return parties;
    }

    Result<Choice> read_required(xml_node element) const {
        const std::string_view required = element.attribute("required").as_string("always");
        if (required == "always") return Choice::always;
        if (required == "opt-in") return Choice::opt_in;
        if (required == "opt-out") return Choice::opt_out;
        return xml_.refuse(element, format("required of {} must be always, opt-in or opt-out, not {}{}", tag(element),
                                           quoted(required), did_you_mean(required, {"always", "opt-in", "opt-out"})));
    }

    Result<std::string> read_retention(xml_node retention) const {
        SCRIM_CHECK(xml_.check_attributes(retention, {}));
        SCRIM_TRY(auto elements, xml_.children(retention, {"no-retention", "stated-purpose", "legal-requirement",
                                                           "business-practices", "indefinitely", "EXTENSION"}));
        std::erase_if(elements, [](xml_node element) { return local_name(element) == "EXTENSION"; });
        if (elements.size() != 1)
            return xml_.refuse(retention, format("{} must hold one element, such as <indefinitely/>, not {}",
                                                 tag(retention), elements.size()));
        const std::string kind(local_name(elements.front()));
        SCRIM_CHECK(xml_.check_attributes(elements.front(), {}));
        if (kind == "no-retention") return std::string(never_shown);
        if (kind == "indefinitely") return std::string();
        if (const auto period = extension_.periods.find(kind); period != extension_.periods.end())
            return period->second;
        return xml_.refuse(elements.front(),
                           format("the period of {} is not given; write in the policy: <EXTENSION><scrim:retention "
                                  "xmlns:scrim=\"urn:scrim\" name=\"{}\" period=\"90 days\"/></EXTENSION>",
                                  tag(elements.front()), kind));
    }

    Result<std::vector<Datum>> read_data(const std::vector<xml_node>& groups) const {
        std::vector<Datum> data;
        for (const xml_node group : groups) {
            SCRIM_CHECK(xml_.check_attributes(group, {"base"}));
            SCRIM_TRY(const auto elements, xml_.children(group, {"DATA", "EXTENSION"}));
            bool is_empty = true;
            for (const xml_node element : elements) {
                if (local_name(element) != "DATA") continue;
                SCRIM_CHECK(xml_.check_attributes(element, {"ref", "optional"}));
                SCRIM_TRY(std::string attribute, read_reference(element));
                data.push_back({std::move(attribute), xml_.line(element)});
                is_empty = false;
            }
            if (is_empty) return xml_.refuse(group, tag(group) + " holds no <DATA ref=\"…\"/>");
        }
        return data;
    }

    // "birth" of ref="#patient.birth".
    Result<std::string> read_reference(xml_node element) const {
        const std::string_view reference = element.attribute("ref").value();
        const std::size_t hash = reference.find('#');
        const std::string_view path = hash == reference.npos ? "" : reference.substr(hash + 1);
        const std::string_view last = path.substr(path.rfind('.') + 1);  // all of it without a dot
        if (last.empty())
            return xml_.refuse(
                element, format("ref of {} must be like '#patient.birth', not {}", tag(element), quoted(reference)));
        return std::string(last);
    }

    const StrictXml& xml_;
    PolicyRules rules_;
    P3pExtension extension_;
};

}  // namespace

Result<PrivacyPolicy> parse_p3p(std::string_view xml, const std::string& name_of_text) {
    SCRIM_TRY(const StrictXml tree, StrictXml::parse(xml, name_of_text, policy_size_limit));
    return P3pReader(tree, name_of_text).read();
}

}  // namespace scrim::views
