#include "jungle/step_table.h"

#include <algorithm>

#include "jungle/network.h"

namespace jungle {

namespace {

// By the number of enemy kinds an animal takes, under any rules.
constexpr int kWorthBase = 30;
constexpr int kWorthByPrey = 70;
constexpr int kWorthJumps = 200;
constexpr int kWorthSwims = 150;
constexpr int kWorthCat = 100;  // what scores are counted in

// A step nearer to the enemy's den, for an animal of average worth.
constexpr int kStepWorth = 14;
constexpr int kUsualSteps = 10;    // to the den: this far, the steps are worth nothing
constexpr int kMostSteps = 20;     // greater distances count as this one
constexpr int kNearDenWorth = 40;  // within kNearDen steps of it
constexpr int kNearDen = 2;

// Which animal takes which in all named rule sets, except for rat and elephant; bit 0 = rat.
constexpr std::array<std::uint8_t, kAnimals> kFamiliarTakes = {0x01, 0x03, 0x07, 0x0f, 0x1f, 0x3f, 0x7f, 0xfe};

}  // namespace

void StepTable::derive() {
    for (int side = 0; side < 2; ++side) {
        const int den = kDens[side ^ 1];
        den_from_any[side] = 0;
        for (int animal = 0; animal < kAnimals; ++animal) {
            jumps_from[side][animal] = 0;
            den_from[side][animal] = 0;
            for (int square = 0; square <= kSquares; ++square) {
                Bits targets = 0;
                for (const Step& step : steps[side][animal][square]) {
                    if (step.over) {
                        jumps_from[side][animal] |= bit(square);
                    } else {
                        targets |= bit(step.to);
                        if (step.to == den) den_from[side][animal] |= bit(square);
                    }
                }
                plain[side][animal][square] = targets;
            }
            den_from_any[side] |= den_from[side][animal];

            for (int square = 0; square <= kSquares; ++square) {
                std::uint8_t& to_den = den_distance[side][animal][square];
                to_den = square == den ? 0 : kFar;
                Bits seen = square < kSquares ? bit(square) : 0, edge = seen;
                auto& rings = within[side][animal][square];
                rings[0] = seen;
                for (int steps_taken = 1; steps_taken < kFar; ++steps_taken) {
                    Bits next = 0;
                    for (Bits from = edge; from; from &= from - 1)
                        for (const Step& step : steps[side][animal][lowest(from)]) next |= bit(step.to);
                    edge = next & ~seen;
                    seen |= edge;
                    if (edge & bit(den)) to_den = std::uint8_t(steps_taken);
                    if (steps_taken <= kReachSteps) rings[steps_taken] = seen;
                    if (!edge && steps_taken >= kReachSteps) break;
                }
            }
        }
    }

    bool familiar = true;  // close enough to the rules of the network's games
    for (int animal = 0; animal < kAnimals; ++animal) {
        // The rat takes the elephant, the elephant may or may not take the rat.
        const std::uint8_t expected = animal == 0 ? 0x81 : kFamiliarTakes[animal];
        const std::uint8_t pair = animal == 7 ? 0x01 : 0;
        if ((takes[animal] | pair) != (expected | pair)) familiar = false;
        const bool swims = std::popcount(within[0][animal][0][kReachSteps] & bit(22)) != 0;  // b4
        const bool jumps = jumps_from[0][animal] != 0;
        if (swims != (animal == 0) || jumps != (animal == 5 || animal == 6)) familiar = false;

        int value = kWorthBase + kWorthByPrey * (std::popcount(takes[animal]) - 1);
        if (jumps) value += kWorthJumps;
        if (swims) value += kWorthSwims;
        worth[animal] = std::int16_t(std::max(value, kWorthCat / 2));
    }
    network = familiar ? Network::trained() : nullptr;
    // The scale: a cat is 100.
    const int cat = worth[1];
    for (auto& value : worth) value = std::int16_t(value * kWorthCat / cat);

    for (int side = 0; side < 2; ++side) {
        for (int animal = 0; animal < kAnimals; ++animal) {
            auto& by_square = placed[side * kAnimals + animal];
            for (int square = 0; square < kSquares; ++square) {
                const int steps_left = den_distance[side][animal][square];
                int value = worth[animal];
                if (steps_left < kFar) {
                    value += kStepWorth * (kUsualSteps - std::min(steps_left, kMostSteps));
                    if (steps_left <= kNearDen) value += kNearDenWorth;
                }
                by_square[square] = std::int16_t(value);
            }
            by_square[kGone] = 0;
        }
    }
}

}  // namespace jungle
