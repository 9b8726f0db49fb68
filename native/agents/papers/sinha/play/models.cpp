#include "agents/papers/sinha/play/models.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "game/errors.h"

namespace sapper {

TreeModel::TreeModel(std::vector<Node> nodes, std::vector<std::uint32_t> roots, float base,
                     std::size_t row_size)
    : nodes_(std::move(nodes)), roots_(std::move(roots)), base_(base), row_size_(row_size) {
    std::vector<std::uint8_t> has_parent(nodes_.size() + 1, 0);
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        const Node& node = nodes_[i];
        if (node.left == 0) continue;
        // Children come after their one parent, so that no walk goes on for ever.
        if (node.left <= i || node.left >= nodes_.size() - 1 || node.feature >= row_size_ ||
            has_parent[node.left] != 0 || has_parent[node.left + 1] != 0) {
            throw Error("expected trees whose children follow their parents, got node " +
                        std::to_string(i) + " with child " + std::to_string(node.left));
        }
        has_parent[node.left] = has_parent[node.left + 1] = 1;
    }
    for (const std::uint32_t root : roots_) {
        if (root >= nodes_.size()) throw Error("expected roots among the nodes");
    }
    whole_ = cut({});
}

TreeModel::Trees TreeModel::cut(const std::vector<Bounds>& bounds) const {
    constexpr float ALWAYS = std::numeric_limits<float>::infinity();
    Trees out;
    std::vector<std::uint32_t> from;    // the node behind each step
    std::vector<std::uint32_t> depths;  // of each step
    // Splits at which all rows go the same way are passed over.
    const auto add = [&](std::uint32_t node, std::uint32_t depth) {
        while (!bounds.empty() && nodes_[node].left != 0) {
            const Node& at = nodes_[node];
            const Bounds& known = bounds[at.feature];
            if (known.high < at.split) {
                node = at.left;
            } else if (!(known.low < at.split)) {
                node = at.left + 1;
            } else {
                break;
            }
        }
        out.steps.push_back({ALWAYS, static_cast<std::uint32_t>(from.size()), 0, 0});
        from.push_back(node);
        depths.push_back(depth);
    };
    for (const std::uint32_t root : roots_) {
        const std::size_t first = out.steps.size();
        add(root, 0);
        for (std::size_t i = first; i < out.steps.size(); ++i) {
            const Node& node = nodes_[from[i]];
            if (node.left == 0) {
                out.steps[i].value = node.split;
                continue;
            }
            out.steps[i] = {node.split, static_cast<std::uint32_t>(out.steps.size()), node.feature,
                            0};
            add(node.left, depths[i] + 1);
            add(node.left + 1, depths[i] + 1);
        }
        out.roots.push_back(static_cast<std::uint32_t>(first));
        out.depths.push_back(depths.back());
    }
    return out;
}

// Empty if a number is none at all: no split is certain then.
std::vector<TreeModel::Bounds> TreeModel::bounds_of(const float* rows, std::size_t count) const {
    std::vector<Bounds> out(row_size_, {rows[0], rows[0]});
    for (std::size_t j = 0; j < row_size_; ++j) out[j] = {rows[j], rows[j]};
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t j = 0; j < row_size_; ++j) {
            const float value = rows[i * row_size_ + j];
            if (std::isnan(value)) return {};
            out[j] = {std::min(out[j].low, value), std::max(out[j].high, value)};
        }
    }
    return out;
}

