#include "exactblend/io/npz.hpp"

#include <string_view>
#include <utility>

#include "exactblend/io/npy.hpp"
#include "io/tensor_names.hpp"
#include "io/zip.hpp"

namespace exactblend {

Result<std::vector<NpzMember>> list_npz(std::span<const std::byte> file) {
  constexpr std::string_view kEnding = ".npy";
  auto all = list_zip(file);
  if (!all) return tl::unexpected(std::move(all.error()));
  std::vector<NpzMember> members;
  for (ZipMember& member : *all) {
    if (!member.name.ends_with(kEnding)) continue;
    member.name.resize(member.name.size() - kEnding.size());
    members.push_back({std::move(member.name), member.bytes, member.crc32, member.compressed});
  }
  return members;
}

Result<TensorEntry> read_npz(const NpzMember& member) {
  const std::string name = quoted_name(member.name);
  if (member.compressed) {
    return failure(ErrorCode::compressed, "the member " + name + " is compressed",
                   "an archive that numpy.savez has written, not numpy.savez_compressed");
  }
  if (crc32(member.bytes) != member.crc32) {
    return failure(ErrorCode::wrong_checksum,
                   "the member " + name + " is damaged: its checksum is another one",
                   "the file as it was written");
  }
  auto entry = read_npy(member.bytes);
  if (!entry) {
    entry.error().wrong = "in the member " + name + ": " + entry.error().wrong;
    return entry;
  }
  entry->name = member.name;
  return entry;
}

}  // namespace exactblend
