#include "tables/flip/material.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace jungle::flip {

namespace {

// Rows are the animals of the side with fewer pieces, columns those of the other; an entry says who takes whom. Two
// materials belong to one class when their matrices are the same after reordering.
struct Matrix {
    std::vector<std::string> rows;
    std::vector<int> row_pieces, column_pieces;  // which piece each row and column is
};

Meeting meeting(const Rules& rules, int hunter, int prey) {
    const auto animal = std::size_t(hunter & 7);
    if (!(rules.takes[animal] >> (prey & 7) & 1)) return Meeting::None;
    return rules.trades[animal] >> (prey & 7) & 1 ? Meeting::Trades : Meeting::Takes;
}

std::vector<int> pieces_of(Mask pieces, int side) {
    std::vector<int> found;
    for (int piece = side * kAnimals; piece < (side + 1) * kAnimals; ++piece)
        if (pieces >> piece & 1) found.push_back(piece);
    return found;
}

// The smallest matrix that reordering gives, with the pieces of `side` as rows. For each order of the rows sorting
// the columns is best, so only the orders of the rows are tried.
Matrix smallest(const Rules& rules, Mask pieces, int side) {
    std::vector<int> rows = pieces_of(pieces, side);
    const std::vector<int> columns = pieces_of(pieces, side ^ 1);
    Matrix best;
    std::vector<std::string> best_columns;
    do {
        std::vector<std::pair<std::string, int>> sorted;
        for (const int column : columns) {
            std::string entries;
            for (const int row : rows)
                entries.push_back(char(3 * int(meeting(rules, row, column)) + int(meeting(rules, column, row))));
            sorted.emplace_back(std::move(entries), column);
        }
        std::ranges::sort(sorted);
        std::vector<std::string> found;
        found.reserve(sorted.size());
        for (const auto& [entries, piece] : sorted) found.push_back(entries);
        if (best_columns.empty() || found < best_columns) {
            best_columns = found;
            best.row_pieces = rows;
            best.column_pieces.clear();
            for (const auto& [entries, piece] : sorted) best.column_pieces.push_back(piece);
        }
    } while (std::ranges::next_permutation(rows).found);
    for (std::size_t row = 0; row < rows.size(); ++row) {
        best.rows.emplace_back();
        for (const auto& column : best_columns) best.rows.back().push_back(column[row]);
    }
    return best;
}

struct Canonical {
    Matrix matrix;
    bool swapped = false;  // are Red's pieces the rows?
    bool is_self_dual = false;
    Matrix other;  // with the sides swapped, if that gives the same matrix
};

Canonical canonical(const Rules& rules, Mask pieces) {
    const int blue = std::popcount(Mask(pieces & 0xff)), red = std::popcount(Mask(pieces >> 8));
    if (blue != red) return {smallest(rules, pieces, blue < red ? 0 : 1), blue > red, false, {}};
    Matrix plain = smallest(rules, pieces, 0), turned = smallest(rules, pieces, 1);
    if (plain.rows == turned.rows) return {plain, false, true, turned};
    return turned.rows < plain.rows ? Canonical{turned, true, false, {}} : Canonical{plain, false, false, {}};
}

// Groups of equal rows, then groups of equal columns; for each line its group.
std::vector<int> group_lines(const Matrix& matrix) {
    const std::size_t rows = matrix.rows.size(), columns = matrix.rows[0].size();
    std::vector<int> group(rows + columns, -1);
    int groups = 0;
    const auto same_rows = [&](std::size_t a, std::size_t b) { return matrix.rows[a] == matrix.rows[b]; };
    const auto same_columns = [&](std::size_t a, std::size_t b) {
        return std::ranges::all_of(matrix.rows, [&](const auto& row) { return row[a] == row[b]; });
    };
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t j = 0; j < i && group[i] < 0; ++j)
            if (same_rows(i, j)) group[i] = group[j];
        if (group[i] < 0) group[i] = groups++;
    }
    for (std::size_t i = 0; i < columns; ++i) {
        for (std::size_t j = 0; j < i && group[rows + i] < 0; ++j)
            if (same_columns(i, j)) group[rows + i] = group[rows + j];
        if (group[rows + i] < 0) group[rows + i] = groups++;
    }
    // The larger groups come first: they make the shortest heads of a layout.
    std::vector<int> size(std::size_t(groups), 0), order(std::size_t(groups), 0), renamed(std::size_t(groups), 0);
    for (const int g : group) ++size[std::size_t(g)];
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, [&](int a, int b) { return size[std::size_t(a)] > size[std::size_t(b)]; });
    for (std::size_t i = 0; i < order.size(); ++i) renamed[std::size_t(order[i])] = int(i);
    for (int& g : group) g = renamed[std::size_t(g)];
    return group;
}

