#include "agents/papers/becerra/weighing.h"

#include <algorithm>

namespace sapper {

std::vector<double> convolve(const std::vector<double>& a, const std::vector<double>& b) {
    std::vector<double> out(a.size() + b.size() - 1, 0);
    for (std::size_t i = 0; i < a.size(); ++i) {
        for (std::size_t j = 0; j < b.size(); ++j) out[i + j] += a[i] * b[j];
    }
    return out;
}

std::vector<double> sea_weights(std::int64_t sea, std::int64_t mines_left, std::size_t max_used) {
    std::vector<double> out(max_used + 1, 0);
    const std::int64_t fewest =
        std::max<std::int64_t>(mines_left - static_cast<std::int64_t>(max_used), 0);
    const std::int64_t most = std::min(mines_left, sea);
    if (fewest > most) return out;
    const auto put = [&](std::int64_t in_sea, double weight) {
        out[static_cast<std::size_t>(mines_left - in_sea)] = weight;
    };
    const std::int64_t peak = std::clamp(sea / 2, fewest, most);
    double weight = 1;
    put(peak, weight);
    for (std::int64_t k = peak; k < most; ++k) {
        weight *= static_cast<double>(sea - k) / static_cast<double>(k + 1);
        put(k + 1, weight);
    }
    weight = 1;
    for (std::int64_t k = peak; k > fewest; --k) {
        weight *= static_cast<double>(k) / static_cast<double>(sea - k + 1);
        put(k - 1, weight);
    }
    return out;
}

std::vector<double> sea_limits(std::int64_t sea, std::int64_t mines_left, std::size_t max_used) {
    std::vector<double> out;
    for (std::size_t used = 0; used <= max_used; ++used) {
        const std::int64_t rest = mines_left - static_cast<std::int64_t>(used);
        out.push_back(rest >= 0 && rest <= sea);
    }
    return out;
}

void weigh_totals(std::vector<std::vector<double>>& totals, const std::vector<double>& sea) {
    std::vector<std::vector<double>> before{{1}};
    for (auto& part : totals) {
        const double most = *std::max_element(part.begin(), part.end());
        for (double& total : part) total /= most;
        before.push_back(convolve(before.back(), part));
    }
    std::vector<double> after{1};
    for (std::size_t i = totals.size(); i-- > 0;) {
        const auto others = convolve(before[i], after);
        after = convolve(after, totals[i]);
        for (std::size_t m = 0; m < totals[i].size(); ++m) {
            double weight = 0;
            for (std::size_t k = 0; k < others.size(); ++k) weight += others[k] * sea[m + k];
            totals[i][m] = weight;
        }
    }
}

}  // namespace sapper
