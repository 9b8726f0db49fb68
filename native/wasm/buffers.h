// How data crosses the border of the WebAssembly module.
//
// JavaScript writes bytes into the input buffer and calls a function; the answer
// lies in three output buffers, whole numbers, floating-point numbers and text,
// until the next call. What each function reads and leaves is said beside it, and
// `engine.js` is the other side. Errors never return: see errors.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "game/codes.h"
#include "game/position.h"
#include "game/rules.h"

#ifdef __wasm__
#define SAPPER_EXPORT(name) extern "C" __attribute__((export_name(#name)))
#else  // built beside the native tests, so that a change of the core cannot break it unseen
#define SAPPER_EXPORT(name) extern "C"
#endif

namespace sapper::wasm {

struct Buffers {
    std::vector<std::uint8_t> input;
    std::vector<std::int32_t> whole;
    std::vector<double> real;
    std::string text;

    void clear() {
        whole.clear();
        real.clear();
        text.clear();
    }
    void add(std::int64_t number) { whole.push_back(static_cast<std::int32_t>(number)); }
    // Their number, then the cells.
    void add_cells(const std::vector<Cell>& cells) {
        add(static_cast<std::int64_t>(cells.size()));
        whole.insert(whole.end(), cells.begin(), cells.end());
    }
    std::string_view input_text() const {
        return {reinterpret_cast<const char*>(input.data()), input.size()};
    }
    // The input as cell numbers, four bytes each.
    std::vector<Cell> input_cells() const;
};

Buffers& buffers();

// The input as the codes of a position. Throws NotationError where they are not.
PositionView input_position(int columns, int rows, int num_mines);

Rules make_rules(int columns, int rows, int num_mines, int first_click, int kind);

// Objects that JavaScript knows by number.
template <class T>
class Handles {
  public:
    int add(T object) {
        for (std::size_t i = 0; i < held_.size(); ++i) {
            if (held_[i]) continue;
            held_[i] = std::move(object);
            return static_cast<int>(i);
        }
        held_.push_back(std::move(object));
        return static_cast<int>(held_.size()) - 1;
    }
    auto& get(int handle) { return *held_.at(static_cast<std::size_t>(handle)); }
    void drop(int handle) { held_.at(static_cast<std::size_t>(handle)).reset(); }

  private:
    std::vector<T> held_;
};

}  // namespace sapper::wasm