Material material_of(const Canonical& canonical, const Matrix& matrix, int number) {
    Material material;
    material.number = std::int16_t(number);
    material.swapped = canonical.swapped;
    const std::vector<int> group = group_lines(canonical.matrix);
    std::size_t line = 0;
    for (const auto* pieces : {&matrix.row_pieces, &matrix.column_pieces})
        for (const int piece : *pieces) material.group[std::size_t(piece)] = std::uint8_t(group[line++]);
    return material;
}

}  // namespace

std::string MaterialClass::name() const {
    static constexpr char letters[] = "RCDWPTLE";
    std::string text;
    for (int piece = 0; piece < kPieces; ++piece) {
        if (piece == kAnimals) text += '-';
        if (material >> piece & 1) text += letters[piece & 7];
    }
    return text;
}

Materials::Materials(const Rules& rules, int most_pieces)
    : rules_(rules), most_pieces_(most_pieces), index_(1 << kPieces, -1) {
    // Classes are numbered by pieces, then by the smallest material.
    std::map<std::vector<std::string>, int> numbers;
    for (int count = 2; count <= most_pieces; ++count) {
        for (const Mask pieces : kCombinations.of_size[std::size_t(count)]) {
            if (!(pieces & 0xff) || !(pieces >> 8)) continue;
            const Canonical found = canonical(rules, pieces);
            const auto [known, is_new] = numbers.try_emplace(found.matrix.rows, int(classes_.size()));
            index_[pieces] = int(materials_.size());
            materials_.push_back(material_of(found, found.matrix, known->second));
            if (!is_new) continue;
            MaterialClass made;
            made.number = known->second;
            made.pieces = count;
            made.material = pieces;
            made.is_self_dual = found.is_self_dual;
            for (const auto& row : found.matrix.rows) {
                for (const std::uint8_t entry : row) made.relation += char('0' + entry);
                made.relation += '/';
            }
            const Material& material = materials_.back();
            int groups = 0;
            for (int piece = 0; piece < kPieces; ++piece) {
                if (!(pieces >> piece & 1)) continue;
                const std::size_t group = material.group[std::size_t(piece)];
                made.members[group] |= bit(piece);
                made.side[group] = std::uint8_t((piece >> 3) ^ int(material.swapped));
                groups = std::max(groups, int(group) + 1);
            }
            for (int group = 0; group < groups; ++group)
                made.sizes.push_back(std::popcount(made.members[std::size_t(group)]));
            if (found.is_self_dual) {
                const Material other = material_of(found, found.other, made.number);
                for (int piece = 0; piece < kPieces; ++piece)
                    if (pieces >> piece & 1)
                        made.dual[material.group[std::size_t(piece)]] = other.group[std::size_t(piece)];
            }
            made.layout = Layout::of(made.sizes);
            classes_.push_back(std::move(made));
        }
    }
    for (MaterialClass& from : classes_) {
        const Material own = *find(from.material);
        for (std::size_t hunter = 0; hunter < std::size_t(from.groups()); ++hunter)
            for (std::size_t prey = 0; prey < std::size_t(from.groups()); ++prey) {
                if (from.side[hunter] == from.side[prey]) continue;
                const int piece = lowest(from.members[hunter]), victim = lowest(from.members[prey]);
                Exchange& exchange = from.exchange[hunter][prey];
                exchange.meeting = meeting(rules, piece, victim);
                if (exchange.meeting == Meeting::None) continue;
                Mask left = Mask(from.material & ~bit(victim));
                if (exchange.meeting == Meeting::Trades) left &= Mask(~bit(piece));
                if (!(left & 0xff) || !(left >> 8)) {
                    exchange.is_over = true;
                    if (left) exchange.winner = ((left & 0xff) ? 0 : 1) ^ int(own.swapped);
                    continue;
                }
                const Material& next = *find(left);
                exchange.next = next.number;
                // Both materials may swap colours to reach their classes.
                exchange.swapped = next.swapped != own.swapped;
                for (int other = 0; other < kPieces; ++other)
                    if (left >> other & 1)
                        exchange.group[own.group[std::size_t(other)]] = next.group[std::size_t(other)];
            }
    }
}

}  // namespace jungle::flip
