#include "flip/selfplay.h"

#include <algorithm>
#include <random>

namespace jungle::flip {

namespace {

constexpr double kStrayMove = 0.06;  // the share of random moves
constexpr int kHashMb = 4;

}  // namespace

std::vector<Sample> self_play(const Rules& rules, const std::shared_ptr<const Tablebase>& tables,
                              const SelfPlay& options, const std::atomic<bool>& stopped) {
    std::mt19937_64 random(options.seed);
    const auto below = [&](int count) { return int(random() % std::uint64_t(count)); };
    Searcher searcher(kHashMb, 1);
    SearchLimits limits;
    limits.nodes = options.nodes;
    std::vector<Sample> samples;
    TablebaseCache cache;
    for (int number = 0; number < options.games && !stopped.load(std::memory_order_relaxed); ++number) {
        std::array<int, kSquares> deal;
        for (int i = 0; i < kSquares; ++i) deal[std::size_t(i)] = i;
        for (int i = kSquares - 1; i > 0; --i) std::swap(deal[std::size_t(i)], deal[std::size_t(below(i + 1))]);
        std::array<std::uint8_t, kSquares> codes;
        codes.fill(kPieces + 1);
        Game game{rules, Position::from_board(codes.data(), 0xffff, below(2), 0), {}, tables};
        searcher.clear();
        const std::size_t from = samples.size();
        int winner = -1;
        for (int ply = 0;; ++ply) {
            const Position& position = game.position;
            if (position.is_decided()) {
                winner = position.winner();
                break;
            }
            MoveList moves;
            position.moves(rules, moves);
            if (!moves.count) {
                winner = position.side ^ 1;
                break;
            }
            if (game.is_too_quiet() || game.is_repeated()) break;
            if (const auto known = tables && !position.down ? tables->probe(position, cache) : std::nullopt) {
                winner = known->parts == 0 ? -1 : known->parts > 0 ? position.side : position.side ^ 1;
                break;
            }
            searcher.begin(limits);
            const Info best = searcher.search(game, limits, {}).front();
            Move move = Move::of_wide(best.pv[0]);
            if (!position.is_capture(move)) {
                Sample sample{{}, position.hidden, position.side, 0, std::int16_t(best.score), std::uint16_t(ply)};
                for (int square = 0; square < kSquares; ++square)
                    sample.board[std::size_t(square)] = position.code_on(square);
                samples.push_back(sample);
            }
            if (double(random() >> 11) * 0x1p-53 < kStrayMove) move = moves.moves[std::size_t(below(moves.count))];
            game.play(move, deal[move.from]);
        }
        for (std::size_t i = from; i < samples.size(); ++i)
            samples[i].result = std::int8_t(winner < 0 ? 0 : winner == samples[i].side ? 1 : -1);
    }
    return samples;
}

}  // namespace jungle::flip
