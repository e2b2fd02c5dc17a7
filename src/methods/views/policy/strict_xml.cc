#include "methods/views/policy/strict_xml.h"

#include "kernel/core/names.h"
#include "kernel/core/text.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <set>

namespace scrim::views {
namespace {

bool is_space(unsigned char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_forbidden(unsigned char c) { return c == 0x7f || (c < 0x20 && !is_space(c)); }

bool is_character(std::uint32_t code) {
    if (code < 0x80) return !is_forbidden(static_cast<unsigned char>(code));
    return code < 0xd800 || (code > 0xdfff && code != 0xfffe && code != 0xffff && code <= 0x10ffff);
}

// What stands between '&' and ';'.
bool is_reference(std::string_view text) {
    if (!text.starts_with('#'))
        return text == "amp" || text == "lt" || text == "gt" || text == "quot" || text == "apos";
    const bool is_hex = text.starts_with("#x");
    text.remove_prefix(is_hex ? 2 : 1);
    std::uint32_t code = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), code, is_hex ? 16 : 10);
    return !text.empty() && error == std::errc() && end == text.data() + text.size() && is_character(code);
}

// The first reference of the raw text that is not one of XML's own.
std::optional<std::string> bad_reference(std::string_view raw) {
    for (std::size_t at = raw.find('&'); at != raw.npos; at = raw.find('&', at + 1)) {
        const std::size_t end = raw.find(';', at);
        if (end == raw.npos || !is_reference(raw.substr(at + 1, end - at - 1)))
            return std::string(raw.substr(at, end == raw.npos ? end : end - at + 1));
    }
    return std::nullopt;
}

bool is_utf8_name(std::string encoding) {
    std::transform(encoding.begin(), encoding.end(), encoding.begin(), [](unsigned char c) { return std::toupper(c); });
    return encoding.empty() || encoding == "UTF-8" || encoding == "UTF8" || encoding == "US-ASCII";
}

std::string_view prefix_of(pugi::xml_node element) {
    const std::string_view name = element.name();
    const std::size_t colon = name.find(':');
    return colon == name.npos ? std::string_view() : name.substr(0, colon);
}

}  // namespace

Result<StrictXml> StrictXml::parse(std::string_view text, const std::string& name, std::size_t most) {
    StrictXml xml;
    xml.name_ = name;
    if (text.size() > most)
        return xml.refuse_at(0, format("the text has more than {} bytes; shorten it", with_thousands(most)));
    std::size_t start = 0;
    for (std::size_t end = 0; start <= text.size(); start = end + 1) {
        end = std::min(text.find('\n', start), text.size());
        const std::string_view line = text.substr(start, end - start);
        const auto at = static_cast<std::ptrdiff_t>(start);
        if (!is_utf8(line)) return xml.refuse_at(at, "the line holds bytes that are not UTF-8; save the file as UTF-8");
        if (std::any_of(line.begin(), line.end(), is_forbidden))
            return xml.refuse_at(at, "the line holds a control character; remove it");
        xml.line_ends_.push_back(static_cast<std::ptrdiff_t>(end));
    }
    // Once as written, to see the references, and once with them replaced.
    SCRIM_CHECK(xml.load(text, false));
    SCRIM_CHECK(xml.check_top());
    SCRIM_CHECK(xml.check_nodes());
    SCRIM_CHECK(xml.load(text, true));
    return xml;
}

int StrictXml::line(pugi::xml_node node) const {
    const auto end = std::lower_bound(line_ends_.begin(), line_ends_.end(), node.offset_debug());
    return static_cast<int>(end - line_ends_.begin()) + 1;
}

Error StrictXml::refuse(pugi::xml_node node, std::string_view message) const {
    return input_error(format("{}:{}: {}", name_, line(node), message));
}

Error StrictXml::refuse_at(std::ptrdiff_t offset, std::string_view message) const {
    const auto end = std::lower_bound(line_ends_.begin(), line_ends_.end(), offset);
    return input_error(format("{}:{}: {}", name_, end - line_ends_.begin() + 1, message));
}

Result<void> StrictXml::load(std::string_view text, bool with_references) {
    unsigned flags = pugi::parse_default | pugi::parse_fragment | pugi::parse_declaration | pugi::parse_doctype;
    if (!with_references) flags &= ~pugi::parse_escapes;
    const pugi::xml_parse_result result = document_.load_buffer(text.data(), text.size(), flags, pugi::encoding_utf8);
    if (result) return {};
    if (result.status == pugi::status_bad_doctype)
        return refuse_at(result.offset, "a DOCTYPE is not accepted; remove it");
    if (result.status == pugi::status_end_element_mismatch)
        return refuse_at(result.offset, "not well-formed XML: opening and closing tags do not match here");
    return refuse_at(result.offset, format("not well-formed XML: {}", quoted(result.description())));
}

