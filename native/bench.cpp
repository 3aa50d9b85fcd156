#include "bench.h"

#include <string_view>

namespace jungle {

namespace {

constexpr int kBenchHash = 16;

// Board and side; openings, river fights, races and endings that came up in play.
constexpr std::string_view kPositions[] = {
    "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L b",
};

Position parse(std::string_view text) {
    constexpr std::string_view letters = "RCDWPTLErcdwptle";
    std::array<std::uint8_t, kSquares> board{};
    int file = 0, rank = kRanks - 1;
    std::size_t i = 0;
    for (; text[i] != ' '; ++i) {
        if (text[i] == '/') {
            file = 0;
            --rank;
        } else if (text[i] >= '1' && text[i] <= '7') {
            file += text[i] - '0';
        } else {
            board[std::size_t(rank * kFiles + file++)] = std::uint8_t(letters.find(text[i]) + 1);
        }
    }
    return Position::from_board(board.data(), text[i + 1] == 'r', 0);
}

}  // namespace

BenchResult bench(const std::shared_ptr<const Table>& table, int depth) {
    const auto started = std::chrono::steady_clock::now();
    Searcher searcher(kBenchHash, 1);
    Limits limits;
    limits.depth = depth;
    BenchResult result;
    for (const std::string_view text : kPositions) {
        searcher.clear();
        searcher.begin(limits);
        searcher.search(State(table, parse(text)), limits, {});
        result.nodes += searcher.nodes();
    }
    result.milliseconds =
        std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - started).count();
    return result;
}

}  // namespace jungle
