// The Python interface of the face-down game's endgame tables.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.h"
#include "bindings/flip.h"
#include "tables/flip/tablebase.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace jungle::flip;

namespace {

constexpr int kMostPieces = 8;

const MaterialClass& class_of(const Tablebase& tables, int number) {
    if (number < 0 || std::size_t(number) >= tables.materials().classes().size())
        throw nb::index_error("there is no such class");
    return tables.at(number);
}

nb::bytes as_bytes(const std::vector<std::uint8_t>& values) { return nb::bytes(values.data(), values.size()); }

// What captures lead to must be in memory before solving begins.
void fetch(Tablebase& tables, int number) {
    for (const int next : tables.successors(number))
        if (tables.values(next).empty()) throw nb::value_error("what its captures lead to is not solved yet");
}

Solution run_solve(Tablebase& tables, int number) {
    class_of(tables, number);
    fetch(tables, number);
    std::atomic<bool> stopped{false};
    return run_beside(stopped, [&] {
        return solve(
            tables.materials(), number, tables.materials().rules().quiet_limit,
            [&](int other) -> const std::vector<Value>& { return tables.values(other); }, stopped);
    });
}

std::optional<std::int64_t> run_find_error(Tablebase& tables, int number, std::uint32_t stride) {
    class_of(tables, number);
    fetch(tables, number);
    if (stride < 1) throw nb::value_error("expected a stride from 1");
    const std::vector<Value>& values = tables.values(number);
    std::atomic<bool> stopped{false};
    const std::int64_t found = run_beside(stopped, [&] {
        return find_error(
            tables.materials(), number, tables.materials().rules().quiet_limit, values,
            [&](int other) -> const std::vector<Value>& { return tables.values(other); }, stride, stopped);
    });
    return found < 0 ? std::nullopt : std::optional(found);
}

void solve_hidden(Tablebase& tables) {
    for (const MaterialClass& material : tables.materials().classes())
        if (material.pieces <= kHiddenPieces && tables.values(material.number).empty())
            throw nb::value_error("what lies face up must be solved first");
    nb::gil_scoped_release release;
    tables.hidden().solve([&](int number) -> const std::vector<Value>& { return tables.values(number); });
}

}  // namespace

