#include "exactblend/io/tensor_writer.hpp"

#include <utility>

#include "exactblend/io/npy.hpp"
#include "io/little_endian.hpp"
#include "io/tensor_names.hpp"

namespace exactblend {

Result<TensorWriter> TensorWriter::create(const std::string& path,
                                          std::span<const TensorSpec> tensors,
                                          Result<std::string> header) {
  if (!header) {
    header.error().place.source = path;
    return tl::unexpected(std::move(header.error()));
  }
  std::vector<Announced> announced;
  announced.reserve(tensors.size());
  for (const TensorSpec& tensor : tensors) {
    announced.push_back({tensor.name, *checked_bytes(tensor.type, tensor.shape)});
  }
  auto file = FileWriter::create(path);
  if (!file) return tl::unexpected(std::move(file.error()));
  if (auto written = file->write(*header); !written) {
    return tl::unexpected(std::move(written.error()));
  }
  return TensorWriter(std::move(*file), path, std::move(announced));
}

Result<TensorWriter> TensorWriter::safetensors(const std::string& path,
                                               const std::vector<TensorSpec>& tensors,
                                               const TensorMetadata& metadata) {
  return create(path, tensors, safetensors_header(tensors, metadata));
}

Result<TensorWriter> TensorWriter::npy(const std::string& path, const TensorSpec& tensor) {
  return create(path, {&tensor, 1}, npy_header(tensor));
}

TensorWriter::Announced* TensorWriter::current() {
  while (next_ < tensors_.size() && tensors_[next_].left == 0) ++next_;
  return next_ < tensors_.size() ? &tensors_[next_] : nullptr;
}

Result<void> TensorWriter::write(std::span<const std::byte> piece) {
  if (piece.empty()) return {};
  Announced* tensor = current();
  const std::size_t left = tensor == nullptr ? 0 : tensor->left;
  if (piece.size() > left) {
    const std::string whose =
        tensor == nullptr ? "all tensors" : "the tensor " + quoted_name(tensor->name);
    return failure(ErrorCode::size_mismatch,
                   std::to_string(piece.size()) + " bytes more, and " + whose + " had " +
                       std::to_string(left) + " left",
                   "as many bytes as shape and dtype make", {path_, 0, 0});
  }
  if (auto written = file_.write(text_of(piece)); !written) return written;
  tensor->left -= piece.size();
  return {};
}

Result<void> TensorWriter::commit() {
  if (const Announced* tensor = current(); tensor != nullptr) {
    return failure(ErrorCode::size_mismatch,
                   std::to_string(tensor->left) + " bytes are missing of the tensor " +
                       quoted_name(tensor->name),
                   "as many bytes as shape and dtype make", {path_, 0, 0});
  }
  return file_.commit();
}

}  // namespace exactblend
