#include "jungle/training.h"

#include <cmath>

namespace jungle {

namespace {

constexpr int kUnits = Network::kUnits;
constexpr int kLanes = 16;

float chance(float logit) { return 1.0f / (1.0f + std::exp(-logit)); }

}  // namespace

double add_gradient(const FloatNetwork& weights, const FloatNetwork& gradient, const Record* records,
                    const std::uint32_t* chosen, std::size_t count, const Aim& aim) {
    double loss = 0;
    for (std::size_t n = 0; n < count; ++n) {
        const Record& record = records[chosen[n]];
        // Four views: the mover's and the other's, each plain and mirrored.
        int features[4][kPieces];
        int pieces = 0;
        for (int piece = 0; piece < kPieces; ++piece) {
            const int square = record.square[piece];
            if (square == kGone) continue;
            for (int view = 0; view < 4; ++view) {
                const int viewer = record.side ^ (view >> 1);
                const int seen = view & 1 ? mirror_square(square) : square;
                features[view][pieces] = Network::feature_of(viewer, piece, seen);
            }
            ++pieces;
        }
        const int which = Network::output_for(pieces);
        float sum[4][kUnits];
        float logit = weights.output_bias[which];
        float parts[kLanes] = {};  // sums side by side, which vector code can do
        for (int view = 0; view < 4; ++view) {
            for (int i = 0; i < kUnits; ++i) sum[view][i] = weights.bias[i];
            for (int k = 0; k < pieces; ++k) {
                const float* row = weights.feature + std::ptrdiff_t{features[view][k]} * kUnits;
                for (int i = 0; i < kUnits; ++i) sum[view][i] += row[i];
            }
            const float* out = weights.output + (which * 2 + (view >> 1)) * kUnits;
            for (int i = 0; i < kUnits; ++i) {
                const float active = std::min(std::max(sum[view][i], 0.0f), 1.0f);
                parts[i % kLanes] += active * active * out[i];
            }
        }
        for (const float part : parts) logit += part;
        const float predicted = chance(logit);
        const float target = aim.result_share * 0.5f * float(record.result + 1) +
                             (1 - aim.result_share) * chance(float(record.score) / aim.score_scale);
        const float error = predicted - target;
        loss += double(error) * error;
        // Cross entropy: its slope by the logit is the error itself.
        gradient.output_bias[which] += error;
        for (int view = 0; view < 4; ++view) {
            const std::ptrdiff_t at = (which * 2 + (view >> 1)) * kUnits;
            const float* out = weights.output + at;
            float* out_gradient = gradient.output + at;
            float slope[kUnits];
            for (int i = 0; i < kUnits; ++i) {
                const float active = std::min(std::max(sum[view][i], 0.0f), 1.0f);
                out_gradient[i] += error * active * active;
                const bool open = sum[view][i] > 0 && sum[view][i] < 1;
                slope[i] = open ? 2 * error * active * out[i] : 0.0f;
            }
            for (int i = 0; i < kUnits; ++i) gradient.bias[i] += slope[i];
            for (int k = 0; k < pieces; ++k) {
                float* row = gradient.feature + std::ptrdiff_t{features[view][k]} * kUnits;
                for (int i = 0; i < kUnits; ++i) row[i] += slope[i];
            }
        }
    }
    return loss;
}

}  // namespace jungle
