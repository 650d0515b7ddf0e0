// Progress as it is told, and interruption.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <thread>
#include <utility>

#include "tensor/making.hpp"

namespace exactblend {
namespace {

using making::Tensor;

constexpr std::size_t kWeights = 2 * 450 * 7;

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
        EXPECT_EQ(all, kWeights);
        if (!told.empty()) {
          EXPECT_GT(done, told.back());
        }
        told.push_back(done);
      };
      Tensor out(FloatType::f32, {2, 450, 150});
      ASSERT_TRUE(blend_rounded(weights_.view(), values_.view(), out.output(), options));
      EXPECT_EQ(out.bytes == right.bytes, true);
      ASSERT_FALSE(told.empty());
      EXPECT_EQ(told.back(), kWeights);
      if (threads == 1) {
        EXPECT_GT(told.size(), 3U);
      }
    }
  }
}

// By threads: of two, the one that tells may find all tasks taken, but not every time.
constexpr int kTries[] = {0, 1, 50};

// One row is told of while it is summed, whoever sums it.
TEST_F(ProgressTold, of_keys_where_rows_are_few) {
  constexpr std::size_t kKeys = 300'000;
  const Tensor weights = making::spread(FloatType::f32, {1, kKeys}, engine_, 4);
  const Tensor values = making::spread(FloatType::bf16, {kKeys, 8}, engine_, 4);
  for (const auto& [target, type] : {std::pair{"none", FloatType::f32},
                                     {"scalar", FloatType::f32},
                                     {"avx512", FloatType::f32},
                                     {"avx512", FloatType::f64}}) {
    setenv("EXACTBLEND_TARGET", target, 1);
    for (const unsigned threads : {1U, 2U}) {
      std::vector<std::size_t> told;
      BlendOptions options;
      options.threads = threads;
      options.progress = [&](std::size_t done, std::size_t all) {
        EXPECT_EQ(all, kKeys);
        told.push_back(done);
      };
      Tensor out(type, {1, 8});
      const std::size_t least = threads == 1 ? 4 : 1;
      for (int tries = 0; tries < kTries[threads] && told.size() <= least; ++tries) {
        told.clear();
        ASSERT_TRUE(blend_rounded(weights.view(), values.view(), out.output(), options));
        EXPECT_EQ(told.back(), kKeys);
        EXPECT_TRUE(std::is_sorted(told.begin(), told.end()));
      }
      EXPECT_GT(told.size(), least);
      options.progress = [](std::size_t, std::size_t) { throw std::runtime_error("enough"); };
      EXPECT_THROW(
          static_cast<void>(blend_rounded(weights.view(), values.view(), out.output(), options)),
          std::runtime_error);
    }
  }
}

// Its rows have masses all the same.
TEST_F(ProgressTold, ends_at_all_for_an_output_without_entries) {
  std::vector<std::size_t> told;
  BlendOptions options;
  options.progress = [&](std::size_t done, std::size_t) { told.push_back(done); };
  Tensor nothing(FloatType::f32, {2, 450, 0});
  const Tensor no_values(FloatType::bf16, {7, 0});
  ASSERT_TRUE(blend_rounded(weights_.view(), no_values.view(), nothing.output(), options));
  ASSERT_FALSE(told.empty());
  EXPECT_EQ(told.back(), kWeights);
  EXPECT_EQ(std::count(told.begin(), told.end(), kWeights), 1);
}

TEST_F(ProgressTold, never_says_that_a_refused_blend_is_done) {
  BlendOptions options;
  options.rows = Rows::sum_to_one;
  options.progress = [&](std::size_t done, std::size_t all) { EXPECT_LT(done, all); };
  Tensor out(FloatType::f32, {2, 450, 150});
  EXPECT_FALSE(blend_rounded(weights_.view(), values_.view(), out.output(), options));
}

// Checking all rows is work, too.
TEST_F(ProgressTold, of_rows_that_are_checked_before) {
  const Tensor weights = making::spread(FloatType::f32, {2000, 40}, engine_, 2);
  const Tensor values = making::spread(FloatType::f32, {40, 1}, engine_, 2);
  for (const unsigned threads : {1U, 2U}) {
    std::vector<std::size_t> told;
    BlendOptions options;
    options.threads = threads;
    options.rows = Rows::normalized;
    options.progress = [&](std::size_t done, std::size_t all) {
      EXPECT_EQ(all, 2000U * 40);
      told.push_back(done);
    };
    Tensor out(FloatType::f32, {2000, 1});
    // Half of the work is the check here.
    const std::ptrdiff_t least = threads == 1 ? 50 : 0;
    std::ptrdiff_t early = 0;
    for (int tries = 0; tries < kTries[threads] && early <= least; ++tries) {
      told.clear();
      ASSERT_TRUE(blend_rounded(weights.view(), values.view(), out.output(), options));
      EXPECT_EQ(told.back(), 2000U * 40);
      EXPECT_TRUE(std::is_sorted(told.begin(), told.end()));
      early =
          std::count_if(told.begin(), told.end(), [](std::size_t done) { return done < 40'000; });
    }
    EXPECT_GT(early, least);
    options.progress = [](std::size_t, std::size_t) { throw std::runtime_error("enough"); };
    EXPECT_THROW(
        static_cast<void>(blend_rounded(weights.view(), values.view(), out.output(), options)),
        std::runtime_error);
  }
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
