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

using ArraySequence = nb::typed<nb::sequence, nb::object>;

// The arrays of a batch, in the order of `jungle.rl.Batch`.
struct Arrays {
    Array<std::uint8_t, 4> observations;
    Array<bool, 2> masks;
    Array<float, 2> rewards;
    Array<bool, 1> ends;
    Array<std::int8_t, 1> to_play;
    Array<std::int32_t, 1> plies;
    Array<bool, 1> truncations;
    Array<std::int8_t, 1> winners;
    Array<std::uint8_t, 1> reasons;

    explicit Arrays(const ArraySequence& given) {
        if (nb::len(given) != 9) throw nb::value_error("expected nine arrays");
        std::size_t next = 0;
        const auto take = [&](auto& array) {
            array = nb::cast<std::remove_reference_t<decltype(array)>>(given[next++]);
        };
        take(observations), take(masks), take(rewards), take(ends), take(to_play), take(plies);
        take(truncations), take(winners), take(reasons);
    }
    std::size_t count() const { return ends.shape(0); }
    template <class Game>
    void check(int history) const {
        const auto planes = std::size_t(Game::kPlanes + Game::kBoardPlanes * history);
        if (observations.shape(0) != count() || observations.shape(1) != planes ||
            observations.shape(2) * observations.shape(3) != Game::kBoardSquares || masks.shape(0) != count() ||
            masks.shape(1) != Game::kActions || rewards.shape(0) != count() || rewards.shape(1) != 2 ||
            to_play.shape(0) != count() || plies.shape(0) != count() || truncations.shape(0) != count() ||
            winners.shape(0) != count() || reasons.shape(0) != count())
            throw nb::value_error("expected arrays with a row per game");
    }
    Rows rows() const {
        return {observations.data(), masks.data(),       rewards.data(), ends.data(),   to_play.data(),
                plies.data(),        truncations.data(), winners.data(), reasons.data()};
    }
};

// The arrays stay alive as long as the batch that writes into them.
template <class Game>
struct BoundBatch {
    Arrays arrays;
    int history;
    Batch<Game> batch;

    BoundBatch(const typename Game::Rules& rules, std::vector<typename Game::Start> starts, Arrays given,
               const Options& options)
        : arrays((given.check<Game>(options.history), std::move(given))),
          history(options.history),
          batch(rules, std::move(starts), arrays.count(), arrays.rows(), options) {}
    BoundBatch(const BoundBatch& other, Arrays given)
        : arrays((given.check<Game>(other.history), std::move(given))),
          history(other.history),
          batch(other.batch, arrays.rows()) {
        if (arrays.count() != batch.size()) throw nb::value_error("expected arrays with a row per game");
    }
};

nb::bytes as_bytes(std::span<const std::uint8_t> values) { return nb::bytes(values.data(), values.size()); }

// A board, the side to move and the quiet plies: positions of the 7×9 game have no class in Python.
using JungleStart = std::tuple<nb::bytes, int, int>;

jungle::Position made(const JungleStart& start) { return std::apply(make_position, start); }
jungle::flip::Position made(const jungle::flip::Position& start) { return start; }

template <class Game, class Rules, class Start>
nb::class_<BoundBatch<Game>> bind(nb::module_& module, const char* name, const char* doc) {
    using Bound = BoundBatch<Game>;
    return nb::class_<Bound>(module, name, doc)
        .def(
            "__init__",
            [](Bound* self, const Rules& rules, const std::vector<Start>& starts, const ArraySequence& arrays,
               std::uint64_t seed, int threads, int history, bool autoreset, float capture_reward, int max_plies) {
                if (starts.empty() || threads < 1 || history < 0 || max_plies < 0)
                    throw nb::value_error("expected a start, threads from 1, and a history and plies from 0");
                std::vector<typename Game::Start> positions;
                for (const Start& start : starts) positions.push_back(made(start));
                const Options options{seed, threads, history, autoreset, capture_reward, max_plies};
                new (self) Bound(rules, std::move(positions), Arrays(arrays), options);
            },
            "rules"_a, "starts"_a, "arrays"_a, "seed"_a, "threads"_a, "history"_a, "autoreset"_a, "capture_reward"_a,
            "max_plies"_a)
        .def(
            "copied", [](const Bound& self, const ArraySequence& arrays) { return new Bound(self, Arrays(arrays)); },
            "arrays"_a, nb::rv_policy::take_ownership,
            "The same games with arrays of their own, which the caller fills.")
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
            "choose",
            [](Bound& self, const Level& level, const Numbers& where, const Array<const std::uint64_t, 1>& seeds,
               const Array<std::int64_t, 1>& actions) {
                if (seeds.size() != where.size() || actions.size() != where.size())
                    throw std::invalid_argument("expected a seed and room for an action per game");
                self.batch.choose(level, span_of(where), {seeds.data(), seeds.size()},
                                  {actions.data(), actions.size()});
            },
            "level"_a, "where"_a, "seeds"_a, "actions"_a, nb::call_guard<nb::gil_scoped_release>(),
            "The move of a level in each of these games, or -1 if it is over.")
        .def(
            "copy",
            [](Bound& self, const Numbers& sources, const Numbers& targets) {
                self.batch.copy(span_of(sources), span_of(targets));
            },
            "sources"_a, "targets"_a, nb::call_guard<nb::gil_scoped_release>(),
            "Copy games, with their past, onto others.")
        .def(
            "start", [](const Bound& self, std::size_t number) { return self.batch.start(number); }, "number"_a,
            "The number of the start that a game began from.")
        .def(
            "played", [](const Bound& self, std::size_t number) { return as_bytes(self.batch.played(number)); },
            "number"_a, "The actions of a game so far.")
        .def(
            "deal", [](const Bound& self, std::size_t number) { return as_bytes(self.batch.deal(number)); }, "number"_a,
            "What lay face down at the start of a game, by square: the piece's code less one.");
}

}  // namespace

void bind_batch(nb::module_& module) {
    nb::class_<Level>(module, "Level", "A row of levels.json, for a level without a book and tables.")
        .def(
            "__init__",
            [](Level* self, const jungle::Skill& skill, std::uint64_t nodes, int lines, int opening_plies,
               int opening_lines, int contempt, int hash_mb, int evaluation, double likely_win, double spread) {
                if (!nodes || lines < 1 || opening_lines < 1 || hash_mb < 1 || evaluation < 0 || evaluation > 2 ||
                    !(spread > 0))
                    throw nb::value_error(
                        "expected nodes, lines and hash_mb from 1, an evaluation from 0 to 2, and a spread");
                new (self) Level{skill,
                                 nodes,
                                 lines,
                                 opening_plies,
                                 opening_lines,
                                 contempt,
                                 hash_mb,
                                 jungle::Evaluation(evaluation),
                                 {likely_win, spread}};
            },
            nb::kw_only(), "skill"_a, "nodes"_a, "lines"_a, "opening_plies"_a, "opening_lines"_a, "contempt"_a,
            "hash_mb"_a, "evaluation"_a, "likely_win"_a, "spread"_a);
    bind<JungleGame, SharedStepTable, JungleStart>(module, "JungleBatch", "Many 7×9 games.");
    bind<FlipGame, jungle::flip::Rules, jungle::flip::Position>(module, "FlipBatch", "Many face-down 4×4 games.");
}
