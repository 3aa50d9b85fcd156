// The face-down 4×4 game: positions, moves and what is legal. Which animal takes which comes as data.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstdint>

#include "common/key.h"

namespace jungle::flip {

using Mask = std::uint16_t;  // of squares, a1 = bit 0, or of pieces, bit side * 8 + animal

constexpr int kSquares = 16;
constexpr int kAnimals = 8;
constexpr int kPieces = 16;
constexpr int kNobody = 2;  // the side to move before a first flip that decides the colours
constexpr Mask kAllSquares = 0xffff;

constexpr Mask bit(int number) { return Mask(1u << number); }
constexpr int lowest(unsigned mask) { return std::countr_zero(mask); }

constexpr Mask kWestFile = 0x1111, kEastFile = 0x8888;
constexpr Mask north(Mask squares) { return Mask(squares << 4); }
constexpr Mask south(Mask squares) { return Mask(squares >> 4); }
constexpr Mask east(Mask squares) { return Mask((squares & ~kEastFile) << 1); }
constexpr Mask west(Mask squares) { return Mask((squares & ~kWestFile) >> 1); }
constexpr Mask beside(Mask squares) { return Mask(north(squares) | south(squares) | east(squares) | west(squares)); }

constexpr auto kNeighbours = [] {
    std::array<Mask, kSquares> neighbours{};
    for (int square = 0; square < kSquares; ++square) neighbours[std::size_t(square)] = beside(bit(square));
    return neighbours;
}();

struct Rules {
    std::array<std::uint8_t, kAnimals> takes{};   // the animals that each may go onto …
    std::array<std::uint8_t, kAnimals> trades{};  // … and those of them with which it vanishes
    int quiet_limit = 0;                          // plies without a flip or capture that draw; 0 for none

    bool operator==(const Rules&) const = default;
};

// A step, or a flip, which starts and ends on the same square.
struct Move {
    std::uint8_t from = 0;
    std::uint8_t to = 0;

    std::uint8_t code() const { return std::uint8_t(from | to << 4); }
    static Move of(std::uint8_t code) { return {std::uint8_t(code & 15), std::uint8_t(code >> 4)}; }
    // As moves of all games are named outside the core.
    std::uint16_t wide_code() const { return std::uint16_t(from | to << 6); }
    static Move of_wide(std::uint16_t code) { return {std::uint8_t(code & 63), std::uint8_t(code >> 6)}; }
    bool is_flip() const { return from == to; }
    bool operator==(const Move&) const = default;
};

struct MoveList {
    std::array<Move, 48> moves;
    int count = 0;

    void add(int from, int to) { moves[std::size_t(count++)] = {std::uint8_t(from), std::uint8_t(to)}; }
    Move* begin() { return moves.data(); }
    Move* end() { return moves.data() + count; }
    const Move* begin() const { return moves.data(); }
    const Move* end() const { return moves.data() + count; }
};

// The numbers of jungle.keys.
struct Keys {
    std::array<std::array<Key, kSquares>, kPieces> up;
    std::array<Key, kSquares> down;
    std::array<Key, 3> side;
};
extern const Keys kKeys;

struct Position {
    std::uint64_t board = 0;   // four bits per square: the face-up piece, if any
    std::array<Mask, 2> up{};  // the squares of each side's face-up pieces
    Mask down = 0;             // the squares of face-down pieces
    Mask shown = 0;            // the pieces that lie face up
    Mask hidden = 0;           // the pieces that lie face down, wherever they lie
    std::uint16_t quiet = 0;   // plies since the last flip or capture
    std::uint8_t side = 0;
    Key key = 0;  // of the board and the side, as in Python; not of what is hidden

    // What is wrong with a board and what is hidden on it; null if nothing is. `codes`: 0 empty, 1 … 16 a piece, 17
    // face down.
    static const char* fault(const std::uint8_t* codes, unsigned hidden, int side);
    static Position from_board(const std::uint8_t* codes, Mask hidden, int side, int quiet);

    int piece_on(int square) const { return int(board >> 4 * square & 15); }
    std::uint8_t code_on(int square) const {
        if (down >> square & 1) return kPieces + 1;
        return (up[0] | up[1]) >> square & 1 ? std::uint8_t(piece_on(square) + 1) : std::uint8_t(0);
    }
    Mask pieces() const { return Mask(shown | hidden); }
    bool has_pieces(int owner) const { return pieces() >> 8 * owner & 0xff; }
    bool is_decided() const { return !has_pieces(0) || !has_pieces(1); }
    // The side that has won a decided game, or -1: both vanished.
    int winner() const { return has_pieces(0) ? 0 : has_pieces(1) ? 1 : -1; }
    Mask empty() const { return Mask(~(up[0] | up[1] | down)); }
    int count() const { return std::popcount(pieces()); }

