// Trained models, evaluated: trees and small dense nets.
//
// Each gives a row the number whose order decides: the value before the last
// activation, which is monotone. The sums run in one fixed order and no function of
// the machine's library is called, so that a row's value depends on nothing else.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sapper {

class Model {
  public:
    virtual ~Model() = default;
    virtual std::size_t row_size() const = 0;
    // One number for each row.
    virtual void predict(const float* rows, std::size_t count, float* out) const = 0;
};

// Boosted trees: in each tree a row goes left if its feature is below the split.
class TreeModel final : public Model {
  public:
    struct Node {
        float split;         // or the leaf's value
        std::uint32_t left;  // the right child follows it; 0 in a leaf
        std::uint32_t feature;
    };
    TreeModel(std::vector<Node> nodes, std::vector<std::uint32_t> roots, float base,
              std::size_t row_size);
    std::size_t row_size() const override { return row_size_; }
    void predict(const float* rows, std::size_t count, float* out) const override;

  private:
    // A leaf leads to itself, so that several rows walk a tree in step, as deep as it is.
    struct Step {
        float split;
        std::uint32_t left;
        std::uint32_t feature;
        float value;
    };
    struct Trees {
        std::vector<Step> steps;
        std::vector<std::uint32_t> roots;
        std::vector<std::uint32_t> depths;
    };
    struct Bounds {
        float low, high;
    };
    // The trees as far as rows within these bounds can come; all of them without bounds.
    Trees cut(const std::vector<Bounds>& bounds) const;
    std::vector<Bounds> bounds_of(const float* rows, std::size_t count) const;
    void walk(const Trees& trees, const float* rows, std::size_t count, float* out) const;

    std::vector<Node> nodes_;
    std::vector<std::uint32_t> roots_;
    float base_;
    std::size_t row_size_;
    Trees whole_;
};

enum class Activation : std::uint8_t { linear, relu, tanh };
Activation parse_activation(const std::string& text);

struct NetLayer {
    std::size_t inputs = 0;
    std::size_t outputs = 0;
    std::vector<float> weights;  // inputs x outputs
    std::vector<float> biases;
    Activation activation = Activation::linear;
};

// Dense layers on inputs made alike: (x - mean) / scale.
class NetModel final : public Model {
  public:
    NetModel(std::vector<NetLayer> layers, std::vector<float> means, std::vector<float> scales);
    std::size_t row_size() const override { return means_.size(); }
    void predict(const float* rows, std::size_t count, float* out) const override;

  private:
    std::vector<NetLayer> layers_;
    std::vector<float> means_, scales_;
};

// The hyperbolic tangent from plain arithmetic, the same on every machine.
double portable_tanh(double x);

}  // namespace sapper
