// Threads, and running out of memory: the only place that knows about platforms without threads or exceptions.
// WebAssembly pages run the core on one thread and without exceptions.
#pragma once

#ifdef __wasm__
#include <cstdlib>
#else
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <vector>
#endif

namespace jungle {

// Calls work(0) on this thread and work(1) … work(count - 1) beside it, and returns when all have returned.
// If the system has fewer threads, fewer are used.
template <class Work>
void run_on_threads(int count, Work work) {
#ifndef __wasm__
    std::vector<std::jthread> others;
    try {
        for (int i = 1; i < count; ++i) others.emplace_back([&work, i] { work(i); });
    } catch (const std::system_error&) {
        // No more threads are available: make do with those we have.
    }
#else
    static_cast<void>(count);
#endif
    work(0);
}

#ifdef __wasm__
struct Mutex {
    void lock() {}
    void unlock() {}
};
#else
using Mutex = std::mutex;
#endif

// Holds a mutex while it lives.
class Lock {
public:
    explicit Lock(Mutex& mutex) : mutex_(mutex) { mutex_.lock(); }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;
    ~Lock() { mutex_.unlock(); }

private:
    Mutex& mutex_;
};

[[noreturn]] inline void out_of_memory() {
#ifdef __wasm__
    std::abort();
#else
    throw std::bad_alloc();
#endif
}

}  // namespace jungle
