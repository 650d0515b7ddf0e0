// Progress as it is told, and interruption.
#include <gtest/gtest.h>

#include <cstdlib>
#include <stdexcept>
#include <thread>

#include "tensor/making.hpp"

namespace exactblend {
namespace {

using making::Tensor;

constexpr std::size_t kRows = 2 * 450;

class ProgressTold : public testing::Test {
 protected:
  ~ProgressTold() override { unsetenv("EXACTBLEND_TARGET"); }

  making::Engine engine_{51};  // NOLINT: the same numbers in every run
  Tensor weights_ = making::any_finite(FloatType::f16, {2, 450, 7}, engine_);
  Tensor values_ = making::any_finite(FloatType::bf16, {7, 150}, engine_);
};

TEST_F(ProgressTold, grows_from_the_calling_thread_ends_at_all_and_changes_no_bit) {
  for (const char* target : {"none", "scalar", "avx2", "avx512", "amx"}) {
    setenv("EXACTBLEND_TARGET", target, 1);
    for (const unsigned threads : {1U, 2U, 3U}) {
      BlendOptions options;
      options.threads = threads;
      Tensor right(FloatType::f32, {2, 450, 150});
      ASSERT_TRUE(blend_rounded(weights_.view(), values_.view(), right.output(), options));
      std::vector<std::size_t> told;
      const auto here = std::this_thread::get_id();
      options.progress = [&](std::size_t done, std::size_t all) {
        EXPECT_EQ(std::this_thread::get_id(), here);
        EXPECT_EQ(all, kRows);
        if (!told.empty()) {
          EXPECT_GT(done, told.back());
        }
        told.push_back(done);
      };
      Tensor out(FloatType::f32, {2, 450, 150});
      ASSERT_TRUE(blend_rounded(weights_.view(), values_.view(), out.output(), options));
      EXPECT_EQ(out.bytes == right.bytes, true);
      ASSERT_FALSE(told.empty());
      EXPECT_EQ(told.back(), kRows);
      if (threads == 1) {
        EXPECT_GT(told.size(), 3U);
      }
    }
  }
}

TEST_F(ProgressTold, is_told_once_of_an_output_without_entries) {
  std::vector<std::size_t> told;
  BlendOptions options;
  options.progress = [&](std::size_t done, std::size_t all) {
    EXPECT_EQ(done, all);
    told.push_back(done);
  };
  Tensor nothing(FloatType::f32, {2, 450, 0});
  const Tensor no_values(FloatType::bf16, {7, 0});
  ASSERT_TRUE(blend_rounded(weights_.view(), no_values.view(), nothing.output(), options));
  EXPECT_EQ(told, std::vector<std::size_t>{kRows});
}

TEST_F(ProgressTold, is_not_told_of_a_blend_that_is_refused) {
  BlendOptions options;
  options.rows = Rows::sum_to_one;
  options.progress = [&](std::size_t, std::size_t) { FAIL(); };
  Tensor out(FloatType::f32, {2, 450, 150});
  EXPECT_FALSE(blend_rounded(weights_.view(), values_.view(), out.output(), options));
}

TEST_F(ProgressTold, interrupts_by_an_exception) {
  for (const unsigned threads : {1U, 3U}) {
    BlendOptions options;
    options.threads = threads;
    options.progress = [](std::size_t, std::size_t) { throw std::runtime_error("enough"); };
    Tensor out(FloatType::f32, {2, 450, 150});
    EXPECT_THROW(
        static_cast<void>(blend_rounded(weights_.view(), values_.view(), out.output(), options)),
        std::runtime_error);
  }
}

}  // namespace
}  // namespace exactblend
