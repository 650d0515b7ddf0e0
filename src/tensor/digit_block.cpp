#include "tensor/digit_block.hpp"

#include <bit>
#include <cassert>
#include <cmath>

#include "tensor/cover.hpp"
#include "tensor/fixed_point.hpp"

namespace exactblend {
namespace {

static_assert(kDigitComponents == kReadComponents && kDigitComponents == kSumComponents);
static_assert(kDigitChunk == kReadValueKeys);

// Of one place, in a step.
constexpr std::size_t kDigitsBytes = kDigitKeys / kDigitChunk * kPlaceBytes;

// Up to this many keys the last group has room for all that is carried into it: sums are below
// keys·2^(8(n + m) − 4) units of the last places of n and m digits, and the last group of n + m − 1
// levels begins at 2^(8(n + m) − 40) or above.
constexpr std::size_t kKeysPerGroup = std::size_t{1} << 24;

// Bits to which sums are found beyond those of the type: what a sum may be smaller than the
// greatest term (6 bits, and rarely more), and 14 more, so that one entry in some thousand is left
// undecided.
constexpr int kSpareBits = 20;

// 62 bits take 8 digits.
std::size_t digits_for(int bits) { return parts(static_cast<std::size_t>(bits) + 2, 8); }

std::size_t tiles_from(std::size_t first, std::size_t end) {
  return std::min<std::size_t>(parts(end - first, kDigitTile), 2);
}

// What the levels left out sum to is at most this many units of the last one taken: at each of
// them, up to `digits` products of at most 2^14 for each key, and 1/256 + 1/256² + … = 1/255.
std::int64_t bound_of(std::size_t keys, std::size_t digits) {
  return static_cast<std::int64_t>((keys * digits << 14) / 255 + 1);
}

// Bits of the greatest as an integer: no number of the type has bits below its least one.
int bits_of(const Span& span, FloatType type) {
  return std::min(span.bits(drop_of(type)), span.top() - 1022 - format_of(type).min_exponent);
}

template <class Vector>
void grow(Vector& vector, std::size_t size) {
  if (vector.size() < size) vector = Vector(size);
}

}  // namespace

void DigitBlock::look_at_values(const Operands& from, const Block& block) {
  assert(block.rows <= kDigitRows && block.components <= kDigitComponents);
  assert(from.keys <= kMaxDigitKeys);
  reader_.scan_values(from, block);
}

// All terms at their greatest would take the bits of both and of the number of keys; weights are
// seldom alike, nor are signs, so some more than fp64's 53 are room enough.
bool DigitBlock::may_be_exact_in_fp64(const Operands& from, const Block& block) {
  constexpr int kBits = 64;
  constexpr std::size_t kSampledRows = 8;
  auto bits = static_cast<int>(std::bit_width(from.keys));
  int most = 0;
  for (std::size_t i = 0; i < block.components; ++i) {
    most = std::max(most, bits_of(reader_.component(i), from.value_type));
  }
  bits += most;
  const std::size_t step = parts(block.rows, kSampledRows);
  for (std::size_t row = 0; row < block.rows && bits <= kBits; row += step) {
    reader_.scan_row(from, block, row);
    if (bits + bits_of(reader_.row(row), from.weight_type) > kBits) return false;
  }
  return bits <= kBits;
}

void DigitBlock::prepare(const Operands& from, const Block& block) {
  keys_ = from.keys;
  row_drop_ = drop_of(from.weight_type);
  drop_ = drop_of(from.value_type);
  reader_.scan_rows(from, block);
  strips_ = parts(block.rows, kDigitStrip);
  panels_ = parts(block.components, kDigitStrip);
  row_digits_ = {};
  component_digits_ = {};
  std::size_t rows_in = 0;
  std::size_t components_in = 0;
  for (std::size_t row = 0; row < block.rows; ++row) {
    const Span& span = reader_.row(row);
    const std::size_t digits = digits_for(span.bits(row_drop_));
    row_bases_[row] = top_base(span.top(), row_drop_);
    row_in_[row] = digits <= kMaxDigits ? 1 : 0;
    if (row_in_[row] == 0) continue;
    ++rows_in;
    std::size_t& of_strip = row_digits_[row / kDigitStrip];
    of_strip = std::max(of_strip, digits);
  }
  for (std::size_t i = 0; i < kDigitComponents; ++i) {
    const Span span = reader_.component(i);
    const std::size_t digits = digits_for(span.bits(drop_));
    bases_[i] = top_base(span.top(), drop_);
    exponents_[i] = top_exponent(span.top());
    component_in_[i] = digits <= kMaxDigits ? 1 : 0;
    if (component_in_[i] == 0 || i >= block.components) continue;
    ++components_in;
    std::size_t& of_panel = component_digits_[i / kDigitStrip];
    of_panel = std::max(of_panel, digits);
  }
  for (std::size_t row = 0; row < block.rows; ++row) {
    for (std::size_t i = 0; i < block.components; ++i) {
      undecided_[row * kDigitComponents + i] = takes_part(row, i) ? 0 : 1;
    }
  }
  most_row_digits_ = *std::max_element(row_digits_.begin(), row_digits_.end());
  most_component_digits_ = *std::max_element(component_digits_.begin(), component_digits_.end());
  is_worth_while_ = 2 * rows_in * components_in > block.rows * block.components;
  take_all_levels();
}

void DigitBlock::choose_levels(std::size_t most) {
  const bool any = most_row_digits_ != 0 && most_component_digits_ != 0;
  all_levels_ = any ? most_row_digits_ + most_component_digits_ - 1 : 0;
  levels_ = std::min(most, all_levels_);
  groups_ = parts(levels_, kLevelsPerGroup) + (keys_ > kKeysPerGroup ? 1 : 0);
}

void DigitBlock::take_all_levels() { choose_levels(kMaxLevels); }

void DigitBlock::take_levels_for(FloatType type) {
  // The levels left out are below bound() units of the last one taken; a row's greatest weight and
  // a component's greatest value are at least 2^5 units of level 0 each.
  const int wanted = format_of(type).precision + kSpareBits - 10;
  const auto digits = std::min(most_row_digits_, most_component_digits_);
  const double bits = std::log2(static_cast<double>(bound_of(keys_, digits)));
  choose_levels(1 + static_cast<std::size_t>(std::max(std::ceil((bits + wanted) / 8), 0.0)));
}

double DigitBlock::products() const {
  std::size_t all = 0;
  for (std::size_t strip = 0; strip < strips_; ++strip) {
    for (std::size_t panel = 0; panel < panels_; ++panel) {
      const std::size_t weights = stored(row_digits_[strip]);
      const std::size_t values = stored(component_digits_[panel]);
      for (std::size_t i = 0; i < weights; ++i) all += std::min(values, levels_ - i);
    }
  }
  return static_cast<double>(all) / static_cast<double>(strips_ * panels_);
}

double DigitBlock::residue_products() const {
  return static_cast<double>(most_row_digits_ + most_component_digits_) +
         std::log2(static_cast<double>(keys_)) / 8;
}

std::size_t DigitBlock::levels(std::size_t strip, std::size_t panel) const {
  const std::size_t weights = row_digits_[strip];
  const std::size_t values = component_digits_[panel];
  return weights != 0 && values != 0 ? std::min(levels_, weights + values - 1) : 0;
}

std::int64_t DigitBlock::bound(std::size_t row_digits, std::size_t component_digits) const {
  if (row_digits == 0 || component_digits == 0 || row_digits + component_digits - 1 <= levels_) {
    return 0;
  }
  return bound_of(keys_, std::min(row_digits, component_digits));
}

void DigitBlock::split_values(const Operands& from, const Block& block, std::size_t key,
                              std::size_t count) {
  for (std::size_t first = 0; first < count; first += kDigitChunk) {
    const std::size_t keys = std::min(kDigitChunk, count - first);
    const double* values = reader_.values(from, block, key + first, keys, component_in_.data());
    for (std::size_t panel = 0; panel < panels_; ++panel) {
      const std::size_t digits = stored(component_digits_[panel]);
      if (digits == 0) continue;
      const std::size_t at = panel * kDigitStrip;
      digits_.split_values(values + at, kReadComponents, tiles_from(at, block.components),
                           bases_.data() + at, drop_, digits,
                           values_.data() + panel * stored(most_component_digits_) * kDigitsBytes +
                               first / kDigitChunk * digits * kPlaceBytes);
    }
  }
}

// The weights of a strip as they lie; or, where some are masked, not finite, not dense or not whole
// chunks, in fp64.
StripSplit DigitBlock::strip_of(const Operands& from, const Block& block, std::size_t strip,
                                std::size_t key, std::size_t count, bool masses) {
  const std::size_t first = strip * kDigitStrip;
  const std::size_t places = parts(most_row_digits_, kDigitsPerWord) * kDigitsPerWord;
  StripSplit split;
  split.count = tiles_from(first, block.rows) * kDigitTile;
  split.chunks = parts(count, kDigitChunk);
  split.drop = row_drop_;
  split.stored = stored(row_digits_[strip]);
  split.digits = row_digits_[strip];
  split.out = weights_.data() + strip % 2 * stored(most_row_digits_) * kDigitsBytes;
  const bool direct = bytes_of(from.weight_type) > 1 && from.mask == nullptr &&
                      count % kDigitChunk == 0 && from.weights_are_dense();
  for (std::size_t row = first; row < std::min(first + kDigitStrip, block.rows); ++row) {
    if (row_in_[row] == 0) continue;
    StripSplit::Row& of = split.rows[row - first];
    of.base = row_bases_[row];
    if (masses) of.totals = totals_.data() + row * places;
    if (direct && !reader_.row_not_finite(row)) {
      of.at = from.weight(block.row + row, key);
      of.type = from.weight_type;
      continue;
    }
    grow(wide_weights_, kDigitStrip * kDigitKeys);
    double* wide = wide_weights_.data() + (row - first) * kDigitKeys;
    reader_.weights(from, block, row, key, count, wide);
    std::fill(wide + count, wide + split.chunks * kDigitChunk, 0.0);
    of.at = reinterpret_cast<const std::byte*>(wide);
    of.type = FloatType::f64;
  }
  return split;
}

void DigitBlock::add_step(const Operands& from, const Block& block, std::size_t key,
                          std::size_t count, bool masses) {
  split_values(from, block, key, count);
  StripSplit now = strip_of(from, block, 0, key, count, masses);
  digits_.split_weights(now);
  for (std::size_t strip = 0; strip < strips_; ++strip) {
    std::array<DigitProduct, kPanels> products;
    std::size_t some = 0;
    for (std::size_t panel = 0; panel < panels_; ++panel) {
      const std::size_t digits = stored(component_digits_[panel]);
      // Above the diagonal of a causal mask there is nothing to add.
      if (digits == 0 || now.stored == 0 || !now.used) continue;
      products[some++] = {now.out,
                          now.stored,
                          tiles_from(strip * kDigitStrip, block.rows),
                          values_.data() + panel * stored(most_component_digits_) * kDigitsBytes,
                          digits,
                          tiles_from(panel * kDigitStrip, block.components),
                          now.chunks,
                          levels(strip, panel),
                          sums(strip, panel),
                          has_sums_[strip] == 0};
    }
    if (some != 0) has_sums_[strip] = 1;
    if (strip + 1 == strips_) {
      digits_.multiply(products.data(), some, nullptr);
    } else {
      StripSplit next = strip_of(from, block, strip + 1, key, count, masses);
      digits_.multiply(products.data(), some, &next);
      now = next;
    }
  }
}

void DigitBlock::fold() {
  for (std::size_t strip = 0; strip < strips_; ++strip) {
    if (has_sums_[strip] == 0) continue;
    for (std::size_t panel = 0; panel < panels_; ++panel) {
      digits_.fold(sums(strip, panel), levels(strip, panel), levels_ - 1,
                   wide(strip) + panel * kDigitStrip);
    }
  }
  has_sums_ = {};
  if (++folds_ % kFoldsPerCarry == 0) carry();
}

// Brings all groups but the last to 0 ≤ group < 2^32.
void DigitBlock::carry() {
  for (std::size_t strip = 0; strip < strips_; ++strip) {
    std::int64_t* at = wide(strip);
    for (std::size_t i = 0; i < (groups_ - 1) * kGroupSums; ++i) {
      at[i + kGroupSums] += at[i] >> 32;
      at[i] &= 0xffff'ffff;
    }
  }
}

void DigitBlock::sum(const Operands& from, const Block& block, bool masses,
                     const std::function<void(std::size_t)>& done) {
  if (masses) {
    totals_.assign(block.rows * parts(most_row_digits_, kDigitsPerWord) * kDigitsPerWord, 0);
  }
  if (levels_ == 0) return;
  grow(weights_, 2 * stored(most_row_digits_) * kDigitsBytes);
  grow(values_, panels_ * stored(most_component_digits_) * kDigitsBytes);
  grow(sums_, strips_ * panels_ * levels_ * kLevelSums);
  grow(wide_, strips_ * groups_ * kGroupSums);
  has_sums_ = {};
  std::fill_n(wide_.data(), strips_ * groups_ * kGroupSums, 0);
  folds_ = 0;
  const std::size_t products = std::min(stored(most_row_digits_), stored(most_component_digits_));
  const std::size_t steps_per_fold = kMaxProducts / products / kDigitKeys;
  std::size_t steps = 0;
  for (std::size_t key = 0; key < from.keys; key += kDigitKeys, ++steps) {
    if (steps == steps_per_fold) {
      fold();
      steps = 0;
    }
    const std::size_t count = std::min(kDigitKeys, from.keys - key);
    add_step(from, block, key, count, masses);
    if (done) done(count);
  }
  fold();
}

void DigitBlock::join(std::size_t row, const std::int64_t* offsets) {
  const int up = 8 * static_cast<int>(levels_) - 8;
  row_exponent_ = top_exponent(reader_.row(row).top()) - up;
  digits_.join(wide(row / kDigitStrip) + row % kDigitStrip * kDigitComponents, groups_, offsets,
               kDigitComponents, negative_.data(), words_.data());
}

void DigitBlock::join(std::size_t row) {
  if (row_in_[row] == 0 || levels_ == 0) return;
  const std::array<std::int64_t, kDigitComponents> none = {};
  join(row, none.data());
}

void DigitBlock::round(std::size_t row, FloatType type, std::uint64_t* bits) {
  if (row_in_[row] == 0 || levels_ == 0) return;
  std::array<std::int64_t, kDigitComponents> offsets = {};
  for (std::size_t panel = 0; panel < panels_; ++panel) {
    std::fill_n(offsets.begin() + static_cast<std::ptrdiff_t>(panel * kDigitStrip), kDigitStrip,
                bound(row_digits_[row / kDigitStrip], component_digits_[panel]));
  }
  join(row, offsets.data());
  const std::size_t components = panels_ * kDigitStrip;
  kernel_.round_sums(type, row_sums(), components, bits);
  if (is_exact()) return;
  for (std::int64_t& offset : offsets) offset = -offset;
  join(row, offsets.data());
  std::array<std::uint64_t, kDigitComponents> low;
  kernel_.round_sums(type, row_sums(), components, low.data());
  std::uint8_t* undecided = undecided_.data() + row * kDigitComponents;
  for (std::size_t i = 0; i < components; ++i) {
    if (bits[i] != low[i]) undecided[i] = 1;
  }
}

Magnitude DigitBlock::magnitude(std::size_t component) const {
  Magnitude sum;
  sum.negative = negative_[component] != 0;
  sum.low = row_exponent_ + exponents_[component];
  sum.size = levels_ == 0 ? 0 : words_of(groups_);
  for (std::size_t i = 0; i < sum.size; ++i) {
    sum.words[i] = words_[i * kDigitComponents + component];
  }
  return sum;
}

RowFacts DigitBlock::facts(std::size_t row) const {
  const std::size_t places = parts(most_row_digits_, kDigitsPerWord) * kDigitsPerWord;
  const std::int64_t* totals = totals_.data() + row * places;
  // Four places to a slot. A total is at most 2^30·2^32, and of the last place in a slot only.
  std::array<Int128, kMaxDigits / 4 + 3> slots = {};
  for (std::size_t place = 0; place < places; ++place) {
    const std::size_t up = places - 1 - place;
    slots[up / 4] += Int128{totals[place]} << up % 4 * 8;
  }
  RowFacts facts;
  facts.unmasked = 1;
  facts.negative = reader_.row_negative(row);
  SumLayout layout;
  layout.low = top_exponent(reader_.row(row).top()) - 8 * static_cast<int>(places) + 8;
  layout.slots = slots.size();
  facts.mass.value = to_dyadic(take_magnitude(layout, slots));
  return facts;
}

}  // namespace exactblend
