// Threads for pages that may share memory: helpers, which are web workers that run this module on the same memory.
//
// The compiler's C++ library is built for one thread. This file therefore makes allocation thread-safe, and code that
// helpers run must neither copy a shared_ptr nor initialise a static variable.
#include "common/threads.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <new>

#include "wasm/exporting.h"

namespace jungle {

namespace {

constexpr int kMostHelpers = 31;
constexpr std::size_t kStack = std::size_t{1} << 20;
constexpr std::size_t kAlignment = 64;
// A thread that keeps others waiting this long is dead. The module then traps, and the page starts over without
// helpers.
constexpr std::int64_t kPatienceNs = 3'000'000'000;
constexpr int kTimedOut = 2;  // as the instruction returns it

// A helper may be asked before it has joined: it then begins when it does.
enum State : int { kWaiting, kAsked, kWorking };

struct Helper {
    std::atomic<int> state{kWaiting};
    void (*job)(void* work, int index) = nullptr;
    void* work = nullptr;
    int index = 0;
};

std::array<Helper, kMostHelpers> helpers;
std::atomic<int> joined{0};

int* address_of(std::atomic<int>& word) { return reinterpret_cast<int*>(&word); }

void wake(std::atomic<int>& word) { __builtin_wasm_memory_atomic_notify(address_of(word), 1); }

// Sleeps while the word has this value.
void sleep_while(std::atomic<int>& word, int value) {
    if (__builtin_wasm_memory_atomic_wait32(address_of(word), value, kPatienceNs) == kTimedOut) std::abort();
}

}  // namespace

void start_helpers(int count, void (*job)(void* work, int index), void* work) {
    for (int i = 1; i < std::min(count, kMostHelpers + 1); ++i) {
        Helper& helper = helpers[std::size_t(i - 1)];
        helper.job = job;
        helper.work = work;
        helper.index = i;
        helper.state = kAsked;
        wake(helper.state);
    }
}

void finish_helpers() {
    for (Helper& helper : helpers) {
        int state = kAsked;
        // A helper that has not started yet does not need to.
        if (helper.state.compare_exchange_strong(state, kWaiting)) continue;
        while (helper.state == kWorking) sleep_while(helper.state, kWorking);
    }
}

// Free, held, or held while others sleep.
void Mutex::lock() {
    int state = 0;
    if (state_.compare_exchange_strong(state, 1)) return;
    while (state_.exchange(2)) sleep_while(state_, 2);
}

void Mutex::unlock() {
    if (state_.exchange(0) == 2) wake(state_);
}

namespace {

Mutex allocating;

void* allocate(std::size_t size) {
    const Lock lock(allocating);
    return std::malloc(std::max<std::size_t>(size, 1));
}

void* allocate(std::size_t size, std::align_val_t align) {
    const auto unit = std::size_t(align);
    const Lock lock(allocating);
    return std::aligned_alloc(unit, (std::max<std::size_t>(size, 1) + unit - 1) / unit * unit);
}

void* or_abort(void* memory) {
    if (!memory) out_of_memory();
    return memory;
}

void release(void* memory) {
    const Lock lock(allocating);
    std::free(memory);
}

}  // namespace

// Memory for one helper. The address is the top of its stack, which grows downwards, and the start of its thread-local
// variables.
EXPORT(helper_new) std::uint8_t* helper_new() {
    const std::size_t size = kStack + __builtin_wasm_tls_size() + kAlignment;
    return static_cast<std::uint8_t*>(::operator new(size, std::align_val_t(kAlignment))) + kStack;
}

// Called on a helper, once it has its stack: works whenever `run_on_threads` asks, and never returns.
EXPORT(helper_run) void helper_run() {
    const int number = joined++;
    if (number >= kMostHelpers) return;
    Helper& helper = helpers[std::size_t(number)];
    while (true) {
        int state = kAsked;
        if (helper.state.compare_exchange_strong(state, kWorking)) {
            helper.job(helper.work, helper.index);
            helper.state = kWaiting;
            wake(helper.state);
        } else {
            __builtin_wasm_memory_atomic_wait32(address_of(helper.state), kWaiting, -1);
        }
    }
}

}  // namespace jungle

// The other forms call these.
void* operator new(std::size_t size) { return jungle::or_abort(jungle::allocate(size)); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return jungle::allocate(size); }
void* operator new(std::size_t size, std::align_val_t align) { return jungle::or_abort(jungle::allocate(size, align)); }
void operator delete(void* memory) noexcept { jungle::release(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { jungle::release(memory); }
