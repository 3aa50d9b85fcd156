// The Python interface of the core. Only this folder uses Python.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "bindings/bindings.h"
#include "bindings/flip.h"
#include "bindings/searching.h"
#include "jungle/forced.h"
#include "jungle/search.h"
#include "jungle/training.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace jungle;

namespace {

// A count this deep takes milliseconds; …
constexpr int kPerftAtOnce = 4;
// … and a deeper one than this overflows the stack, if it ever ends.
constexpr int kPerftDepth = 200;

std::uint8_t kinds(unsigned mask, const char* what) {
    // Python counts animals from 1, so bit 0 of its masks is never set.
    if (mask & ~0x1feu) throw nb::value_error((std::string("expected a mask of animals for ") + what).c_str());
    return std::uint8_t(mask >> 1);
}

SharedStepTable make_step_table(nb::typed<nb::sequence, nb::any> steps, bool own_blocks, bool enemy_blocks,
                                const std::vector<unsigned>& takes, int quiet_limit, int repetition,
                                bool stalemate_loses) {
    auto table = std::make_shared<StepTable>();
    if (nb::len(steps) != 2) throw nb::value_error("expected the steps of two sides");
    for (int side = 0; side < 2; ++side) {
        nb::object by_animal = steps[side];
        if (nb::len(by_animal) != kAnimals) throw nb::value_error("expected the steps of eight animals");
        for (int animal = 0; animal < kAnimals; ++animal) {
            nb::object by_square = by_animal[animal];
            if (nb::len(by_square) != kSquares) throw nb::value_error("expected the steps from 63 squares");
            for (int square = 0; square < kSquares; ++square) {
                Steps& ways = table->steps[side][animal][square];
                for (nb::handle item : by_square[square]) {
                    if (ways.count == kMaxSteps) throw nb::value_error("expected at most four steps from a square");
                    const int to = nb::cast<int>(item[0]);
                    if (to < 0 || to >= kSquares) throw nb::value_error("expected a target from 0 to 62");
                    Step& step = ways.step[ways.count++];
                    step.to = std::uint8_t(to);
                    step.over = nb::cast<Bits>(item[1]);
                    step.prey = kinds(nb::cast<unsigned>(item[2]), "prey");
                    step.trade = kinds(nb::cast<unsigned>(item[3]), "trade");
                }
            }
        }
    }
    if (takes.size() != kAnimals + 1) throw nb::value_error("expected nine masks in takes, the first unused");
    for (int animal = 0; animal < kAnimals; ++animal) table->takes[animal] = kinds(takes[animal + 1], "takes");
    if (quiet_limit < 0) throw nb::value_error("expected a quiet limit from 0, for none");
    if (repetition < 0 || repetition > 2) throw nb::value_error("expected 0, 1 or 2 for repetition");
    table->own_blocks = own_blocks;
    table->enemy_blocks = enemy_blocks;
    table->quiet_limit = quiet_limit;
    table->repetition = Repetition(repetition);
    table->stalemate_loses = stalemate_loses;
    table->derive();
    return table;
}

void play(State& state, unsigned code) {
    Move move;
    if (code > 0xffff || !state.find_move(std::uint16_t(code), move)) throw nb::value_error("an illegal move");
    state.play(move);
}

Evaluation as_evaluation(int number) {
    if (number < 0 || number > 2) throw nb::value_error("expected 0, 1 or 2 for the evaluation");
    return Evaluation(number);
}

State make_game(const SharedStepTable& table, nb::bytes start, int side, int quiet,
                const std::vector<unsigned>& moves) {
    State game(table, make_position(start, side, quiet));
    for (unsigned code : moves) play(game, code);
    return game;
}

std::vector<Info> search_jungle(Searcher& searcher, const SharedStepTable& table, nb::bytes start, int side, int quiet,
                                const std::vector<unsigned>& moves, int depth, std::uint64_t nodes,
                                std::int64_t soft_ms, std::int64_t hard_ms, int multipv,
                                const std::vector<MoveCode>& searchmoves, int contempt, int evaluation,
                                const TablebaseProber* tables, SearchControl* control,
                                const std::optional<nb::callable>& on_info) {
    const State game = make_game(table, start, side, quiet, moves);
    const Limits limits{{depth, nodes, soft_ms, hard_ms, multipv, searchmoves},
                        contempt,
                        as_evaluation(evaluation),
                        tables ? tables->tables : nullptr};
    return run_search(searcher, limits, control, on_info,
                      [&](const OnInfo& report) { return searcher.search(game, limits, report); });
}

ForcedWin run_prove(Prover& prover, const SharedStepTable& table, nb::bytes start, int side, int quiet,
                    const std::vector<unsigned>& moves, std::uint64_t nodes) {
    const State game = make_game(table, start, side, quiet, moves);
    std::atomic<bool> stopped{false};
    return run_beside(stopped, [&] { return prover.prove(game, nodes, stopped); });
}

std::uint64_t run_perft(const SharedStepTable& table, nb::bytes board, int side, int depth, int threads) {
    const Position position = make_position(board, side, 0);
    if (depth < 0 || depth > kPerftDepth || threads < 1)
        throw nb::value_error("expected a depth from 0 to 200 and threads from 1");
    std::atomic<bool> stopped{false};
    if (depth <= kPerftAtOnce) {
        nb::gil_scoped_release release;
        return perft(*table, position, depth, threads, stopped);
    }
    return run_beside(stopped, [&] { return perft(*table, position, depth, threads, stopped); });
}

nb::bytes run_self_play(const SharedStepTable& table, nb::bytes board, int side, std::uint64_t seed, int games,
                        std::uint64_t nodes, int evaluation, const TablebaseProber* tables) {
    const Position start = make_position(board, side, 0);
    const SelfPlay options{seed, games, nodes, as_evaluation(evaluation), tables ? tables->tables : nullptr};
    std::atomic<bool> stop{false};
    const std::vector<Record> records = run_beside(stop, [&] { return self_play(table, start, options, stop); });
    return nb::bytes(reinterpret_cast<const char*>(records.data()), records.size() * sizeof(Record));
}

using Floats = nb::ndarray<float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

FloatNetwork as_network(const Floats& values) {
    constexpr std::size_t features = std::size_t{Network::kFeatures} * Network::kUnits;
    constexpr std::size_t outputs = std::size_t{Network::kOutputs} * 2 * Network::kUnits;
    if (values.size() != features + Network::kUnits + outputs + Network::kOutputs)
        throw nb::value_error("expected as many numbers as the network has weights");
    float* data = values.data();
    return {data, data + features, data + features + Network::kUnits, data + features + Network::kUnits + outputs};
}

double run_add_gradient(const Floats& weights, const Floats& gradient, nb::bytes records,
                        const nb::ndarray<const std::uint32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>& chosen,
                        float score_scale, float result_share) {
    const FloatNetwork from = as_network(weights), to = as_network(gradient);
    const std::size_t known = records.size() / sizeof(Record);
    const auto* data = static_cast<const Record*>(records.data());
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        if (chosen.data()[i] >= known) throw nb::value_error("a chosen record is not there");
        const Record& record = data[chosen.data()[i]];
        if (record.side > 1 || std::ranges::max(record.square) > kGone)
            throw nb::value_error("expected records of self-play, got something else");
    }
    nb::gil_scoped_release release;
    return add_gradient(from, to, data, chosen.data(), chosen.size(), {score_scale, result_share});
}

