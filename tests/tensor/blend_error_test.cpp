// Every refusal, with its code and what it says; the output stays as it was.
#include <gtest/gtest.h>

#include "tensor/making.hpp"

namespace exactblend {
namespace {

using making::Shape;
using making::Tensor;

class Refusal : public testing::Test {
 protected:
  void expect(ErrorCode code, const std::string& said) {
    const auto report = blend_rounded(weights_, values_, out_, options_);
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, code) << to_text(report.error());
    EXPECT_NE(to_text(report.error()).find(said), std::string::npos) << to_text(report.error());
    EXPECT_EQ(o_.all_bits(), std::vector<std::uint64_t>(o_.size(), 0));
  }
  static Tensor ones(Shape shape) {
    Tensor tensor(FloatType::f32, std::move(shape));
    for (std::size_t i = 0; i < tensor.size(); ++i) tensor.set_number(i, 1);
    return tensor;
  }

  Tensor w_ = ones({2, 4, 3, 5});
  Tensor v_ = ones({2, 2, 5, 6});
  Tensor o_{FloatType::f32, {2, 4, 3, 6}};
  TensorView weights_ = w_.view();
  TensorView values_ = v_.view();
  MutableTensorView out_ = o_.output();
  BlendOptions options_;
};

TEST_F(Refusal, none_for_shapes_that_fit) {
  EXPECT_TRUE(blend_rounded(weights_, values_, out_, options_));
}

TEST_F(Refusal, different_numbers_of_keys) {
  values_.shape[2] = 4;
  expect(ErrorCode::wrong_shape,
         "weights of shape [2, 4, 3, 5] and values of shape [2, 2, 4, 6]: 5 keys and 4");
}

TEST_F(Refusal, heads_that_do_not_divide) {
  values_.shape[1] = 3;
  expect(ErrorCode::wrong_shape, "4 and 3; the heads of the values must divide");
}

TEST_F(Refusal, batches_that_differ) {
  values_.shape[0] = 3;
  expect(ErrorCode::wrong_shape, "2 and 3; they must be equal");
}

TEST_F(Refusal, too_few_axes_and_too_few_strides) {
  weights_.strides.pop_back();
  expect(ErrorCode::wrong_shape, "the weights have 4 axes and 3 strides");
  weights_ = contiguous_view(weights_.data, FloatType::f32, {5});
  expect(ErrorCode::wrong_shape, "[5]");
}

TEST_F(Refusal, an_output_of_another_shape) {
  out_.shape[3] = 5;
  expect(ErrorCode::wrong_shape, "it must have the shape [2, 4, 3, 6]");
}

TEST_F(Refusal, a_mask_that_does_not_broadcast) {
  const std::vector<std::byte> flags(100);
  for (const Shape& shape : {Shape{3, 4}, Shape{2, 5}, Shape{1, 2, 4, 3, 5}, Shape{2, 3, 5}}) {
    options_.mask = contiguous_mask(flags.data(), shape);
    expect(ErrorCode::wrong_shape, "must broadcast to the shape of the weights");
  }
}

TEST_F(Refusal, no_data) {
  values_.data = nullptr;
  expect(ErrorCode::no_data, "the values of shape [2, 2, 5, 6] have no data");
}

TEST_F(Refusal, too_many_axes) {
  const Shape shape(kMaxAxes + 1, 1);
  weights_ = contiguous_view(weights_.data, FloatType::f32, shape);
  expect(ErrorCode::over_limit, "17 axes");
  // Just as many as allowed.
  weights_ = contiguous_view(weights_.data, FloatType::f32, Shape(kMaxAxes, 1));
  values_ = contiguous_view(values_.data, FloatType::f32, {1, 1});
  out_ = contiguous_output(out_.data, FloatType::f32, Shape(kMaxAxes, 1));
  EXPECT_TRUE(blend_rounded(weights_, values_, out_, options_));
}

TEST_F(Refusal, too_many_keys) {
  // Strides of 0: the same element over and over. Nothing is read.
  weights_.shape = {1, kMaxKeys + 1};
  values_.shape = {kMaxKeys + 1, 1};
  weights_.strides = values_.strides = {0, 0};
  expect(ErrorCode::over_limit, "at most 2^40 keys");
}

TEST_F(Refusal, too_many_elements) {
  const std::size_t many = std::size_t{1} << 32;
  weights_.shape = {many, many, 1, 1};
  weights_.strides = {0, 0, 0, 0};
  expect(ErrorCode::over_limit, "too many elements");
}

TEST_F(Refusal, too_many_threads) {
  options_.threads = kMaxThreads + 1;
  expect(ErrorCode::over_limit, "1025 threads");
}

TEST_F(Refusal, an_output_over_itself_or_over_what_is_read) {
  out_.strides[0] = 0;
  expect(ErrorCode::overlapping_output, "the output's strides");
  out_ = o_.output();
  out_.strides[3] = 3;
  expect(ErrorCode::overlapping_output, "the output's strides");
  out_ = o_.output();
  weights_.data = o_.bytes.data() + 4;
  expect(ErrorCode::overlapping_output, "the output overlaps the weights");
  weights_ = w_.view();
  values_.data = o_.bytes.data() + 4 * o_.size() - 4;
  expect(ErrorCode::overlapping_output, "the output overlaps the values");
  values_ = v_.view();
  options_.mask = MaskView{o_.bytes.data(), {1}, {0}};
  expect(ErrorCode::overlapping_output, "the output overlaps the mask");
}

TEST_F(Refusal, a_wrong_number_of_places_for_masses_or_exact_entries) {
  std::vector<ExactValue> masses(23);
  options_.row_masses = masses;
  expect(ErrorCode::wrong_count, "room for 23 row masses, and 24 rows");
  std::vector<ExactValue> entries(143);
  const auto report = blend_exact(weights_, values_, entries);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::wrong_count);
}

