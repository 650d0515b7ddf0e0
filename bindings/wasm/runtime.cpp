// What the freestanding module needs and Debian's libraries for wasm32-wasi leave out or bring with
// far too much: each of these ends in a trap, since nothing inside the module can report it better.
// Without them the module would import functions to write to files, only to say why it ends.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <new>

extern "C" {
// Debian's compiler runtime for wasm32 was built with -fstack-protector.
std::uintptr_t __stack_chk_guard = 0x5eedc0de;
[[noreturn]] void __stack_chk_fail();
[[noreturn]] void __cxa_pure_virtual();

void __stack_chk_fail() { __builtin_trap(); }
void __cxa_pure_virtual() { __builtin_trap(); }
}

// The last words of libc++ and libc++abi are printed by fprintf; here nobody would read them. The
// first may be replaced by any program; the second is found here before it is found in the archive.
_LIBCPP_BEGIN_NAMESPACE_STD
void __libcpp_verbose_abort(const char*, ...) { __builtin_trap(); }
_LIBCPP_END_NAMESPACE_STD
extern "C" [[noreturn]] void abort_message(const char*, ...);
extern "C" void abort_message(const char*, ...) { __builtin_trap(); }

// Memory that ran out: libc++abi's own would throw.
void* operator new(std::size_t size) {
  void* memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) __builtin_trap();
  return memory;
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

// Boost calls these in place of a throw. The library checks first what Boost would throw for.
namespace boost {
struct source_location;
[[noreturn]] void throw_exception(const std::exception& error);
[[noreturn]] void throw_exception(const std::exception& error, const source_location& place);

void throw_exception(const std::exception&) { __builtin_trap(); }
void throw_exception(const std::exception&, const source_location&) { __builtin_trap(); }
}  // namespace boost
