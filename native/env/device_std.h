// As much of the standard library as the games in groups need, for a compiler of accelerators
// that comes without one.
namespace std {

using size_t = decltype(sizeof 0);
using uint8_t = unsigned char;
using uint16_t = unsigned short;
using int32_t = int;
using uint32_t = unsigned int;
using int64_t = long long;
using uint64_t = unsigned long long;
using ::memset;

template <class T, size_t N>
struct array {
    T items[N];
    __device__ T& operator[](size_t i) { return items[i]; }
    __device__ const T& operator[](size_t i) const { return items[i]; }
    __device__ T* begin() { return items; }
    __device__ T* end() { return items + N; }
    bool operator==(const array&) const = default;
};

template <class T>
__device__ const T& max(const T& a, const T& b) {
    return a < b ? b : a;
}
__device__ inline int popcount(uint32_t x) {
    return __popc(static_cast<int>(x));
}
__device__ inline int countr_zero(uint32_t x) {
    return x == 0 ? 32 : __ffs(static_cast<int>(x)) - 1;
}
__device__ inline uint64_t rotl(uint64_t x, int by) {
    return x << by | x >> (64 - by);
}
template <class To>
__device__ To bit_cast(float x) {
    return __float_as_uint(x);
}

}  // namespace std
