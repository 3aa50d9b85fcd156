#include "jungle/network.h"

#include <algorithm>
#include <string_view>

#include "jungle/weights.h"

#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#endif

namespace jungle {

namespace {

// The sum of weights times squared activations. An output weight is below 128 in size, so weight times activation fits
// 16 bits.
#ifdef __wasm_simd128__
// Written out for WebAssembly, whose compilers do not use its dot product on their own.
std::int32_t weigh(const std::int16_t* view, const std::int16_t* weights) {
    v128_t total = wasm_i32x4_splat(0);
    for (int unit = 0; unit < Network::kWidth; unit += 8) {
        const v128_t capped = wasm_i16x8_min(wasm_v128_load(view + unit), wasm_i16x8_splat(Network::kActiveOne));
        const v128_t active = wasm_i16x8_max(capped, wasm_i16x8_splat(0));
        const v128_t weighted = wasm_i16x8_mul(active, wasm_v128_load(weights + unit));
        total = wasm_i32x4_add(total, wasm_i32x4_dot_i16x8(weighted, active));
    }
    return wasm_i32x4_extract_lane(total, 0) + wasm_i32x4_extract_lane(total, 1) + wasm_i32x4_extract_lane(total, 2) +
           wasm_i32x4_extract_lane(total, 3);
}
#else
std::int32_t weigh(const std::int16_t* view, const std::int16_t* weights) {
    std::int32_t total = 0;
    for (int unit = 0; unit < Network::kWidth; ++unit) {
        const std::int16_t active = std::clamp<std::int16_t>(view[unit], 0, Network::kActiveOne);
        const auto weighted = std::int16_t(active * weights[unit]);
        total += std::int32_t(weighted) * active;
    }
    return total;
}
#endif

constexpr int mirrored_feature(int feature) {
    return feature / kSquares * kSquares + mirror_square(feature % kSquares);
}

std::vector<std::uint8_t> decode_base64(std::string_view text) {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::array<std::uint8_t, 256> value{};
    for (std::size_t i = 0; i < digits.size(); ++i) value[std::uint8_t(digits[i])] = std::uint8_t(i);
    std::vector<std::uint8_t> data;
    data.reserve(text.size() / 4 * 3);
    unsigned word = 0;
    int bits = 0;
    for (const char digit : text) {
        if (digit == '=') break;
        word = word << 6 | value[std::uint8_t(digit)];
        bits += 6;
        if (bits >= 8) data.push_back(std::uint8_t(word >> (bits -= 8)));
    }
    return data;
}

}  // namespace

const std::shared_ptr<const Network>& Network::trained() {
    static const std::shared_ptr<const Network> network = [] {
        std::vector<std::uint8_t> data = decode_base64(kTrainedWeights);
        data.resize(kBytes);
        return read(data.data());
    }();
    return network;
}

std::shared_ptr<const Network> Network::read(const std::uint8_t* data) {
    auto network = std::make_shared<Network>();
    const auto next16 = [&data] {
        const auto value = std::int16_t(data[0] | data[1] << 8);
        data += 2;
        return value;
    };
    for (int f = 0; f < kFeatures; ++f)
        for (int unit = 0; unit < kUnits; ++unit) {
            const std::int16_t weight = next16();
            network->feature[f][unit] = weight;
            network->feature[mirrored_feature(f)][kUnits + unit] = weight;
        }
    for (int unit = 0; unit < kUnits; ++unit) network->bias[unit] = network->bias[kUnits + unit] = next16();
    for (auto& viewers : network->output)
        for (auto& weights : viewers)
            for (int unit = 0; unit < kUnits; ++unit) weights[unit] = weights[kUnits + unit] = next16();
    for (auto& bias : network->output_bias) {
        const auto low = std::uint16_t(next16());
        bias = std::int32_t(low) | std::int32_t(next16()) * 65536;
    }
    return network;
}

void Accumulator::fill(const Network& network, const Position& position) {
    for (int viewer = 0; viewer < 2; ++viewer) {
        std::copy_n(network.bias, Network::kWidth, sum[viewer]);
        for (int piece = 0; piece < kPieces; ++piece) {
            if (!position.has(piece)) continue;
            const auto& row = network.feature[Network::feature_of(viewer, piece, position.square[piece])];
            for (int i = 0; i < Network::kWidth; ++i) sum[viewer][i] = std::int16_t(sum[viewer][i] + row[i]);
        }
    }
}

void Accumulator::follow(const Network& network, const Accumulator& before, int side, Move move) {
    const int piece = side * kAnimals + move.animal;
    for (int viewer = 0; viewer < 2; ++viewer) {
        const auto& old = before.sum[viewer];
        auto& now = sum[viewer];
        const auto& left = network.feature[Network::feature_of(viewer, piece, move.from)];
        const auto& reached = network.feature[Network::feature_of(viewer, piece, move.to)];
        if (!move.is_capture()) {
            for (int i = 0; i < Network::kWidth; ++i) now[i] = std::int16_t(old[i] - left[i] + reached[i]);
            continue;
        }
        const int taken = (side ^ 1) * kAnimals + move.victim();
        const auto& lost = network.feature[Network::feature_of(viewer, taken, move.to)];
        if (move.is_trade())
            for (int i = 0; i < Network::kWidth; ++i) now[i] = std::int16_t(old[i] - left[i] - lost[i]);
        else
            for (int i = 0; i < Network::kWidth; ++i) now[i] = std::int16_t(old[i] - left[i] + reached[i] - lost[i]);
    }
}

int Accumulator::evaluate(const Network& network, const Position& position) const {
    const int which = Network::output_for(std::popcount(position.all()));
    std::int32_t total = 0;
    for (int i = 0; i < 2; ++i) {
        const auto& view = sum[i == 0 ? position.side : position.side ^ 1];
        total += weigh(view, network.output[which][i]);
    }
    return total / Network::kActiveOne + network.output_bias[which];
}

}  // namespace jungle