void TreeModel::walk(const Trees& trees, const float* rows, std::size_t count, float* out) const {
    constexpr std::size_t BLOCK = 64;  // rows that stay in the nearest cache
    constexpr std::size_t WIDE = 8;    // rows that walk in step
    for (std::size_t from = 0; from < count; from += BLOCK) {
        const std::size_t to = std::min(count, from + BLOCK);
        std::fill(out + from, out + to, base_);
        for (std::size_t tree = 0; tree < trees.roots.size(); ++tree) {
            for (std::size_t i = from; i < to; i += WIDE) {
                const std::size_t width = std::min(WIDE, to - i);
                std::uint32_t at[WIDE];
                const float* row[WIDE];
                for (std::size_t k = 0; k < WIDE; ++k) {
                    at[k] = trees.roots[tree];
                    row[k] = rows + (i + std::min(k, width - 1)) * row_size_;
                }
                for (std::uint32_t depth = 0; depth < trees.depths[tree]; ++depth) {
                    for (std::size_t k = 0; k < WIDE; ++k) {
                        const Step& step = trees.steps[at[k]];
                        at[k] = step.left + !(row[k][step.feature] < step.split);
                    }
                }
                for (std::size_t k = 0; k < width; ++k) out[i + k] += trees.steps[at[k]].value;
            }
        }
    }
}

void TreeModel::predict(const float* rows, std::size_t count, float* out) const {
    constexpr std::size_t WORTH_CUTTING = 4096;  // rows; to cut costs as much as some hundred
    if (count < WORTH_CUTTING) return walk(whole_, rows, count, out);
    const std::vector<Bounds> bounds = bounds_of(rows, count);
    walk(bounds.empty() ? whole_ : cut(bounds), rows, count, out);
}

Activation parse_activation(const std::string& text) {
    if (text == "linear") return Activation::linear;
    if (text == "relu") return Activation::relu;
    if (text == "tanh") return Activation::tanh;
    throw Error("expected the activation linear, relu or tanh, got " + quote(text));
}

NetModel::NetModel(std::vector<NetLayer> layers, std::vector<float> means,
                   std::vector<float> scales)
    : layers_(std::move(layers)), means_(std::move(means)), scales_(std::move(scales)) {
    std::size_t size = means_.size();
    bool fits = scales_.size() == size && !layers_.empty();
    for (const NetLayer& layer : layers_) {
        fits = fits && layer.inputs == size && layer.biases.size() == layer.outputs &&
               layer.weights.size() == layer.inputs * layer.outputs;
        size = layer.outputs;
    }
    if (!fits || size != 1) throw Error("expected layers that fit each other and end in one value");
}

namespace {

// e to the power x for x from -40 to 0.
double exponential(double x) {
    constexpr double LN2_HIGH = 0.693147180369123816490, LN2_LOW = 1.90821492927058770002e-10;
    const double k = std::floor(x / (LN2_HIGH + LN2_LOW) + 0.5);
    const double r = (x - k * LN2_HIGH) - k * LN2_LOW;
    double sum = 1;
    for (int i = 14; i >= 1; --i) sum = 1 + sum * r / i;
    return std::ldexp(sum, static_cast<int>(k));
}

}  // namespace

double portable_tanh(double x) {
    const double size = x < 0 ? -x : x;
    if (size > 20) return x < 0 ? -1 : 1;
    const double e = exponential(-2 * size);
    const double out = (1 - e) / (1 + e);
    return x < 0 ? -out : out;
}

void NetModel::predict(const float* rows, std::size_t count, float* out) const {
    std::vector<double> values, next;
    for (std::size_t i = 0; i < count; ++i) {
        values.resize(means_.size());
        for (std::size_t j = 0; j < means_.size(); ++j) {
            values[j] = (static_cast<double>(rows[i * means_.size() + j]) - means_[j]) / scales_[j];
        }
        for (std::size_t l = 0; l < layers_.size(); ++l) {
            const NetLayer& layer = layers_[l];
            next.assign(layer.biases.begin(), layer.biases.end());
            for (std::size_t a = 0; a < layer.inputs; ++a) {
                const float* weights = layer.weights.data() + a * layer.outputs;
                for (std::size_t b = 0; b < layer.outputs; ++b) next[b] += values[a] * weights[b];
            }
            if (l + 1 < layers_.size()) {
                for (double& value : next) {
                    if (layer.activation == Activation::relu) value = std::max(value, 0.0);
                    if (layer.activation == Activation::tanh) value = portable_tanh(value);
                }
            }
            std::swap(values, next);
        }
        out[i] = static_cast<float>(values[0]);
    }
}

}  // namespace sapper
