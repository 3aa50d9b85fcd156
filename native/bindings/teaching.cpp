// The Python interface of levels, reasons and proofs.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.h"
#include "flip/reasons.h"
#include "jungle/plans.h"
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

std::tuple<int, int, int, int, int, int, int> as_tuple(const Explanation& found) {
    return {int(found.why), found.own, found.enemy, found.plies, found.risks, found.gains, found.hidden};
}

using FlipLines = std::vector<flip::ScoredLine>;

FlipLines flip_lines(const Lines& lines) {
    FlipLines scored;
    for (const SeenLine& line : seen_lines(lines))
        scored.push_back(flip::scored_line(line.score, line.win_in, line.pv));
    return scored;
}

flip::Game flip_game(const flip::Rules& rules, const flip::Position& position, const std::vector<Key>& past) {
    return {rules, position, past, nullptr};
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
        "table"_a, "board"_a, "side"_a, "lines"_a,
        nb::sig("def explain(table: StepTable, board: bytes, side: int, lines: "
                "collections.abc.Sequence[tuple[int, int, collections.abc.Sequence[int]]]) -> tuple[int, int, int, "
                "int, int, int, int]"),
        "Why the first line is the best: a code, the squares of an own and an enemy piece (63 for none), plies, and of "
        "the "
        "face-down pieces the number that would lose, that would win, and of all.");
    nb::class_<HintFigures>(module, "HintFigures", "How a hint weighs moves; see `jungle.engine.hints.HintFigures`.")
        .def(
            "__init__",
            [](HintFigures* self, int margin, int margin_share, int step, int carry_on, int undo, int back, int repeat,
               int sight, int blur) {
                if (sight < 1 || blur < 1) throw nb::value_error("expected a sight and a blur of at least 1");
                new (self) HintFigures{margin, margin_share, step, carry_on, undo, back, repeat, sight, blur};
            },
            nb::kw_only(), "margin"_a, "margin_share"_a, "step"_a, "carry_on"_a, "undo"_a, "back"_a, "repeat"_a,
            "sight"_a, "blur"_a);
    module.def(
        "candidates",
        [](const Lines& lines, const HintFigures& figures) {
            std::vector<int> found;
            for (const std::uint8_t line : candidates(seen_lines(lines), figures)) found.push_back(line);
            return found;
        },
        "lines"_a, "figures"_a,
        nb::sig("def candidates(lines: collections.abc.Sequence[tuple[int, int, "
                "collections.abc.Sequence[int]]], figures: HintFigures) -> list[int]"),
        "The indices of the lines that a hint may choose from; the first is the one that the others are compared "
        "with.");
    module.def(
        "expected_score",
        [](const State& game, const Lines& answers, const HintFigures& figures) {
            return expected_score(game, seen_lines(answers), figures);
        },
        "game"_a, "answers"_a, "figures"_a,
        nb::sig("def expected_score(game: State, answers: collections.abc.Sequence[tuple[int, int, "
                "collections.abc.Sequence[int]]], figures: HintFigures) -> int"),
        "What the move before this position is worth against an opponent who errs, in centi-cats, given the answers to "
        "it.");
    module.def(
        "advise",
        [](const State& game, const Lines& lines, const std::tuple<unsigned, int, int, int>& last,
           const HintFigures& figures) {
            const auto [move, kind, animal, target] = last;
            const Advice advice =
                advise(game, seen_lines(lines), {std::uint16_t(move), PlanKind(kind), animal, target}, figures);
            const Plan& plan = advice.plan;
            return nb::make_tuple(
                advice.line,
                nb::make_tuple(int(plan.kind), plan.piece, plan.target, plan.enemy, plan.defenders, plan.steps),
                advice.carries_on, advice.goes_back, advice.repeats);
        },
        "game"_a, "lines"_a, "last"_a, "figures"_a,
        nb::sig(
            "def advise(game: State, lines: collections.abc.Sequence[tuple[int, int, collections.abc.Sequence[int]]], "
            "last: tuple[int, int, int, int], figures: HintFigures) -> "
            "tuple[int, tuple[int, int, int, int, int, list[int]], bool, bool, bool]"),
        "The line that a hint follows, its plan (kind, piece, target, enemy, defenders, steps), and whether it carries "
        "on the last "
        "hint's plan, takes its move back, or repeats a position. The last hint is its move, and the kind, animal and "
        "target of its plan.");
    module.def(
        "find_fault",
        [](const SharedStepTable& table, nb::bytes board, int side, const Lines& lines) {
            const auto seen = seen_lines(lines);
            if (seen.size() != 2) throw nb::value_error("expected the line played and a better one");
            return as_tuple(find_fault(*table, make_position(board, side, 0), seen[0], seen[1]));
        },
        "table"_a, "board"_a, "side"_a, "lines"_a,
        nb::sig("def find_fault(table: StepTable, board: bytes, side: int, lines: "
                "collections.abc.Sequence[tuple[int, int, collections.abc.Sequence[int]]]) -> tuple[int, int, int, "
                "int, int, int, int]"),
        "What is wrong with the first of two lines, the second being better; in the form of explain.");
    module.def(
        "advise_flip",
        [](const flip::Rules& rules, const flip::Position& position, const std::vector<Key>& past, const Lines& lines) {
            return flip::advise(flip_game(rules, position, past), flip_lines(lines));
        },
        "rules"_a, "position"_a, "past"_a, "lines"_a, "The line that a hint follows. In the face-down game.");
    module.def(
        "explain_flip",
        [](const flip::Rules& rules, const flip::Position& position, const Lines& lines) {
            return as_tuple(flip::explain(flip_game(rules, position, {}), flip_lines(lines)));
        },
        "rules"_a, "position"_a, "lines"_a, "As explain. In the face-down game.");
    module.def(
        "find_flip_fault",
        [](const flip::Rules& rules, const flip::Position& position, const Lines& lines) {
            const FlipLines scored = flip_lines(lines);
            if (scored.size() != 2) throw nb::value_error("expected the line played and a better one");
            return as_tuple(flip::find_fault(flip_game(rules, position, {}), scored[0], scored[1]));
        },
        "rules"_a, "position"_a, "lines"_a, "As find_fault. In the face-down game.");
    nb::class_<RulesProof>(module, "Proof",
                           "What can be forced, by trying every move of both sides. None if it gave up.")
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
