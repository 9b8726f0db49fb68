// A small writer of JSON: what the core says of cells, for every face in the same keys.
//
// Cells are written by name ("r3c4"), numbers so that reading them gives the same double
// again, what is not a number as null.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "game/codes.h"

namespace sapper {

class JsonWriter {
  public:
    explicit JsonWriter(int columns) : columns_(static_cast<Cell>(columns)) {}

    void open(char bracket) {
        separate();
        text_ += bracket;
        is_first_ = true;
    }
    void close(char bracket) {
        text_ += bracket;
        is_first_ = false;
    }
    // The next item stands on a line of its own.
    void line() { on_new_line_ = true; }
    void key(std::string_view name);

    void put(std::string_view text);
    void put(const char* text) { put(std::string_view(text)); }
    void put(const std::string& text) { put(std::string_view(text)); }
    void put(bool is_so);
    void put(double number);
    void put(std::int64_t number);
    void put(std::uint32_t number) { put(static_cast<std::int64_t>(number)); }
    void put(std::uint64_t number) { put(static_cast<std::int64_t>(number)); }
    void put(int number) { put(static_cast<std::int64_t>(number)); }
    void null();
    void cell(Cell cell);
    void cells(std::span<const Cell> cells);

    template <class Value>
    void field(std::string_view name, const Value& value) {
        key(name);
        put(value);
    }
    template <class Value>
    void field(std::string_view name, const std::optional<Value>& value) {
        key(name);
        if (value) {
            put(*value);
        } else {
            null();
        }
    }
    void cell_field(std::string_view name, std::optional<Cell> at) {
        key(name);
        if (at) {
            cell(*at);
        } else {
            null();
        }
    }
    void cells_field(std::string_view name, std::span<const Cell> list) {
        key(name);
        cells(list);
    }

    std::string take() { return std::move(text_); }

  private:
    void separate();

    std::string text_;
    Cell columns_;
    bool is_first_ = true;
    bool on_new_line_ = false;
};

}  // namespace sapper
