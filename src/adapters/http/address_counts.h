// AddressCounts: how many connections each address has, so that nobody takes them all.
//
// A machine with IPv6 has a whole network of addresses: the first 64 bits count as one.
#pragma once

#include <cstddef>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>

namespace scrim::server {

class AddressCounts {
public:
    // 0: no limit.
    explicit AddressCounts(std::size_t most) : most_(most) {}

    // One connection of an address, as long as it lives. False where there are too many.
    class Held {
    public:
        Held() = default;
        Held(AddressCounts& counts, std::string address) : counts_(&counts), address_(std::move(address)) {}
        Held(Held&& other) noexcept
            : counts_(std::exchange(other.counts_, nullptr)), address_(std::move(other.address_)) {}
        Held& operator=(Held&&) = delete;
        ~Held() {
            if (counts_ != nullptr) counts_->leave(address_);
        }
        explicit operator bool() const { return counts_ != nullptr; }

    private:
        AddressCounts* counts_ = nullptr;
        std::string address_;
    };
    Held enter(std::string address) {
        const std::lock_guard lock(mutex_);
        std::size_t& open = open_[address];
        if (most_ > 0 && open >= most_) return {};
        ++open;
        return {*this, std::move(address)};
    }

private:
    void leave(const std::string& address) {
        const std::lock_guard lock(mutex_);
        const auto found = open_.find(address);
        if (--found->second == 0) open_.erase(found);
    }

    const std::size_t most_;
    std::mutex mutex_;
    std::unordered_map<std::string, std::size_t> open_;  // of addresses that have any
};

}  // namespace scrim::server
