// TensorWriter: tensors written piece by piece to a file that appears whole or not at all.
//
//     auto writer = TensorWriter::safetensors("out.safetensors", {{"output", ElementType::f32, {2,
//     3}}}); writer->write(first_row); writer->write(second_row); writer->commit();        // only
//     now is there an out.safetensors
//
// What is written is counted against what was announced, so a file that exists is a file that can
// be read. FileWriter says what becomes of an old file, of links and of pipes.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "exactblend/io/file_writer.hpp"
#include "exactblend/io/safetensors.hpp"
#include "exactblend/io/tensor_entry.hpp"
#include "exactblend/number/result.hpp"

namespace exactblend {

class TensorWriter {
 public:
  // The header is written at once. Data follows in the order given here, and stands in it in the
  // file; no padding is put between, so widths that fall keep all data aligned.
  // Errors: cannot_write, and those of safetensors_header() and npy_header(), with the file.
  [[nodiscard]] static Result<TensorWriter> safetensors(const std::string& path,
                                                        const std::vector<TensorSpec>& tensors,
                                                        const TensorMetadata& metadata = {});
  // One array in row-major order. Its name is not written.
  [[nodiscard]] static Result<TensorWriter> npy(const std::string& path, const TensorSpec& tensor);

  // The next little-endian elements, in row-major order; a piece may end anywhere inside of its
  // tensor, and the next tensor begins when one is complete.
  // Errors: cannot_write; size_mismatch, for more than the tensor has left, of which nothing is
  // written.
  [[nodiscard]] Result<void> write(std::span<const std::byte> piece);

  // Errors: cannot_write; size_mismatch while data is missing, and then there is no file.
  [[nodiscard]] Result<void> commit();

 private:
  struct Announced {
    std::string name;
    std::size_t left = 0;  // bytes not yet written
  };

  TensorWriter(FileWriter file, std::string path, std::vector<Announced> tensors)
      : file_(std::move(file)), path_(std::move(path)), tensors_(std::move(tensors)) {}
  [[nodiscard]] static Result<TensorWriter> create(const std::string& path,
                                                   std::span<const TensorSpec> tensors,
                                                   Result<std::string> header);
  // The first tensor of which something is missing; none if all is complete.
  [[nodiscard]] Announced* current();

  FileWriter file_;
  std::string path_;
  std::vector<Announced> tensors_;
  std::size_t next_ = 0;
};

}  // namespace exactblend
