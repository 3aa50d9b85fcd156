// Runs the core without Python, for sanitizers and profilers: counts, random games, batches and searches on several
// threads. Standard input has rule sets as rules.py writes them. Usage: exercise [depth of perft] [nodes of a search].
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>
#include <thread>

#include "jungle/forced.h"
#include "jungle/proof.h"
#include "jungle/reasons.h"
#include "jungle/search.h"
#include "jungle/selfplay.h"
#include "tests/batch.h"
#include "tests/flip.h"
#include "tests/tablebase.h"

using namespace jungle;

namespace {

struct RuleSet {
    std::string name;
    std::shared_ptr<const StepTable> table;
    Position start;
};

unsigned long long number(std::istream& in) {
    unsigned long long value;
    if (!(in >> value)) std::exit(2);
    return value;
}

RuleSet read(std::istream& in, const std::string& name) {
    auto table = std::make_shared<StepTable>();
    std::array<std::uint8_t, kSquares> board;
    for (auto& code : board) code = std::uint8_t(number(in));
    const int side = int(number(in));
    table->own_blocks = number(in);
    table->enemy_blocks = number(in);
    table->quiet_limit = int(number(in));
    table->repetition = Repetition(number(in));
    table->stalemate_loses = number(in);
    for (auto& mask : table->takes) mask = std::uint8_t(number(in) >> 1);
    for (auto& animals : table->steps)
        for (auto& squares : animals)
            for (int square = 0; square < kSquares; ++square) {
                Steps& ways = squares[std::size_t(square)];
                ways.count = std::uint8_t(number(in));
                for (int i = 0; i < ways.count; ++i) {
                    Step& step = ways.step[std::size_t(i)];
                    step.to = std::uint8_t(number(in));
                    step.over = number(in);
                    step.prey = std::uint8_t(number(in) >> 1);
                    step.trade = std::uint8_t(number(in) >> 1);
                }
            }
    table->derive();
    return {name, table, Position::from_board(board.data(), side, 0)};
}

void play_randomly(const RuleSet& rules, int games) {
    std::mt19937 random(1);
    for (int i = 0; i < games; ++i) {
        State game(rules.table, rules.start);
        const Network* network = rules.table->network.get();
        Accumulator accumulator{};
        if (network) accumulator.fill(*network, rules.start);
        for (int ply = 0; ply < 300; ++ply) {
            const MoveList moves = game.moves();
            if (!moves.count) break;
            const Move move = moves.moves[random() % unsigned(moves.count)];
            const int side = game.position().side;
            game.play(move);
            if (!network) continue;
            Accumulator followed, filled;
            followed.follow(*network, accumulator, side, move);
            filled.fill(*network, game.position());
            for (int viewer = 0; viewer < 2; ++viewer)
                if (!std::equal(filled.sum[viewer], filled.sum[viewer] + Network::kWidth, followed.sum[viewer])) {
                    std::puts("an accumulator lost its way");
                    std::exit(1);
                }
            accumulator = followed;
        }
        game.outcome();
    }
}

// Everything that levels, hints and puzzles call, throughout a random game.
void teach(const RuleSet& rules) {
    std::mt19937 random(2);
    Searcher searcher(1, 1);
    Limits limits;
    limits.nodes = 300;
    limits.multipv = 8;
    State game(rules.table, rules.start);
    for (int ply = 0; ply < 100 && game.moves().count; ++ply) {
        searcher.begin(limits);
        std::vector<SeenLine> lines;
        for (const Info& info : searcher.search(game, limits, {})) lines.push_back({info.score, info.win_in, info.pv});
        const Position& position = game.position();
        const int chosen =
            choose(*rules.table, position, lines, {100, 3, 700, 50, 500, 900, 20}, kGone, ply < 8, random());
        explain(*rules.table, position, lines);
        find_fault(*rules.table, position, lines.back(), lines.front());
        Proof(*rules.table, 2000).wins(position, 5);
        Move move;
        if (!game.find_move(lines[std::size_t(chosen)].pv[0], move)) std::exit(1);
        game.play(move);
    }
}

}  // namespace

int main(int count, char** arguments) {
    const int depth = count > 1 ? int(std::strtol(arguments[1], nullptr, 10)) : 4;
    const std::uint64_t nodes = count > 2 ? std::strtoull(arguments[2], nullptr, 10) : 20000;
    const std::atomic<bool> never{false};
    std::string name;
    while (std::cin >> name) {
        const RuleSet rules = read(std::cin, name);
        std::printf("%s: perft(%d) = %llu\n", name.c_str(), depth,
                    static_cast<unsigned long long>(perft(*rules.table, rules.start, depth, 2, never)));
        play_randomly(rules, 20);
        teach(rules);
        const State game(rules.table, rules.start);

        Searcher searcher(4, 2);
        Limits limits;
        limits.nodes = nodes;
        limits.multipv = 2;
        searcher.begin(limits);
        searcher.search(game, limits, {});

        // Stopped from outside, with a deadline that changes meanwhile.
        limits = {};
        searcher.begin(limits);
        std::jthread stopper([&] {
            searcher.set_deadline(10000, 10000);
            std::this_thread::sleep_for(std::chrono::milliseconds(30));
            searcher.stop();
        });
        const auto lines = searcher.search(game, limits, {});
        if (lines.empty()) return 1;

        Prover().prove(game, nodes, never);
        const std::atomic<bool> stop{false};
        SelfPlay options;
        options.games = 2;
        options.nodes = 300;
        self_play(rules.table, rules.start, options, stop);
        exercise_batch(rules.table, rules.start);
        exercise_tablebase(rules.table);
    }
    exercise_flip();
    return 0;
}
