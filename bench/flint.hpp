// FLINT's rationals with owners, and the way there from ours and back for comparing.
#pragma once

#include <flint/flint.h>
#include <flint/fmpq.h>
#include <flint/fmpq_mat.h>

#include <span>
#include <stdexcept>
#include <string>

#include "exactblend/number/print.hpp"

namespace exactblend::bench {

class FlintMatrix {
 public:
  FlintMatrix(std::size_t rows, std::size_t columns) {
    fmpq_mat_init(matrix_, static_cast<slong>(rows), static_cast<slong>(columns));
  }
  ~FlintMatrix() { fmpq_mat_clear(matrix_); }
  FlintMatrix(const FlintMatrix&) = delete;
  FlintMatrix& operator=(const FlintMatrix&) = delete;

  [[nodiscard]] fmpq_mat_struct* get() { return matrix_; }
  [[nodiscard]] fmpq* at(std::size_t row, std::size_t column) {
    return fmpq_mat_entry(matrix_, static_cast<slong>(row), static_cast<slong>(column));
  }
  void set_row(std::size_t row, std::span<const Rational> numbers) {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      if (fmpq_set_str(at(row, i), to_text(numbers[i]).c_str(), 10) != 0) {
        throw std::logic_error("FLINT does not read " + to_text(numbers[i]));
      }
    }
  }
  // The first row is exactly these numbers.
  [[nodiscard]] bool equals(std::span<const Rational> numbers) {
    FlintMatrix ours(1, numbers.size());
    ours.set_row(0, numbers);
    return fmpq_mat_equal(matrix_, ours.matrix_) != 0;
  }

 private:
  fmpq_mat_t matrix_;
};

}  // namespace exactblend::bench
