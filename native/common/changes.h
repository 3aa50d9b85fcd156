// Remembers what was written into a large array, so that it can be cleared after a short search without touching the
// rest.
#pragma once

#include <cstddef>
#include <vector>

namespace jungle {

template <class Value>
class Changes {
public:
    // From here on, changes are listed. Call this while the array is clear.
    void track() { is_tracking_ = true; }

    void note(Value& value) {
        if (is_tracking_ && list_.size() <= kMost) [[unlikely]]
            list_.push_back(&value);
    }

    bool is_known() const { return is_tracking_ && list_.size() <= kMost; }
    std::size_t count() const { return list_.size(); }

    // Calls reset(value) for all changed values. Returns false if they are not known: then everything must be cleared.
    template <class Reset>
    bool undo(const Reset& reset) {
        const bool was_known = is_known();
        if (was_known)
            for (Value* value : list_) reset(*value);
        list_.clear();
        return was_known;
    }

private:
    static constexpr std::size_t kMost = 50000;  // from here on clearing everything is quicker

    bool is_tracking_ = false;
    std::vector<Value*> list_;
};

}  // namespace jungle
