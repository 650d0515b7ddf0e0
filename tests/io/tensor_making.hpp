// What the tests of files of tensors share: files made by hand, byte for byte, and errors as text.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "exactblend/io/tensor_entry.hpp"
#include "io/little_endian.hpp"

namespace exactblend {

inline std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

template <class Integer>
std::string little(Integer value) {
  std::string bytes;
  append_little(bytes, value);
  return bytes;
}

// A header of this text, then the data.
inline std::string safetensors(std::string_view header, std::string_view data = {}) {
  return little<std::uint64_t>(header.size()) + std::string(header) + std::string(data);
}

// A .npy file of a version; the header is neither padded nor ended for the caller.
inline std::string npy(std::string_view header, std::string_view data = {}, char version = 1) {
  std::string bytes = "\x93NUMPY";
  bytes += version;
  bytes += '\0';
  if (version == 1) append_little(bytes, static_cast<std::uint16_t>(header.size()));
  if (version != 1) append_little(bytes, static_cast<std::uint32_t>(header.size()));
  return bytes.append(header).append(data);
}

template <class T>
std::string code_of(const Result<T>& result) {
  if (result) return "no error";
  EXPECT_FALSE(result.error().wrong.empty());
  EXPECT_FALSE(result.error().right.empty()) << result.error().wrong;
  return std::string(code_name(result.error().code));
}

template <class T>
std::string message_of_result(const Result<T>& result) {
  return result ? "no error" : to_text(result.error());
}

class InFolder : public testing::Test {
 protected:
  void SetUp() override {
    std::string name =
        (std::filesystem::temp_directory_path() / "exactblend-tensors-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  [[nodiscard]] std::string path(const std::string& name) const { return folder_ + "/" + name; }

  std::string folder_;
};

}  // namespace exactblend
