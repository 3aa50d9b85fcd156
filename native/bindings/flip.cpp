// The Python interface of the face-down game.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <optional>

#include "bindings/bindings.h"
#include "bindings/flip.h"
#include "bindings/searching.h"
#include "flip/search.h"
#include "flip/selfplay.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace jungle::flip;
using jungle::Info;
using jungle::OnInfo;
using jungle::SearchLimits;

namespace {

constexpr int kPerftDepth = 200;

Rules make_rules(const std::vector<unsigned>& takes, const std::vector<unsigned>& trades, int quiet_limit) {
    if (takes.size() != kAnimals || trades.size() != kAnimals) throw nb::value_error("expected eight masks of animals");
    Rules rules;
    for (std::size_t animal = 0; animal < kAnimals; ++animal) {
        if (takes[animal] > 0xff || (trades[animal] & ~takes[animal]))
            throw nb::value_error("expected masks of eight bits, and trades only where an animal takes");
        rules.takes[animal] = std::uint8_t(takes[animal]);
        rules.trades[animal] = std::uint8_t(trades[animal]);
    }
    if (quiet_limit < 0) throw nb::value_error("expected a quiet limit from 0, for none");
    rules.quiet_limit = quiet_limit;
    return rules;
}

Position make_position(nb::bytes board, unsigned hidden, int side, int quiet) {
    if (board.size() != kSquares) throw nb::value_error("expected a board of 16 bytes");
    if (quiet < 0 || quiet > 0xffff) throw nb::value_error("expected quiet plies from 0 to 65535");
    const auto* codes = static_cast<const std::uint8_t*>(board.data());
    if (const char* fault = Position::fault(codes, hidden, side)) throw nb::value_error(fault);
    return Position::from_board(codes, Mask(hidden), side, quiet);
}

nb::bytes board_of(const Position& position) {
    std::array<std::uint8_t, kSquares> codes{};
    for (int square = 0; square < kSquares; ++square) codes[std::size_t(square)] = position.code_on(square);
    return nb::bytes(codes.data(), codes.size());
}

std::vector<unsigned> move_codes(const Rules& rules, const Position& position) {
    MoveList list;
    position.moves(rules, list);
    std::vector<unsigned> codes;
    codes.reserve(std::size_t(list.count));
    for (const Move& move : list) codes.push_back(move.code());
    return codes;
}

Position after(const Rules& rules, const Position& position, unsigned code, std::optional<int> revealed) {
    MoveList list;
    position.moves(rules, list);
    if (code > 0xff || std::ranges::find(list, Move::of(std::uint8_t(code))) == list.end())
        throw nb::value_error("an illegal move");
    const Move move = Move::of(std::uint8_t(code));
    if (!move.is_flip()) return position.after(rules, move);
    if (!revealed || *revealed < 0 || *revealed >= kPieces || !(position.hidden >> *revealed & 1))
        throw nb::value_error("expected a hidden piece that the flip turns up");
    return position.turned(move.from, *revealed);
}

std::vector<Info> search_flip(Searcher& searcher, const Rules& rules, const Position& position,
                              const std::vector<nb::bytes>& past, const std::shared_ptr<const Tablebase>& tables,
                              int depth, std::uint64_t nodes, std::int64_t soft_ms, std::int64_t hard_ms, int multipv,
                              const std::vector<jungle::MoveCode>& searchmoves, SearchControl* control,
                              const std::optional<nb::callable>& on_info) {
    if (tables && !(tables->materials().rules() == rules)) throw nb::value_error("the tables are of other rules");
    Game game{rules, position, {}, tables};
    for (std::size_t i = 0; i < past.size(); ++i) {
        const int side = position.side == kNobody ? kNobody : int(position.side ^ ((past.size() - i) & 1));
        game.past.push_back(make_position(past[i], position.hidden, side, 0).key);
    }
    const SearchLimits limits{depth, nodes, soft_ms, hard_ms, multipv, searchmoves};
    return run_search(searcher, limits, control, on_info,
                      [&](const OnInfo& report) { return searcher.search(game, limits, report); });
}

std::uint64_t run_perft(const Rules& rules, const Position& position, int depth) {
    if (depth < 0 || depth > kPerftDepth) throw nb::value_error("expected a depth from 0 to 200");
    std::atomic<bool> stopped{false};
    return run_beside(stopped, [&] { return perft(rules, position, depth, stopped); });
}

nb::bytes run_self_play(const Rules& rules, const std::shared_ptr<const Tablebase>& tables, std::uint64_t seed,
                        int games, std::uint64_t nodes) {
    std::atomic<bool> stopped{false};
    const std::vector<Sample> samples =
        run_beside(stopped, [&] { return self_play(rules, tables, {seed, games, nodes}, stopped); });
    return nb::bytes(reinterpret_cast<const char*>(samples.data()), samples.size() * sizeof(Sample));
}

nb::bytes sample_features(const Rules& rules, nb::bytes samples) {
    const std::size_t count = samples.size() / sizeof(Sample);
    const auto* data = static_cast<const Sample*>(samples.data());
    const Relations relations(rules);
    std::vector<std::int8_t> counts;
    counts.reserve(count * kWeights);
    for (std::size_t i = 0; i < count; ++i) {
        const Position position =
            make_position(nb::bytes(data[i].board.data(), kSquares), data[i].hidden, data[i].side, 0);
        const auto found = features(relations, position);
        counts.insert(counts.end(), found.begin(), found.end());
    }
    return nb::bytes(counts.data(), counts.size());
}

}  // namespace

