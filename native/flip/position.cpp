#include "flip/position.h"

namespace jungle::flip {

namespace {

// Splitmix64: the same keys on every machine.
Key next_key(std::uint64_t& state) {
    std::uint64_t mixed = state += 0x9e3779b97f4a7c15;
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
    return mixed ^ mixed >> 31;
}

// The numbers of the large board come first, 64 per square.
Keys make_keys() {
    constexpr int kDrawn = 64;
    Keys keys;
    std::uint64_t state = 0x6a756e676c65;
    for (auto& squares : keys.up)
        for (int square = 0; square < kDrawn; ++square) {
            const Key key = next_key(state);
            if (square < kSquares) squares[std::size_t(square)] = key;
        }
    keys.side[0] = 0;
    keys.side[1] = next_key(state);
    keys.side[kNobody] = next_key(state);
    for (Key& key : keys.down) key = next_key(state);
    return keys;
}

// The branches of a position, each flip counted once for every hidden piece.
std::uint64_t count_branches(const Rules& rules, const Position& position) {
    std::uint64_t count = std::uint64_t(std::popcount(position.down)) * unsigned(std::popcount(position.hidden));
    if (position.side == kNobody) return count;
    const Mask own = position.up[position.side], free = position.empty();
    count += unsigned(std::popcount(Mask(north(own) & free)) + std::popcount(Mask(south(own) & free)) +
                      std::popcount(Mask(east(own) & free)) + std::popcount(Mask(west(own) & free)));
    const Mask enemies = position.up[position.side ^ 1u];
    for (Mask hunters = own & beside(enemies); hunters; hunters &= Mask(hunters - 1)) {
        const int from = lowest(hunters);
        for (Mask targets = kNeighbours[std::size_t(from)] & enemies; targets; targets &= Mask(targets - 1))
            count += position.may_take(rules, from, lowest(targets));
    }
    return count;
}

}  // namespace

const Keys kKeys = make_keys();

const char* Position::fault(const std::uint8_t* codes, unsigned hidden, int side) {
    if (hidden > 0xffff) return "expected a mask of sixteen pieces for the hidden ones";
    if (side < 0 || side > kNobody) return "expected side 0, 1 or 2";
    unsigned seen = hidden;
    int down = 0;
    for (int square = 0; square < kSquares; ++square) {
        const int code = codes[square];
        if (code > kPieces + 1) return "expected codes from 0 to 17 on the board";
        if (code > kPieces)
            ++down;
        else if (code && seen >> (code - 1) & 1)
            return "a piece is there twice";
        else if (code)
            seen |= 1u << (code - 1);
    }
    return down == std::popcount(hidden) ? nullptr : "expected as many hidden pieces as lie face down";
}

Position Position::from_board(const std::uint8_t* codes, Mask hidden, int side, int quiet) {
    Position position;
    position.hidden = hidden;
    position.side = std::uint8_t(side);
    position.quiet = std::uint16_t(quiet);
    position.key = kKeys.side[position.side];
    for (int square = 0; square < kSquares; ++square) {
        if (codes[square] == kPieces + 1) {
            position.down |= bit(square);
            position.key ^= kKeys.down[std::size_t(square)];
        } else if (codes[square]) {
            position.put((codes[square] - 1) >> 3, square, codes[square] - 1);
        }
    }
    return position;
}

bool Position::is_stuck(const Rules& rules) const {
    if (down || side == kNobody || (beside(up[side]) & empty())) return false;
    MoveList list;
    captures(rules, list);
    return !list.count;
}

std::uint64_t perft(const Rules& rules, const Position& position, int depth, const std::atomic<bool>& stopped) {
    if (depth == 0) return 1;
    if (position.is_decided()) return 0;
    if (depth == 1) return count_branches(rules, position);
    if (stopped.load(std::memory_order_relaxed)) return 0;
    std::uint64_t leaves = 0;
    MoveList list;
    position.moves(rules, list);
    for (const Move& move : list) {
        if (!move.is_flip()) {
            leaves += perft(rules, position.after(rules, move), depth - 1, stopped);
            continue;
        }
        for (Mask pieces = position.hidden; pieces; pieces &= Mask(pieces - 1))
            leaves += perft(rules, position.turned(move.from, lowest(pieces)), depth - 1, stopped);
    }
    return leaves;
}

}  // namespace jungle::flip
