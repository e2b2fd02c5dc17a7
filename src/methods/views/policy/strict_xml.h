// StrictXml: XML text as a tree of pugixml with line numbers, without XML's surprises.
//
// Refused, each with its line: text that is not well-formed, a DOCTYPE (so nothing can be defined, fetched or
// expanded), references to entities other than XML's own five, attributes named twice, encodings other than UTF-8,
// control characters, more bytes than `most`, more levels than xml_depth_limit.
//
//   SCRIM_TRY(const StrictXml xml, StrictXml::parse(text, "hospital.xml", 1'000'000));
//   if (local_name(xml.root()) != "POLICY") return xml.refuse(xml.root(), "…");
#pragma once

#include "scrim/result.h"

#include <pugixml.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scrim::views {

constexpr int xml_depth_limit = 20;

class StrictXml {
public:
    static Result<StrictXml> parse(std::string_view text, const std::string& name, std::size_t most);

    pugi::xml_node root() const { return document_.document_element(); }
    int line(pugi::xml_node node) const;
    // "name:line: message" about the node.
    Error refuse(pugi::xml_node node, std::string_view message) const;

    // The child elements; text between them is refused, and so is a local name not `accepted`, unless that is empty.
    Result<std::vector<pugi::xml_node>> children(pugi::xml_node parent, const std::vector<std::string>& accepted) const;
    // Refuses attributes not `accepted`, those with a prefix too; xml: and xmlns are let through.
    Result<void> check_attributes(pugi::xml_node element, const std::vector<std::string>& accepted) const;

private:
    StrictXml() = default;

    Error refuse_at(std::ptrdiff_t offset, std::string_view message) const;
    Result<void> load(std::string_view text, bool with_references);
    Result<void> check_top() const;
    Result<void> check_nodes() const;
    Result<void> check_node(pugi::xml_node node) const;

    std::string name_;
    std::vector<std::ptrdiff_t> line_ends_;
    pugi::xml_document document_;
};

// "<name>" for messages.
std::string tag(pugi::xml_node element);
// The name without its prefix: "POLICY" of <p3p:POLICY>.
std::string_view local_name(pugi::xml_node element);
// The namespace of the element, "" for none; nothing when its prefix is not declared.
std::optional<std::string_view> namespace_of(pugi::xml_node element);

}  // namespace scrim::views
