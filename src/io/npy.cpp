#include "exactblend/io/npy.hpp"

#include <cstdint>
#include <string_view>
#include <utility>

#include "io/little_endian.hpp"
#include "io/npy_header.hpp"

namespace exactblend {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kVersionBytes = 2;  // major, minor

tl::unexpected<Error> truncated(std::string wrong) {
  return failure(ErrorCode::truncated_file, std::move(wrong),
                 "the whole file: it may have been cut in copying");
}

std::string_view descr(ElementType type) {
  switch (type) {
    case ElementType::f64: return "<f8";
    case ElementType::f32: return "<f4";
    case ElementType::f16: return "<f2";
    case ElementType::boolean: return "|b1";
    case ElementType::i8: return "|i1";
    case ElementType::e4m3:
    case ElementType::e5m2:
    case ElementType::u8: return "|u1";
    case ElementType::i16: return "<i2";
    case ElementType::bf16:
    case ElementType::u16: return "<u2";
    case ElementType::i32: return "<i4";
    case ElementType::u32: return "<u4";
    case ElementType::i64: return "<i8";
    case ElementType::u64: return "<u8";
  }
  return "";
}

}  // namespace

Result<TensorEntry> read_npy(std::span<const std::byte> file) {
  const std::string_view text = text_of(file);
  if (!text.starts_with(kMagic)) {
    return failure(ErrorCode::unknown_format, "not a .npy file: it does not begin with \\x93NUMPY",
                   "a file that numpy.save has written");
  }
  const std::size_t length_at = kMagic.size() + kVersionBytes;
  if (file.size() < length_at) return truncated("the file ends in its version");
  const auto major = std::to_integer<unsigned>(file[kMagic.size()]);
  const auto minor = std::to_integer<unsigned>(file[kMagic.size() + 1]);
  if (major < 1 || major > 3 || minor != 0) {
    return failure(
        ErrorCode::unknown_format,
        "version " + std::to_string(major) + '.' + std::to_string(minor) + " of the .npy format",
        "version 1.0, 2.0 or 3.0");
  }
  const std::size_t length_bytes = major == 1 ? 2 : 4;
  const std::size_t header_at = length_at + length_bytes;
  if (file.size() < header_at) return truncated("the file ends in the length of its header");
  const std::size_t length = major == 1 ? load_little<std::uint16_t>(file, length_at)
                                        : load_little<std::uint32_t>(file, length_at);
  if (length > kMaxNpyHeader) {
    return failure(ErrorCode::over_limit, "a header of " + std::to_string(length) + " bytes",
                   "a header of at most " + std::to_string(kMaxNpyHeader) + " bytes");
  }
  if (length > file.size() - header_at) {
    return truncated("the header is said to have " + std::to_string(length) + " bytes, and " +
                     std::to_string(file.size() - header_at) + " follow");
  }
  auto header = parse_npy_header(text.substr(header_at, length), header_at);
  if (!header) return tl::unexpected(std::move(header.error()));

  const auto needed = checked_bytes(header->type, header->shape);
  if (!needed) return tl::unexpected(needed.error());
  const std::span<const std::byte> data = file.subspan(header_at + length);
  const auto wrong = [&] {
    return "shape and dtype make " + std::to_string(*needed) + " bytes of data, and " +
           std::to_string(data.size()) + " follow the header";
  };
  if (data.size() < *needed) return truncated(wrong());
  if (data.size() > *needed) {
    return failure(ErrorCode::trailing_bytes, wrong(), "one array, and nothing behind it");
  }
  return TensorEntry{{}, header->type, std::move(header->shape), header->fortran_order, data};
}

Result<std::string> npy_header(const TensorSpec& tensor) {
  if (auto bytes = checked_bytes(tensor.type, tensor.shape); !bytes) {
    return tl::unexpected(std::move(bytes.error()));
  }
  std::string dict = "{'descr': '";
  dict += descr(tensor.type);
  dict += "', 'fortran_order': False, 'shape': (";
  for (std::size_t axis = 0; axis < tensor.shape.size(); ++axis) {
    if (axis > 0) dict += ", ";
    dict += std::to_string(tensor.shape[axis]);
  }
  dict += tensor.shape.size() == 1 ? ",), }" : "), }";

  // At most kMaxAxes numbers of 20 digits: far below what version 1 can have.
  constexpr std::size_t kAlignment = 64;
  const std::size_t before = kMagic.size() + kVersionBytes + sizeof(std::uint16_t);
  const std::size_t all = (before + dict.size() + 1 + kAlignment - 1) / kAlignment * kAlignment;
  dict.resize(all - before - 1, ' ');
  dict += '\n';
  std::string header(kMagic);
  header += '\1';
  header += '\0';
  append_little(header, static_cast<std::uint16_t>(dict.size()));
  return header + dict;
}

}  // namespace exactblend
