// Arrays that Python owns.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <vector>

namespace sapper {

template <class T>
nanobind::object own(std::vector<T> data, std::initializer_list<std::size_t> shape) {
    auto* held = new std::vector<T>(std::move(data));
    nanobind::capsule owner(held, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return nanobind::cast(nanobind::ndarray<nanobind::numpy, T>(held->data(), shape, owner));
}

}  // namespace sapper
