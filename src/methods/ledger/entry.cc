#include "methods/ledger/entry.h"

#include "kernel/core/text.h"
#include "methods/files/digest.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace scrim::ledger {
namespace {

constexpr std::array<std::string_view, 3> kinds{"grant", "spend", "close"};
constexpr std::size_t fields = 7, chain_digits = 32;

void append_escaped(std::string& line, std::string_view text) {
    for (const char byte : text) {
        switch (byte) {
            case '\t': line += "\\t"; break;
            case '\n': line += "\\n"; break;
            case '\r': line += "\\r"; break;
            case '\0': line += "\\0"; break;
            case '\\': line += "\\\\"; break;
            default: line += byte;
        }
    }
}

std::optional<std::string> unescaped(std::string_view text) {
    if (text.find('\\') == std::string_view::npos) return std::string(text);
    std::string made;
    made.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\') {
            made += text[i];
            continue;
        }
        if (++i == text.size()) return std::nullopt;
        switch (text[i]) {
            case 't': made += '\t'; break;
            case 'n': made += '\n'; break;
            case 'r': made += '\r'; break;
            case '0': made += '\0'; break;
            case '\\': made += '\\'; break;
            default: return std::nullopt;
        }
    }
    return made;
}

template <class Number>
bool read_number(std::string_view text, Number& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size();
}

std::string amount_text(const Amount& amount) {
    if (amount.value == 0) return "";
    return (amount.kind == noise::Budget::Kind::epsilon ? "epsilon " : "rho ") + amount.value.get_str();
}

// As amount_text() writes it, and no other way.
std::optional<Amount> amount_of(const std::string& text) {
    if (text.empty()) return Amount{};
    Amount amount;
    const std::size_t space = text.find(' ');
    const std::string_view unit = std::string_view(text).substr(0, space);
    if (space == std::string::npos || (unit != "epsilon" && unit != "rho")) return std::nullopt;
    if (unit == "rho") amount.kind = noise::Budget::Kind::rho;
    // "n" or "n/d" without a sign; a denominator of nothing but zeros would not be a number.
    const std::string number = text.substr(space + 1);
    const std::size_t bar = std::min(number.find('/'), number.size());
    const std::string below = bar == number.size() ? "1" : number.substr(bar + 1);
    const auto digits = [](const std::string& part) {
        return !part.empty() && part.find_first_not_of("0123456789") == std::string::npos;
    };
    // Nearly all are small, and MPQ reads text slowly.
    unsigned long above = 0, under = 1;
    if (read_number(std::string_view(number).substr(0, bar), above) && read_number(std::string_view(below), under) &&
        above > 0 && under > 0) {
        mpq_set_ui(amount.value.get_mpq_t(), above, under);
        amount.value.canonicalize();
        return amount;
    }
    if (!digits(number.substr(0, bar)) || !digits(below) || below.find_first_not_of('0') == std::string::npos)
        return std::nullopt;
    amount.value = BigRatio(BigNatural(number.substr(0, bar)), BigNatural(below));
    if (amount.value.get_num() == 0) return std::nullopt;
    amount.value.canonicalize();
    return amount;
}

}  // namespace

Chain first_chain(std::string_view subject) { return files::keyed_fingerprint("", subject); }

std::string line_of(const Entry& entry, Chain& chain) {
    std::string line = format("{}\t{}\t{}", entry.number, entry.time, kinds[static_cast<std::size_t>(entry.kind)]);
    const std::string amount = amount_text(entry.amount);
    for (const std::string* text : {&entry.recipient, &amount, &entry.question, &entry.answer}) {
        line += '\t';
        append_escaped(line, *text);
    }
    line += '\t';
    chain = files::keyed_fingerprint(chain, line);
    return line + chain + '\n';
}

std::optional<Entry> entry_of(std::string_view line, Chain& chain) {
    if (line.size() < chain_digits) return std::nullopt;
    const std::string_view said = line.substr(0, line.size() - chain_digits);
    Chain next = files::keyed_fingerprint(chain, said);
    if (line.substr(said.size()) != next) return std::nullopt;

    std::array<std::string_view, fields> parts;
    std::string_view left = said;
    for (std::string_view& part : parts) {
        const std::size_t end = left.find('\t');
        if (end == std::string_view::npos) return std::nullopt;
        part = left.substr(0, end);
        left.remove_prefix(end + 1);
    }
    if (!left.empty()) return std::nullopt;
    Entry entry;
    if (!read_number(parts[0], entry.number) || !read_number(parts[1], entry.time)) return std::nullopt;
    std::size_t kind = 0;
    while (kind < kinds.size() && kinds[kind] != parts[2]) ++kind;
    if (kind == kinds.size()) return std::nullopt;
    entry.kind = static_cast<Entry::Kind>(kind);
    std::size_t place = 3;
    std::string amount;
    for (std::string* text : {&entry.recipient, &amount, &entry.question, &entry.answer}) {
        auto read = unescaped(parts[place++]);
        if (!read) return std::nullopt;
        *text = *std::move(read);
    }
    const auto read = amount_of(amount);
    if (!read) return std::nullopt;
    entry.amount = *read;
    chain = std::move(next);
    return entry;
}

}  // namespace scrim::ledger
