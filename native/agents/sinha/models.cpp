#include "agents/sinha/models.h"

#include <algorithm>
#include <cmath>

#include "game/errors.h"

namespace sapper {

TreeModel::TreeModel(std::vector<Node> nodes, std::vector<std::uint32_t> roots, float base,
                     std::size_t row_size)
    : nodes_(std::move(nodes)), roots_(std::move(roots)), base_(base), row_size_(row_size) {
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        const Node& node = nodes_[i];
        // Children come after their parent, so that no walk goes on for ever.
        const bool is_leaf = node.left == 0;
        if (!is_leaf &&
            (node.left <= i || node.left >= nodes_.size() - 1 || node.feature >= row_size_)) {
            throw Error("expected trees whose children follow their parents, got node " +
                        std::to_string(i) + " with child " + std::to_string(node.left));
        }
    }
    for (const std::uint32_t root : roots_) {
        if (root >= nodes_.size()) throw Error("expected roots among the nodes");
    }
}

void TreeModel::predict(const float* rows, std::size_t count, float* out) const {
    constexpr std::size_t BLOCK = 64;  // rows that stay in the nearest cache
    for (std::size_t from = 0; from < count; from += BLOCK) {
        const std::size_t to = std::min(count, from + BLOCK);
        std::fill(out + from, out + to, base_);
        for (const std::uint32_t root : roots_) {
            for (std::size_t i = from; i < to; ++i) {
                const float* row = rows + i * row_size_;
                const Node* node = &nodes_[root];
                while (node->left != 0) {
                    node = &nodes_[node->left + !(row[node->feature] < node->split)];
                }
                out[i] += node->split;
            }
        }
    }
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
