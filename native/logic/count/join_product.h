// Prefix and suffix products of censuses, in numbers of any type.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sapper {

template <class Number>
class ProductJoin {
  public:
    struct Factor {
        const Number* counts;
        Number* weights;  // what the others and the sea leave to each entry
        std::uint32_t count;
    };

    // total_weights[k]: the sea's weight when all factors use k mines above their least.
    void run(std::span<const Factor> factors, std::span<const Number> total_weights) {
        multiply_suffixes(factors, total_weights);
        product.assign(1, Number(1.0));
        for (std::size_t c = 0; c < factors.size(); ++c) {
            const Factor& own = factors[c];
            const Number* suffix = &suffixes_[suffix_first_[c + 1]];
            next_.assign(product.size() + own.count - 1, Number{});
            for (std::uint32_t m = 0; m < own.count; ++m) {
                Number sum{};
                for (std::size_t k = 0; k < product.size(); ++k) {
                    sum += product[k] * suffix[k + m];
                    next_[k + m] += product[k] * own.counts[m];
                }
                own.weights[m] = sum;
            }
            std::swap(product, next_);
        }
    }

    // All censuses multiplied: placements of the components by mines above the least.
    std::vector<Number> product;

  private:
    // suffixes[suffix_first[c] + k]: weight of k mines (above the least) used by
    // the factors before c, summed over what c and the later ones may use.
    void multiply_suffixes(std::span<const Factor> factors, std::span<const Number> total_weights) {
        const std::size_t n = factors.size();
        suffix_first_.resize(n + 1);
        std::size_t length = 1;
        std::size_t room = 0;
        for (std::size_t c = 0; c <= n; ++c) {
            suffix_first_[c] = static_cast<std::uint32_t>(room);
            room += length;
            if (c < n) length += factors[c].count - 1;
        }
        suffixes_.resize(room);
        for (std::size_t k = 0; k < total_weights.size(); ++k) {
            suffixes_[suffix_first_[n] + k] = total_weights[k];
        }
        for (std::size_t c = n; c-- > 0;) {
            const Number* later = &suffixes_[suffix_first_[c + 1]];
            for (std::uint32_t k = 0; k < suffix_first_[c + 1] - suffix_first_[c]; ++k) {
                Number sum{};
                for (std::uint32_t m = 0; m < factors[c].count; ++m) {
                    sum += factors[c].counts[m] * later[k + m];
                }
                suffixes_[suffix_first_[c] + k] = sum;
            }
        }
    }

    std::vector<Number> next_;
    std::vector<Number> suffixes_;
    std::vector<std::uint32_t> suffix_first_;
};

}  // namespace sapper
