#include "methods/views/policy/p3p_extension.h"

#include "kernel/core/text.h"
#include "methods/views/policy/policy_rules.h"

#include <algorithm>
#include <utility>

namespace scrim::views {
namespace {

using pugi::xml_node;

constexpr std::string_view our_namespace = "urn:scrim";

class ExtensionReader {
public:
    ExtensionReader(const StrictXml& xml, xml_node policy) : xml_(xml), policy_(policy) {}

    Result<P3pExtension> read() {
        const xml_node root = xml_.root();
        for (xml_node node = root.first_child(); node;) {
            if (node.type() == pugi::node_element && local_name(node) == "EXTENSION") {
                SCRIM_CHECK(read_one(node));
            } else if (node.first_child()) {
                node = node.first_child();
                continue;
            }
            while (node != root && !node.next_sibling()) node = node.parent();
            node = node == root ? xml_node() : node.next_sibling();
        }
        return std::move(extension_);
    }

private:
    Result<void> read_one(xml_node element) {
        SCRIM_CHECK(xml_.check_attributes(element, {"optional"}));
        const std::string_view optional = element.attribute("optional").as_string("yes");
        if (optional != "yes" && optional != "no")
            return xml_.refuse(element, format("optional must be yes or no, not {}", quoted(optional)));
        for (const xml_node part : element.children()) {
            if (part.type() != pugi::node_element) continue;
            const auto uri = namespace_of(part);
            if (!uri)
                return xml_.refuse(
                    part, format("the prefix of {} is not declared; ours is xmlns:scrim=\"urn:scrim\"", tag(part)));
            if (*uri == our_namespace) {
                if (element.parent() != policy_)
                    return xml_.refuse(part, format("{} must stand in an <EXTENSION> of <POLICY> itself", tag(part)));
                SCRIM_CHECK(read_ours(part));
            } else if (optional == "no") {
                return xml_.refuse(part, format("{} is an extension that Scrim does not know, and optional=\"no\" says "
                                                "that the policy means nothing without it",
                                                tag(part)));
            }
        }
        return {};
    }

    Result<void> read_ours(xml_node part) {
        const std::vector<std::string> known = {"retention", "since"};
        if (local_name(part) == "since") return read_since(part);
        if (local_name(part) == "retention") return read_retention(part);
        return xml_.refuse(part, format("unknown extension {} (accepted: {}){}", tag(part), join(known, ", "),
                                        did_you_mean(local_name(part), known)));
    }

    Result<void> read_since(xml_node part) {
        SCRIM_CHECK(xml_.check_attributes(part, {"column"}));
        if (!extension_.since.empty()) return xml_.refuse(part, format("{} comes twice; say it once", tag(part)));
        extension_.since = part.attribute("column").value();
        if (const auto checked = check_policy_name("column", extension_.since); !checked)
            return xml_.refuse(part, checked.error().message);
        return {};
    }

    Result<void> read_retention(xml_node part) {
        const std::vector<std::string> timed = {"stated-purpose", "legal-requirement", "business-practices"};
        SCRIM_CHECK(xml_.check_attributes(part, {"name", "period"}));
        const std::string kind = part.attribute("name").value();
        if (std::find(timed.begin(), timed.end(), kind) == timed.end())
            return xml_.refuse(part, format("name must be one of {}, not {}{}", join(timed, ", "), quoted(kind),
                                            did_you_mean(kind, timed)));
        auto period = parse_period(part.attribute("period").value());
        if (!period) return xml_.refuse(part, period.error().message);
        if (!extension_.periods.emplace(kind, *std::move(period)).second)
            return xml_.refuse(part, format("the period of {} is given twice; say it once", kind));
        return {};
    }

    const StrictXml& xml_;
    const xml_node policy_;
    P3pExtension extension_;
};

}  // namespace

Result<P3pExtension> read_p3p_extension(const StrictXml& xml, pugi::xml_node policy) {
    return ExtensionReader(xml, policy).read();
}

}  // namespace scrim::views
