// Memory for vectors of the widest instruction set: no load of 64 bytes crosses a cache line.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace exactblend {

template <class T>
struct CacheLineAllocator {
  using value_type = T;
  static constexpr std::align_val_t kAlignment{64};

  CacheLineAllocator() = default;
  template <class Other>
  CacheLineAllocator(const CacheLineAllocator<Other>&) {}  // NOLINT: implicit by design

  T* allocate(std::size_t count) {
    return static_cast<T*>(::operator new(count * sizeof(T), kAlignment));
  }
  void deallocate(T* memory, std::size_t) { ::operator delete(memory, kAlignment); }
  friend bool operator==(const CacheLineAllocator&, const CacheLineAllocator&) { return true; }
};

// Elements that are written before they are read, so that small blocks touch little memory.
template <class T>
struct UnsetAllocator : CacheLineAllocator<T> {
  UnsetAllocator() = default;
  template <class Other>
  UnsetAllocator(const UnsetAllocator<Other>&) {}  // NOLINT: implicit by design

  template <class Element>
  void construct(Element* at) {
    ::new (at) Element;
  }
};

template <class T>
using UnsetVector = std::vector<T, UnsetAllocator<T>>;

template <class T>
using AlignedVector = std::vector<T, CacheLineAllocator<T>>;

}  // namespace exactblend
