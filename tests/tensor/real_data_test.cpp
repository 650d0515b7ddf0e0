// Attention weights and values of a real model, against a truth made with Python's fractions.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "tensor/making.hpp"

namespace exactblend {
namespace {

using making::Tensor;

// One f32 tensor out of a safetensors file that is trusted.
Tensor read_f32(const std::string& path, const std::string& name) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  std::uint64_t size = 0;
  std::memcpy(&size, text.data(), sizeof size);
  const auto header = nlohmann::json::parse(text.substr(8, size));
  Tensor tensor(FloatType::f32, header[name]["shape"].get<making::Shape>());
  const auto begin = header[name]["data_offsets"][0].get<std::size_t>();
  std::memcpy(tensor.bytes.data(), text.data() + 8 + size + begin, 4 * tensor.size());
  return tensor;
}

TEST(RealData, a_layer_of_gpt_nano_is_blended_bit_for_bit) {
  const std::string folder = EXACTBLEND_SHARED_DIR "/data/";
  if (!std::filesystem::exists(folder + "gpt-nano-layer0.safetensors")) {
    GTEST_SKIP() << "there is no " << folder << "gpt-nano-layer0.safetensors";
  }
  const Tensor weights = read_f32(folder + "gpt-nano-layer0.safetensors", "weights");
  const Tensor values = read_f32(folder + "gpt-nano-layer0.safetensors", "values");
  const Tensor truth = read_f32(folder + "gpt-nano-layer0-truth.safetensors", "blend_f32");
  for (const BlendMethod method : {BlendMethod::fixed_point, BlendMethod::automatic}) {
    Tensor out(FloatType::f32, truth.shape);
    BlendOptions options;
    options.method = method;
    const auto report = blend_rounded(weights.view(), values.view(), out.output(), options);
    ASSERT_TRUE(report) << to_text(report.error());
    EXPECT_EQ(out.all_bits(), truth.all_bits());
    EXPECT_EQ(report->rows, 99U);
    EXPECT_EQ(report->rows_summing_to_one, 15U);
  }
}

}  // namespace
}  // namespace exactblend
