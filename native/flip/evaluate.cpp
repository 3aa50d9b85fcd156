#include "flip/evaluate.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace jungle::flip {

namespace {

constexpr Mask kCorners = 0x9009, kInside = 0x0660, kEdges = Mask(~(kCorners | kInside));

constexpr auto kDistance = [] {
    std::array<std::array<std::uint8_t, kSquares>, kSquares> distance{};
    for (int from = 0; from < kSquares; ++from)
        for (int to = 0; to < kSquares; ++to) {
            const int files = (from & 3) - (to & 3), ranks = (from >> 2) - (to >> 2);
            distance[std::size_t(from)][std::size_t(to)] =
                std::uint8_t((files < 0 ? -files : files) + (ranks < 0 ? -ranks : ranks));
        }
    return distance;
}();

constexpr int kMostLogits = 8000;  // thousandths; what lies beyond is as good as decided
constexpr double kCertain = 0.98;  // the highest expectation without proof

// Expected results by logit.
const std::vector<std::int16_t> kExpected = [] {
    std::vector<std::int16_t> expected;
    for (int logit = -kMostLogits; logit <= kMostLogits; ++logit)
        expected.push_back(std::int16_t(std::lround(kCertain * kWin * std::tanh(logit / 2000.0))));
    return expected;
}();

// Calls add(weight, times) for everything that counts; the opponent's features count negatively.
template <class Add>
void count(const Relations& relations, const Position& position, Add add) {
    const Mask pieces = position.pieces(), free = position.empty();
    for (int owner = 0; owner < 2; ++owner) {
        const auto side = std::size_t(owner);
        const int sign = owner == position.side ? 1 : -1;
        const unsigned enemies = pieces >> 8 * (owner ^ 1) & 0xff, hidden = position.hidden >> 8 * owner & 0xff;
        for (unsigned own = pieces >> 8 * owner & 0xff; own; own &= own - 1) {
            const auto animal = std::size_t(lowest(own));
            const int prey = std::popcount(relations.prey[animal] & enemies);
            const int hunters = std::popcount(relations.hunters[animal] & enemies);
            add((hidden >> animal & 1 ? kHiddenWeights : kUpWeights) + prey * kEnemies + hunters, sign);
        }
        const int hunt = owner == position.side ? kHuntWeights : kWaitWeights;
        const Mask up = position.up[side];
        for (Mask own = up; own; own &= Mask(own - 1)) {
            const auto from = std::size_t(lowest(own));
            const unsigned prey = relations.prey[std::size_t(position.piece_on(int(from)) & 7)];
            for (Mask others = position.up[side ^ 1]; others; others &= Mask(others - 1)) {
                const int to = lowest(others);
                if (prey >> (position.piece_on(to) & 7) & 1) add(hunt + kDistance[from][std::size_t(to)] - 1, sign);
            }
        }
        add(kPlaceWeights, sign * std::popcount(Mask(up & kCorners)));
        add(kPlaceWeights + 1, sign * std::popcount(Mask(up & kEdges)));
        add(kPlaceWeights + 2, sign * std::popcount(Mask(up & kInside)));
        add(kMobilityWeight, sign * (std::popcount(Mask(north(up) & free)) + std::popcount(Mask(south(up) & free)) +
                                     std::popcount(Mask(east(up) & free)) + std::popcount(Mask(west(up) & free))));
        add(kBlockedWeight, sign * std::popcount(Mask(up & ~beside(free))));
        add(kBesideDownWeight, sign * std::popcount(Mask(beside(up) & position.down)));
    }
    add(position.hidden ? kMoveWeight : kLateMoveWeight, 1);
}

}  // namespace

Relations::Relations(const Rules& rules) {
    for (std::size_t hunter = 0; hunter < kAnimals; ++hunter) {
        prey[hunter] = std::uint8_t(rules.takes[hunter] & ~rules.trades[hunter]);
        for (std::size_t animal = 0; animal < kAnimals; ++animal)
            if (prey[hunter] >> animal & 1) hunters[animal] |= std::uint8_t(1u << hunter);
    }
}

int evaluate(const Relations& relations, const Position& position, const Weights& weights) {
    int logit = 0;
    count(relations, position, [&](int weight, int times) { logit += weights[std::size_t(weight)] * times; });
    return kExpected[std::size_t(std::clamp(logit, -kMostLogits, kMostLogits) + kMostLogits)];
}

std::array<std::int8_t, kWeights> features(const Relations& relations, const Position& position) {
    std::array<std::int8_t, kWeights> counts{};
    count(relations, position, [&](int weight, int times) { counts[std::size_t(weight)] += std::int8_t(times); });
    return counts;
}

}  // namespace jungle::flip
