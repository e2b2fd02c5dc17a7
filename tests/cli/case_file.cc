#include "tests/cli/case_file.h"

#include "kernel/core/text.h"

#include <cctype>

namespace scrim::testing {
namespace {

struct Section {
    std::string kind;
    std::string argument;
    std::vector<std::string> lines;
    std::size_t line = 0;
};

std::string trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return "";
    return std::string(text.substr(first, text.find_last_not_of(" \t") + 1 - first));
}

std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const auto end = text.find('\n');
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return lines;
}

bool holds_a_file(std::string_view kind) { return kind == "file" || kind == "writes"; }

Result<std::vector<Section>> sections_of(std::string_view text) {
    std::vector<Section> sections;
    const auto lines = lines_of(text);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (lines[i].starts_with("--- ")) {
            const std::string header = trimmed(lines[i].substr(4));
            const auto space = header.find(' ');
            const std::string argument = space == std::string::npos ? "" : trimmed(header.substr(space));
            sections.push_back({header.substr(0, space), argument, {}, i + 1});
        } else if (lines[i].starts_with('#')) {
            continue;
        } else if (sections.empty()) {
            if (!trimmed(lines[i]).empty())
                return input_error(format("line {}: a section '--- …' must come first", i + 1));
        } else if (!trimmed(lines[i]).empty() || holds_a_file(sections.back().kind)) {
            sections.back().lines.push_back(lines[i]);
        }
    }
    for (Section& section : sections)
        while (!section.lines.empty() && trimmed(section.lines.back()).empty()) section.lines.pop_back();
    return sections;
}

Error bad(const Section& section, std::string_view why) {
    return input_error(format("line {}: {}", section.line, why));
}

std::string text_of(const Section& section) {
    std::string text;
    for (const std::string& line : section.lines) text += line + "\n";
    return text;
}

Result<std::string> bytes_of(const Section& section) {
    std::string bytes;
    for (const std::string& line : section.lines)
        for (std::size_t i = 0; i < line.size(); ++i) {
            if (line[i] != '\\') {
                bytes += line[i];
                continue;
            }
            switch (++i < line.size() ? line[i] : ' ') {
                case 'n': bytes += '\n'; break;
                case 'r': bytes += '\r'; break;
                case 't': bytes += '\t'; break;
                case '0': bytes += '\0'; break;
                case '\\': bytes += '\\'; break;
                case 'x':
                    if (i + 2 >= line.size()) return bad(section, "\\x needs two digits");
                    bytes += static_cast<char>(std::stoi(line.substr(i + 1, 2), nullptr, 16));
                    i += 2;
                    break;
                default: return bad(section, "unknown escape");
            }
        }
    return bytes;
}

Result<std::vector<std::string>> words_of(const Section& section) {
    std::vector<std::string> words;
    for (const std::string& line : section.lines) {
        std::optional<std::string> word;
        char quote = 0;
        for (const char c : line) {
            if (quote && c == quote) {
                quote = 0;
            } else if (!quote && (c == '\'' || c == '"')) {
                quote = c;
                word = word.value_or("");
            } else if (!quote && c == ' ') {
                if (word) words.push_back(*std::exchange(word, std::nullopt));
            } else {
                word = word.value_or("") + c;
            }
        }
        if (quote) return bad(section, "a quote is not closed");
        if (word) words.push_back(*word);
    }
    return words;
}

Result<JsonExpectation> expectation_of(const Section& section, const std::string& line) {
    using Kind = JsonExpectation::Kind;
    constexpr std::string_view absent = " absent";
    if (line.ends_with(absent))
        return JsonExpectation{trimmed(line.substr(0, line.size() - absent.size())), Kind::absent, ""};
    const auto sign = std::min(line.find(" = "), line.find(" ~ "));
    if (sign == std::string::npos)
        return bad(section, "'path = value', 'path ~ value' or 'path absent' is expected, not " + line);
    const auto kind = line[sign + 1] == '=' ? Kind::equal : Kind::near;
    return JsonExpectation{trimmed(line.substr(0, sign)), kind, trimmed(line.substr(sign + 3))};
}

std::string test_name(std::string_view name, std::string_view title) {
    std::string out;
    for (const char c : format("{}_{}", name, title)) {
        const bool letter = std::isalnum(static_cast<unsigned char>(c)) != 0;
        if (letter || (!out.empty() && out.back() != '_')) out += letter ? c : '_';
    }
    while (out.ends_with('_')) out.pop_back();
    return out;
}

// What a section after `run` says about that run.
Result<void> add_expectation(const Section& section, CaseRun& run) {
    if (section.kind == "exit") {
        run.exit_code = std::stoi(section.argument);
    } else if (section.kind == "json") {
        for (const std::string& line : section.lines) {
            SCRIM_TRY(JsonExpectation expectation, expectation_of(section, line));
            run.json.push_back(std::move(expectation));
        }
    } else if (section.kind == "prints") {
        run.prints.insert(run.prints.end(), section.lines.begin(), section.lines.end());
    } else if (section.kind == "writes") {
        run.writes[section.argument] = text_of(section);
    } else if (section.kind == "refused") {
        run.refused = section.lines;
    } else {
        return bad(section, "unknown section " + quoted(section.kind));
    }
    return {};
}

}  // namespace

Result<std::vector<CaseRun>> parse_case(std::string_view text, const std::string& name) {
    SCRIM_TRY(const std::vector<Section> sections, sections_of(text));
    CaseRun there;  // the files so far
    std::vector<CaseRun> runs;
    for (const Section& section : sections) {
        if (section.kind == "file") {
            there.files[section.argument] = text_of(section);
        } else if (section.kind == "bytes") {
            SCRIM_TRY(there.files[section.argument], bytes_of(section));
        } else if (section.kind == "folder") {
            there.folders.push_back(section.argument);
        } else if (section.kind == "run") {
            if (section.argument.empty()) return bad(section, "a run needs a title");
            runs.push_back(there);
            runs.back().name = test_name(name, section.argument);
            SCRIM_TRY(runs.back().words, words_of(section));
        } else if (runs.empty()) {
            return bad(section, "a run must come before " + quoted(section.kind));
        } else {
            SCRIM_CHECK(add_expectation(section, runs.back()));
        }
    }
    if (runs.empty()) return input_error("there is no run");
    return runs;
}

}  // namespace scrim::testing