// One element, and nothing beside it but a declaration before and processing instructions.
Result<void> StrictXml::check_top() const {
    pugi::xml_node element;
    for (const pugi::xml_node node : document_.children()) {
        if (node.type() == pugi::node_doctype) return refuse(node, "a DOCTYPE is not accepted; remove it");
        if (node.type() == pugi::node_declaration) {
            if (node != document_.first_child()) return refuse(node, "the XML declaration must come first");
            if (const std::string encoding = node.attribute("encoding").value(); !is_utf8_name(encoding))
                return refuse(node, format("the encoding must be UTF-8, not {}", quoted(encoding)));
        } else if (node.type() == pugi::node_element) {
            if (element) return refuse(node, format("a second element, {}, at the top; XML has one", tag(node)));
            element = node;
        } else {
            return refuse(node, format("text outside of the XML's elements: {}", quoted(node.value())));
        }
    }
    if (!element) return refuse_at(0, "no XML element in the text");
    return {};
}

Result<void> StrictXml::check_nodes() const {
    const pugi::xml_node top = document_.document_element();
    int depth = 1;
    for (pugi::xml_node node = top; node;) {
        SCRIM_CHECK(check_node(node));
        if (node.first_child()) {
            if (++depth > xml_depth_limit)
                return refuse(node.first_child(), format("elements nest more than {} levels deep", xml_depth_limit));
            node = node.first_child();
            continue;
        }
        while (node != top && !node.next_sibling()) {
            node = node.parent();
            --depth;
        }
        node = node == top ? pugi::xml_node() : node.next_sibling();
    }
    return {};
}

Result<void> StrictXml::check_node(pugi::xml_node node) const {
    const auto not_accepted = [](const std::string& reference) {
        return format("{} is not one of XML's references; write '&' as &amp;", quoted(reference));
    };
    if (node.type() == pugi::node_pcdata)
        if (const auto reference = bad_reference(node.value())) return refuse(node, not_accepted(*reference));
    std::set<std::string_view> names;
    for (const pugi::xml_attribute attribute : node.attributes()) {
        if (!names.insert(attribute.name()).second)
            return refuse(node, format("{} has two attributes {}", tag(node), quoted(attribute.name())));
        if (std::string_view(attribute.value()).find('<') != std::string_view::npos)
            return refuse(node, format("attribute {} holds '<'; write &lt;", quoted(attribute.name())));
        if (const auto reference = bad_reference(attribute.value())) return refuse(node, not_accepted(*reference));
    }
    return {};
}

Result<std::vector<pugi::xml_node>> StrictXml::children(pugi::xml_node parent,
                                                        const std::vector<std::string>& accepted) const {
    std::vector<pugi::xml_node> elements;
    for (const pugi::xml_node child : parent.children()) {
        if (child.type() != pugi::node_element)
            return refuse(child, format("{} holds the text {}; only elements are accepted there", tag(parent),
                                        quoted(child.value())));
        const std::string_view name = local_name(child);
        if (!accepted.empty() && !contains(accepted, name))
            return refuse(child, format("unknown element {} in {} (accepted: {}){}", tag(child), tag(parent),
                                        join(accepted, ", "), did_you_mean(name, accepted)));
        elements.push_back(child);
    }
    return elements;
}

Result<void> StrictXml::check_attributes(pugi::xml_node element, const std::vector<std::string>& accepted) const {
    for (const pugi::xml_attribute attribute : element.attributes()) {
        const std::string_view name = attribute.name();
        if (name == "xmlns" || name.starts_with("xmlns:") || name.starts_with("xml:")) continue;
        if (!contains(accepted, name))
            return refuse(element,
                          format("unknown attribute {} of {} (accepted: {}){}", quoted(name), tag(element),
                                 accepted.empty() ? "none" : join(accepted, ", "), did_you_mean(name, accepted)));
    }
    return {};
}

std::string tag(pugi::xml_node element) { return format("<{}>", printable(element.name())); }

std::string_view local_name(pugi::xml_node element) {
    const std::string_view name = element.name();
    const std::size_t colon = name.find(':');
    return colon == name.npos ? name : name.substr(colon + 1);
}

std::optional<std::string_view> namespace_of(pugi::xml_node element) {
    const std::string_view prefix = prefix_of(element);
    const std::string declared = prefix.empty() ? "xmlns" : "xmlns:" + std::string(prefix);
    for (pugi::xml_node node = element; node.type() == pugi::node_element; node = node.parent())
        if (const pugi::xml_attribute attribute = node.attribute(declared.c_str())) return attribute.value();
    if (prefix.empty()) return "";
    return std::nullopt;
}

}  // namespace scrim::views
