// The gradient of the network's loss, for the tuner: floating point, on records of self-play.
#pragma once

#include "jungle/network.h"
#include "jungle/selfplay.h"

namespace jungle {

// Weights, or their gradient, in the order of Network::read, before they are rounded.
struct FloatNetwork {
    float* feature;      // [kFeatures][kUnits]
    float* bias;         // [kUnits]
    float* output;       // [kOutputs][2][kUnits]
    float* output_bias;  // [kOutputs]
};

struct Aim {
    float score_scale = 300;    // centi-cats of a logit in the records
    float result_share = 0.5f;  // of the game's result in the target, the rest is the search's score
};

// Add the gradient over some records; the sum of the squared errors of the winning chance.
double add_gradient(const FloatNetwork& weights, const FloatNetwork& gradient, const Record* records,
                    const std::uint32_t* chosen, std::size_t count, const Aim& aim);

}  // namespace jungle
