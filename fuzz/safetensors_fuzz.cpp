// read_safetensors on any bytes: what is read lies inside the file and covers it, and a header
// written anew for the same tensors is read as the same; what is refused says why.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "exactblend/io/safetensors.hpp"
#include "require.hpp"

namespace {

using namespace exactblend;

void require_inside(const std::vector<TensorEntry>& tensors, std::span<const std::byte> file) {
  std::size_t bytes = 0;
  for (const TensorEntry& tensor : tensors) {
    const auto needed = checked_bytes(tensor.type, tensor.shape);
    require(needed && *needed == tensor.bytes.size(), "a tensor has the bytes of its shape");
    require(tensor.bytes.data() >= file.data() &&
                tensor.bytes.data() + tensor.bytes.size() <= file.data() + file.size(),
            "a tensor lies inside its file");
    bytes += tensor.bytes.size();
    const auto view = view_of(tensor);
    require(view.has_value() == float_type(tensor.type).has_value(), "floats have a view");
    require(!view || view->strides.size() == tensor.shape.size(), "a view has all axes");
  }
  require(bytes <= file.size() - 8, "no byte belongs to two tensors");
}

void require_same_again(Safetensors read) {
  // The order of the data, in which a header lays out its tensors.
  std::sort(read.tensors.begin(), read.tensors.end(),
            [](const TensorEntry& a, const TensorEntry& b) {
              return a.bytes.data() < b.bytes.data() ||
                     (a.bytes.data() == b.bytes.data() && a.bytes.size() < b.bytes.size());
            });
  std::vector<TensorSpec> specs;
  std::string data;
  for (const TensorEntry& tensor : read.tensors) {
    specs.push_back({tensor.name, tensor.type, tensor.shape});
    data.append(reinterpret_cast<const char*>(tensor.bytes.data()), tensor.bytes.size());
  }
  const auto header = safetensors_header(specs, read.metadata);
  require(header.has_value(), "what is read can be written");
  const std::string file = *header + data;
  const auto again = read_safetensors(std::as_bytes(std::span(file)));
  require(again.has_value(), "what is written is read");
  require(again->metadata == read.metadata, "metadata is written as it was read");
  require(again->tensors.size() == read.tensors.size(), "as many tensors are read as were written");
  for (const TensorEntry& tensor : again->tensors) {
    const auto same = std::find_if(read.tensors.begin(), read.tensors.end(),
                                   [&](const TensorEntry& one) { return one.name == tensor.name; });
    require(same != read.tensors.end() && same->type == tensor.type &&
                same->shape == tensor.shape &&
                std::equal(same->bytes.begin(), same->bytes.end(), tensor.bytes.begin(),
                           tensor.bytes.end()),
            "a tensor is written as it was read");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span<const std::byte> file = std::as_bytes(std::span(data, size));
  auto read = read_safetensors(file);
  if (!read) {
    require_showable(read.error());
    return 0;
  }
  require_inside(read->tensors, file);
  require_same_again(std::move(*read));
  return 0;
}
