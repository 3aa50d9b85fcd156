#include "tests/batch.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>

using namespace jungle::batch;

namespace {

constexpr std::size_t kGames = 200;
constexpr int kHistory = 2;
constexpr int kSteps = 150;
constexpr int kMaxPlies = 120;

// A batch that owns its arrays.
template <class Game>
struct Arrays {
    static constexpr std::size_t kPlanes = Game::kPlanes + kHistory * Game::kBoardPlanes;
    std::vector<std::uint8_t> observations = std::vector<std::uint8_t>(kGames * kPlanes * Game::kBoardSquares);
    std::unique_ptr<bool[]> masks = std::make_unique<bool[]>(kGames * Game::kActions);
    std::vector<float> rewards = std::vector<float>(2 * kGames);
    std::unique_ptr<bool[]> ends = std::make_unique<bool[]>(kGames);
    std::vector<std::int8_t> to_play = std::vector<std::int8_t>(kGames);
    std::vector<std::int32_t> plies = std::vector<std::int32_t>(kGames);
    std::unique_ptr<bool[]> truncations = std::make_unique<bool[]>(kGames);
    std::vector<std::int8_t> winners = std::vector<std::int8_t>(kGames);
    std::vector<std::uint8_t> reasons = std::vector<std::uint8_t>(kGames);
    Batch<Game> batch;

    Arrays(const typename Game::Rules& rules, const typename Game::Start& start, int threads, bool autoreset)
        : batch(rules, {start}, kGames,
                {observations.data(), masks.get(), rewards.data(), ends.get(), to_play.data(), plies.data(),
                 truncations.get(), winners.data(), reasons.data()},
                {7, threads, kHistory, autoreset, 0.25f, kMaxPlies}) {}

    bool operator==(const Arrays& other) const {
        return observations == other.observations && rewards == other.rewards && to_play == other.to_play &&
               plies == other.plies &&
               std::equal(masks.get(), masks.get() + kGames * Game::kActions, other.masks.get()) &&
               std::equal(ends.get(), ends.get() + kGames, other.ends.get()) && winners == other.winners &&
               reasons == other.reasons;
    }
};

template <class Game>
void exercise(const typename Game::Rules& rules, const typename Game::Start& start, bool autoreset) {
    Arrays<Game> one(rules, start, 1, autoreset), three(rules, start, 3, autoreset);
    std::vector<std::int64_t> all(kGames), actions(kGames);
    std::iota(all.begin(), all.end(), 0);
    const std::span<const std::int64_t> everyone(all);
    for (int step = 0; step < kSteps; ++step) {
        for (Arrays<Game>* arrays : {&one, &three}) {
            arrays->batch.sample(everyone, actions);
            if (step % 50 == 49) actions[std::size_t(step)] = -1;
            arrays->batch.step(actions, everyone);
            if (step % 20 == 19) arrays->batch.copy(everyone.first(70), everyone.subspan(100, 70));
            if (step % 70 == 69) arrays->batch.reset(everyone.first(30));
        }
        if (!(one == three)) {
            std::puts("threads change a batch");
            std::exit(1);
        }
    }
}

}  // namespace

void exercise_batch(const std::shared_ptr<const jungle::StepTable>& table, const jungle::Position& start) {
    for (const bool autoreset : {false, true}) exercise<JungleGame>(table, start, autoreset);
}

void exercise_flip_batch(const jungle::flip::Rules& rules, const jungle::flip::Position& start) {
    for (const bool autoreset : {false, true}) exercise<FlipGame>(rules, start, autoreset);
}
