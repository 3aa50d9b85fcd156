// The static evaluation of the face-down game. It distinguishes animals only by what they take.
#pragma once

#include "flip/position.h"

namespace jungle::flip {

// An expected result: a win is kWin, a draw 0. Each ply to a certain win costs one.
constexpr int kWin = 30000;
constexpr int kInfinite = 32000;

// Places of the weights. Enemies are those still in the game, face up or down.
constexpr int kEnemies = kAnimals + 1;
constexpr int kUpWeights = 0;                                       // a face-up piece: by prey, then by hunters
constexpr int kHiddenWeights = kUpWeights + kEnemies * kEnemies;    // a hidden one likewise
constexpr int kHuntWeights = kHiddenWeights + kEnemies * kEnemies;  // prey at a distance of 1 … 6, ours to move …
constexpr int kWaitWeights = kHuntWeights + 6;                      // … and theirs
constexpr int kPlaceWeights = kWaitWeights + 6;                     // face-up pieces in a corner, on an edge, inside
constexpr int kMobilityWeight = kPlaceWeights + 3;                  // squares to go to
constexpr int kBlockedWeight = kMobilityWeight + 1;                 // face-up pieces that have none
constexpr int kBesideDownWeight = kBlockedWeight + 1;               // face-down pieces next to ours
constexpr int kMoveWeight = kBesideDownWeight + 1;                  // being to move, while something is hidden …
constexpr int kLateMoveWeight = kMoveWeight + 1;                    // … and afterwards
constexpr int kWeights = kLateMoveWeight + 1;

using Weights = std::array<std::int16_t, kWeights>;  // thousandths of a logit
extern const Weights kTunedWeights;

// The relations of the rules in the form that the evaluation needs: who is taken without loss, and by whom.
struct Relations {
    std::array<std::uint8_t, kAnimals> prey{}, hunters{};

    explicit Relations(const Rules& rules = {});
};

int evaluate(const Relations& relations, const Position& position, const Weights& weights = kTunedWeights);
// How often each weight counts, to the side to move.
std::array<std::int8_t, kWeights> features(const Relations& relations, const Position& position);

}  // namespace jungle::flip
