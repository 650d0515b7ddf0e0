#include "tensor/target.hpp"

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace exactblend {
namespace {

Target best_target() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                    __builtin_cpu_supports("f16c");
  const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
  if (avx2) return avx512 ? Target::avx512 : Target::avx2;
  return Target::scalar;
#else
  return Target::none;
#endif
}

}  // namespace

bool has_vnni() {
#if defined(__x86_64__)
  static const bool has =
      best_target() == Target::avx512 && __builtin_cpu_supports("avx512vnni") != 0;
  return has;
#else
  return false;
#endif
}

Target chosen_target() {
  static const Target best = best_target();
  const char* variable = std::getenv("EXACTBLEND_TARGET");
  if (variable == nullptr) return best;
  const std::string_view asked = variable;
  if (asked == "none") return Target::none;
  if (asked == "scalar") return std::min(best, Target::scalar);
  if (asked == "avx2") return std::min(best, Target::avx2);
  return best;
}

}  // namespace exactblend
