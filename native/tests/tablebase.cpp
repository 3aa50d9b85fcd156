// Builds, reads, verifies and searches with small endgame tables, on several threads where allowed.
#include "tests/tablebase.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <stdexcept>
#include <thread>

#include "jungle/search.h"
#include "tables/jungle/verify.h"

using namespace jungle;

namespace {

void demand(bool holds, const char* what) {
    if (holds) return;
    std::puts(what);
    std::exit(1);
}

// Deflate streams that store a block uncompressed.
std::vector<std::uint8_t> store(ByteSpan values) {
    std::vector<std::uint8_t> out;
    do {
        const auto part = values.first(std::min<std::size_t>(values.size(), 0xffff));
        values = values.subspan(part.size());
        const auto low = std::uint8_t(part.size()), high = std::uint8_t(part.size() >> 8);
        out.insert(out.end(), {std::uint8_t(values.empty()), low, high, std::uint8_t(~low), std::uint8_t(~high)});
        out.insert(out.end(), part.begin(), part.end());
    } while (!values.empty());
    return out;
}

// What zlib makes of i * i / 7 % 11 for i up to 399, and whatever it is changed to, must be unpacked or refused.
void exercise_inflate() {
    const std::vector<std::uint8_t> packed{237, 204, 193, 13,  192, 64,  8,   3,   65,  99,  11,  14,  211, 127, 193,
                                           33,  82,  58,  200, 247, 246, 61,  90,  0,   65,  229, 49,  84,  102, 141,
                                           154, 135, 45,  103, 116, 114, 78,  42,  48,  238, 205, 131, 88,  55,  204,
                                           142, 244, 199, 166, 232, 18,  188, 142, 129, 183, 59,  251, 55,  123, 0};
    std::vector<std::uint8_t> values(400);
    demand(inflate(packed, values), "a whole stream was refused");
    for (int i = 0; i < 400; ++i)
        demand(values[std::size_t(i)] == i * i / 7 % 11, "a stream was unpacked to other values");
    for (const std::size_t size : {0, 1, 399, 401}) {
        std::vector<std::uint8_t> other(size);
        demand(!inflate(packed, other), "a stream of another size was unpacked");
    }
    for (std::size_t length = 0; length < packed.size(); ++length)
        demand(!inflate(ByteSpan(packed).first(length), values), "a stream cut short was unpacked");
    for (std::size_t bit = 0; bit < 8 * packed.size(); ++bit) {
        // A copy of exactly this size, so that the sanitizer notices reads beyond its end.
        std::vector<std::uint8_t> changed = packed;
        changed[bit / 8] ^= std::uint8_t(1 << bit % 8);
        inflate(changed, values);
    }
    std::mt19937 random(1);
    for (int round = 0; round < 20000; ++round) {
        std::vector<std::uint8_t> bytes(random() % 200);
        for (std::uint8_t& byte : bytes) byte = std::uint8_t(random());
        // Every other one begins like a stream with dynamic codes.
        if (round % 2 && !bytes.empty())
            std::copy_n(packed.begin(), std::min<std::size_t>(bytes.size(), 16), bytes.begin());
        values.resize(random() % 5000);
        inflate(bytes, values);
    }
}

// A file that was truncated or changed anywhere must be refused.
void damage(const std::vector<std::uint8_t>& bytes) {
    for (std::size_t length = 0; length < bytes.size(); length += 97) {
        bool refused = false;
        try {
            TablebaseFile file{ByteSpan(bytes).first(length)};
        } catch (const std::runtime_error&) {
            refused = true;
        }
        demand(refused, "a file cut short was opened");
    }
    for (std::size_t at = 0; at < bytes.size(); at += 53) {
        std::vector<std::uint8_t> changed = bytes;
        changed[at] ^= 0x10;
        bool refused = false;
        try {
            const TablebaseFile file{ByteSpan(changed)};
            file.plane(0);
            file.plane(1);
        } catch (const std::runtime_error&) {
            refused = true;
        }
        demand(refused, "a changed file was read");
    }
}

}  // namespace

void exercise_tablebase(const std::shared_ptr<const StepTable>& table) {
    if (!MaterialClasses::can_solve(*table)) return;
    exercise_inflate();
    const auto classes = std::make_shared<const MaterialClasses>(table, 3);
    const auto folder = std::filesystem::temp_directory_path() / ("jungle-tables-" + std::to_string(std::rand()));
    std::filesystem::create_directory(folder);
    const std::atomic<bool> never{false};
    std::vector<std::vector<std::uint8_t>> built;
    std::vector<std::pair<std::string, ByteSpan>> packed;
    std::vector<std::pair<std::string, std::string>> paths;
    built.reserve(classes->classes().size());
    for (const MaterialClass& of : classes->classes()) {
        if (of.pieces == 3 && of.name != "DC-L" && of.groups.size() > 2 && of.name != "ER-R") continue;
        built.push_back(build_tablebase(*classes, of, packed, store, never));
        packed.emplace_back(of.name, ByteSpan(built.back()));
        const auto path = folder / of.name;
        std::ofstream(path, std::ios::binary)
            .write(reinterpret_cast<const char*>(built.back().data()), std::ptrdiff_t(built.back().size()));
        paths.emplace_back(of.name, path.string());
    }
    damage(built[0]);
    const auto tables = std::make_shared<const Tablebase>(classes, paths);
    {
        // Several threads open and read the same files.
        std::vector<std::jthread> threads;
        threads.reserve(2);
        for (int i = 0; i < 2; ++i)
            threads.emplace_back([&] {
                for (const MaterialClass& of : classes->classes())
                    if (of.pieces == 2) demand(!verify_tablebase(*tables, of, 0, 1, never).wrong, "a value is wrong");
            });
    }
    for (const auto& [name, path] : paths)
        demand(!verify_tablebase(*tables, *classes->find(name), 2000, 1, never).wrong, "a value is wrong");

    std::array<std::uint8_t, kSquares> board{};
    board[10] = 2, board[45] = 13, board[50] = 9;
    const State game(table, Position::from_board(board.data(), 0, 0));
    Searcher searcher(4, 2);
    Limits limits;
    limits.nodes = 20000;
    limits.tables = tables;
    searcher.begin(limits);
    demand(!searcher.search(game, limits, {}).empty(), "a search with tables found no move");
    std::filesystem::remove_all(folder);
}
