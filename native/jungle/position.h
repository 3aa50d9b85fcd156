// Positions, which are copied to make a move, and moves: what stands where, who moves, and what is legal.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstring>

#include "jungle/step_table.h"

namespace jungle {

// Elsewhere a move is 16 bits (origin | target << 6); here it also has the animal and what it captures.
struct Move {
    std::uint8_t from = 0;
    std::uint8_t to = 0;
    std::uint8_t animal = 0;
    std::uint8_t captured = kNone;  // the enemy animal, or kNone

    static constexpr std::uint8_t kNone = 8;
    static constexpr std::uint8_t kTrade = 16;  // added to `captured` when the captor vanishes too

    std::uint16_t code() const { return std::uint16_t(from | to << 6); }
    bool is_capture() const { return captured != kNone; }
    bool is_trade() const { return captured & kTrade; }
    int victim() const { return captured & 7; }
    bool operator==(const Move&) const = default;
};

constexpr std::uint16_t kNoMove = 0;

struct MoveList {
    std::array<Move, kAnimals * kMaxSteps> moves;
    int count = 0;

    void add(int from, int to, int animal, int captured) {
        moves[count++] = {std::uint8_t(from), std::uint8_t(to), std::uint8_t(animal), std::uint8_t(captured)};
    }
    void keep_to(Bits targets) {
        int kept = 0;
        for (int i = 0; i < count; ++i)
            if (targets >> moves[i].to & 1) moves[kept++] = moves[i];
        count = kept;
    }
    void drop(std::uint16_t code) {
        for (int i = 0; i < count; ++i)
            if (moves[i].code() == code) {
                std::copy(moves.begin() + i + 1, moves.begin() + count, moves.begin() + i);
                --count;
                return;
            }
    }
    const Move* begin() const { return moves.data(); }
    const Move* end() const { return moves.data() + count; }
};

namespace zobrist {
struct Keys {
    std::array<std::array<Key, kSquares + 1>, kPieces> piece;
    Key side;
};
extern const Keys kKeys;
}  // namespace zobrist

struct Position {
    // Where each piece stands, by side * 8 + animal; kGone when captured.
    alignas(8) std::array<std::uint8_t, kPieces> square;
    std::array<Bits, 2> occupied;
    Key key;
    std::uint8_t side;
    std::uint32_t quiet;  // plies since the last capture

    // What is wrong with a board; null if nothing is. It has a code for each square: 0 none, 1 … 8 Blue's rat to
    // elephant, 9 … 16 Red's.
    static const char* fault(const std::uint8_t* board, int side);
    static Position from_board(const std::uint8_t* board, int side, std::uint32_t quiet);
    void to_board(std::uint8_t* board) const;

    int enemy() const { return side ^ 1; }
    Bits all() const { return occupied[0] | occupied[1]; }
    bool has(int piece) const { return square[piece] != kGone; }

    // The animal of a side on a square where one of its pieces stands.
    int animal_on(int owner, int where) const {
        std::uint64_t squares;
        std::memcpy(&squares, square.data() + owner * kAnimals, sizeof squares);
        constexpr std::uint64_t ones = 0x0101010101010101;
        squares ^= ones * std::uint64_t(where);
        return std::countr_zero((squares - ones) & ~squares & (ones << 7)) >> 3;
    }

    // Is a piece in the enemy's den, or has a side no pieces left?
    bool is_decided() const { return (all() & kDenBits) || !occupied[0] || !occupied[1]; }
    // The side that has won a decided game, or -1: both vanished.
    int winner() const {
        if (occupied[0] & bit(kDens[1])) return 0;
        if (occupied[1] & bit(kDens[0])) return 1;
        return occupied[0] ? 0 : occupied[1] ? 1 : -1;
    }

    Bits blockers(const StepTable& table) const {
        return (table.own_blocks ? occupied[side] : 0) | (table.enemy_blocks ? occupied[side ^ 1] : 0);
    }

    enum class Kind { All, Captures, Quiets };
    template <Kind kind>
    void generate(const StepTable& table, MoveList& list) const;
    int count_moves(const StepTable& table) const;
    // The move of that code, if the rules allow it here.
    bool find_move(const StepTable& table, std::uint16_t code, Move& found) const;

    Position after(Move move) const {
        Position next = *this;
        next.play(move);
        return next;
    }
    void play(Move move) {
        const int own = side, other = side ^ 1;
        const auto& keys = zobrist::kKeys;
        const int piece = own * kAnimals + move.animal;
        key ^= keys.side ^ keys.piece[piece][move.from];
        occupied[own] ^= bit(move.from);
        ++quiet;
        square[piece] = move.to;
        if (move.is_capture()) {
            const int taken = other * kAnimals + move.victim();
            key ^= keys.piece[taken][move.to];
            occupied[other] ^= bit(move.to);
            square[taken] = kGone;
            quiet = 0;
            if (move.is_trade()) {
                square[piece] = kGone;
                side = std::uint8_t(other);
                return;
            }
        }
        key ^= keys.piece[piece][move.to];
        occupied[own] ^= bit(move.to);
        side = std::uint8_t(other);
    }
    void pass() {
        key ^= zobrist::kKeys.side;
        side ^= 1;
        ++quiet;
    }
};

inline int captured_code(const Step& step, int victim) {
    return step.trade >> victim & 1 ? victim | Move::kTrade : victim;
}

template <Position::Kind kind>
inline void Position::generate(const StepTable& table, MoveList& list) const {
    if (is_decided()) return;
    const Bits own = occupied[side], other = occupied[side ^ 1], empty = ~(own | other);
    const Bits blocked = blockers(table);
    for (int animal = 0; animal < kAnimals; ++animal) {
        const int from = square[side * kAnimals + animal];
        const Bits targets = table.plain[side][animal][from];
        if (kind != Kind::Captures)
            for (Bits to = targets & empty; to; to &= to - 1) list.add(from, lowest(to), animal, Move::kNone);
        if (kind != Kind::Quiets && (targets & other)) {
            for (const Step& step : table.steps[side][animal][from]) {
                if (step.over || !(other >> step.to & 1)) continue;
                const int victim = animal_on(side ^ 1, step.to);
                if (step.prey >> victim & 1) list.add(from, step.to, animal, captured_code(step, victim));
            }
        }
        if (table.jumps_from[side][animal] >> from & 1) {
            for (const Step& step : table.steps[side][animal][from]) {
                if (!step.over || (step.over & blocked)) continue;
                if (empty >> step.to & 1) {
                    if (kind != Kind::Captures) list.add(from, step.to, animal, Move::kNone);
                } else if (kind != Kind::Quiets && (other >> step.to & 1)) {
                    const int victim = animal_on(side ^ 1, step.to);
                    if (step.prey >> victim & 1) list.add(from, step.to, animal, captured_code(step, victim));
                }
            }
        }
    }
}

// The leaves of the game tree at an exact depth. The number is meaningless if the count was stopped.
std::uint64_t perft(const StepTable& table, const Position& position, int depth, int threads,
                    const std::atomic<bool>& stopped);

}  // namespace jungle
