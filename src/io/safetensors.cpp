#include "exactblend/io/safetensors.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

#include "io/little_endian.hpp"
#include "io/safetensors_header.hpp"
#include "io/tensor_names.hpp"

namespace exactblend {
namespace {

std::string counted(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " byte" : " bytes");
}

tl::unexpected<Error> truncated(std::string wrong) {
  return failure(ErrorCode::truncated_file, std::move(wrong),
                 "the whole file: it may have been cut in copying");
}

// Begin and end of one tensor, against its own shape and the bytes that there are.
Result<void> check_tensor(const HeaderTensor& tensor, std::size_t data_bytes) {
  const std::string name = quoted_name(tensor.name);
  const std::string range = "[" + std::to_string(tensor.begin) + ", " + std::to_string(tensor.end) +
                            "] of the tensor " + name;
  auto needed = checked_bytes(tensor.type, tensor.shape);
  if (!needed) {
    needed.error().wrong += " in the tensor " + name;
    return tl::unexpected(std::move(needed.error()));
  }
  if (tensor.end < tensor.begin) {
    return failure(ErrorCode::reversed_offsets, "the data_offsets " + range + " are reversed",
                   "where the data begins, then where it ends");
  }
  if (tensor.end - tensor.begin != *needed) {
    return failure(ErrorCode::size_mismatch,
                   "the data_offsets " + range + " hold " + counted(tensor.end - tensor.begin) +
                       ", not the " + std::to_string(*needed) + " of its shape and dtype",
                   "as many bytes as shape and dtype make");
  }
  if (tensor.end > data_bytes) {
    return failure(ErrorCode::offsets_past_end,
                   "the data_offsets " + range + " are past the end of the file, which has " +
                       counted(data_bytes) + " of data",
                   "the whole file: it may have been cut in copying");
  }
  return {};
}

// All data together covers every byte once.
Result<void> check_layout(const std::vector<HeaderTensor>& tensors, std::size_t data_bytes) {
  std::vector<const HeaderTensor*> sorted;
  sorted.reserve(tensors.size());
  for (const HeaderTensor& tensor : tensors) sorted.push_back(&tensor);
  std::sort(sorted.begin(), sorted.end(), [](const HeaderTensor* a, const HeaderTensor* b) {
    return std::pair(a->begin, a->end) < std::pair(b->begin, b->end);
  });
  std::size_t end = 0;
  const HeaderTensor* last = nullptr;
  for (const HeaderTensor* tensor : sorted) {
    if (tensor->begin < end) {
      return failure(ErrorCode::overlapping_data,
                     "the tensors " + quoted_name(last->name) + " and " +
                         quoted_name(tensor->name) + " share bytes of data",
                     "bytes of its own for each tensor");
    }
    if (tensor->begin > end) {
      return failure(ErrorCode::unused_bytes,
                     counted(tensor->begin - end) + " of data before the tensor " +
                         quoted_name(tensor->name) + " belong to no tensor",
                     "data without holes");
    }
    end = tensor->end;
    last = tensor;
  }
  if (end < data_bytes) {
    return failure(ErrorCode::trailing_bytes,
                   counted(data_bytes - end) + " behind the data of the last tensor",
                   "a file that ends where its data ends");
  }
  return {};
}

Result<void> check_names(const std::vector<HeaderTensor>& tensors) {
  std::vector<std::string_view> names;
  names.reserve(tensors.size());
  for (const HeaderTensor& tensor : tensors) names.push_back(tensor.name);
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice == names.end()) return {};
  return failure(ErrorCode::duplicate_name, "two tensors have the name " + quoted_name(*twice),
                 "a name of its own for each tensor");
}

}  // namespace

Result<Safetensors> read_safetensors(std::span<const std::byte> file) {
  if (file.size() < kHeaderLengthBytes) {
    return truncated("a file of " + counted(file.size()) + ", shorter than the length of a header");
  }
  const auto length = load_little<std::uint64_t>(file, 0);
  if (length > kMaxSafetensorsHeader) {
    return failure(ErrorCode::over_limit, "a header of " + counted(length),
                   "a header of at most " + counted(kMaxSafetensorsHeader) +
                       "; the file may be no safetensors file");
  }
  const std::span<const std::byte> rest = file.subspan(kHeaderLengthBytes);
  if (length > rest.size()) {
    return truncated("the header is said to have " + counted(length) + ", and " +
                     counted(rest.size()) + " follow");
  }
  auto header = parse_safetensors_header(text_of(rest.first(length)));
  if (!header) return tl::unexpected(std::move(header.error()));
  if (auto names = check_names(header->tensors); !names) {
    return tl::unexpected(std::move(names.error()));
  }

  const std::span<const std::byte> data = rest.subspan(length);
  for (const HeaderTensor& tensor : header->tensors) {
    auto checked = check_tensor(tensor, data.size());
    if (!checked) return tl::unexpected(std::move(checked.error()));
  }
  auto layout = check_layout(header->tensors, data.size());
  if (!layout) return tl::unexpected(std::move(layout.error()));

  Safetensors result;
  result.metadata = std::move(header->metadata);
  result.tensors.reserve(header->tensors.size());
  for (HeaderTensor& tensor : header->tensors) {
    const auto bytes = data.subspan(tensor.begin, tensor.end - tensor.begin);
    result.tensors.push_back(
        {std::move(tensor.name), tensor.type, std::move(tensor.shape), false, bytes});
  }
  return result;
}

}  // namespace exactblend
