// What Python sees of levels and reasons.
#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "choosing.h"

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

}  // namespace

void bind_teaching(nb::module_& module) {
    nb::class_<Skill>(module, "Skill", "How exactly a level chooses; see `jungle.engine.choosing.Skill`.")
        .def(
            "__init__",
            [](Skill* self, int blur, int plies, int sees, int fades, int jumps, int guards, int variety) {
                new (self) Skill{blur, plies, sees, fades, jumps, guards, variety};
            },
            nb::kw_only(), "blur"_a, "plies"_a, "sees"_a, "fades"_a, "jumps"_a, "guards"_a, "variety"_a);
    module.def(
        "choose_line",
        [](const SharedTable& table, nb::bytes board, int side, const Lines& lines, const Skill& skill, int last,
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
}
