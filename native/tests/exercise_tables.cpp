// Builds, reads, verifies and searches with small endgame tables, on several threads where that is allowed.
#include "exercise_tables.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <thread>

#include "../search.h"

using namespace jungle;

namespace {

void demand(bool holds, const char* what) {
    if (holds) return;
    std::puts(what);
    std::exit(1);
}

// A file that was truncated or changed anywhere must be refused.
void damage(const std::vector<std::uint8_t>& bytes) {
    for (std::size_t length = 0; length < bytes.size(); length += 97) {
        bool refused = false;
        try {
            TableFile file{ByteSpan(bytes).first(length)};
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
            const TableFile file{ByteSpan(changed)};
            file.plane(0);
            file.plane(1);
        } catch (const std::runtime_error&) {
            refused = true;
        }
        demand(refused, "a changed file was read");
    }
}

}  // namespace

void exercise_tables(const std::shared_ptr<const Table>& table) {
    if (!MaterialClasses::can_solve(*table)) return;
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
        built.push_back(build_table(*classes, of, packed, never));
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
        for (int i = 0; i < 2; ++i)
            threads.emplace_back([&] {
                for (const MaterialClass& of : classes->classes())
                    if (of.pieces == 2) demand(!verify_table(*tables, of, 0, 1, never).wrong, "a value is wrong");
            });
    }
    for (const auto& [name, path] : paths)
        demand(!verify_table(*tables, *classes->find(name), 2000, 1, never).wrong, "a value is wrong");

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
