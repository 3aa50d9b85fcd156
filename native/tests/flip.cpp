#include "tests/flip.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <thread>

#include "flip/selfplay.h"
#include "tables/flip/tablebase.h"
#include "tests/batch.h"

using namespace jungle::flip;

namespace {

void demand(bool holds, const char* what) {
    if (holds) return;
    std::puts(what);
    std::exit(1);
}

// The usual order: the dog above the wolf, the rat above the elephant, equals vanish.
Rules usual_rules() {
    constexpr int rank[kAnimals] = {1, 2, 4, 3, 5, 6, 7, 8};
    Rules rules;
    for (int hunter = 0; hunter < kAnimals; ++hunter)
        for (int prey = 0; prey < kAnimals; ++prey) {
            const bool special = (hunter == 0 && prey == 7) || (hunter == 7 && prey == 0);
            if (special ? hunter == 0 : rank[hunter] >= rank[prey])
                rules.takes[std::size_t(hunter)] |= std::uint8_t(1u << prey);
        }
    for (int animal = 0; animal < kAnimals; ++animal) rules.trades[std::size_t(animal)] = std::uint8_t(1u << animal);
    rules.quiet_limit = 40;
    return rules;
}

Position start() {
    std::array<std::uint8_t, kSquares> codes;
    codes.fill(kPieces + 1);
    return Position::from_board(codes.data(), 0xffff, kNobody, 0);
}

void play_randomly(const Rules& rules, int games) {
    std::mt19937 random(1);
    for (int number = 0; number < games; ++number) {
        Position position = start();
        for (int ply = 0; ply < 200; ++ply) {
            MoveList moves;
            position.moves(rules, moves);
            if (!moves.count) break;
            const Move move = moves.moves[random() % unsigned(moves.count)];
            if (move.is_flip()) {
                Mask hidden = position.hidden;
                for (unsigned skip = random() % unsigned(std::popcount(hidden)); skip; --skip)
                    hidden &= Mask(hidden - 1);
                position.flip(move.from, lowest(hidden));
            } else {
                position.step(rules, move);
            }
            std::array<std::uint8_t, kSquares> codes;
            for (int square = 0; square < kSquares; ++square) codes[std::size_t(square)] = position.code_on(square);
            const Position again = Position::from_board(codes.data(), position.hidden, position.side, position.quiet);
            demand(again.key == position.key && again.shown == position.shown, "a position lost its way");
        }
    }
}

std::shared_ptr<Tablebase> solve_small(const Rules& rules) {
    const std::atomic<bool> never{false};
    auto tables = std::make_shared<Tablebase>(rules, 4);
    const Values solved = [&](int number) -> const std::vector<Value>& { return tables->values(number); };
    for (const MaterialClass& material : tables->materials().classes()) {
        tables->put(material.number,
                    solve(tables->materials(), material.number, rules.quiet_limit, solved, never).values);
        demand(find_error(tables->materials(), material.number, rules.quiet_limit, tables->values(material.number),
                          solved, material.pieces < 4 ? 1 : 31, never) < 0,
               "a table is wrong");
    }
    tables->hidden().solve(solved);
    return tables;
}

}  // namespace

void exercise_flip() {
    const Rules rules = usual_rules();
    const std::atomic<bool> never{false};
    demand(perft(rules, start(), 3, never) == 11293056, "perft of the face-down game is wrong");
    play_randomly(rules, 50);
    exercise_flip_batch(rules, start());
    const std::shared_ptr<const Tablebase> tables = solve_small(rules);

    Searcher searcher(4, 2);
    const Game game{rules, start(), {}, tables};
    jungle::SearchLimits limits;
    limits.nodes = 20000;
    limits.multipv = 3;
    searcher.begin(limits);
    demand(searcher.search(game, limits, {}).size() == 3, "a search found too few lines");

    // Stopped from outside, with a deadline that changes meanwhile.
    limits = {};
    searcher.begin(limits);
    std::jthread stopper([&] {
        searcher.set_deadline(10000, 10000);
        std::this_thread::sleep_for(std::chrono::milliseconds(30));
        searcher.stop();
    });
    demand(!searcher.search(game, limits, {}).empty(), "a stopped search found nothing");

    demand(!self_play(rules, tables, {1, 2, 300}, never).empty(), "no positions of self-play");
    std::puts("face-down game: done");
}
