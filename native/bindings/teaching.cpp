// The Python interface of levels, reasons and proofs.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.h"
#include "jungle/proof.h"
#include "jungle/reasons.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace jungle;

namespace {

using Lines = std::vector<std::tuple<int, int, std::vector<std::uint16_t>>>;

std::vector<SeenLine> seen_lines(const Lines& lines) {
    if (lines.empty()) throw nb::value_error("expected at least one line");
    std::vector<SeenLine> seen;
    for (const auto& [score, win_in, pv] : lines) {
        if (pv.empty()) throw nb::value_error("expected a move in every line");
        seen.push_back({score, win_in, pv});
    }
    return seen;
}

// A proof with the rules it is about.
struct RulesProof {
    SharedStepTable table;
    Proof proof;
};

nb::tuple as_tuple(const Explanation& found) {
    return nb::make_tuple(int(found.why), found.own, found.enemy, found.plies);
}

}  // namespace

void bind_teaching(nb::module_& module) {
    nb::class_<Skill>(module, "Skill", "How exactly a level chooses; see `jungle.players.choosing.Skill`.")
        .def(
            "__init__",
            [](Skill* self, int blur, int plies, int sees, int fades, int jumps, int guards, int variety) {
                new (self) Skill{blur, plies, sees, fades, jumps, guards, variety};
            },
            nb::kw_only(), "blur"_a, "plies"_a, "sees"_a, "fades"_a, "jumps"_a, "guards"_a, "variety"_a);
    module.def(
        "choose_line",
        [](const SharedStepTable& table, nb::bytes board, int side, const Lines& lines, const Skill& skill, int last,
           bool is_opening, std::uint64_t seed) {
            if (last < 0 || last > kGone) throw nb::value_error("expected a last square from 0 to 63");
            return choose(*table, make_position(board, side, 0), seen_lines(lines), skill, last, is_opening, seed);
        },
        "table"_a, "board"_a, "side"_a, "lines"_a, "skill"_a, "last"_a, "is_opening"_a, "seed"_a,
        "The index of the line that a level plays; each line is score, win_in and moves.");
    module.def(
        "choose_flip_line",
        [](const Lines& lines, const Skill& skill, bool is_opening, std::uint64_t seed) {
            return choose(seen_lines(lines), skill, is_opening, seed);
        },
        "lines"_a, "skill"_a, "is_opening"_a, "seed"_a, "The same by the scores alone, as in the face-down game.");
    module.def(
        "explain",
        [](const SharedStepTable& table, nb::bytes board, int side, const Lines& lines) {
            return as_tuple(explain(*table, make_position(board, side, 0), seen_lines(lines)));
        },
        "table"_a, "board"_a, "side"_a, "lines"_a, nb::sig("def explain(table: StepTable, board: bytes, side: int, lines: "
        "collections.abc.Sequence[tuple[int, int, collections.abc.Sequence[int]]]) -> tuple[int, int, int, int]"),
        "Why the first line is the best: a code, the squares of an own and an enemy piece (63 for none), and plies.");
    module.def(
        "find_fault",
        [](const SharedStepTable& table, nb::bytes board, int side, const Lines& lines) {
            const auto seen = seen_lines(lines);
            if (seen.size() != 2) throw nb::value_error("expected the line played and a better one");
            return as_tuple(find_fault(*table, make_position(board, side, 0), seen[0], seen[1]));
        },
        "table"_a, "board"_a, "side"_a, "lines"_a, nb::sig("def find_fault(table: StepTable, board: bytes, side: int, lines: "
        "collections.abc.Sequence[tuple[int, int, collections.abc.Sequence[int]]]) -> tuple[int, int, int, int]"),
        "What is wrong with the first of two lines, the second being better; in the form of explain.");
    nb::class_<RulesProof>(module, "Proof", "What can be forced, by trying every move of both sides. None if it gave up.")
        .def(
            "__init__",
            [](RulesProof* self, const SharedStepTable& table, std::size_t positions) {
                new (self) RulesProof{table, Proof(*table, positions)};
            },
            "table"_a, "positions"_a)
        .def(
            "wins",
            [](RulesProof& self, nb::bytes board, int side, int plies) {
                const Position position = make_position(board, side, 0);
                nb::gil_scoped_release release;
                return self.proof.wins(position, plies);
            },
            "board"_a, "side"_a, "plies"_a, "Can the side to move force a win within this many plies?")
        .def(
            "loses",
            [](RulesProof& self, nb::bytes board, int side, int plies) {
                const Position position = make_position(board, side, 0);
                nb::gil_scoped_release release;
                return self.proof.loses(position, plies);
            },
            "board"_a, "side"_a, "plies"_a, "Does the side to move lose within this many plies, whatever it does?");
}
