// Fuzz target: pictures made of any bytes, and boards of which any bytes are spoiled.
//
// The first bytes say how large the picture is and what is drawn into it: a grid in the colours
// of a look, with glyphs from the bytes. The others are laid over it as they are. The reader
// returns a board that is whole, or throws NotationError, nothing else.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "check.h"
#include "game/errors.h"
#include "game/picture/looks.h"
#include "game/picture/picture.h"

using namespace sapper;

namespace {

// The bytes one after another, then from the first again.
class Bytes {
  public:
    Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
    int next() { return size_ ? data_[place_++ % size_] : 0; }
    bool is_over() const { return place_ >= size_; }

  private:
    const std::uint8_t* data_;
    std::size_t size_, place_ = 0;
};

struct Canvas {
    int width, height;
    std::vector<std::uint8_t> rgba;

    Canvas(int wide, int high)
        : width(wide), height(high), rgba(static_cast<std::size_t>(wide * high) * 4, 192) {}
    void fill(int x0, int y0, int x1, int y1, const Colour& colour) {
        for (int y = std::max(y0, 0); y < std::min(y1, height); ++y) {
            for (int x = std::max(x0, 0); x < std::min(x1, width); ++x) {
                auto* to = rgba.data() + static_cast<std::ptrdiff_t>(y * width + x) * 4;
                to[0] = static_cast<std::uint8_t>(colour.r);
                to[1] = static_cast<std::uint8_t>(colour.g);
                to[2] = static_cast<std::uint8_t>(colour.b);
            }
        }
    }
};

void draw_board(Canvas& canvas, Bytes& bytes) {
    const auto all = looks();
    const Look& look = all[static_cast<std::size_t>(bytes.next()) % all.size()];
    const int side = 8 + bytes.next() % 20, left = bytes.next() % 16, top = bytes.next() % 16;
    for (int y = top; y + side <= canvas.height; y += side) {
        for (int x = left; x + side <= canvas.width; x += side) {
            const int code = bytes.next();
            const bool is_covered = code % 16 > 8;
            const Colour ground = (is_covered ? look.covered : look.opened)[0].colour;
            canvas.fill(x, y, x + side, y + side, {60, 60, 60});
            canvas.fill(x + 1, y + 1, x + side, y + side, ground);
            if (is_covered) canvas.fill(x + 1, y + 1, x + side, y + 3, {255, 255, 255});
            if (code % 16 == 0 || code % 16 > 10) continue;
            const Colour ink = look.clues[static_cast<std::size_t>(code % 8)];
            canvas.fill(x + side / 3, y + side / 4, x + side / 3 + 1 + code / 64, y + 3 * side / 4,
                        ink);
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes bytes(data, size);
    const int kind = bytes.next();
    Canvas canvas(1 + bytes.next() % 160, 1 + bytes.next() % 120);
    if (kind % 8) draw_board(canvas, bytes);
    for (std::size_t i = 0; !bytes.is_over() && kind % 3; i += 7) {
        canvas.rgba[i % canvas.rgba.size()] = static_cast<std::uint8_t>(bytes.next());
    }
    try {
        const ReadBoard board = read_picture({canvas.width, canvas.height, canvas.rgba});
        const auto cells = static_cast<std::size_t>(board.lattice.columns) * board.lattice.rows;
        CHECK(cells > 0 && cells <= canvas.rgba.size());
        CHECK_EQ(board.cells.size(), cells);
        CHECK_EQ(board.is_doubtful.size(), cells);
        for (const Code code : board.cells) CHECK(code < NUM_CODES);
        CHECK(!board.look.empty());
        CHECK(std::isfinite(board.lattice.left) && std::isfinite(board.lattice.top));
        CHECK(board.lattice.width > 0 && board.lattice.height > 0);
    } catch (const NotationError& error) {
        CHECK(error.what()[0] != '\0');
    }
    return 0;
}
