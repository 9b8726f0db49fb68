// Exact counts on their way to Python.
#pragma once

#include <nanobind/nanobind.h>

#include "logic/count/exact_census.h"

namespace sapper {

// One tuple per component: cells by box, clues, fewest mines, counts from there on.
nanobind::list engine_components(const ConstraintSystem& system, const Engine& engine,
                                 const ExactCensus& census);

}  // namespace sapper
