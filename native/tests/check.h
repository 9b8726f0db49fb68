// The smallest possible test support: a check that cannot be compiled away.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <sstream>

#define CHECK(condition)                                                                 \
    do {                                                                                 \
        if (!(condition)) {                                                              \
            std::fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
            std::abort();                                                                \
        }                                                                                \
    } while (false)

#define CHECK_EQ(left, right)                                                                \
    do {                                                                                     \
        const auto& left_value = (left);                                                     \
        const auto& right_value = (right);                                                   \
        if (!(left_value == right_value)) {                                                  \
            std::ostringstream values;                                                       \
            values << left_value << " and " << right_value;                                  \
            std::fprintf(stderr, "%s:%d: %s and %s differ: %s\n", __FILE__, __LINE__, #left, \
                         #right, values.str().c_str());                                      \
            std::abort();                                                                    \
        }                                                                                    \
    } while (false)
