#include "game/json.h"

#include <charconv>
#include <cmath>
#include <cstdio>

namespace sapper {

void JsonWriter::separate() {
    if (!is_first_) text_.append(on_new_line_ ? "," : ", ");
    if (on_new_line_) text_.append("\n  ");
    is_first_ = on_new_line_ = false;
}

void JsonWriter::key(std::string_view name) {
    put(name);
    text_.append(": ");
    is_first_ = true;
}

void JsonWriter::put(std::string_view text) {
    separate();
    text_ += '"';
    for (const char letter : text) {
        if (letter == '"' || letter == '\\') text_ += '\\';
        if (static_cast<unsigned char>(letter) < ' ') {
            char code[8];
            std::snprintf(code, sizeof code, "\\u%04x", static_cast<unsigned char>(letter));
            text_ += code;
        } else {
            text_ += letter;
        }
    }
    text_ += '"';
}

void JsonWriter::put(bool is_so) {
    separate();
    text_ += is_so ? "true" : "false";
}

void JsonWriter::put(double number) {
    if (!std::isfinite(number)) return null();
    separate();
    char digits[32];
    text_.append(digits,
                 static_cast<std::size_t>(std::snprintf(digits, sizeof digits, "%.17g", number)));
}

void JsonWriter::put(std::int64_t number) {
    separate();
    char digits[24];
    text_.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

void JsonWriter::null() {
    separate();
    text_ += "null";
}

void JsonWriter::cell(Cell cell) {
    separate();
    char name[32] = "\"r";
    char* const end = name + sizeof name;
    char* at = std::to_chars(name + 2, end, cell / columns_ + 1).ptr;
    *at++ = 'c';
    at = std::to_chars(at, end, cell % columns_ + 1).ptr;
    *at++ = '"';
    text_.append(name, at);
}

void JsonWriter::cells(std::span<const Cell> cells) {
    open('[');
    for (const Cell one : cells) cell(one);
    close(']');
}

}  // namespace sapper
