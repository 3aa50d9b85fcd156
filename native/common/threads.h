// Threads, locks and running out of memory: the only header that depends on what a platform offers.
//
// Most platforms have std::thread and exceptions. In a web page there are no exceptions and only one thread, unless the
// page may share memory: then web workers are the threads, see wasm/threads.cpp.
#pragma once

#ifdef __wasm__
#include <atomic>
#include <cstdlib>
#else
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <vector>
#endif

namespace jungle {

#ifdef __wasm_atomics__
// Lets other workers call job(work, 1) … job(work, count - 1). A worker that joins later begins then.
void start_helpers(int count, void (*job)(void* work, int index), void* work);
// Returns when those calls have returned.
void finish_helpers();
#endif

// Calls work(0) on this thread and work(1) … work(count - 1) on others, and returns when all calls have returned.
// If the system has fewer threads, fewer are used.
template <class Work>
void run_on_threads(int count, Work work) {
#if defined(__wasm_atomics__)
    start_helpers(count, [](void* shared, int i) { (*static_cast<Work*>(shared))(i); }, &work);
    work(0);
    finish_helpers();
#elif defined(__wasm__)
    static_cast<void>(count);
    work(0);
#else
    std::vector<std::jthread> others;
    try {
        for (int i = 1; i < count; ++i) others.emplace_back([&work, i] { work(i); });
    } catch (const std::system_error&) {
        // No more threads are available: make do with those we have.
    }
    work(0);
#endif
}

#if defined(__wasm_atomics__)
class Mutex {
public:
    void lock();
    void unlock();

private:
    std::atomic<int> state_{0};
};
#elif defined(__wasm__)
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
