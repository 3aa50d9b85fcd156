// What Python sees of the endgame tables.
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <climits>
#include <optional>

#include "bindings/bindings.h"
#include "tables/jungle/verify.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace jungle;

namespace {

ByteSpan span(const nb::bytes& bytes) { return {static_cast<const std::uint8_t*>(bytes.data()), bytes.size()}; }

nb::bytes as_bytes(const std::vector<std::uint8_t>& values) { return nb::bytes(values.data(), values.size()); }

using Packer = nb::typed<nb::callable, nb::bytes(nb::bytes)>;

// Packs by a Python function, from any thread.
Deflate packer(const Packer& deflate) {
    return [&deflate](ByteSpan values) {
        const nb::gil_scoped_acquire acquire;
        const auto packed = nb::cast<nb::bytes>(deflate(nb::bytes(values.data(), values.size())));
        return std::vector<std::uint8_t>(span(packed).begin(), span(packed).end());
    };
}

// An open file with its own cache.
struct OpenTablebaseFile {
    TablebaseFile file;
    TablebaseCache cache{64};

    explicit OpenTablebaseFile(const std::string& path) : file(path) {}
    int value(std::uint32_t plane, std::uint64_t index) {
        if (plane >= file.head().planes || index >= file.head().size) throw nb::index_error("no such value");
        const int found = file.value(plane, index, cache);
        if (found < 0) throw std::runtime_error("a block of it is damaged");
        return found;
    }
};

const MaterialClass& find_class(const MaterialClasses& classes, const std::string& name) {
    const MaterialClass* found = classes.find(name);
    if (!found) throw nb::value_error(("expected the name of a class, got " + name).c_str());
    return *found;
}

// Builds classes one after the other, on any thread, until it is stopped.
struct TablebaseBuilder {
    std::shared_ptr<const MaterialClasses> classes;
    std::atomic<bool> stopped{false};

    std::optional<nb::bytes> build(const std::string& name, const std::map<std::string, nb::bytes>& packed,
                                   const Packer& deflate) {
        const MaterialClass& of = find_class(*classes, name);
        std::vector<std::pair<std::string, ByteSpan>> files;
        for (const auto& [left, bytes] : packed) files.emplace_back(left, span(bytes));
        const Deflate pack = packer(deflate);
        const auto bytes = run_beside(stopped, [&] { return build_tablebase(*classes, of, files, pack, stopped); });
        return bytes.empty() ? std::nullopt : std::optional(as_bytes(bytes));
    }
};

Verified run_verify(const Tablebase& tables, const std::string& name, std::uint64_t sample, std::uint64_t seed) {
    const MaterialClass& of = find_class(tables.classes(), name);
    std::atomic<bool> stopped{false};
    return run_beside(stopped, [&] { return verify_tablebase(tables, of, sample, seed, stopped); });
}

constexpr int kPliesLimit = 1000;  // more than any ending takes

std::optional<int> probe(TablebaseProber& prober, nb::bytes board, int side) {
    const int code = prober.tables->probe(make_position(board, side, 0), prober.cache);
    return code < 0 ? std::nullopt : std::optional(code);
}

// The first move that keeps the result: a quickest win, a draw or a slowest loss.
std::optional<unsigned> best_move(TablebaseProber& prober, nb::bytes board, int side) {
    const StepTable& table = prober.tables->classes().table();
    const Position position = make_position(board, side, 0);
    MoveList moves;
    position.generate<Position::Kind::All>(table, moves);
    std::optional<unsigned> best;
    int most = INT_MIN;
    for (const Move& move : moves) {
        const Position next = position.after(move);
        const int code = next.is_decided() ? next.winner() == side ? 1 : -1 : prober.tables->probe(next, prober.cache);
        if (code < 0) return std::nullopt;
        // Plies after the move plus one, even if the other side wins.
        const int worth = code == 0 ? 0 : code % 2 ? kPliesLimit - code : code - kPliesLimit;
        if (worth > most) most = worth, best = move.code();
    }
    return best;
}

}  // namespace

