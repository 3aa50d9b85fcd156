#include "jungle/evaluate.h"

namespace jungle {

int evaluate(const StepTable& table, const Position& position, const Accumulator& accumulator) {
    const int logit = accumulator.evaluate(*table.network, position);
    return int(std::int64_t{logit} * kNetworkScale / (Network::kActiveOne * Network::kWeightOne));
}

int evaluate(const StepTable& table, const Position& position, Evaluation evaluation) {
    if (uses_network(table, evaluation)) {
        Accumulator accumulator;
        accumulator.fill(*table.network, position);
        return evaluate(table, position, accumulator);
    }
    int score = 0;
    for (int animal = 0; animal < kAnimals; ++animal) {
        const int blue = position.square[animal], red = position.square[kAnimals + animal];
        if (evaluation == Evaluation::Material)
            score += table.worth[animal] * ((blue != kGone) - (red != kGone));
        else
            score += table.placed[animal][blue] - table.placed[kAnimals + animal][red];
    }
    return position.side ? -score : score;
}

}  // namespace jungle
