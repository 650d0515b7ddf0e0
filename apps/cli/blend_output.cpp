#include "blend_output.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <utility>

#include "exactblend/io/tensor_writer.hpp"

namespace exactblend::cli {
namespace {

// Values are written in pieces of about so many bytes.
constexpr std::size_t kPiece = std::size_t{1} << 16;

// -1, 0 or 1; -2 and 2 for the infinities, 3 for NaN, whose other parts are 0.
std::int8_t sign_of(const ExactValue& value) {
  if (value.kind == FloatKind::nan) return 3;
  if (value.kind == FloatKind::infinite) return value.negative ? -2 : 2;
  return static_cast<std::int8_t>(value.value.sign());
}

// Words that the longest magnitude needs, at least one.
std::size_t words_of(std::span<const ExactValue> values) {
  std::size_t words = 1;
  for (const ExactValue& value : values) {
    words = std::max(words, value.value.magnitude().size());
  }
  return words;
}

template <class Number>
void append(std::vector<std::byte>& bytes, Number number) {
  const std::size_t at = bytes.size();
  bytes.resize(at + sizeof number);
  std::memcpy(bytes.data() + at, &number, sizeof number);  // the program runs on little-endian only
}

// One tensor of the file, and how its data is written.
struct Part {
  TensorSpec spec;
  std::function<Result<void>(TensorWriter&)> write;
};

// append(bytes, value): the elements of one value.
template <class Append>
Result<void> write_each(TensorWriter& writer, std::span<const ExactValue> values, Append append) {
  std::vector<std::byte> bytes;
  for (const ExactValue& value : values) {
    append(bytes, value);
    if (bytes.size() < kPiece) continue;
    if (auto written = writer.write(bytes); !written) return written;
    bytes.clear();
  }
  return writer.write(bytes);
}

// X.magnitude, X.exponent and X.sign. The tensor's values outlive the parts.
Part magnitude_part(const std::string& name, const ExactTensor& tensor) {
  const std::size_t words = words_of(tensor.values);
  std::vector<std::size_t> shape = tensor.shape;
  shape.push_back(words);
  return {{name + ".magnitude", ElementType::u64, std::move(shape)},
          [values = tensor.values, words](TensorWriter& writer) {
            return write_each(
                writer, values, [words](std::vector<std::byte>& bytes, const ExactValue& value) {
                  const auto magnitude = value.value.magnitude();
                  for (std::size_t i = 0; i < words; ++i) {
                    append(bytes, i < magnitude.size() ? magnitude[i] : std::uint64_t{0});
                  }
                });
          }};
}

Part exponent_part(const std::string& name, const ExactTensor& tensor) {
  return {{name + ".exponent", ElementType::i32, tensor.shape},
          [values = tensor.values](TensorWriter& writer) {
            return write_each(writer, values,
                              [](std::vector<std::byte>& bytes, const ExactValue& value) {
                                const std::int32_t exponent = value.value.exponent();
                                append(bytes, exponent);
                              });
          }};
}

Part sign_part(const std::string& name, const ExactTensor& tensor) {
  return {{name + ".sign", ElementType::i8, tensor.shape},
          [values = tensor.values](TensorWriter& writer) {
            return write_each(writer, values,
                              [](std::vector<std::byte>& bytes, const ExactValue& value) {
                                append(bytes, sign_of(value));
                              });
          }};
}

Part rounded_part(const RoundedOutput& output) {
  return {{"output", element_type(output.type), output.shape},
          [bytes = output.bytes](TensorWriter& writer) { return writer.write(bytes); }};
}

// In order of falling width, so that all data is aligned.
Result<void> write_parts(const std::string& path, const std::vector<Part>& parts,
                         const Metadata& metadata) {
  std::vector<const Part*> ordered;
  for (const std::size_t width : {8U, 4U, 2U, 1U}) {
    for (const Part& part : parts) {
      if (bytes_of(part.spec.type) == width) ordered.push_back(&part);
    }
  }
  std::vector<TensorSpec> specs;
  for (const Part* part : ordered) specs.push_back(part->spec);
  auto writer = TensorWriter::safetensors(path, specs, metadata);
  if (!writer) return tl::unexpected(std::move(writer.error()));
  for (const Part* part : ordered) {
    if (auto written = part->write(*writer); !written) return written;
  }
  return writer->commit();
}

}  // namespace

Result<void> write_rounded(const std::string& path, const RoundedOutput& output,
                           const ExactTensor& masses, const Metadata& metadata) {
  const Part rounded = rounded_part(output);
  if (path.ends_with(".npy")) {
    auto writer = TensorWriter::npy(path, rounded.spec);
    if (!writer) return tl::unexpected(std::move(writer.error()));
    if (auto written = rounded.write(*writer); !written) return written;
    return writer->commit();
  }
  return write_parts(path,
                     {magnitude_part("row_mass", masses), rounded,
                      exponent_part("row_mass", masses), sign_part("row_mass", masses)},
                     metadata);
}

Result<void> write_exact(const std::string& path, const ExactTensor& output,
                         const ExactTensor& masses, const Metadata& metadata) {
  if (path.ends_with(".npy")) {
    return failure(ErrorCode::usage, "a .npy file holds one array, and exact numbers are three",
                   "name a safetensors file, such as -o out.safetensors");
  }
  std::vector<Part> parts;
  for (const auto& [name, tensor] :
       {std::pair("output", &output), std::pair("row_mass", &masses)}) {
    parts.push_back(magnitude_part(name, *tensor));
    parts.push_back(exponent_part(name, *tensor));
    parts.push_back(sign_part(name, *tensor));
  }
  return write_parts(path, parts, metadata);
}

}  // namespace exactblend::cli