TEST_F(Refusal, rows_that_do_not_sum_to_one_by_name_and_by_how_much) {
  options_.rows = Rows::sum_to_one;
  for (std::size_t i = 0; i < w_.size(); ++i) w_.set_number(i, i % 5 == 0 ? 1 : 0);
  w_.set_number(5 * (1 * 12 + 2 * 3 + 1) + 4, mpq_class(1, 1024));
  w_.set_number(5 * 23 + 4, -1);
  for (const unsigned threads : {1U, 2U}) {
    options_.threads = threads;
    expect(ErrorCode::weights_over,
           "row [1, 2, 1] of the weights sums to 1025/1024, 1/1024 more than 1");
  }
  w_.set_number(5 * 19 + 4, 0);
  expect(ErrorCode::weights_short, "row [1, 3, 2] of the weights sums to 0, 1 less than 1");
  w_.set(5 * 23 + 4, 0x7fc00000);
  expect(ErrorCode::not_finite, "row [1, 3, 2] of the weights has a weight that is NaN");
}

TEST_F(Refusal, rows_that_sum_to_zero_can_not_be_normalized) {
  options_.rows = Rows::normalized;
  w_.set_number(10, -4);
  expect(ErrorCode::sum_is_zero, "row [0, 0, 2] of the weights sums to 0");
}

TEST_F(Refusal, normalized_rows_have_no_exact_blend) {
  std::vector<ExactValue> entries(144);
  options_.rows = Rows::normalized;
  const auto report = blend_exact(weights_, values_, entries, options_);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::conflicting_fields);
}

TEST_F(Refusal, empty_rows) {
  const std::vector<std::byte> flags(5, std::byte{1});
  options_.mask = contiguous_mask(flags.data(), {5});
  expect(ErrorCode::all_masked, "all keys of row [0, 0, 0] of the weights are masked");
  options_.mask.reset();
  weights_.shape[3] = 0;
  values_.shape[2] = 0;
  expect(ErrorCode::no_weights, "row [0, 0, 0] of the weights has no keys");
}

}  // namespace
}  // namespace exactblend
