#include <algorithm>
#include <bit>
#include <cmath>

#include "tensor/fast_constants.hpp"
#include "tensor/stream_cases.hpp"
#include "tensor/widen.hpp"

namespace exactblend {
namespace {

constexpr std::size_t kPanel = 4;

template <FloatType kType>
bool widen_as(const std::byte* at, std::size_t count, double* out) {
  bool finite = true;
  for (std::size_t i = 0; i < count; ++i) {
    out[i] = widen_one<kType>(at + i * bytes_of(kType));
    finite &= std::isfinite(out[i]);
  }
  return finite;
}

bool widen(FloatType type, const std::byte* at, std::size_t count, double* out) {
  return with_type(type, [&](auto known) { return widen_as<known.value>(at, count, out); });
}

void multiply(const double* weights, std::size_t rows, const double* values, std::size_t keys,
              double* sums, std::size_t sums_step, const Ahead& ahead) {
  for (const AheadRun& run : ahead) run.ask_for_all();
  for (std::size_t row = 0; row < rows; ++row) {
    double sum[kPanel] = {};
    for (std::size_t key = 0; key < keys; ++key) {
      const double weight = weights[row * kWeightsStep + key];
      for (std::size_t i = 0; i < kPanel; ++i) sum[i] += weight * values[key * kPanel + i];
    }
    double* out = sums + row * sums_step;
    for (std::size_t i = 0; i < kPanel; ++i) out[i] += sum[i];
  }
}

bool stream(const double* weights, std::size_t weights_step, std::size_t rows,
            const StreamedValues& values, double* sums, std::size_t sums_step, double* greatest) {
  double wide[kMaxStreamed];
  std::fill_n(greatest, values.components, 0.0);
  for (std::size_t row = 0; row < rows; ++row) {
    std::fill_n(sums + row * sums_step, values.components, 0.0);
  }
  const std::byte* at = values.at;
  for (std::size_t key = 0; key < values.keys; ++key, at += values.key_step) {
    if (!widen(values.type, at, values.components, wide)) return false;
    for (std::size_t i = 0; i < values.components; ++i) {
      greatest[i] = std::max(greatest[i], std::fabs(wide[i]));
    }
    for (std::size_t row = 0; row < rows; ++row) {
      const double weight = weights[row * weights_step + key];
      double* sum = sums + row * sums_step;
      for (std::size_t i = 0; i < values.components; ++i) sum[i] += weight * wide[i];
    }
  }
  return true;
}

std::size_t span(const double* x, std::size_t count, std::uint64_t& least,
                 std::uint64_t& greatest) {
  std::size_t below = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const auto size = std::bit_cast<std::uint64_t>(std::fabs(x[i]));
    least = std::min(least, size == 0 ? ~std::uint64_t{0} : size);
    greatest = std::max(greatest, size);
    below += x[i] < 0 ? 1 : 0;
  }
  return below;
}

bool span_as_they_lie(FloatType type, const std::byte* at, std::size_t count, std::uint64_t& least,
                      std::uint64_t& greatest, std::size_t& negative) {
  std::size_t below = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double x = widen_one(type, at + i * bytes_of(type));
    if (!std::isfinite(x)) return false;
    below += span(&x, 1, least, greatest);
  }
  negative += below;
  return true;
}

void span_components(const double* x, std::size_t step, std::size_t keys, std::size_t components,
                     std::uint64_t* least, std::uint64_t* greatest) {
  for (std::size_t key = 0; key < keys; ++key, x += step) {
    for (std::size_t i = 0; i < components; ++i) span(x + i, 1, least[i], greatest[i]);
  }
}

double sum_of_magnitudes(const double* x, std::size_t count, bool& signs) {
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i) {
    sum += std::fabs(x[i]);
    signs |= std::signbit(x[i]);
  }
  return sum;
}

void greatest_magnitudes(const double* values, std::size_t keys, double* greatest) {
  std::fill_n(greatest, kPanel, 0.0);
  for (std::size_t at = 0; at < keys * kPanel; ++at) {
    greatest[at % kPanel] = std::max(greatest[at % kPanel], std::fabs(values[at]));
  }
}

void add_bounds(double factor, const double* greatest, std::size_t count, double* bounds) {
  for (std::size_t i = 0; i < count; ++i) {
    bounds[i] += factor * greatest[i];
  }
}

void decide_f32(const double* sums, const double* bounds, double relative, double absolute,
                std::size_t count, std::uint64_t* bits, std::uint8_t* undecided) {
  for (std::size_t i = 0; i < count; ++i) {
    const double size = std::fabs(sums[i]);
    const double bound = bounds[i] * relative + absolute;
    const double error = bound * kErrorRelative + size * kSumRelative;
    const auto low = std::bit_cast<std::uint32_t>(static_cast<float>(sums[i] - error));
    bits[i] = std::bit_cast<std::uint32_t>(static_cast<float>(sums[i] + error));
    const bool decided = low == bits[i] && size < kDecidable && error < kDecidable;
    undecided[i] = decided ? 0 : 1;
  }
}

bool exact_parts(const double* x, std::size_t count, double* parts, std::size_t& negative,
                 PartChoice& choice) {
  std::fill_n(parts, kParts, 0.0);
  double most = 0;
  bool exact = true;
  std::size_t below = 0;
  for (std::size_t i = 0; i < count; ++i) {
    most = std::max(most, std::fabs(x[i]));
    exact &= std::isfinite(x[i]);
    below += x[i] < 0 ? 1 : 0;
  }
  choice.large |= most > kPartLimit[0];
  choice.parts = kParts;
  exact &= most <= kPartLimit[1];
  for (std::size_t i = 0; i < count; ++i) {
    double rest = x[i];
    for (std::size_t part = 0; part < kParts; ++part) {
      const double anchor = kPartAnchor[choice.large ? 1 : 0][part];
      const double here = (rest + anchor) - anchor;
      parts[part] += here;
      rest -= here;
    }
    exact &= rest == 0;
  }
  negative += exact ? below : 0;
  return exact;
}

}  // namespace

const FastKernel& scalar_kernel() {
  static constexpr FastKernel kKernel{
      kPanel,           widen,           multiply,          stream,  span,
      span_as_they_lie, span_components, sum_of_magnitudes, nullptr, greatest_magnitudes,
      add_bounds,       decide_f32,      exact_parts,       nullptr, nullptr,
      round_sums_scalar};
  return kKernel;
}

const FastKernel* fast_kernel(Target target) {
  switch (target) {
    case Target::none: return nullptr;
#if defined(__x86_64__)
    case Target::avx2: return &avx2_kernel();
    case Target::avx512:
    case Target::amx: return &avx512_kernel();
#else
    case Target::avx2:
    case Target::avx512:
    case Target::amx:
#endif
    case Target::scalar: return &scalar_kernel();
  }
  return nullptr;
}

}  // namespace exactblend
