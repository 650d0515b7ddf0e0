#include "blend_output.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

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

// Three tensors: name.magnitude, name.exponent, name.sign, widths falling so that all is aligned.
class ExactParts {
 public:
  ExactParts(std::string name, const ExactTensor& tensor)
      : name_(std::move(name)), tensor_(tensor), words_(words_of(tensor.values)) {}

  void announce_magnitude(std::vector<TensorSpec>& specs) const {
    std::vector<std::size_t> shape = tensor_.shape;
    shape.push_back(words_);
    specs.push_back({name_ + ".magnitude", ElementType::u64, std::move(shape)});
  }
  void announce_exponent(std::vector<TensorSpec>& specs) const {
    specs.push_back({name_ + ".exponent", ElementType::i32, tensor_.shape});
  }
  void announce_sign(std::vector<TensorSpec>& specs) const {
    specs.push_back({name_ + ".sign", ElementType::i8, tensor_.shape});
  }

  Result<void> write_magnitude(TensorWriter& writer) const {
    return write(writer, [this](std::vector<std::byte>& bytes, const ExactValue& value) {
      const auto magnitude = value.value.magnitude();
      for (std::size_t i = 0; i < words_; ++i) {
        append(bytes, i < magnitude.size() ? magnitude[i] : std::uint64_t{0});
      }
    });
  }
  Result<void> write_exponent(TensorWriter& writer) const {
    return write(writer, [](std::vector<std::byte>& bytes, const ExactValue& value) {
      const std::int32_t exponent = value.value.exponent();
      append(bytes, exponent);
    });
  }
  Result<void> write_sign(TensorWriter& writer) const {
    return write(writer, [](std::vector<std::byte>& bytes, const ExactValue& value) {
      append(bytes, sign_of(value));
    });
  }

 private:
  template <class Append>
  Result<void> write(TensorWriter& writer, Append one) const {
    std::vector<std::byte> bytes;
    for (const ExactValue& value : tensor_.values) {
      one(bytes, value);
      if (bytes.size() < kPiece) continue;
      if (auto written = writer.write(bytes); !written) return written;
      bytes.clear();
    }
    return writer.write(bytes);
  }

  std::string name_;
  const ExactTensor& tensor_;
  std::size_t words_;
};

}  // namespace

Result<void> write_rounded(const std::string& path, const RoundedOutput& output,
                           const ExactTensor& masses, const Metadata& metadata) {
  const TensorSpec spec{"output", element_type(output.type), output.shape};
  if (path.ends_with(".npy")) {
    auto writer = TensorWriter::npy(path, spec);
    if (!writer) return tl::unexpected(std::move(writer.error()));
    if (auto written = writer->write(output.bytes); !written) return written;
    return writer->commit();
  }
  const ExactParts parts("row_mass", masses);
  std::vector<TensorSpec> specs;
  parts.announce_magnitude(specs);
  // Between 64 and 32 bits, or after both.
  const bool wide = bytes_of(output.type) >= 4;
  if (wide) specs.push_back(spec);
  parts.announce_exponent(specs);
  if (!wide) specs.push_back(spec);
  parts.announce_sign(specs);
  auto writer = TensorWriter::safetensors(path, specs, metadata);
  if (!writer) return tl::unexpected(std::move(writer.error()));
  if (auto w = parts.write_magnitude(*writer); !w) return w;
  if (wide) {
    if (auto w = writer->write(output.bytes); !w) return w;
  }
  if (auto w = parts.write_exponent(*writer); !w) return w;
  if (!wide) {
    if (auto w = writer->write(output.bytes); !w) return w;
  }
  if (auto w = parts.write_sign(*writer); !w) return w;
  return writer->commit();
}

Result<void> write_exact(const std::string& path, const ExactTensor& output,
                         const ExactTensor& masses, const Metadata& metadata) {
  if (path.ends_with(".npy")) {
    return failure(ErrorCode::usage, "a .npy file holds one array, and exact numbers are three",
                   "name a safetensors file, such as -o out.safetensors");
  }
  const ExactParts parts[] = {{"output", output}, {"row_mass", masses}};
  std::vector<TensorSpec> specs;
  for (const ExactParts& each : parts) each.announce_magnitude(specs);
  for (const ExactParts& each : parts) each.announce_exponent(specs);
  for (const ExactParts& each : parts) each.announce_sign(specs);
  auto writer = TensorWriter::safetensors(path, specs, metadata);
  if (!writer) return tl::unexpected(std::move(writer.error()));
  for (const ExactParts& each : parts) {
    if (auto w = each.write_magnitude(*writer); !w) return w;
  }
  for (const ExactParts& each : parts) {
    if (auto w = each.write_exponent(*writer); !w) return w;
  }
  for (const ExactParts& each : parts) {
    if (auto w = each.write_sign(*writer); !w) return w;
  }
  return writer->commit();
}

}  // namespace exactblend::cli
