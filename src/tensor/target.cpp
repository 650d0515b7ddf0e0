#include "tensor/target.hpp"

#include <algorithm>
#include <cstdlib>
#include <string_view>

#if defined(__x86_64__)
#include <cpuid.h>
#endif
#if defined(__x86_64__) && defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace exactblend {
namespace {

#if defined(__x86_64__) && defined(__linux__)

// The state of tiles is large, so Linux keeps it for processes only that ask (arch_prctl(2)).
bool may_use_tiles() {
  constexpr int kRequestFeature = 0x1023;  // ARCH_REQ_XCOMP_PERM
  constexpr int kTileData = 18;
  unsigned a = 0, b = 0, c = 0, d = 0;
  constexpr unsigned kTile = 1U << 24, kInt8 = 1U << 25;
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d) == 0) return false;
  if ((d & kTile) == 0 || (d & kInt8) == 0) return false;
  return syscall(SYS_arch_prctl, kRequestFeature, kTileData) == 0;
}

#else

[[maybe_unused]] bool may_use_tiles() { return false; }

#endif

Target best_target() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                    __builtin_cpu_supports("f16c");
  const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
                      __builtin_cpu_supports("avx512cd");
  const bool bytes = __builtin_cpu_supports("avx512vnni") && __builtin_cpu_supports("avx512vbmi");
  if (!avx2) return Target::scalar;
  if (!avx512) return Target::avx2;
  return bytes && may_use_tiles() ? Target::amx : Target::avx512;
#else
  return Target::none;
#endif
}

Target best() {
  static const Target target = best_target();
  return target;
}

}  // namespace

bool has_vnni() {
#if defined(__x86_64__)
  static const bool has = best() >= Target::avx512 && __builtin_cpu_supports("avx512vnni") != 0;
  return has;
#else
  return false;
#endif
}

bool has_amx() { return best() == Target::amx; }

Target chosen_target() {
  const char* variable = std::getenv("EXACTBLEND_TARGET");
  if (variable == nullptr) return best();
  const std::string_view asked = variable;
  if (asked == "none") return Target::none;
  if (asked == "scalar") return std::min(best(), Target::scalar);
  if (asked == "avx2") return std::min(best(), Target::avx2);
  if (asked == "avx512") return std::min(best(), Target::avx512);
  return best();
}

}  // namespace exactblend
