// read_npy and list_npz on any bytes: what is read lies inside the file, also through the strides
// of its view; what is refused says why. Members of an archive are read whatever their checksum, as
// chance would find none that is right.
#include <cstddef>
#include <cstdint>
#include <string>

#include "exactblend/io/npy.hpp"
#include "exactblend/io/npz.hpp"
#include "require.hpp"

namespace {

using namespace exactblend;

void require_inside(std::span<const std::byte> part, std::span<const std::byte> whole) {
  require(part.empty() || (part.data() >= whole.data() &&
                           part.data() + part.size() <= whole.data() + whole.size()),
          "a part lies inside the whole");
}

// The last element in each axis is the last one in memory.
void require_view_inside(const TensorView& view, std::span<const std::byte> bytes) {
  std::size_t last = 0;
  for (std::size_t axis = 0; axis < view.shape.size(); ++axis) {
    if (view.shape[axis] == 0) return;
    require(view.strides[axis] >= 0, "strides go forward");
    last += (view.shape[axis] - 1) * static_cast<std::size_t>(view.strides[axis]);
  }
  require(last + bytes_of(view.type) == bytes.size(), "a view covers the bytes of its tensor");
}

void check_array(std::span<const std::byte> file) {
  const auto read = read_npy(file);
  if (!read) {
    require_showable(read.error());
    return;
  }
  require_inside(read->bytes, file);
  const auto needed = checked_bytes(read->type, read->shape);
  require(needed && *needed == read->bytes.size(), "an array has the bytes of its shape");
  for (const FloatType as : kFloatTypes) {
    const auto view = view_of(*read, as);
    require(view.has_value() == carried(read->type, as), "carried floats have a view");
    if (view) require_view_inside(*view, read->bytes);
  }
  if (read->fortran_order) return;
  const auto header = npy_header({"", read->type, read->shape});
  require(header.has_value(), "what is read can be written");
  std::string again = *header;
  again.append(reinterpret_cast<const char*>(read->bytes.data()), read->bytes.size());
  const auto reread = read_npy(std::as_bytes(std::span(again)));
  require(reread && reread->type == read->type && reread->shape == read->shape,
          "what is written is read as the same");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span<const std::byte> file = std::as_bytes(std::span(data, size));
  check_array(file);
  const auto members = list_npz(file);
  if (!members) {
    require_showable(members.error());
    return 0;
  }
  std::size_t bytes = 0;
  for (const NpzMember& member : *members) {
    require_inside(member.bytes, file);
    bytes += member.bytes.size();
    const auto read = read_npz(member);
    require(!read || (!member.compressed && read->name == member.name), "a member has its name");
    if (!member.compressed) check_array(member.bytes);
  }
  require(bytes <= size, "no byte belongs to two members");
  return 0;
}
