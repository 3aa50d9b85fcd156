#include "jungle/selfplay.h"

#include <algorithm>
#include <random>

namespace jungle {

namespace {

constexpr int kLeastRandomPlies = 4;
constexpr int kMostRandomPlies = 14;
constexpr double kHandicapShare = 0.4;    // games that start with pieces missing
constexpr int kMostMissing = 5;           // of each side
constexpr double kStrayMove = 0.02;       // a random move during the game
constexpr int kUnbalanced = 900;          // more unequal openings teach little
constexpr std::uint32_t kQuietDraw = 80;  // quiet plies after which a game counts as drawn
constexpr int kLongestGame = 400;         // plies

class Generator {
public:
    explicit Generator(std::uint64_t seed) : engine_(seed) {}
    int below(int count) { return int(engine_() % std::uint64_t(count)); }
    bool chance(double share) { return double(engine_() >> 11) * 0x1p-53 < share; }

private:
    std::mt19937_64 engine_;
};

Position remove_some(const Position& start, Generator& random) {
    std::array<std::uint8_t, kSquares> board;
    start.to_board(board.data());
    const int missing = 1 + random.below(kMostMissing);
    for (int side = 0; side < 2; ++side) {
        // Usually equally many on both sides, never all.
        int count = std::max(0, missing + (random.chance(0.25) ? random.below(3) - 1 : 0));
        while (count-- > 0) {
            const int piece = side * kAnimals + random.below(kAnimals);
            if (start.has(piece)) board[start.square[piece]] = 0;
        }
    }
    return Position::from_board(board.data(), start.side, 0);
}

}  // namespace

std::vector<Record> self_play(const std::shared_ptr<const StepTable>& table, const Position& start,
                              const SelfPlay& options, const std::atomic<bool>& stop) {
    Generator random(options.seed);
    Searcher searcher(options.hash_mb, 1);
    Limits limits;
    limits.nodes = options.nodes;
    limits.evaluation = options.evaluation;
    limits.tables = options.tables;
    std::vector<Record> records;

    for (int number = 0; number < options.games && !stop.load(std::memory_order_relaxed);) {
        Position first = random.chance(kHandicapShare) ? remove_some(start, random) : start;
        if (random.below(2)) {
            first.side ^= 1;
            first.key ^= zobrist::kKeys.side;
        }
        State game(table, first);
        const int opening = kLeastRandomPlies + random.below(kMostRandomPlies - kLeastRandomPlies + 1);
        bool usable = true;
        for (int ply = 0; ply < opening && usable; ++ply) {
            const MoveList moves = game.moves();
            if (moves.count)
                game.play(moves.moves[std::size_t(random.below(moves.count))]);
            else
                usable = false;
        }
        if (!usable || game.outcome().is_over()) continue;

        searcher.clear();
        const std::size_t from = records.size();
        std::vector<std::uint8_t> sides;
        int winner = -1;  // 0 Blue, 1 Red, -1 nobody
        for (int ply = 0;; ++ply) {
            const Outcome outcome = game.outcome();
            if (outcome.is_over()) {
                winner = outcome.winner();
                break;
            }
            const Position& position = game.position();
            if (position.quiet >= kQuietDraw || ply >= kLongestGame) break;
            searcher.begin(limits);
            const auto lines = searcher.search(game, limits, {});
            if (ply == 0 && std::abs(lines[0].score) > kUnbalanced) {
                usable = false;
                break;
            }
            if (lines[0].win_in) {
                winner = lines[0].win_in > 0 ? position.side : position.side ^ 1;
                break;
            }
            if (lines[0].is_solved) break;  // a draw
            Move move;
            game.find_move(lines[0].pv[0], move);
            const bool stray = random.chance(kStrayMove);
            // Only quiet positions can be evaluated statically.
            if (!move.is_capture()) {
                Record record{
                    position.square,    position.side, 0, std::int16_t(lines[0].score), std::uint16_t(position.quiet),
                    std::uint16_t(ply), move.code()};
                records.push_back(record);
            }
            if (stray) {
                const MoveList moves = game.moves();
                move = moves.moves[std::size_t(random.below(moves.count))];
            }
            game.play(move);
        }
        if (!usable) {
            records.resize(from);
            continue;
        }
        for (std::size_t i = from; i < records.size(); ++i)
            records[i].result = std::int8_t(winner < 0 ? 0 : winner == records[i].side ? 1 : -1);
        ++number;
    }
    return records;
}

}  // namespace jungle
