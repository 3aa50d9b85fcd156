#include "ordering.h"

namespace jungle {

void Danger::look(const Table& table, const Position& position, int side) {
    const int enemy = side ^ 1;
    taken.fill(0);
    const Bits blocked = (table.own_blocks ? position.occupied[enemy] : 0) |
                         (table.enemy_blocks ? position.occupied[side] : 0);
    for (int animal = 0; animal < kAnimals; ++animal)
        for (const Step& step : table.steps[enemy][animal][position.square[enemy * kAnimals + animal]])
            if (!(step.over & blocked)) taken[step.to] |= step.prey;
}

}  // namespace jungle
