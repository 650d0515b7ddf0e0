// Zip archives made by hand, each number of which a test can set wrong.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "io/tensor_making.hpp"
#include "io/zip.hpp"

namespace exactblend {

struct ZipPart {
  std::string name;
  std::string data;
  std::uint16_t flags = 0;
  std::uint16_t method = 0;
  bool zip64 = false;  // sizes and place in the extra field
};

inline std::string local_header(const ZipPart& part) {
  const auto size = static_cast<std::uint32_t>(part.data.size());
  const bool behind = (part.flags & 8) != 0;
  const std::string extra = part.zip64
                                ? little<std::uint16_t>(1) + little<std::uint16_t>(16) +
                                      little<std::uint64_t>(size) + little<std::uint64_t>(size)
                                : "";
  const std::uint32_t shown = part.zip64 ? 0xFFFFFFFF : behind ? 0 : size;
  return "PK\3\4" + little<std::uint16_t>(20) + little(part.flags) + little(part.method) +
         little<std::uint32_t>(0) + little<std::uint32_t>(behind ? 0 : crc32(bytes_of(part.data))) +
         little(shown) + little(shown) + little(static_cast<std::uint16_t>(part.name.size())) +
         little(static_cast<std::uint16_t>(extra.size())) + part.name + extra;
}

inline std::string directory_entry(const ZipPart& part, std::size_t place) {
  const auto size = static_cast<std::uint32_t>(part.data.size());
  const std::string extra = part.zip64
                                ? little<std::uint16_t>(0x7075) + little<std::uint16_t>(1) + "x" +
                                      little<std::uint16_t>(1) + little<std::uint16_t>(24) +
                                      little<std::uint64_t>(size) + little<std::uint64_t>(size) +
                                      little<std::uint64_t>(place)
                                : "";
  const std::uint32_t shown = part.zip64 ? 0xFFFFFFFF : size;
  const std::uint32_t at = part.zip64 ? 0xFFFFFFFF : static_cast<std::uint32_t>(place);
  return "PK\1\2" + little<std::uint16_t>(20) + little<std::uint16_t>(20) + little(part.flags) +
         little(part.method) + little<std::uint32_t>(0) +
         little<std::uint32_t>(crc32(bytes_of(part.data))) + little(shown) + little(shown) +
         little(static_cast<std::uint16_t>(part.name.size())) +
         little(static_cast<std::uint16_t>(extra.size())) + little<std::uint16_t>(0) +
         little<std::uint16_t>(0) + little<std::uint16_t>(0) + little<std::uint32_t>(0) +
         little(at) + part.name + extra;
}

inline std::string end_record(std::size_t members, std::size_t size, std::size_t place) {
  return std::string("PK\5\6") + std::string(4, '\0') +
         little(static_cast<std::uint16_t>(members)) + little(static_cast<std::uint16_t>(members)) +
         little(static_cast<std::uint32_t>(size)) + little(static_cast<std::uint32_t>(place)) +
         std::string(2, '\0');
}

// With a zip64 end record and its locator, and an end record that points to them.
inline std::string end_record64(std::size_t members, std::size_t size, std::size_t place) {
  return std::string("PK\6\6") + little<std::uint64_t>(44) + std::string(4, '\0') +
         std::string(8, '\0') + little<std::uint64_t>(members) + little<std::uint64_t>(members) +
         little<std::uint64_t>(size) + little<std::uint64_t>(place) + "PK\6\7" +
         std::string(4, '\0') + little<std::uint64_t>(place + size) + little<std::uint32_t>(1) +
         end_record(0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF);
}

inline std::string zip(const std::vector<ZipPart>& parts, bool zip64 = false) {
  std::string file;
  std::string directory;
  for (const ZipPart& part : parts) {
    directory += directory_entry(part, file.size());
    file += local_header(part) + part.data;
    if ((part.flags & 8) != 0) file += std::string(16, 'd');  // crc and sizes behind the data
  }
  const auto end = zip64 ? end_record64 : end_record;
  return file + directory + end(parts.size(), directory.size(), file.size());
}

}  // namespace exactblend
