// Exact values of endings, for the search and for whoever asks.
#pragma once

#include <memory>
#include <optional>

#include "flip_solver.h"

namespace jungle::flip {

// The result of a position with best play, quiet plies honoured.
struct Verdict {
    int result = 0;  // 1, 0, -1 for the side to move
    int plies = 0;   // to the next capture or the end, where it is not a draw
};

class Tables {
public:
    Tables(const Rules& rules, int most_pieces) : materials_(std::make_shared<Materials>(rules, most_pieces)) {
        values_.resize(materials_->classes().size());
    }

    const Materials& materials() const { return *materials_; }
    bool has(int number) const { return !values_[std::size_t(number)].empty(); }
    const std::vector<Value>& values(int number) const { return values_[std::size_t(number)]; }
    void put(int number, std::vector<Value> values) { values_[std::size_t(number)] = std::move(values); }

    // Nothing where a piece is hidden or the class has no table.
    std::optional<Verdict> probe(const Position& position) const {
        if (position.down) return {};
        const Material* material = materials_->find(position.pieces());
        if (!material || !has(material->number)) return {};
        const auto& kind = materials_->classes()[std::size_t(material->number)];
        const Value value = values_[std::size_t(material->number)][slot_of(kind, place_pieces(*material, position)).number];
        const int limit = materials_->rules().quiet_limit;
        if (value == kDraw || (limit && position.quiet + plies(value) > limit)) return Verdict{};
        return Verdict{is_win(value) ? 1 : -1, plies(value)};
    }

private:
    std::shared_ptr<const Materials> materials_;
    std::vector<std::vector<Value>> values_;
};

}  // namespace jungle::flip