void bind_flip_tablebase(nb::module_& module) {
    nb::class_<MaterialClass>(module, "FlipClass", "Material of the face-down game with the same capture relation.")
        .def_ro("number", &MaterialClass::number)
        .def_ro("pieces", &MaterialClass::pieces)
        .def_prop_ro("name", &MaterialClass::name)
        .def_ro("relation", &MaterialClass::relation,
                "Who takes whom, as bytes that two classes share only if they are one.")
        .def_ro("sizes", &MaterialClass::sizes, "Pieces in each group of like animals.")
        .def_prop_ro("planes", [](const MaterialClass& material) { return material.is_self_dual ? 1 : 2; })
        .def_prop_ro("row", [](const MaterialClass& material) { return material.layout->row(); })
        .def_prop_ro("slots", &MaterialClass::positions, "Values stored.")
        .def_prop_ro("positions", &MaterialClass::different_positions, "Different positions among them.");

    nb::class_<Solution>(module, "FlipSolution", "A solved class.")
        .def_prop_ro("values", [](const Solution& solution) { return as_bytes(solution.values); })
        .def_ro("wins", &Solution::wins)
        .def_ro("draws", &Solution::draws)
        .def_ro("losses", &Solution::losses)
        .def_ro("longest", &Solution::longest)
        .def_ro("longest_slot", &Solution::longest_slot)
        .def_ro("is_cut", &Solution::is_cut, "May the limit have made draws of wins?");

    nb::class_<Tablebase>(module, "FlipTablebase", "Exact values of endings of the face-down game.")
        .def(
            "__init__",
            [](Tablebase* self, const Rules& rules, int pieces) {
                if (pieces < 2 || pieces > kMostPieces) throw nb::value_error("expected 2 to 8 pieces");
                new (self) Tablebase(rules, pieces);
            },
            "rules"_a, "pieces"_a)
        .def_prop_ro("classes", [](const Tablebase& tables) { return tables.materials().classes(); })
        .def(
            "class_of",
            [](const Tablebase& tables, unsigned pieces) -> std::optional<int> {
                const Material* material = pieces > 0xffff ? nullptr : tables.materials().find(Mask(pieces));
                return material ? std::optional(int(material->number)) : std::nullopt;
            },
            "pieces"_a, "The class of some pieces, given as a mask.")
        .def(
            "has", [](const Tablebase& tables, int number) { return tables.has(class_of(tables, number).number); },
            "number"_a)
        .def(
            "successors",
            [](const Tablebase& tables, int number) { return tables.successors(class_of(tables, number).number); },
            "number"_a, "The classes that captures lead to.")
        .def("solve", &run_solve, "number"_a)
        .def("find_error", &run_find_error, "number"_a, "stride"_a = 1,
             "The first slot whose value does not follow from those after each move.")
        .def(
            "put",
            [](Tablebase& tables, int number, nb::bytes values) {
                const auto* data = static_cast<const Value*>(values.data());
                if (values.size() != class_of(tables, number).positions())
                    throw nb::value_error("expected a value a slot");
                tables.put(number, {data, data + values.size()});
            },
            "number"_a, "values"_a)
        .def(
            "forget", [](Tablebase& tables, int number) { tables.forget(class_of(tables, number).number); }, "number"_a,
            "Free the memory of a class.")
        .def(
            "fingerprint",
            [](const Tablebase& tables, int number, int limit) {
                return tables.fingerprint(class_of(tables, number).number, limit);
            },
            "number"_a, "limit"_a, "What the file of a class bears; limit 0 where it is bound to none.")
        .def("hidden_fingerprint", &Tablebase::hidden_fingerprint, "limit"_a)
        .def(
            "add",
            [](Tablebase& tables, const std::string& path) {
                const Fit fit = tables.add(std::make_unique<jungle::TablebaseFile>(path));
                if (fit == Fit::No) throw std::runtime_error("it is a table of something else");
                return fit == Fit::Yes;
            },
            "path"_a, "Take a file; False if it holds under longer limits only. Raises RuntimeError for a damaged one.")
        .def(
            "position",
            [](const Tablebase& tables, int number, std::uint32_t slot) {
                const MaterialClass& material = class_of(tables, number);
                if (slot >= material.positions()) throw nb::index_error("there is no such slot");
                return position_of(material, tables.materials().find(material.material)->swapped, slot);
            },
            "number"_a, "slot"_a)
        .def("solve_hidden", &solve_hidden, "All positions of at most four pieces of which some lie face down.")
        .def_prop_ro("hidden_positions", [](const Tablebase& tables) { return tables.hidden().positions(); })
        .def_prop_ro("hidden_longest", [](const Tablebase& tables) { return tables.hidden().longest(); })
        .def_prop_ro(
            "hidden_values",
            [](const Tablebase& tables) {
                std::vector<std::uint8_t> values;
                for (const std::int8_t parts : tables.hidden().parts()) values.push_back(std::uint8_t(parts + kParts));
                values.insert(values.end(), tables.hidden().plies().begin(), tables.hidden().plies().end());
                return as_bytes(values);
            },
            "Two planes: 24 + the expected result in 24ths, and the quiet plies that must be left.")
        .def(
            "probe",
            [](const Tablebase& tables, const Position& position) -> std::optional<std::tuple<int, int>> {
                jungle::TablebaseCache cache(16);
                const auto verdict = tables.probe(position, cache);
                return verdict ? std::optional(std::tuple(verdict->parts, verdict->plies)) : std::nullopt;
            },
            "position"_a, "The expected result in 24ths for the side to move, and the plies to the next capture.");
}
