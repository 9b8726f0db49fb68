// Arrays of Python's that are written in place.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <string>
#include <vector>

#include "bindings/bindings.h"

namespace sapper {

template <class T>
using Array = nb::ndarray<T, nb::c_contig, nb::device::cpu>;

// Takes arrays out of a dictionary, and holds each: the dictionary may lose it.
class Borrowed {
  public:
    explicit Borrowed(const nb::dict& arrays) : arrays_(arrays) {}

    // The data of an array of exactly this type and size. Nothing is converted: what is
    // written would go into a copy that nobody sees.
    template <class T>
    T* data(const char* name, std::size_t size) {
        Array<T> array;
        if (!arrays_.contains(name) || !nb::try_cast(arrays_[name], array, false)) {
            throw nb::type_error(
                ("expected an array " + std::string(name) + " of its own type, without gaps")
                    .c_str());
        }
        if (array.size() != size) {
            throw nb::value_error(("expected another size of array " + std::string(name)).c_str());
        }
        held_.push_back(nb::ndarray<>(array));
        return array.data();
    }

  private:
    const nb::dict arrays_;
    std::vector<nb::ndarray<>> held_;
};

}  // namespace sapper
