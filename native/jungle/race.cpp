#include "jungle/race.h"

#include <algorithm>

namespace jungle {

namespace {

// Returns where the pieces of a side may be after this many of its steps.
Bits reach(const StepTable& table, const Position& position, int side, int steps) {
    Bits reached = 0;
    for (int animal = 0; animal < kAnimals; ++animal)
        reached |= table.within[side][animal][position.square[side * kAnimals + animal]][steps];
    return reached;
}

// Returns the steps of a side's quickest runner that is certain to arrive within `in_time` steps, or 0 if there is
// none.
int certain_steps(const StepTable& table, const Position& position, int side, int in_time) {
    const int waits = position.side == side ? 0 : 1;
    const int other = side ^ 1;
    // watched[i]: where an enemy may stand, or capture, when the runner has made i steps.
    Bits watched[StepTable::kReachSteps + 1];
    unsigned known = 0;
    const auto watch = [&](int steps) {
        if (!(known >> steps & 1)) {
            known |= 1u << steps;
            watched[steps] = steps + waits ? reach(table, position, other, steps + waits) : 0;
        }
        return watched[steps];
    };
    const Bits all = position.all();
    int best = 0;
    for (int animal = 0; animal < kAnimals; ++animal) {
        const int from = position.square[side * kAnimals + animal];
        const auto& distance = table.den_distance[side][animal];
        const int steps = distance[from];
        if (steps > in_time || (best && steps >= best)) continue;
        // Usually an enemy reaches the den in time.
        if (!(table.den_from[side][animal] & ~watch(steps - 1))) continue;
        Bits front = bit(from) & ~watch(0);
        for (int i = 1; i < steps && front; ++i) {
            const Bits shut = watch(i) | all;
            Bits next = 0;
            for (; front; front &= front - 1)
                for (const Step& step : table.steps[side][animal][lowest(front)])
                    // A jump needs clear water: no piece there now, and none that could be there by then.
                    if (distance[step.to] == steps - i && !(shut >> step.to & 1) && !(step.over & shut))
                        next |= bit(step.to);
            front = next;
        }
        if (front) best = steps;
    }
    return best;
}

}  // namespace

int nearest(const StepTable& table, const Position& position, int side) {
    int steps = StepTable::kFar;
    for (int animal = 0; animal < kAnimals; ++animal)
        steps = std::min<int>(steps, table.den_distance[side][animal][position.square[side * kAnimals + animal]]);
    return steps;
}

int decided_race(const StepTable& table, const Position& position) {
    // A side that cannot move would be saved by a draw.
    if (!table.stalemate_loses) return 0;
    const int mover = position.side, other = mover ^ 1;
    const int mine = nearest(table, position, mover), theirs = nearest(table, position, other);
    // The enemy must not arrive first, even on an empty board; and the reach table is limited.
    int plies = 0;
    if (const int in_time = std::min(theirs, StepTable::kReachSteps); mine <= in_time) {
        if (const int steps = certain_steps(table, position, mover, in_time)) plies = 2 * steps - 1;
    } else if (const int in_time = std::min(mine, StepTable::kReachSteps) - 1; theirs <= in_time) {
        if (const int steps = certain_steps(table, position, other, in_time)) plies = -2 * steps;
    }
    const int length = std::abs(plies);
    if (table.quiet_limit && position.quiet + std::uint32_t(length) > std::uint32_t(table.quiet_limit)) return 0;
    return plies;
}

}  // namespace jungle
