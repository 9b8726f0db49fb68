#include "game/picture/combs.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace sapper {

namespace {

constexpr int MOST_LAG = 256;  // pixels: how far an edge is compared with others
constexpr int TRIED = 6;       // periods

// A value between the places of a profile; 0 outside.
double at(const std::vector<double>& values, double place) {
    const double whole = std::floor(place);
    const auto i = static_cast<std::ptrdiff_t>(whole);
    const auto size = static_cast<std::ptrdiff_t>(values.size());
    if (i < 0 || i >= size) return 0.0;
    const double next = i + 1 < size ? values[static_cast<std::size_t>(i + 1)] : 0.0;
    return values[static_cast<std::size_t>(i)] * (1.0 - (place - whole)) + next * (place - whole);
}

// How well a period explains the likeness: high at its multiples, low between them.
double fit(const std::vector<double>& likeness, double period) {
    double sum = 0.0;
    int count = 0;
    for (int m = 1; m * period <= MOST_LAG; ++m, ++count) {
        sum += at(likeness, m * period) - at(likeness, (m - 0.5) * period);
    }
    return count ? sum / count : 0.0;
}

// Edges on the lines of a comb and elsewhere, from one place to another.
Comb measure(const std::vector<double>& profile, double start, double period, double from,
             double to, double slack) {
    double on = 0.0, between = 0.0;
    int lines = 0, others = 0;
    for (double x = start + period * std::ceil((from - start) / period); x <= to; x += period) {
        on += slack > 0.0
                  ? std::max({at(profile, x - slack), at(profile, x), at(profile, x + slack)})
                  : at(profile, x);
        ++lines;
        for (const double part : {0.3, 0.4, 0.5, 0.6, 0.7}) {
            between += at(profile, x + part * period);
            ++others;
        }
    }
    if (!lines) return {start, period};
    return {start, period, on / lines - between / others, between / others};
}

}  // namespace

std::vector<double> Edges::profile(int from, int to, int strongest) const {
    std::vector<double> sums(static_cast<std::size_t>(length_), 0.0);
    for (int line = from; line < to; ++line) {
        for (int along = 1; along < length_; ++along) {
            int most = 0;
            for (int channel = 0; channel < 3; ++channel) {
                most = std::max(most, std::abs(difference(along, line, channel)));
            }
            sums[static_cast<std::size_t>(along)] += std::min(most, strongest);
        }
    }
    for (double& sum : sums) sum /= to - from;
    return sums;
}

std::vector<double> likeness(const Edges& edges, std::vector<std::vector<double>>& strips) {
    std::vector<double> sums(MOST_LAG + 2, 0.0);
    for (int from = 0; from < edges.breadth(); from += STRIP) {
        auto profile = edges.profile(from, std::min(from + STRIP, edges.breadth()), STRONG);
        strips.push_back(profile);
        double mean = 0.0;
        for (const double one : profile) mean += one;
        mean /= static_cast<double>(profile.size());
        for (double& one : profile) one -= mean;
        const std::size_t size = profile.size();
        for (std::size_t lag = 0; lag < sums.size() && lag < size; ++lag) {
            double sum = 0.0;
            for (std::size_t i = lag; i < size; ++i) sum += profile[i] * profile[i - lag];
            sums[lag] += sum;
        }
    }
    const double whole = sums[0] > 0.0 ? sums[0] : 1.0;
    for (double& sum : sums) sum /= whole;
    return sums;
}

std::vector<double> find_periods(const std::vector<double>& across,
                                 const std::vector<double>& down) {
    std::vector<std::pair<double, double>> tops;
    constexpr double STEP = 0.1;
    const auto value = [&](double period) { return fit(across, period) + fit(down, period); };
    for (double period = LEAST_CELL - 0.6; period <= MOST_CELL + 1.0; period += STEP) {
        const double here = value(period);
        if (here > 0.0 && here >= value(period - STEP) && here >= value(period + STEP)) {
            tops.emplace_back(-here, period);
        }
    }
    std::sort(tops.begin(), tops.end());
    std::vector<double> periods;
    for (const auto& [_, period] : tops) {
        if (periods.size() < TRIED) periods.push_back(period);
    }
    return periods;
}

Comb find_comb(const std::vector<double>& profile, double period, double from, double to) {
    Comb best;
    for (double start = from; start < from + period; start += 0.5) {
        const Comb here = measure(profile, start, period, from, to, 0.5);
        if (here.contrast > best.contrast) best = here;
    }
    return best;
}

Comb refine(const std::vector<double>& profile, Comb comb, double anchor, double least, double most,
            bool keeps_period) {
    for (double reach = TILE; reach < 64; reach *= 1.6) {
        const double from = std::max(least, anchor - reach * comb.period);
        const double to = std::min(most, anchor + reach * comb.period);
        const double line =
            comb.start + comb.period * std::round((anchor - comb.start) / comb.period);
        Comb best{line, comb.period, -1e9, 0.0};
        for (int p = keeps_period ? 0 : -8; p <= (keeps_period ? 0 : 8); ++p) {
            const double period = comb.period + p * 0.06 * 4 / reach;
            for (int s = -6; s <= 6; ++s) {
                const Comb here = measure(profile, line + s * 0.25, period, from, to, 0.0);
                if (here.contrast > best.contrast) best = here;
            }
        }
        comb = best;
        if (from <= least && to >= most) break;
    }
    return comb;
}

}  // namespace sapper