void bind_flip(nb::module_& module) {
    nb::class_<Rules>(module, "FlipRules",
                      "What each animal takes, which captures remove both pieces, and the quiet plies that draw.")
        .def(nb::new_(&make_rules), "takes"_a, "trades"_a, "quiet_limit"_a);

    nb::class_<Position>(module, "FlipPosition", "What both players see.")
        .def(
            "__init__",
            [](Position* self, nb::bytes board, unsigned hidden, int side, int quiet) {
                new (self) Position(make_position(board, hidden, side, quiet));
            },
            "board"_a, "hidden"_a, "side"_a, "quiet"_a = 0,
            "One code per square: 0 empty, 1 to 16 a piece, 17 face down; the hidden pieces as a mask; side 2 before a "
            "first "
            "flip that decides the colours.")
        .def_prop_ro("board", &board_of)
        .def_prop_ro("hidden", [](const Position& position) { return unsigned(position.hidden); })
        .def_prop_ro("side", [](const Position& position) { return int(position.side); })
        .def_prop_ro("quiet", [](const Position& position) { return int(position.quiet); })
        .def_prop_ro("key", [](const Position& position) { return position.key; })
        .def(
            "moves", [](const Position& position, const Rules& rules) { return move_codes(rules, position); },
            "rules"_a, "All legal moves, as origin | target << 4; a flip ends where it starts.")
        .def(
            "after",
            [](const Position& position, const Rules& rules, unsigned move, std::optional<int> revealed) {
                return after(rules, position, move, revealed);
            },
            "rules"_a, "move"_a, "revealed"_a = nb::none(), "The position after a move. Raises ValueError.")
        .def(
            "perft",
            [](const Position& position, const Rules& rules, int depth) { return run_perft(rules, position, depth); },
            "rules"_a, "depth"_a, "The leaves of the game tree, a flip having a branch for each hidden piece.")
        .def(
            "evaluate",
            [](const Position& position, const Rules& rules) { return evaluate(Relations(rules), position); },
            "rules"_a, "The static evaluation for the side to move; a win is 30000.")
        .def(
            "features",
            [](const Position& position, const Rules& rules) {
                const auto counts = features(Relations(rules), position);
                return std::vector<int>(counts.begin(), counts.end());
            },
            "rules"_a, "How often each weight of the evaluation counts.");

    bind_searcher<Searcher>(module, "FlipSearcher",
                            "Searches the face-down game; keeps its hash table from one search to the next.")
        .def("search", &search_flip, "rules"_a, "position"_a, "past"_a, nb::kw_only(), "tables"_a.none() = nb::none(),
             "depth"_a = 0, "nodes"_a = 0, "soft_ms"_a = 0, "hard_ms"_a = 0, "multipv"_a = 1,
             "searchmoves"_a = std::vector<jungle::MoveCode>(), "control"_a.none() = nb::none(),
             "on_info"_a.none() = nb::none(),
             nb::sig(
                 "def search(self, rules: FlipRules, position: FlipPosition, past: collections.abc.Sequence[bytes], *, "
                 "tables: FlipTablebase | None = None, depth: int = 0, nodes: int = 0, soft_ms: int = 0, hard_ms: int "
                 "= 0, "
                 "multipv: int = 1, searchmoves: collections.abc.Sequence[int] = [], control: SearchControl | None = "
                 "None, on_info: "
                 "collections.abc.Callable[[Info], object] | None = None) -> list[Info]"),
             "The best lines, best first; none when there is no legal move. `past` are the boards since the last flip "
             "or "
             "capture, oldest first.");
    module.def("flip_self_play", &run_self_play, "rules"_a, "tables"_a.none(), nb::kw_only(), "seed"_a, "games"_a,
               "nodes"_a,
               "Play games of the engine against itself; 24 bytes per position: the board, hidden pieces, side, "
               "result, score, "
               "ply.");
    module.def("flip_features", &sample_features, "rules"_a, "samples"_a,
               "How often each weight of the evaluation counts in such positions, one byte per weight.");
    module.def("flip_weights", [] { return std::vector<int>(kTunedWeights.begin(), kTunedWeights.end()); });
    bind_flip_tablebase(module);
}
