// What Python sees of the endgame tables.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "tablebase_file.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace jungle;

namespace {

ByteSpan span(const nb::bytes& bytes) { return {static_cast<const std::uint8_t*>(bytes.data()), bytes.size()}; }

nb::bytes as_bytes(const std::vector<std::uint8_t>& values) { return nb::bytes(values.data(), values.size()); }

// A file with the cache of whoever opened it.
struct OpenTable {
    TableFile file;
    TableCache cache{64};

    int value(std::uint32_t plane, std::uint64_t index) {
        if (plane >= file.head().planes || index >= file.head().size) throw nb::index_error("no such value");
        const int found = file.value(plane, index, cache);
        if (found < 0) throw std::runtime_error("a block of it is damaged");
        return found;
    }
};

}  // namespace

void bind_tablebase(nb::module_& module) {
    module.def(
        "pack_table",
        [](nb::bytes values, int planes, std::uint32_t row, std::uint64_t fingerprint, const std::string& description,
           int unused) {
            if (planes < 1 || planes > 0xffff || row < 1 || row > 1u << 20 || values.size() % std::size_t(planes))
                throw nb::value_error("expected values for one plane or more, in rows");
            TableHead head;
            head.planes = std::uint16_t(planes);
            head.row = row;
            head.fingerprint = fingerprint;
            head.description = description;
            std::vector<std::uint8_t> packed, copy(span(values).begin(), span(values).end());
            {
                nb::gil_scoped_release release;
                packed = pack_table(std::move(head), std::move(copy), unused);
            }
            return as_bytes(packed);
        },
        "values"_a, nb::kw_only(), "planes"_a, "row"_a, "fingerprint"_a, "description"_a, "unused"_a = -1,
        "The bytes of a table file; a value equal to `unused` may become any other.");

    nb::class_<OpenTable>(module, "TableFile", "A table file. Raises RuntimeError for one that is damaged.")
        .def(
            "__init__", [](OpenTable* self, const std::string& path) { new (self) OpenTable{TableFile(path)}; },
            "path"_a)
        .def_prop_ro("planes", [](const OpenTable& table) { return table.file.head().planes; })
        .def_prop_ro("row", [](const OpenTable& table) { return table.file.head().row; })
        .def_prop_ro("size", [](const OpenTable& table) { return table.file.head().size; }, "Values in a plane.")
        .def_prop_ro("fingerprint", [](const OpenTable& table) { return table.file.head().fingerprint; })
        .def_prop_ro("description", [](const OpenTable& table) { return table.file.head().description; })
        .def("value", &OpenTable::value, "plane"_a, "index"_a)
        .def(
            "plane", [](const OpenTable& table, std::uint32_t plane) {
                if (plane >= table.file.head().planes) throw nb::index_error("no such plane");
                return as_bytes(table.file.plane(plane));
            },
            "plane"_a, "All values of a plane.");
}
