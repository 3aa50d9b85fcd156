// Decides when a search ends, by a stop flag and deadlines that other threads may set while it runs.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace jungle {

class SearchClock {
public:
    // These may be called from any thread during a search.
    void stop() { stopped_.store(true, std::memory_order_relaxed); }
    bool is_stopped() const { return stopped_.load(std::memory_order_relaxed); }
    // Milliseconds from now; 0 for none.
    void set_deadline(std::int64_t soft_ms, std::int64_t hard_ms) {
        const std::int64_t now = now_ns();
        budget_from_ = now;
        soft_at_ = soft_ms ? now + soft_ms * kMillisecond : 0;
        hard_at_ = hard_ms ? now + hard_ms * kMillisecond : 0;
    }

    std::int64_t elapsed_ms() const { return (now_ns() - started_) / kMillisecond; }

    bool past_hard_deadline() const {
        const std::int64_t at = hard_at_.load(std::memory_order_relaxed);
        return at && now_ns() >= at;
    }

    // Returns whether this share of the time until the soft deadline has passed.
    bool past_soft_deadline(double share = 1) const {
        const std::int64_t at = soft_at_.load(std::memory_order_relaxed);
        if (!at) return false;
        const std::int64_t from = budget_from_.load(std::memory_order_relaxed);
        // With a fixed time there is nothing to save.
        if (at == hard_at_.load(std::memory_order_relaxed)) share = 1;
        return now_ns() >= from + std::int64_t(double(at - from) * share);
    }

protected:
    void start(std::int64_t soft_ms, std::int64_t hard_ms) {
        started_ = now_ns();
        stopped_ = false;
        set_deadline(soft_ms, hard_ms);
    }

private:
    static constexpr std::int64_t kMillisecond = 1000000;

    static std::int64_t now_ns() {
        const auto now = std::chrono::steady_clock::now().time_since_epoch();
        return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
    }

    std::int64_t started_ = now_ns();
    std::atomic<bool> stopped_{false};
    std::atomic<std::int64_t> soft_at_{0};  // nanoseconds of the steady clock; 0 = none
    std::atomic<std::int64_t> hard_at_{0};
    std::atomic<std::int64_t> budget_from_{0};
};

}  // namespace jungle
