// Drives a fuzz target: a mutating loop of our own, or libFuzzer's.
//
//     fuzz_formats --seconds 60       try mutated examples for a minute
//     fuzz_formats crash-input        try the bytes of a file again
//
// The bytes that broke the target are written to crash-input in the current
// directory. Our own loop knows nothing of coverage; it starts from examples of
// every format, which any target may read as it likes.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "game/random.h"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#endif

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

#ifdef SAPPER_LIBFUZZER

// libFuzzer calls this before it reads its arguments: give it --seconds in its own words.
extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
    static std::string limit;
    if (*argc == 3 && std::string((*argv)[1]) == "--seconds") {
        limit = std::string("-max_total_time=") + (*argv)[2];
        (*argv)[1] = limit.data();
        *argc = 2;
    }
    return 0;
}

#else

namespace {

using Bytes = std::string;

Bytes current;  // what the target is looking at

void save_current() {
    std::ofstream("crash-input", std::ios::binary) << current;
    std::fprintf(stderr, "the %zu bytes that did this are in crash-input\n", current.size());
}

void on_abort(int) {
    std::signal(SIGABRT, SIG_DFL);
    save_current();
    std::abort();
}

std::vector<Bytes> make_examples() {
    std::vector<Bytes> examples{
        "..1./..2./11../.... 3",
        ". 0",
        "F*?#x/01234/5678. 4",
        "..1\n..2\n11.\n3\n",
        "..1 / ..2 / 11.   5\r\n",
        "4x2x3\n01H8\nFM?H\n",
        "1x1x0\r\n0\r\n",
        "9x9x10\nHHHHHHHHH\n",
        {"\x03\x02\x00\x02\x00\x00\x02\x01", 8},
        {"\xff\xff\x00\x01\xfe\xfe", 6},
        {"\x01\x01\x00\x00", 4},
        "",
    };
    // Wide grids of covered cells and small clues, as targets that read codes want them.
    sapper::Random random(1);
    for (int i = 0; i < 12; ++i) {
        Bytes bytes;
        for (std::uint64_t n = 4 + random.below(200); n > 0; --n) {
            bytes += static_cast<char>(random.below(3) ? 9 : random.below(4));
        }
        examples.push_back(bytes);
    }
    return examples;
}

class Mutator {
  public:
    explicit Mutator(std::uint64_t seed) : random_(seed), pool_(make_examples()) {}

    Bytes next() {
        Bytes bytes = pick();
        for (std::uint64_t n = random_.below(8); n > 0; --n) mutate(bytes);
        if (bytes.size() > MAX_SIZE) bytes.resize(MAX_SIZE);
        // Now and then a mutant becomes an example, so that changes add up.
        if (random_.below(64) == 0) {
            if (pool_.size() < MAX_POOL) {
                pool_.push_back(bytes);
            } else {
                pool_[pool_.size() / 2 + random_.below(pool_.size() / 2)] = bytes;
            }
        }
        return bytes;
    }

  private:
    static constexpr std::size_t MAX_SIZE = 600;
    static constexpr std::size_t MAX_POOL = 400;

    const Bytes& pick() { return pool_[random_.below(pool_.size())]; }
    std::size_t place(const Bytes& bytes) { return random_.below(bytes.size() + 1); }
    char letter() {
        static constexpr char LETTERS[] = "0123456789.?#xF*HM/ \n\r\t-+\0\xff";
        return random_.below(4) ? LETTERS[random_.below(sizeof LETTERS - 1)]
                                : static_cast<char>(random_.below(256));
    }

    void mutate(Bytes& bytes) {
        const std::size_t at = place(bytes);
        const std::size_t length = std::min<std::size_t>(random_.below(16) + 1, bytes.size() - at);
        switch (random_.below(7)) {
            case 0:
                bytes.insert(at, 1, letter());
                break;
            case 1:
                bytes.erase(at, length);
                break;
            case 2:
                if (length) bytes[at] = letter();
                break;
            case 3:
                if (length) bytes[at] = static_cast<char>(bytes[at] ^ (1 << random_.below(8)));
                break;
            case 4:
                bytes.insert(place(bytes), bytes.substr(at, length));
                break;
            case 5: {
                const Bytes other = pick();
                bytes = bytes.substr(0, at) + other.substr(place(other));
                break;
            }
            default:
                bytes.insert(at, random_.below(12) + 1, letter());
        }
    }

    sapper::Random random_;
    std::vector<Bytes> pool_;
};

void try_bytes(Bytes bytes) {
    current = std::move(bytes);
    // A copy of exactly this size, so that the sanitizer sees a read past its end.
    std::vector<std::uint8_t> data(current.begin(), current.end());
    LLVMFuzzerTestOneInput(data.data(), data.size());
}

int try_for(double seconds) {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::duration<double>(seconds);
    Mutator mutator(static_cast<std::uint64_t>(Clock::now().time_since_epoch().count()));
    std::uint64_t executions = 0;
    while (Clock::now() < end) {
        for (int i = 0; i < 16; ++i, ++executions) try_bytes(mutator.next());
    }
    std::printf("%llu executions, no crash\n", static_cast<unsigned long long>(executions));
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    std::signal(SIGABRT, on_abort);
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_set_death_callback(save_current);
#endif
    if (argc == 3 && std::strcmp(argv[1], "--seconds") == 0) return try_for(std::atof(argv[2]));
    if (argc < 2 || argv[1][0] == '-') {
        std::fprintf(stderr, "usage: %s --seconds N | FILE...\n", argv[0]);
        return 2;
    }
    for (int i = 1; i < argc; ++i) {
        std::ifstream file(argv[i], std::ios::binary);
        if (!file) {
            std::fprintf(stderr, "cannot read %s\n", argv[i]);
            return 2;
        }
        try_bytes({std::istreambuf_iterator<char>(file), {}});
    }
    return 0;
}

#endif
