#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <utility>

#include "exactblend/io/safetensors.hpp"
#include "io/little_endian.hpp"
#include "io/safetensors_header.hpp"
#include "io/tensor_names.hpp"
#include "io/utf8_check.hpp"

namespace exactblend {
namespace {

struct Placed {
  const TensorSpec* tensor;
  std::uint64_t begin;
  std::uint64_t end;
};

bool is_utf8(std::string_view text) { return first_not_utf8(text) == text.size(); }

std::string json_string(const std::string& text) { return nlohmann::json(text).dump(); }

// In the order of the data; each without a gap behind the one before.
Result<std::vector<Placed>> place(std::span<const TensorSpec> tensors) {
  std::vector<Placed> placed;
  placed.reserve(tensors.size());
  std::uint64_t end = 0;
  for (const TensorSpec& tensor : tensors) {
    const std::string name = quoted_name(tensor.name);
    if (!is_utf8(tensor.name)) {
      return failure(ErrorCode::not_utf8, "the name " + name + " is not UTF-8", "a name in UTF-8");
    }
    if (tensor.name == kMetadataName) {
      return failure(ErrorCode::usage, "a tensor can't have the name " + name, "another name");
    }
    const auto bytes = checked_bytes(tensor.type, tensor.shape);
    if (!bytes) return tl::unexpected(bytes.error());
    if (*bytes > INT64_MAX - end) {
      return failure(ErrorCode::over_limit, "tensors of more than 2^63 - 1 bytes together",
                     "tensors in several files");
    }
    placed.push_back({&tensor, end, end + *bytes});
    end += *bytes;
  }
  return placed;
}

void append_entry(std::string& json, const Placed& placed) {
  if (json.size() > 1) json += ',';
  json += json_string(placed.tensor->name) + ":{\"dtype\":\"";
  json += name(placed.tensor->type);
  json += "\",\"shape\":[";
  bool first = true;
  for (const std::size_t length : placed.tensor->shape) {
    if (!std::exchange(first, false)) json += ',';
    json += std::to_string(length);
  }
  json += "],\"data_offsets\":[" + std::to_string(placed.begin) + ',' + std::to_string(placed.end) +
          "]}";
}

Result<void> append_metadata(std::string& json, const TensorMetadata& metadata) {
  json += json_string(std::string(kMetadataName)) + ":{";
  bool first = true;
  for (const auto& [key, value] : metadata) {
    if (!is_utf8(key) || !is_utf8(value)) {
      return failure(ErrorCode::not_utf8, "the metadata " + quoted_name(key) + " is not UTF-8",
                     "metadata in UTF-8");
    }
    if (!std::exchange(first, false)) json += ',';
    json += json_string(key) + ':' + json_string(value);
  }
  json += '}';
  return {};
}

}  // namespace

Result<std::string> safetensors_header(std::span<const TensorSpec> tensors,
                                       const TensorMetadata& metadata) {
  const auto over = [](std::string wrong) {
    return failure(ErrorCode::over_limit, std::move(wrong),
                   "several files, each within the limits");
  };
  if (tensors.size() > kMaxTensors) return over(std::to_string(tensors.size()) + " tensors");
  if (metadata.size() > kMaxMetadata) return over(std::to_string(metadata.size()) + " of metadata");
  auto placed = place(tensors);
  if (!placed) return tl::unexpected(std::move(placed.error()));
  std::sort(placed->begin(), placed->end(),
            [](const Placed& a, const Placed& b) { return a.tensor->name < b.tensor->name; });

  std::string json = "{";
  if (!metadata.empty()) {
    auto appended = append_metadata(json, metadata);
    if (!appended) return tl::unexpected(std::move(appended.error()));
  }
  const std::string* last = nullptr;
  for (const Placed& one : *placed) {
    if (last != nullptr && *last == one.tensor->name) {
      return failure(ErrorCode::duplicate_name, "two tensors have the name " + quoted_name(*last),
                     "a name of its own for each tensor");
    }
    last = &one.tensor->name;
    append_entry(json, one);
  }
  json += '}';
  json.resize((json.size() + 7) / 8 * 8, ' ');
  if (json.size() > kMaxSafetensorsHeader) {
    return over("a header of " + std::to_string(json.size()) + " bytes");
  }
  std::string header;
  append_little<std::uint64_t>(header, json.size());
  return header + json;
}

}  // namespace exactblend
