// A rule set as the core runs it: the compiled steps from Python in dense form. It contains no rules itself.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "common/key.h"

namespace jungle {

using Bits = std::uint64_t;  // a set of squares, a1 = bit 0

constexpr int kFiles = 7;
constexpr int kRanks = 9;
constexpr int kSquares = kFiles * kRanks;
constexpr int kGone = kSquares;  // where captured pieces are: a square without steps, so that no code has to check
constexpr int kAnimals = 8;      // counted from 0 here: rat 0 … elephant 7
constexpr int kPieces = 2 * kAnimals;
constexpr int kMaxSteps = 4;  // of one piece from one square

constexpr Bits bit(int square) { return Bits{1} << square; }
constexpr int lowest(Bits bits) { return std::countr_zero(bits); }

constexpr std::array<int, 2> kDens = {3, 59};  // d1, d9
constexpr Bits kDenBits = bit(kDens[0]) | bit(kDens[1]);

constexpr int mirror_square(int square) { return square - square % kFiles + kFiles - 1 - square % kFiles; }
// The board as the other player sees it, rotated by 180°.
constexpr int rotate_square(int square) { return kSquares - 1 - square; }

enum class Repetition : std::uint8_t { Draws = 0, Chase = 1, Allowed = 2 };

struct Step {
    std::uint8_t to = kGone;
    std::uint8_t prey = 0;   // the enemy animals that may be captured there from here, bit 0 = rat
    std::uint8_t trade = 0;  // the part of prey whose capture removes both pieces
    Bits over = 0;           // the water crossed
};

struct Steps {
    std::uint8_t count = 0;
    std::array<Step, kMaxSteps> step;

    const Step* begin() const { return step.data(); }
    const Step* end() const { return step.data() + count; }
};

struct Network;

struct StepTable {
    // From each square, by side and animal; the last square is kGone and has no steps.
    std::array<std::array<std::array<Steps, kSquares + 1>, kAnimals>, 2> steps{};
    // The same as masks: targets of the steps that cross nothing, …
    std::array<std::array<std::array<Bits, kSquares + 1>, kAnimals>, 2> plain{};
    // … and the squares that also have steps which cross something.
    std::array<std::array<Bits, kAnimals>, 2> jumps_from{};
    // The squares from which a plain step enters the enemy's den.
    std::array<std::array<Bits, kAnimals>, 2> den_from{};
    std::array<Bits, 2> den_from_any{};
    // What each animal takes, regardless of squares; bit 0 = rat.
    std::array<std::uint8_t, kAnimals> takes{};
    // The squares within n steps, n up to kReachSteps.
    static constexpr int kReachSteps = 8;
    std::array<std::array<std::array<std::array<Bits, kReachSteps + 1>, kSquares + 1>, kAnimals>, 2> within{};
    // Steps to the enemy's den on an empty board; kFar when the piece never gets there.
    static constexpr std::uint8_t kFar = 60;
    std::array<std::array<std::array<std::uint8_t, kSquares + 1>, kAnimals>, 2> den_distance{};

    bool own_blocks = true;
    bool enemy_blocks = true;
    int quiet_limit = 0;  // plies without a capture that draw; 0 = none
    Repetition repetition = Repetition::Draws;
    bool stalemate_loses = true;

    // Fill everything else from `steps` and `takes`.
    void derive();

    // The network of the full evaluation; null if it was not trained for these rules.
    std::shared_ptr<const Network> network;

    // Worth of the pieces in centi-cats, for the evaluations that count material.
    std::array<std::int16_t, kAnimals> worth{};
    // The same with the worth of the square, by piece (side * 8 + animal) and square.
    std::array<std::array<std::int16_t, kSquares + 1>, kPieces> placed{};
};

}  // namespace jungle