    bool may_take(const Rules& rules, int from, int to) const {
        return rules.takes[std::size_t(piece_on(from) & 7)] >> (piece_on(to) & 7) & 1;
    }
    bool is_trade(const Rules& rules, int from, int to) const {
        return rules.trades[std::size_t(piece_on(from) & 7)] >> (piece_on(to) & 7) & 1;
    }
    bool is_capture(Move move) const { return !move.is_flip() && (up[0] | up[1]) >> move.to & 1; }

    void captures(const Rules& rules, MoveList& list) const;
    void steps(MoveList& list) const;  // to empty squares
    void flips(MoveList& list) const {
        for (Mask squares = down; squares; squares &= Mask(squares - 1)) list.add(lowest(squares), lowest(squares));
    }
    // Everything that may be done, captures first; nothing when the game is decided.
    void moves(const Rules& rules, MoveList& list) const;
    bool is_stuck(const Rules& rules) const;

    void step(const Rules& rules, Move move);
    void flip(int square, int piece);
    Position after(const Rules& rules, Move move) const {
        Position next = *this;
        next.step(rules, move);
        return next;
    }
    Position turned(int square, int piece) const {
        Position next = *this;
        next.flip(square, piece);
        return next;
    }

private:
    void remove(int owner, int square, int piece) {
        up[std::size_t(owner)] &= Mask(~bit(square));
        shown &= Mask(~bit(piece));
        key ^= kKeys.up[std::size_t(piece)][std::size_t(square)];
    }
    void put(int owner, int square, int piece) {
        up[std::size_t(owner)] |= bit(square);
        shown |= bit(piece);
        board = (board & ~(15ull << 4 * square)) | std::uint64_t(piece) << 4 * square;
        key ^= kKeys.up[std::size_t(piece)][std::size_t(square)];
    }
};

// The leaves of the game tree at an exact depth, where a flip has a branch for each hidden piece. The number is
// meaningless if the count was stopped.
std::uint64_t perft(const Rules& rules, const Position& position, int depth, const std::atomic<bool>& stopped);

inline void Position::captures(const Rules& rules, MoveList& list) const {
    if (side == kNobody) return;
    const Mask enemies = up[side ^ 1u];
    for (Mask own = up[side] & beside(enemies); own; own &= Mask(own - 1)) {
        const int from = lowest(own);
        for (Mask targets = kNeighbours[std::size_t(from)] & enemies; targets; targets &= Mask(targets - 1))
            if (may_take(rules, from, lowest(targets))) list.add(from, lowest(targets));
    }
}

inline void Position::steps(MoveList& list) const {
    if (side == kNobody) return;
    const Mask free = empty();
    for (Mask own = up[side] & beside(free); own; own &= Mask(own - 1)) {
        const int from = lowest(own);
        for (Mask targets = kNeighbours[std::size_t(from)] & free; targets; targets &= Mask(targets - 1))
            list.add(from, lowest(targets));
    }
}

inline void Position::moves(const Rules& rules, MoveList& list) const {
    if (is_decided()) return;
    captures(rules, list);
    flips(list);
    steps(list);
}

inline void Position::step(const Rules& rules, Move move) {
    const int own = side, piece = piece_on(move.from);
    key ^= kKeys.side[side] ^ kKeys.side[side ^ 1u];
    if (up[side ^ 1u] >> move.to & 1) {
        const bool vanishes = is_trade(rules, move.from, move.to);
        remove(own ^ 1, move.to, piece_on(move.to));
        remove(own, move.from, piece);
        if (!vanishes) put(own, move.to, piece);
        quiet = 0;
    } else {
        remove(own, move.from, piece);
        put(own, move.to, piece);
        ++quiet;
    }
    side ^= 1;
}

inline void Position::flip(int square, int piece) {
    // A first flip that decides the colours gives its player the colour turned up.
    const int owner = piece >> 3, mover = side == kNobody ? owner : side;
    key ^= kKeys.side[side] ^ kKeys.side[std::size_t(mover ^ 1)];
    key ^= kKeys.down[std::size_t(square)];
    down &= Mask(~bit(square));
    hidden &= Mask(~bit(piece));
    put(owner, square, piece);
    quiet = 0;
    side = std::uint8_t(mover ^ 1);
}

}  // namespace jungle::flip
