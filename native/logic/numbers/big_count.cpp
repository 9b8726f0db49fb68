#include "logic/numbers/big_count.h"

#include <algorithm>
#include <bit>

namespace sapper {

namespace {

__extension__ typedef unsigned __int128 Double;

}  // namespace

namespace limbs {

void add_product(Limbs into, ConstLimbs from, std::uint64_t factor) {
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < into.size(); ++i) {
        const std::uint64_t limb = i < from.size() ? from[i] : 0;
        const Double sum = static_cast<Double>(limb) * factor + into[i] + carry;
        into[i] = static_cast<std::uint64_t>(sum);
        carry = static_cast<std::uint64_t>(sum >> 64);
    }
}

void subtract(Limbs from, ConstLimbs amount) {
    std::uint64_t borrow = 0;
    for (std::size_t i = 0; i < from.size(); ++i) {
        const std::uint64_t limb = i < amount.size() ? amount[i] : 0;
        const Double difference = static_cast<Double>(from[i]) - limb - borrow;
        from[i] = static_cast<std::uint64_t>(difference);
        borrow = static_cast<std::uint64_t>(difference >> 64) & 1;
    }
}

bool is_less(ConstLimbs a, ConstLimbs b) {
    for (std::size_t i = a.size(); i-- > 0;) {
        if (a[i] != b[i]) return a[i] < b[i];
    }
    return false;
}

bool is_zero(ConstLimbs a) {
    return std::ranges::all_of(a, [](std::uint64_t limb) { return limb == 0; });
}

void draw_below(Limbs into, ConstLimbs bound, Random& random) {
    std::size_t top = bound.size();
    while (bound[top - 1] == 0) --top;
    std::fill(into.begin(), into.end(), 0);
    if (top == 1) {
        into[0] = random.below(bound[0]);
        return;
    }
    const std::uint64_t mask = ~std::uint64_t{0} >> std::countl_zero(bound[top - 1]);
    do {
        for (std::size_t i = 0; i < top; ++i) into[i] = random.next();
        into[top - 1] &= mask;
    } while (!is_less(into, bound));
}

}  // namespace limbs

bool BigCount::operator<(const BigCount& other) const {
    if (size() != other.size()) return size() < other.size();
    return limbs::is_less(limbs_, other.limbs_);
}

BigCount& BigCount::operator+=(const BigCount& other) {
    limbs_.resize(std::max(size(), other.size()) + 1);
    limbs::add_product(limbs_, other.limbs_, 1);
    trim();
    return *this;
}

BigCount& BigCount::operator-=(const BigCount& other) {
    limbs::subtract(limbs_, other.limbs_);
    trim();
    return *this;
}

BigCount& BigCount::operator*=(std::uint64_t factor) {
    std::uint64_t carry = 0;
    for (std::uint64_t& limb : limbs_) {
        const Double product = static_cast<Double>(limb) * factor + carry;
        limb = static_cast<std::uint64_t>(product);
        carry = static_cast<std::uint64_t>(product >> 64);
    }
    if (carry != 0) limbs_.push_back(carry);
    trim();
    return *this;
}

BigCount& BigCount::divide_exactly(std::uint64_t divisor) {
    std::uint64_t rest = 0;
    for (std::size_t i = limbs_.size(); i-- > 0;) {
        const Double part = (static_cast<Double>(rest) << 64) | limbs_[i];
        limbs_[i] = static_cast<std::uint64_t>(part / divisor);
        rest = static_cast<std::uint64_t>(part % divisor);
    }
    trim();
    return *this;
}

BigCount BigCount::operator*(const BigCount& other) const {
    BigCount product;
    product.limbs_.resize(size() + other.size());
    for (std::size_t i = 0; i < size(); ++i) {
        limbs::add_product(limbs::Limbs(product.limbs_).subspan(i), other.limbs_, limbs_[i]);
    }
    product.trim();
    return product;
}

BigCount BigCount::draw(Random& random) const {
    BigCount drawn;
    drawn.limbs_.resize(size());
    limbs::draw_below(drawn.limbs_, limbs_, random);
    drawn.trim();
    return drawn;
}

BigCount big_binomial(std::uint64_t n, std::uint64_t k) {
    if (k > n) return {};
    BigCount result(std::uint64_t{1});
    for (std::uint64_t i = 1; i <= std::min(k, n - k); ++i) {
        result *= n - i + 1;
        result.divide_exactly(i);
    }
    return result;
}

}  // namespace sapper