void bind_tablebase(nb::module_& module) {
    module.def(
        "pack_tablebase",
        [](nb::bytes values, int planes, std::uint32_t row, std::uint64_t fingerprint, const std::string& description,
           const Packer& deflate, int unused) {
            if (planes < 1 || planes > 0xffff || row < 1 || row > 1u << 20 || values.size() % std::size_t(planes))
                throw nb::value_error("expected values for one plane or more, in rows");
            TablebaseHead head;
            head.planes = std::uint16_t(planes);
            head.row = row;
            head.fingerprint = fingerprint;
            head.description = description;
            std::vector<std::uint8_t> packed, copy(span(values).begin(), span(values).end());
            const Deflate pack = packer(deflate);
            {
                nb::gil_scoped_release release;
                packed = pack_tablebase(std::move(head), std::move(copy), pack, unused);
            }
            return as_bytes(packed);
        },
        "values"_a, nb::kw_only(), "planes"_a, "row"_a, "fingerprint"_a, "description"_a, "deflate"_a, "unused"_a = -1,
        "The bytes of a table file, each block packed by `deflate`; a value equal to `unused` may become any other.");

    module.def(
        "inflate",
        [](const nb::bytes& packed, std::size_t size) -> std::optional<nb::bytes> {
            std::vector<std::uint8_t> values(size);
            return inflate(span(packed), values) ? std::optional(as_bytes(values)) : std::nullopt;
        },
        "packed"_a, "size"_a,
        "So many bytes out of a raw deflate stream; None where it is not whole, or of another size.");

    nb::class_<OpenTablebaseFile>(module, "TablebaseFile", "A table file. Raises RuntimeError for one that is damaged.")
        .def(
            "__init__", [](OpenTablebaseFile* self, const std::string& path) { new (self) OpenTablebaseFile(path); },
            "path"_a)
        .def_prop_ro("planes", [](const OpenTablebaseFile& table) { return table.file.head().planes; })
        .def_prop_ro("row", [](const OpenTablebaseFile& table) { return table.file.head().row; })
        .def_prop_ro(
            "size", [](const OpenTablebaseFile& table) { return table.file.head().size; }, "Values in a plane.")
        .def_prop_ro("fingerprint", [](const OpenTablebaseFile& table) { return table.file.head().fingerprint; })
        .def_prop_ro("description", [](const OpenTablebaseFile& table) { return table.file.head().description; })
        .def("value", &OpenTablebaseFile::value, "plane"_a, "index"_a)
        .def(
            "plane",
            [](const OpenTablebaseFile& table, std::uint32_t plane) {
                if (plane >= table.file.head().planes) throw nb::index_error("no such plane");
                return as_bytes(table.file.plane(plane));
            },
            "plane"_a, "All values of a plane.");

    nb::class_<MaterialClass>(module, "MaterialClass", "The endings that share one table.")
        .def_ro("name", &MaterialClass::name)
        .def_ro("pieces", &MaterialClass::pieces)
        .def_ro("fingerprint", &MaterialClass::fingerprint)
        .def_ro("materials", &MaterialClass::materials, "How many materials belong to it.")
        .def_ro("material", &MaterialClass::material, "Of the one that names it: a bit for each piece, Blue's first.")
        .def_prop_ro(
            "size", [](const MaterialClass& of) { return 2 * of.size; }, "Positions stored.")
        .def_prop_ro("memory", &solve_memory, "Bytes that solving it takes.");

    nb::class_<MaterialClasses>(
        module, "MaterialClasses",
        "All classes with up to this many pieces. Raises ValueError for rules that cannot be solved.")
        .def(
            "__init__",
            [](MaterialClasses* self, const SharedStepTable& table, int pieces) {
                if (pieces < 2 || pieces > kMostTablebasePieces) throw nb::value_error("expected 2 to 6 pieces");
                if (!MaterialClasses::can_solve(*table))
                    throw nb::value_error(
                        "expected rules under which threefold repetition draws and equals do not vanish");
                new (self) MaterialClasses(table, pieces);
            },
            "table"_a, "pieces"_a)
        .def_prop_ro("classes", &MaterialClasses::classes)
        .def(
            "successors",
            [](const MaterialClasses& classes, const std::string& name) {
                std::vector<std::string> names;
                for (const int id : classes.successors(find_class(classes, name))) names.push_back(classes.at(id).name);
                return names;
            },
            "name"_a, "The classes that captures lead to.")
        .def(
            "class_of",
            [](const MaterialClasses& classes, unsigned material) -> std::optional<std::string> {
                const int id = material < 1u << kPieces ? classes.place(std::uint16_t(material)).id : -1;
                return id < 0 ? std::nullopt : std::optional(classes.at(id).name);
            },
            "material"_a, "The name of the class of a material.");

    nb::class_<TablebaseBuilder>(module, "TablebaseBuilder", "Solves classes, on any thread.")
        .def(
            "__init__",
            [](TablebaseBuilder* self, std::shared_ptr<MaterialClasses> classes) {
                new (self) TablebaseBuilder{std::move(classes)};
            },
            "classes"_a)
        .def("build", &TablebaseBuilder::build, "name"_a, "packed"_a, "deflate"_a,
             "Solve a class, given the files of those its captures lead to; the bytes of its file, None once stopped.")
        .def("stop", [](TablebaseBuilder& builder) { builder.stopped = true; }, "End all work, from any thread.");

    nb::class_<Verified>(module, "Verified", "What a check of a table found.")
        .def_ro("positions", &Verified::positions)
        .def_ro("wrong", &Verified::wrong)
        .def_ro("first_wrong", &Verified::first_wrong);

    nb::class_<TablebaseProber>(module, "Tablebase", "Table files in use: paths by the names of their classes.")
        .def(
            "__init__",
            [](TablebaseProber* self, std::shared_ptr<MaterialClasses> classes,
               const std::vector<std::pair<std::string, std::string>>& paths) {
                new (self)
                    TablebaseProber{std::make_shared<const Tablebase>(std::move(classes), paths), TablebaseCache()};
            },
            "classes"_a, "paths"_a)
        .def("probe", &probe, "board"_a, "side"_a,
             "Plies to the end plus one, the plies odd for a win of the side to move; 0 for a draw; None if no table "
             "has it.")
        .def(
            "best_move", &best_move, "board"_a, "side"_a,
            "A move that keeps the result, as origin | target << 6: a quickest win or a slowest loss; None if unknown.")
        .def_prop_ro(
            "faults", [](const TablebaseProber& prober) { return prober.tables->faults(); },
            "What is wrong with files that could not be used.")
        .def(
            "verify",
            [](const TablebaseProber& prober, const std::string& name, std::uint64_t sample, std::uint64_t seed) {
                return run_verify(*prober.tables, name, sample, seed);
            },
            "name"_a, "sample"_a = 0, "seed"_a = 1, "Check all values of a class, or some at random.");
}
