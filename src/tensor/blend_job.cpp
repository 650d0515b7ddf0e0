#include "tensor/blend_job.hpp"

#include <algorithm>
#include <cstring>

#include "exactblend/number/round.hpp"
#include "tensor/fixed_point.hpp"
#include "tensor/flags.hpp"

namespace exactblend {
namespace {

void keep_first(std::optional<FlatPlace>& first, const FlatPlace& place) {
  if (!first || place.entry < first->entry) first = place;
}

}  // namespace

Operands BlendJob::operands(std::size_t lead) const {
  Operands from;
  from.weights = weights.data + lead_offset(layout.leading, layout.weights_lead, lead);
  from.values = values.data + lead_offset(layout.leading, layout.values_lead, lead);
  from.weight_type = weights.type;
  from.value_type = values.type;
  from.weight_steps = layout.weights;
  from.value_steps = layout.values;
  from.keys = layout.keys;
  if (options.mask) {
    from.mask = options.mask->data + lead_offset(layout.leading, layout.mask_lead, lead);
    from.mask_steps = layout.mask;
  }
  return from;
}

void EntryCounts::join(const EntryCounts& other) {
  ieee += other.ieee;
  zero_met += other.zero_met;
  overflowed += other.overflowed;
  recomputed += other.recomputed;
  if (other.first_ieee) keep_first(first_ieee, *other.first_ieee);
  if (other.first_zero_met) keep_first(first_zero_met, *other.first_zero_met);
}

void EntryWriter::begin_row(const Operands& from, std::size_t lead, std::size_t row) {
  from_ = &from;
  lead_ = lead;
  row_ = row;
  if (job_.rounded != nullptr) {
    out_row_ = job_.rounded->data + lead_offset(job_.layout.leading, job_.layout.out_lead, lead) +
               static_cast<std::ptrdiff_t>(row) * job_.layout.out.row;
  }
  empty_ = job_.has_empty_rows && has_no_key(from, row);
  if (job_.options.rows == Rows::normalized && !empty_) mass_ = row_sum_.of(from, row).mass;
}

void EntryWriter::put_empty(std::size_t component) {
  const bool nan = job_.options.empty_row == EmptyRow::nan;
  put_value(component, nan ? FloatKind::nan : FloatKind::finite, false);
}

// NaN, an infinity or +0.
void EntryWriter::put_value(std::size_t component, FloatKind kind, bool negative) {
  if (job_.rounded == nullptr) {
    job_.exact[flat(component)] = {kind, negative, {}};
    return;
  }
  const FloatType type = job_.rounded->type;
  store_bits(type, address(component), encode(type, {kind, negative, 0, 0}));
}

void EntryWriter::put_ieee_terms(std::size_t component, const IeeeTerms& terms) {
  ++counts.ieee;
  keep_first(counts.first_ieee, {flat(component), terms.first_key});
  if (terms.zero_met) {
    ++counts.zero_met;
    keep_first(counts.first_zero_met, {flat(component), terms.first_zero_key});
  }
  FloatKind kind = terms.kind();
  bool negative = terms.minus_infinity;
  if (job_.options.rows == Rows::normalized) {
    if (mass_.kind != FloatKind::finite) kind = FloatKind::nan;
    if (mass_.value.sign() < 0) negative = !negative;
  }
  put_value(component, kind, kind == FloatKind::infinite && negative);
}

void EntryWriter::put_sum(std::size_t component, const Magnitude& sum) {
  if (job_.rounded == nullptr) {
    ExactValue& out = job_.exact[flat(component)];
    out.kind = FloatKind::finite;
    out.negative = false;
    // No sum of floats has an exponent beyond those of a dyadic.
    static_cast<void>(out.value.assign(sum.negative, sum.span(), sum.low));
    return;
  }
  const FloatType type = job_.rounded->type;
  // The mass was checked not to be 0.
  put_bits(component, job_.options.rows == Rows::normalized
                          ? *round_quotient(type, to_dyadic(sum), mass_.value)
                          : round_to(type, sum.negative, sum.span(), sum.low));
}

void EntryWriter::put_bits(std::size_t component, std::size_t count,
                           const std::array<std::uint64_t, kSumComponents>& bits,
                           const std::uint8_t* skip) {
  const FloatType type = job_.rounded->type;
  if (count_flags(skip, count) == 0 &&
      job_.layout.out.column == static_cast<std::ptrdiff_t>(bytes_of(type))) {
    const FloatFormat format = format_of(type);
    const std::uint64_t above = format.sign_bit() - 1 - format.max_bits();
    std::uint64_t all = 0;  // has the sign's bit where a size is more than the greatest
    for (const std::uint64_t one : bits) all |= (one & (format.sign_bit() - 1)) + above;
    if ((all & format.sign_bit()) == 0) {
      switch (bytes_of(type)) {
        case 8: return put_dense<std::uint64_t>(component, count, bits);
        case 4: return put_dense<std::uint32_t>(component, count, bits);
        case 2: return put_dense<std::uint16_t>(component, count, bits);
        default: return put_dense<std::uint8_t>(component, count, bits);
      }
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (skip[i] == 0) put_bits(component + i, bits[i]);
  }
}

void EntryWriter::put_bits(std::size_t component, std::uint64_t bits) {
  const FloatFormat format = format_of(job_.rounded->type);
  if ((bits & (format.sign_bit() - 1)) > format.max_bits()) ++counts.overflowed;
  store_bits(job_.rounded->type, address(component), bits);
}

}  // namespace exactblend
