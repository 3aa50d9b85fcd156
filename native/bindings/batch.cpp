// The Python interface of batches of games for learning; `jungle.rl.BatchEnv` wraps it.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.h"
#include "bindings/flip.h"
#include "rl/batch.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace jungle::batch;

namespace {

template <class Value, int dimensions>
using Array = nb::ndarray<Value, nb::ndim<dimensions>, nb::c_contig, nb::device::cpu>;
using Numbers = Array<const std::int64_t, 1>;

std::span<const std::int64_t> span_of(const Numbers& numbers) { return {numbers.data(), numbers.size()}; }

// The arrays stay alive as long as the batch that writes into them.
template <class Game>
struct BoundBatch {
    Array<std::uint8_t, 4> observations;
    Array<bool, 2> masks;
    Array<float, 2> rewards;
    Array<bool, 1> ends;
    Array<std::int8_t, 1> to_play;
    Array<std::int32_t, 1> plies;
    Batch<Game> batch;

    BoundBatch(const typename Game::Rules& rules, std::vector<typename Game::Start> starts,
               Array<std::uint8_t, 4> observations, Array<bool, 2> masks, Array<float, 2> rewards, Array<bool, 1> ends,
               Array<std::int8_t, 1> to_play, Array<std::int32_t, 1> plies, const Options& options)
        : observations(std::move(observations)),
          masks(std::move(masks)),
          rewards(std::move(rewards)),
          ends(std::move(ends)),
          to_play(std::move(to_play)),
          plies(std::move(plies)),
          batch(rules, std::move(starts), checked_count(options), rows(), options) {}

private:
    std::size_t checked_count(const Options& options) const {
        const std::size_t count = ends.shape(0);
        const auto planes = std::size_t(Game::kPlanes + Game::kBoardPlanes * options.history);
        if (observations.shape(0) != count || observations.shape(1) != planes ||
            observations.shape(2) * observations.shape(3) != Game::kBoardSquares || masks.shape(0) != count ||
            masks.shape(1) != Game::kActions || rewards.shape(0) != count || rewards.shape(1) != 2 ||
            to_play.shape(0) != count || plies.shape(0) != count)
            throw nb::value_error("expected arrays with a row per game");
        return count;
    }
    Rows rows() const {
        return {observations.data(), masks.data(), rewards.data(), ends.data(), to_play.data(), plies.data()};
    }
};

nb::bytes as_bytes(std::span<const std::uint8_t> values) { return nb::bytes(values.data(), values.size()); }

// A board, the side to move and the quiet plies: positions of the 7×9 game have no class in Python.
using JungleStart = std::tuple<nb::bytes, int, int>;

jungle::Position made(const JungleStart& start) { return std::apply(make_position, start); }
jungle::flip::Position made(const jungle::flip::Position& start) { return start; }

template <class Game, class Rules, class Start>
void bind(nb::module_& module, const char* name, const char* doc) {
    using Bound = BoundBatch<Game>;
    nb::class_<Bound>(module, name, doc)
        .def(
            "__init__",
            [](Bound* self, const Rules& rules, const std::vector<Start>& starts, Array<std::uint8_t, 4> observations,
               Array<bool, 2> masks, Array<float, 2> rewards, Array<bool, 1> ends, Array<std::int8_t, 1> to_play,
               Array<std::int32_t, 1> plies, std::uint64_t seed, int threads, int history, bool autoreset) {
                if (starts.empty() || threads < 1 || history < 0)
                    throw nb::value_error("expected a start, threads from 1 and a history from 0");
                std::vector<typename Game::Start> positions;
                for (const Start& start : starts) positions.push_back(made(start));
                new (self) Bound(rules, std::move(positions), std::move(observations), std::move(masks), std::move(rewards),
                                 std::move(ends), std::move(to_play), std::move(plies), {seed, threads, history, autoreset});
            },
            "rules"_a, "starts"_a, "observations"_a, "masks"_a, "rewards"_a, "ends"_a, "to_play"_a, "plies"_a, "seed"_a,
            "threads"_a, "history"_a, "autoreset"_a)
        .def(
            "restart", [](Bound& self, std::uint64_t seed) { self.batch.restart(seed); }, "seed"_a,
            nb::call_guard<nb::gil_scoped_release>(), "Start all games, as in a new batch with that seed.")
        .def(
            "reset", [](Bound& self, const Numbers& where) { self.batch.reset(span_of(where)); }, "where"_a,
            nb::call_guard<nb::gil_scoped_release>(), "Restart these games.")
        .def(
            "step",
            [](Bound& self, const Numbers& actions, const Numbers& where) {
                self.batch.step(span_of(actions), span_of(where));
            },
            "actions"_a, "where"_a, nb::call_guard<nb::gil_scoped_release>(), "Play an action in each of these games.")
        .def(
            "sample",
            [](Bound& self, const Numbers& where, const Array<std::int64_t, 1>& actions) {
                if (actions.size() != where.size()) throw std::invalid_argument("expected room for an action per game");
                self.batch.sample(span_of(where), {actions.data(), actions.size()});
            },
            "where"_a, "actions"_a, nb::call_guard<nb::gil_scoped_release>(),
            "Draw a legal action for each of these games, or -1 if it is over.")
        .def(
            "copy",
            [](Bound& self, const Numbers& sources, const Numbers& targets) {
                self.batch.copy(span_of(sources), span_of(targets));
            },
            "sources"_a, "targets"_a, nb::call_guard<nb::gil_scoped_release>(), "Copy games, with their past, onto others.")
        .def(
            "start", [](const Bound& self, std::size_t number) { return self.batch.start(number); }, "number"_a,
            "The number of the start that a game began from.")
        .def(
            "played", [](const Bound& self, std::size_t number) { return as_bytes(self.batch.played(number)); }, "number"_a,
            "The actions of a game so far.")
        .def(
            "deal", [](const Bound& self, std::size_t number) { return as_bytes(self.batch.deal(number)); }, "number"_a,
            "What lay face down at the start of a game, by square: the piece's code less one.");
}

}  // namespace

void bind_batch(nb::module_& module) {
    bind<JungleGame, SharedStepTable, JungleStart>(module, "JungleBatch", "Many 7×9 games.");
    bind<FlipGame, jungle::flip::Rules, jungle::flip::Position>(module, "FlipBatch", "Many face-down 4×4 games.");
}
