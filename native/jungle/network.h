// The small neural network behind the full evaluation, kept up to date move by move.
//
// A feature is a piece on a square, seen by one of the players: own and enemy animals, the board turned so that the
// player moves up. A hidden unit comes with its mirror image, which sees the board with left and right exchanged and
// has the same weight in the output: so a mirrored position has the same worth. Outputs are chosen by the pieces left.
#pragma once

#include <memory>

#include "jungle/position.h"

namespace jungle {

struct Network {
    static constexpr int kUnits = 64;
    static constexpr int kWidth = 2 * kUnits;  // with the mirror images
    static constexpr int kFeatures = kPieces * kSquares;
    static constexpr int kOutputs = 8;      // by the number of pieces
    static constexpr int kActiveOne = 255;  // an activation of 1
    static constexpr int kWeightOne = 64;   // an output weight of 1
    static constexpr std::size_t kBytes =
        2 * (std::size_t{kFeatures} * kUnits + kUnits + std::size_t{kOutputs} * 2 * kUnits) + 4 * kOutputs;

    alignas(64) std::int16_t feature[kFeatures][kWidth];
    alignas(64) std::int16_t bias[kWidth];
    alignas(64) std::int16_t output[kOutputs][2][kWidth];  // for the player who moves, and for the other
    std::int32_t output_bias[kOutputs];

    // The weights as the tuner writes them: features, biases, outputs (16 bits each), output biases (32 bits).
    static std::shared_ptr<const Network> read(const std::uint8_t* data);
    // The built-in one.
    static const std::shared_ptr<const Network>& trained();

    static int feature_of(int viewer, int piece, int square) {
        const int own = piece / kAnimals == viewer ? 0 : kAnimals;
        return (own + piece % kAnimals) * kSquares + (viewer ? rotate_square(square) : square);
    }
    static int output_for(int pieces) { return (pieces - 1) * kOutputs / kPieces; }
};

// The inputs of the hidden units, for both players' views.
struct alignas(64) Accumulator {
    std::int16_t sum[2][Network::kWidth];

    void fill(const Network& network, const Position& position);
    // From the accumulator before a move.
    void follow(const Network& network, const Accumulator& before, int side, Move move);
    // In units of kActiveOne * kWeightOne, to the side that moves.
    int evaluate(const Network& network, const Position& position) const;
};

// The centi-cats of a logit of 1.
constexpr int kNetworkScale = 400;

}  // namespace jungle
