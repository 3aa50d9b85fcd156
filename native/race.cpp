#include "race.h"

#include <algorithm>

namespace jungle {

namespace {

Bits watched_from_here(const Table& table, const std::uint8_t* squares, int side) {
    Bits watched = 0;
    for (int animal = 0; animal < kAnimals; ++animal) watched |= table.within[side][animal][squares[animal]][1];
    return watched;
}

}  // namespace

int certain_race(const Table& table, const Position& position, int runner_side) {
    // A side that cannot move would be saved by a draw.
    if (!table.stalemate_loses) return 0;
    // The reach table goes that far; one step less for a runner who has to wait for the enemy's move.
    const int waits = position.side == runner_side ? 0 : 1;
    const int longest = Table::kReachSteps - waits;
    const int other = runner_side ^ 1;
    const auto* own_squares = position.square.data() + runner_side * kAnimals;
    const auto* enemy_squares = position.square.data() + other * kAnimals;

    int shortest = Table::kFar;
    for (int animal = 0; animal < kAnimals; ++animal)
        shortest = std::min<int>(shortest, table.den_distance[runner_side][animal][own_squares[animal]]);
    if (shortest > longest) return 0;
    // The enemy must not be there first, not even on an empty board.
    int enemy_arrives = Table::kFar;
    for (int animal = 0; animal < kAnimals; ++animal)
        enemy_arrives = std::min<int>(enemy_arrives, table.den_distance[other][animal][enemy_squares[animal]]);
    const int in_time = std::min(longest, waits ? enemy_arrives - 1 : enemy_arrives);
    if (shortest > in_time) return 0;

    // watched[i]: where an enemy may stand, or capture, when the runner has made i steps.
    Bits watched[Table::kReachSteps + 1];
    int filled = 0;
    const Bits all = position.all();
    int best = 0;
    for (int animal = 0; animal < kAnimals; ++animal) {
        const int from = own_squares[animal];
        const int steps = table.den_distance[runner_side][animal][from];
        if (steps > in_time || (best && steps >= best)) continue;
        if (waits && (watched_from_here(table, enemy_squares, other) >> from & 1)) continue;
        Bits front = bit(from);
        for (int i = 1; i < steps && front; ++i) {
            while (filled < i) {
                ++filled;
                watched[filled] = 0;
                for (int enemy = 0; enemy < kAnimals; ++enemy)
                    watched[filled] |= table.within[other][enemy][enemy_squares[enemy]][filled + waits];
            }
            const Bits shut = watched[i] | all;
            Bits next = 0;
            for (; front; front &= front - 1)
                for (const Step& step : table.steps[runner_side][animal][lowest(front)])
                    // A jump needs clear water: nobody there now, and nobody who could be there by then.
                    if (table.den_distance[runner_side][animal][step.to] == steps - i && !(shut >> step.to & 1) &&
                        !(step.over & shut))
                        next |= bit(step.to);
            front = next;
        }
        // A last step that crosses something would need the same care; the den has no water beside it.
        if (front) best = steps;
    }
    if (!best) return 0;
    const int plies = 2 * best - 1 + waits;
    if (table.quiet_limit && position.quiet + std::uint32_t(plies) > std::uint32_t(table.quiet_limit)) return 0;
    return plies;
}

}  // namespace jungle
