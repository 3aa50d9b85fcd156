// What Python sees of the face-down game's exact tables.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings_flip.h"
#include "flip_tables.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace jungle::flip;

namespace {

const MaterialClass& class_of(const Tables& tables, int number) {
    if (number < 0 || std::size_t(number) >= tables.materials().classes().size()) throw nb::index_error("there is no such class");
    return tables.materials().classes()[std::size_t(number)];
}

}  // namespace

void bind_flip_tables(nb::module_& module) {
    nb::class_<MaterialClass>(module, "FlipClass", "Material with the same capture relation.")
        .def_ro("number", &MaterialClass::number)
        .def_ro("pieces", &MaterialClass::pieces)
        .def_prop_ro("name", &MaterialClass::name)
        .def_prop_ro("material", [](const MaterialClass& material) { return unsigned(material.material); })
        .def_ro("sizes", &MaterialClass::sizes)
        .def_prop_ro("slots", &MaterialClass::positions)
        .def_prop_ro("positions", &MaterialClass::different_positions);
    nb::class_<Tables>(module, "FlipTables", "Exact values of endings with all pieces face up.")
        .def(nb::init<const Rules&, int>(), "rules"_a, "pieces"_a)
        .def_prop_ro("classes", [](const Tables& tables) { return tables.materials().classes(); })
        .def("has", [](const Tables& tables, int number) { class_of(tables, number); return tables.has(number); }, "number"_a)
        .def("solve", [](Tables& tables, int number) {
                 const MaterialClass& material = class_of(tables, number);
                 for (const auto& row : material.exchange)
                     for (const Exchange& exchange : row)
                         if (exchange.next >= 0 && !tables.has(exchange.next)) throw nb::value_error("its captures are not solved yet");
                 const std::atomic<bool> stopped{false};
                 nb::gil_scoped_release release;
                 Solution solution = solve(tables.materials(), number, tables.materials().rules().quiet_limit,
                                           [&](int other) -> const std::vector<Value>& { return tables.values(other); }, stopped);
                 const auto counts = std::tuple(solution.wins, solution.draws, solution.losses, solution.longest, solution.longest_slot);
                 tables.put(number, std::move(solution.values));
                 return counts;
             }, "number"_a)
        .def("probe", [](const Tables& tables, const Position& position) -> std::optional<std::tuple<int, int>> {
                 const auto verdict = tables.probe(position);
                 if (!verdict) return {};
                 return std::tuple(verdict->result, verdict->plies);
             }, "position"_a);
}