std::vector<unsigned> codes(const MoveList& list) {
    std::vector<unsigned> codes;
    codes.reserve(std::size_t(list.count));
    for (const Move& move : list) codes.push_back(move.code());
    return codes;
}

}  // namespace

Position make_position(nb::bytes board, int side, int quiet) {
    if (board.size() != kSquares) throw nb::value_error("expected a board of 63 bytes");
    if (quiet < 0) throw nb::value_error("expected quiet plies from 0");
    const auto* codes = static_cast<const std::uint8_t*>(board.data());
    if (const char* fault = Position::fault(codes, side)) throw nb::value_error(fault);
    return Position::from_board(codes, side, std::uint32_t(quiet));
}

namespace {

void bind_core(nb::module_& module, const char* instruction_set) {
    module.doc() = "The native core of jungle.";
    module.def(
        "instruction_set", [instruction_set] { return instruction_set; },
        "The instruction set this build of the core needs, such as 'x86-64-v3'.");

    nb::class_<StepTable>(module, "StepTable", "A rule set, compiled; see `jungle.rules.StepTable` for the steps.")
        .def(nb::new_(&make_step_table), "steps"_a, "own_blocks"_a, "enemy_blocks"_a, "takes"_a, "quiet_limit"_a,
             "repetition"_a, "stalemate_loses"_a);

    module.def("perft", &run_perft, "table"_a, "board"_a, "side"_a, "depth"_a, "threads"_a,
               "The leaves of the game tree at an exact depth.");

    module.def(
        "evaluate",
        [](const SharedStepTable& table, nb::bytes board, int side, int evaluation) {
            return evaluate(*table, make_position(board, side, 0), as_evaluation(evaluation));
        },
        "table"_a, "board"_a, "side"_a, "evaluation"_a, "The static evaluation of a position for the side to move.");

    nb::class_<State>(module, "State", "A game: a position with its past.")
        .def(
            "__init__",
            [](State* self, const SharedStepTable& table, nb::bytes board, int side, int quiet) {
                new (self) State(table, make_position(board, side, quiet));
            },
            "table"_a, "board"_a, "side"_a, "quiet"_a = 0)
        .def(
            "moves", [](const State& state) { return codes(state.moves()); },
            "All moves allowed now, as origin | target << 6.")
        .def("play", &play, "move"_a, "Play a move. Raises ValueError when it is illegal.")
        .def_prop_ro("key", [](const State& state) { return state.position().key; })
        .def_prop_ro("side", [](const State& state) { return int(state.position().side); })
        .def_prop_ro("quiet", [](const State& state) { return state.position().quiet; })
        .def(
            "board",
            [](const State& state) {
                std::array<std::uint8_t, kSquares> board;
                state.position().to_board(board.data());
                return nb::bytes(board.data(), board.size());
            },
            "One code per square.")
        .def(
            "outcome",
            [](const State& state) {
                const Outcome outcome = state.outcome();
                return nb::make_tuple(int(outcome.result), int(outcome.reason));
            },
            nb::sig("def outcome(self) -> tuple[int, int]"),
            "(0 ongoing, 1 Blue won, 2 Red won, 3 draw; 0 none, 1 den, 2 capture, 3 no moves, 4 repetition, 5 quiet).");

    bind_searching(module);
    bind_searcher<Searcher>(module, "Searcher", "Searches games; keeps its hash table from one to the next.")
        .def("search", &search_jungle, "table"_a, "start"_a, "side"_a, "quiet"_a, "moves"_a, nb::kw_only(),
             "depth"_a = 0, "nodes"_a = 0, "soft_ms"_a = 0, "hard_ms"_a = 0, "multipv"_a = 1,
             "searchmoves"_a = std::vector<MoveCode>(), "contempt"_a = 0, "evaluation"_a = 2,
             "tables"_a.none() = nb::none(), "control"_a.none() = nb::none(), "on_info"_a.none() = nb::none(),
             nb::sig("def search(self, table: StepTable, start: bytes, side: int, quiet: int, moves: "
                     "collections.abc.Sequence[int], *, depth: int = 0, nodes: int = 0, soft_ms: int = 0, hard_ms: int "
                     "= 0, multipv: int = 1, searchmoves: collections.abc.Sequence[int] = [], contempt: int = 0, "
                     "evaluation: int = 2, tables: Tablebase | None = None, control: SearchControl | None = None, "
                     "on_info: collections.abc.Callable[[Info], object] | None = None) -> "
                     "list[Info]"),
             "The best lines, best first; none when there is no legal move.");

    nb::class_<ForcedWin>(module, "ForcedWin", "What a prover found.")
        .def_ro("plies", &ForcedWin::plies, "Within which the side to move wins, 0 when no win was found.")
        .def_ro("line", &ForcedWin::line)
        .def_ro("nodes", &ForcedWin::nodes);
    nb::class_<Prover>(module, "Prover", "Looks for forced wins by proof numbers.")
        .def(nb::init<>())
        .def("prove", &run_prove, "table"_a, "start"_a, "side"_a, "quiet"_a, "moves"_a, "nodes"_a);

    module.def(
        "with_network",
        [](const SharedStepTable& table, nb::bytes data) {
            if (data.size() != Network::kBytes) throw nb::value_error("expected the weights of a network");
            auto copy = std::make_shared<StepTable>(*table);
            copy->network = Network::read(static_cast<const std::uint8_t*>(data.data()));
            return SharedStepTable(copy);
        },
        "table"_a, "weights"_a, "The same rules with another network behind the full evaluation.");
    module.def(
        "network_shape",
        [] {
            return nb::make_tuple(Network::kFeatures, Network::kUnits, Network::kOutputs, Network::kActiveOne,
                                  Network::kWeightOne);
        },
        nb::sig("def network_shape() -> tuple[int, int, int, int, int]"),
        "Features, hidden units, outputs; what an activation and an output weight of 1 are rounded to.");
    module.def("network_scale", [] { return kNetworkScale; }, "Centi-cats of a logit of 1.");

    module.def(
        "self_play", &run_self_play, "table"_a, "board"_a, "side"_a, nb::kw_only(), "seed"_a, "games"_a, "nodes"_a,
        "evaluation"_a = 2, "tables"_a.none() = nb::none(),
        "Play games of the engine against itself; 24 bytes per position: squares of the 16 pieces, side, result, "
        "score, quiet plies, ply.");
    module.def("add_gradient", &run_add_gradient, "weights"_a, "gradient"_a, "records"_a, "chosen"_a, nb::kw_only(),
               "score_scale"_a, "result_share"_a,
               "Add the gradient of the network's loss over some records; the sum of squared errors.");
    bind_tablebase(module);
    bind_teaching(module);
    bind_flip(module);
    bind_batch(module);
}

}  // namespace

// One set of bindings for every build of the core: Python asks for the module that the file is named after.
NB_MODULE(_native_v2, module) { bind_core(module, "x86-64-v2"); }
NB_MODULE(_native_v3, module) { bind_core(module, "x86-64-v3"); }
NB_MODULE(_native, module) { bind_core(module, JUNGLE_PROCESSOR); }
