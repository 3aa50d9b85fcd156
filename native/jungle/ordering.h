// Orders moves by what earlier parts of the search learned and by which pieces are in danger.
#pragma once

#include <algorithm>
#include <cstdlib>

#include "common/changes.h"
#include "jungle/position.h"

namespace jungle {

// The animals of a side that would be captured on each square by the enemy's next move, bit 0 = rat.
struct Danger {
    std::array<std::uint8_t, kSquares + 1> taken;

    void look(const StepTable& table, const Position& position, int side);
    bool at(int square, int animal) const { return taken[square] >> animal & 1; }
};

inline void Danger::look(const StepTable& table, const Position& position, int side) {
    const int enemy = side ^ 1;
    taken.fill(0);
    const Bits blocked =
        (table.own_blocks ? position.occupied[enemy] : 0) | (table.enemy_blocks ? position.occupied[side] : 0);
    for (int animal = 0; animal < kAnimals; ++animal)
        for (const Step& step : table.steps[enemy][animal][position.square[enemy * kAnimals + animal]])
            if (!(step.over & blocked)) taken[step.to] |= step.prey;
}

// Success of moves in earlier nodes; the nearer to the limit, the stronger the pull back to zero.
class History {
public:
    static constexpr int kLimit = 8192;

    void clear() {
        if (changes_.undo([](std::int16_t& value) { value = 0; })) return;
        quiet_.fill(0);
        follow_.fill(0);
    }
    void track_changes() {
        clear();
        changes_.track();
    }
    // A place a piece has moved to, as an index; the place "nowhere" after a null move or at the start.
    static constexpr int kPlaces = kPieces * 64;
    static int place(int side, Move move) { return (side * kAnimals + move.animal) * 64 + move.to; }

    int score(int place, int before, int before_that) const {
        return quiet_[place] + (before >= 0 ? follow_[index(before, place)] : 0) +
               (before_that >= 0 ? follow_[index(before_that, place)] : 0);
    }
    void update(int place, int before, int before_that, int bonus) {
        pull(quiet_[place], bonus);
        if (before >= 0) pull(follow_[index(before, place)], bonus);
        if (before_that >= 0) pull(follow_[index(before_that, place)], bonus);
    }

private:
    static std::size_t index(int before, int place) { return std::size_t(before) * kPlaces + std::size_t(place); }
    void pull(std::int16_t& value, int bonus) {
        changes_.note(value);
        value = std::int16_t(value + bonus - value * std::abs(bonus) / kLimit);
    }

    std::array<std::int16_t, kPlaces> quiet_{};
    std::array<std::int16_t, std::size_t{kPlaces} * kPlaces> follow_{};
    Changes<std::int16_t> changes_;
};

// The moves of a node with their scores, given out best first.
struct Ordered {
    MoveList list;
    // Score and index in one number each, so that the best is a plain maximum, which the compiler turns into vector
    // code.
    static constexpr int kSlots = kAnimals * kMaxSteps;
    alignas(32) std::array<std::int32_t, kSlots> ranked;
    int last_score = 0;

    void set_score(int index, int score) { ranked[std::size_t(index)] = score * kSlots + index; }
    void close() {
        for (int i = list.count; i < kSlots; ++i) ranked[std::size_t(i)] = kTaken;
    }
    // The best move left, or nullptr; its score is then `last_score`.
    const Move* pick() {
        std::int32_t best = kTaken;
        for (int i = 0; i < kSlots; ++i) best = std::max(best, ranked[std::size_t(i)]);
        if (best == kTaken) return nullptr;
        const int index = best & (kSlots - 1);
        ranked[std::size_t(index)] = kTaken;
        last_score = (best - index) / kSlots;
        return &list.moves[std::size_t(index)];
    }

private:
    static constexpr std::int32_t kTaken = INT32_MIN;
};

// The bands of move scores.
constexpr int kScoreHashed = 1 << 25;
constexpr int kScoreGoodCapture = 1 << 23;
constexpr int kScoreKiller = 1 << 21;
constexpr int kScoreDenAttack = 1 << 20;
constexpr int kScoreBadCapture = -(1 << 21);

// Returns what a capture gains if the enemy recaptures whenever it can.
inline int capture_gain(const StepTable& table, const Danger& danger, Move move) {
    int gain = table.worth[move.victim()];
    if (move.is_trade() || danger.at(move.to, move.animal)) gain -= table.worth[move.animal];
    return gain;
}

}  // namespace jungle
