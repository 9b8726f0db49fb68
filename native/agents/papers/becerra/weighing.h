// Weights of placements by the mines that they leave over.
//
// Parts of the frontier do not share cells, so that the number of ways to lay the
// mines of all the others and of the sea beside a placement depends on its number of
// mines alone.
#pragma once

#include <cstdint>
#include <vector>

namespace sapper {

std::vector<double> convolve(const std::vector<double>& a, const std::vector<double>& b);

// The ways to lay the mines that remain in the sea, by mines used outside it, the
// most scaled to 1. Ratios of neighbours only: the same on every machine.
std::vector<double> sea_weights(std::int64_t sea, std::int64_t mines_left, std::size_t max_used);

// 1 where the sea can hold the mines that remain, else 0, by mines used outside it.
std::vector<double> sea_limits(std::int64_t sea, std::int64_t mines_left, std::size_t max_used);

// Replaces each part's number of placements by mines with the weight of one of them:
// what the other parts and the sea make of the mines it leaves over.
void weigh_totals(std::vector<std::vector<double>>& totals, const std::vector<double>& sea);

}  // namespace sapper
