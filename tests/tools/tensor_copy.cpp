// tensor_copy TO AS|- FROM[:NAME]...: reads tensors through their views and writes them again row
// by row, for tests/scripts/tensor_files.py. TO ends in .npy, for one tensor, or .safetensors. An
// error is printed as "code: sentence", with exit status 2.
#include <algorithm>
#include <cstdio>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "exactblend/io/tensor_file.hpp"
#include "exactblend/io/tensor_writer.hpp"

namespace {

using namespace exactblend;

int report(const Error& error) {
  std::fprintf(stderr, "%s: %s\n", std::string(code_name(error.code)).c_str(),
               to_text(error).c_str());
  return 2;
}

// All elements below one place of an axis, the last axis as one piece.
Result<void> write_axis(TensorWriter& writer, const TensorView& view, std::size_t axis,
                        const std::byte* place) {
  const std::size_t width = bytes_of(view.type);
  if (axis == view.shape.size()) return writer.write({place, width});
  const std::ptrdiff_t stride = view.strides[axis];
  if (axis + 1 < view.shape.size()) {
    for (std::size_t i = 0; i < view.shape[axis]; ++i, place += stride) {
      if (auto written = write_axis(writer, view, axis + 1, place); !written) return written;
    }
    return {};
  }
  std::string row;
  for (std::size_t i = 0; i < view.shape[axis]; ++i, place += stride) {
    row.append(reinterpret_cast<const char*>(place), width);
  }
  return writer.write(std::as_bytes(std::span(row)));
}

Result<void> write_all(TensorWriter& writer, const TensorView& view) {
  if (std::find(view.shape.begin(), view.shape.end(), 0U) != view.shape.end()) return {};
  return write_axis(writer, view, 0, view.data);
}

Result<void> copy_tensors(const std::string& to, std::optional<FloatType> as,
                          std::span<char* const> from) {
  std::vector<TensorFile> files;
  std::vector<TensorSpec> specs;
  for (const char* where : from) {
    auto read = open_tensor(where, as);
    if (!read) return tl::unexpected(std::move(read.error()));
    specs.push_back({read->name, element_type(read->view.type), read->view.shape});
    files.push_back(std::move(*read));
  }
  auto writer = to.ends_with(".npy")
                    ? TensorWriter::npy(to, specs.front())
                    : TensorWriter::safetensors(to, specs, {{"copied from", from.front()}});
  if (!writer) return tl::unexpected(std::move(writer.error()));
  for (const TensorFile& file : files) {
    if (auto written = write_all(*writer, file.view); !written) return written;
  }
  return writer->commit();
}

}  // namespace

int main(int count, char** arguments) {
  const std::span<char* const> all(arguments, static_cast<std::size_t>(count));
  if (all.size() < 4) {
    std::fputs("usage: tensor_copy TO AS|- FROM[:NAME]...\n", stderr);
    return 2;
  }
  const auto copied = copy_tensors(all[1], float_type(all[2]), all.subspan(3));
  return copied ? 0 : report(copied.error());
}
