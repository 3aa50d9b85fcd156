// Which move to try first: what earlier parts of the search learned, and what stands in danger.
#pragma once

#include <algorithm>
#include <cstdlib>

#include "position.h"

namespace jungle {

// The animals of a side that would be captured on each square by the enemy's next move, bit 0 = rat.
struct Danger {
    std::array<std::uint8_t, kSquares + 1> taken{};

    Danger(const Table& table, const Position& position, int side);
    bool at(int square, int animal) const { return taken[square] >> animal & 1; }
};

// Success of moves in earlier nodes, drawn back towards zero the nearer it is to the limit.
class History {
public:
    static constexpr int kLimit = 8192;

    void clear() {
        quiet_.fill(0);
        follow_.fill(0);
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
    static void pull(std::int16_t& value, int bonus) {
        value = std::int16_t(value + bonus - value * std::abs(bonus) / kLimit);
    }

    std::array<std::int16_t, kPlaces> quiet_{};
    std::array<std::int16_t, std::size_t{kPlaces} * kPlaces> follow_{};
};

// The moves of a node with their scores, given out best first.
struct Ordered {
    MoveList list;
    std::array<int, kAnimals * kMaxSteps> score;
    int next = 0;

    // A move, or nullptr at the end; its score is then in `last_score`.
    const Move* pick() {
        if (next == list.count) return nullptr;
        int best = next;
        for (int i = next + 1; i < list.count; ++i)
            if (score[i] > score[best]) best = i;
        std::swap(list.moves[next], list.moves[best]);
        std::swap(score[next], score[best]);
        last_score = score[next];
        return &list.moves[next++];
    }
    int last_score = 0;
};

// The bands of move scores.
constexpr int kScoreHashed = 1 << 28;
constexpr int kScoreGoodCapture = 1 << 24;
constexpr int kScoreKiller = 1 << 22;
constexpr int kScoreBadCapture = -(1 << 22);

// What a capture gains when the enemy takes back at once where it can.
inline int capture_gain(const Table& table, const Danger& danger, Move move) {
    int gain = table.worth[move.victim()];
    if (move.is_trade() || danger.at(move.to, move.animal)) gain -= table.worth[move.animal];
    return gain;
}

}  // namespace jungle
