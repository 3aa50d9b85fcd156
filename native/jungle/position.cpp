#include "jungle/position.h"

#include <algorithm>
#include <utility>

#include "common/threads.h"

namespace jungle {

namespace zobrist {

namespace {

// SplitMix64: the same keys in every build, and in src/jungle/zobrist.py.
constexpr Key next_key(Key& state) {
    Key z = state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

constexpr Keys make_keys() {
    Keys keys{};
    Key state = 0x6a756e676c65;
    for (auto& squares : keys.piece) {
        for (auto& key : squares) key = next_key(state);
        squares[kGone] = 0;
    }
    keys.side = next_key(state);
    return keys;
}

}  // namespace

constinit const Keys kKeys = make_keys();

}  // namespace zobrist

const char* Position::fault(const std::uint8_t* board, int side) {
    if (side != 0 && side != 1) return "expected side 0 or 1";
    std::array<bool, kPieces + 1> seen{};
    for (int where = 0; where < kSquares; ++where) {
        const std::uint8_t code = board[where];
        if (code > kPieces) return "expected piece codes from 0 to 16 on the board";
        if (code && std::exchange(seen[code], true)) return "a piece stands twice";
    }
    return nullptr;
}

Position Position::from_board(const std::uint8_t* board, int side, std::uint32_t quiet) {
    Position position{};
    position.square.fill(kGone);
    position.side = std::uint8_t(side);
    position.quiet = quiet;
    if (side) position.key ^= zobrist::kKeys.side;
    for (int where = 0; where < kSquares; ++where) {
        if (!board[where]) continue;
        const int piece = board[where] - 1;
        position.square[piece] = std::uint8_t(where);
        position.occupied[piece / kAnimals] |= bit(where);
        position.key ^= zobrist::kKeys.piece[piece][where];
    }
    return position;
}

void Position::to_board(std::uint8_t* board) const {
    std::fill(board, board + kSquares, std::uint8_t{0});
    for (int piece = 0; piece < kPieces; ++piece)
        if (has(piece)) board[square[piece]] = std::uint8_t(piece + 1);
}

int Position::count_moves(const StepTable& table) const {
    if (is_decided()) return 0;
    const Bits own = occupied[side], other = occupied[side ^ 1], empty = ~(own | other);
    int count = 0;
    for (int animal = 0; animal < kAnimals; ++animal) {
        const int from = square[side * kAnimals + animal];
        const Bits targets = table.plain[side][animal][from];
        count += std::popcount(targets & empty);
        if (targets & other) {
            for (const Step& step : table.steps[side][animal][from])
                if (!step.over && (other >> step.to & 1)) count += step.prey >> animal_on(side ^ 1, step.to) & 1;
        }
        if (table.jumps_from[side][animal] >> from & 1) {
            const Bits blocked = blockers(table);
            for (const Step& step : table.steps[side][animal][from]) {
                if (!step.over || (step.over & blocked)) continue;
                if (empty >> step.to & 1)
                    ++count;
                else if (other >> step.to & 1)
                    count += step.prey >> animal_on(side ^ 1, step.to) & 1;
            }
        }
    }
    return count;
}

bool Position::find_move(const StepTable& table, std::uint16_t code, Move& found) const {
    const int from = code & 63, to = code >> 6 & 63;
    if (from >= kSquares || to >= kSquares || !(occupied[side] >> from & 1) || is_decided()) return false;
    const int animal = animal_on(side, from);
    for (const Step& step : table.steps[side][animal][from]) {
        if (step.to != to) continue;
        if (step.over & blockers(table)) return false;
        if (!(all() >> to & 1)) {
            found = {std::uint8_t(from), std::uint8_t(to), std::uint8_t(animal), Move::kNone};
            return true;
        }
        if (!(occupied[side ^ 1] >> to & 1)) return false;
        const int victim = animal_on(side ^ 1, to);
        if (!(step.prey >> victim & 1)) return false;
        found = {std::uint8_t(from), std::uint8_t(to), std::uint8_t(animal), std::uint8_t(captured_code(step, victim))};
        return true;
    }
    return false;
}

namespace {

std::uint64_t perft(const StepTable& table, const Position& position, int depth, const std::atomic<bool>& stopped) {
    if (depth == 0) return 1;
    if (depth == 1) return std::uint64_t(position.count_moves(table));
    if (stopped.load(std::memory_order_relaxed)) return 0;
    MoveList list;
    position.generate<Position::Kind::All>(table, list);
    std::uint64_t leaves = 0;
    for (const Move& move : list) leaves += perft(table, position.after(move), depth - 1, stopped);
    return leaves;
}

}  // namespace

std::uint64_t perft(const StepTable& table, const Position& position, int depth, int threads,
                    const std::atomic<bool>& stopped) {
    if (threads <= 1 || depth <= 3) return perft(table, position, depth, stopped);
    // Two plies make a few hundred pieces of work, enough to keep all threads busy to the end.
    std::vector<Position> work;
    MoveList first;
    position.generate<Position::Kind::All>(table, first);
    for (const Move& move : first) {
        const Position child = position.after(move);
        MoveList second;
        child.generate<Position::Kind::All>(table, second);
        for (const Move& reply : second) work.push_back(child.after(reply));
    }
    std::atomic<std::size_t> next{0};
    std::atomic<std::uint64_t> leaves{0};
    auto run = [&](int) {
        std::uint64_t mine = 0;
        for (std::size_t i; (i = next.fetch_add(1)) < work.size();) mine += perft(table, work[i], depth - 2, stopped);
        leaves += mine;
    };
    run_on_threads(std::min(threads, int(work.size())), run);
    return leaves;
}

}  // namespace jungle
