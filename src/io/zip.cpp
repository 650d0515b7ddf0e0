// Records, little-endian; all that is not named here is not needed:
//
//   local header   "PK\3\4"  +6 flags +8 method +14 crc +18 stored +22 size +26 name, +28 extra; 30
//   directory      "PK\1\2"  +8 flags +10 method +16 crc +20 stored +24 size +28 name, +30 extra,
//                            +32 comment, +34 disk, +42 place of the local header; 46
//   zip64 end      "PK\6\6"  +4 size behind +12, +16 disk, +20 disk, +24 members here, +32 members,
//                            +40 size and +48 place of the directory; 56
//   zip64 locator  "PK\6\7"  +4 disk, +8 place of the zip64 end, +16 disks; 20
//   end            "PK\5\6"  +4 disk, +6 disk, +8 members here, +10 members, +12 size and +16 place
//                            of the directory, +20 comment; 22

#include "io/zip.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "exactblend/io/tensor_entry.hpp"
#include "io/little_endian.hpp"
#include "io/tensor_names.hpp"
#include "io/utf8_check.hpp"

namespace exactblend {
namespace {

constexpr std::size_t kLocalBytes = 30;
constexpr std::size_t kEntryBytes = 46;
constexpr std::size_t kEnd64Bytes = 56;
constexpr std::size_t kLocatorBytes = 20;
constexpr std::size_t kEndBytes = 22;
constexpr std::uint32_t kLocal = 0x04034b50;
constexpr std::uint32_t kEntry = 0x02014b50;
constexpr std::uint32_t kEnd64 = 0x06064b50;
constexpr std::uint32_t kLocator = 0x07064b50;
constexpr std::uint32_t kEnd = 0x06054b50;

constexpr std::uint32_t kIn64 = 0xFFFFFFFF;  // the number stands in the zip64 extra field
constexpr unsigned kFlagEncrypted = 1U << 0 | 1U << 6 | 1U << 13;
constexpr unsigned kFlagSizesBehind = 1U << 3;  // the local header is without crc and sizes

struct Directory {
  std::size_t members = 0;
  std::size_t begin = 0;
  std::size_t end = 0;
};

// One member by the directory's account.
struct Entry {
  std::string_view name;
  unsigned flags = 0;
  unsigned method = 0;
  std::uint32_t crc32 = 0;
  std::uint64_t stored = 0;  // bytes in the archive
  std::uint64_t size = 0;    // bytes uncompressed
  std::uint64_t local = 0;   // where its local header begins
};

class Reader {
 public:
  explicit Reader(std::span<const std::byte> file) : file_(file) {}

  Result<Directory> directory() const {
    if (file_.size() < kEndBytes || load32(file_.size() - kEndBytes) != kEnd) return no_end();
    const std::size_t end = file_.size() - kEndBytes;
    if (load16(end + 20) != 0) return malformed("a comment that is not there", end);
    if (load16(end + 4) != 0 || load16(end + 6) != 0 || load16(end + 8) != load16(end + 10)) {
      return malformed("a part of an archive in several parts", end);
    }
    const std::uint64_t members = load16(end + 10);
    const std::uint64_t size = load32(end + 12);
    const std::uint64_t begin = load32(end + 16);
    if (members == 0xFFFF || size == kIn64 || begin == kIn64) return directory64(end);
    return within(members, begin, size, end);
  }

  Result<Entry> entry(std::size_t& at, std::size_t end) const {
    if (end - at < kEntryBytes || load32(at) != kEntry) {
      return malformed("no entry of the directory", at);
    }
    const std::size_t name = load16(at + 28);
    const std::size_t extra = load16(at + 30);
    const std::size_t comment = load16(at + 32);
    if (end - at - kEntryBytes < name + extra + comment) {
      return malformed("an entry that is longer than the directory", at);
    }
    Entry entry{text(at + kEntryBytes, name),
                load16(at + 8),
                load16(at + 10),
                load32(at + 16),
                load32(at + 20),
                load32(at + 24),
                load32(at + 42)};
    if (load16(at + 34) != 0) return malformed("a member in another part of the archive", at);
    const auto fields = file_.subspan(at + kEntryBytes + name, extra);
    if (!fill_in64(fields, {&entry.size, &entry.stored, &entry.local})) {
      return malformed("an entry without its 64-bit numbers", at);
    }
    at += kEntryBytes + name + extra + comment;
    return entry;
  }

  // The bytes of a member, from its local header on, which says the same as the directory.
  Result<std::span<const std::byte>> local(const Entry& entry, std::size_t limit) const {
    const auto refuse = [&](const char* what) {
      return malformed(std::string(what) + " for " + quoted_name(entry.name), entry.local);
    };
    if (entry.local > limit || limit - entry.local < kLocalBytes || load32(entry.local) != kLocal) {
      return refuse("no local header");
    }
    const std::size_t at = entry.local;
    const std::size_t name = load16(at + 26);
    const std::size_t extra = load16(at + 28);
    const std::size_t before = kLocalBytes + name + extra;
    if (limit - at < before || limit - at - before < entry.stored) {
      return refuse("data that is longer than the archive");
    }
    std::uint64_t stored = load32(at + 18);
    std::uint64_t size = load32(at + 22);
    const unsigned flags = load16(at + 6);
    bool same = text(at + kLocalBytes, name) == entry.name && load16(at + 8) == entry.method &&
                (flags & kFlagSizesBehind) == (entry.flags & kFlagSizesBehind) &&
                (flags & kFlagEncrypted) == 0;
    if (same && (flags & kFlagSizesBehind) == 0) {
      same = fill_in64(file_.subspan(at + kLocalBytes + name, extra), {&size, &stored}) &&
             load32(at + 14) == entry.crc32 && stored == entry.stored && size == entry.size;
    }
    if (!same) return refuse("a local header that contradicts the directory");
    return file_.subspan(at, before + entry.stored);
  }

  // Of the whole archive, so that one sentence fits all contradictions.
  [[nodiscard]] tl::unexpected<Error> malformed(std::string what, std::size_t at) const {
    return failure(ErrorCode::malformed_zip,
                   "the zip archive has " + std::move(what) + ", at byte " + std::to_string(at + 1),
                   "an archive as numpy.savez writes it");
  }

 private:
  [[nodiscard]] std::uint16_t load16(std::size_t at) const {
    return load_little<std::uint16_t>(file_, at);
  }
  [[nodiscard]] std::uint32_t load32(std::size_t at) const {
    return load_little<std::uint32_t>(file_, at);
  }
  [[nodiscard]] std::uint64_t load64(std::size_t at) const {
    return load_little<std::uint64_t>(file_, at);
  }
  [[nodiscard]] std::string_view text(std::size_t at, std::size_t size) const {
    return text_of(file_.subspan(at, size));
  }

  // The end record is not at the end: is it before it (and then something follows), or nowhere?
  [[nodiscard]] tl::unexpected<Error> no_end() const {
    constexpr std::size_t kMostBehind = 65'535;  // bytes of the longest comment
    const std::size_t window = std::min(file_.size(), kEndBytes + kMostBehind);
    const std::string_view last = text(file_.size() - window, window);
    // A whole end record must fit in front of what follows it: one that is cut is no end.
    const std::size_t found = last.find("PK\5\6");
    if (found != std::string_view::npos && window - found >= kEndBytes) {
      return failure(ErrorCode::trailing_bytes,
                     "a comment or other bytes behind the zip archive's directory",
                     "an archive that ends with its directory");
    }
    return failure(ErrorCode::truncated_file, "a zip archive without its directory",
                   "the whole file: it may have been cut in copying");
  }

  Result<Directory> directory64(std::size_t end) const {
    if (end < kLocatorBytes + kEnd64Bytes || load32(end - kLocatorBytes) != kLocator) {
      return malformed("no zip64 locator", end);
    }
    const std::size_t locator = end - kLocatorBytes;
    const std::uint64_t at = load64(locator + 8);
    if (load32(locator + 4) != 0 || load32(locator + 16) != 1) {
      return malformed("a part of an archive in several parts", locator);
    }
    // Without the extensible data that the format allows and nobody writes.
    if (at != locator - kEnd64Bytes || load32(at) != kEnd64 || load64(at + 4) != kEnd64Bytes - 12) {
      return malformed("no zip64 end record in front of its locator", locator);
    }
    if (load32(at + 16) != 0 || load32(at + 20) != 0 || load64(at + 24) != load64(at + 32)) {
      return malformed("a part of an archive in several parts", at);
    }
    return within(load64(at + 32), load64(at + 48), load64(at + 40), at);
  }

  Result<Directory> within(std::uint64_t members, std::uint64_t begin, std::uint64_t size,
                           std::size_t end) const {
    if (begin > end || end - begin != size) {
      return malformed("a directory that does not end where its end record begins", end);
    }
    if (members > kMaxTensors) {
      return failure(ErrorCode::over_limit, std::to_string(members) + " members",
                     "an archive of at most " + std::to_string(kMaxTensors) + " members");
    }
    return Directory{members, begin, end};
  }

  // Replaces those numbers that say so by the ones of the zip64 extra field, in which just these
  // follow each other in this order.
  static bool fill_in64(std::span<const std::byte> extra,
                        std::initializer_list<std::uint64_t*> numbers) {
    constexpr std::uint16_t kZip64 = 1;
    const bool needed = std::any_of(numbers.begin(), numbers.end(),
                                    [](const std::uint64_t* number) { return *number == kIn64; });
    while (needed) {
      if (extra.size() < 4) return false;
      const std::size_t size = load_little<std::uint16_t>(extra, 2);
      if (extra.size() - 4 < size) return false;
      const std::span<const std::byte> field = extra.subspan(4, size);
      if (load_little<std::uint16_t>(extra, 0) == kZip64) {
        std::size_t at = 0;
        for (std::uint64_t* number : numbers) {
          if (*number != kIn64) continue;
          if (field.size() - at < 8) return false;
          *number = load_little<std::uint64_t>(field, at);
          at += 8;
        }
        return true;
      }
      extra = extra.subspan(4 + size);
    }
    return true;
  }

  std::span<const std::byte> file_;
};

Result<void> check_entry(const Reader& reader, const Entry& entry, std::size_t at) {
  const std::string name = quoted_name(entry.name);
  if ((entry.flags & kFlagEncrypted) != 0) return reader.malformed("encrypted " + name, at);
  if (entry.method == 0 && entry.stored != entry.size) {
    return reader.malformed("two sizes for " + name, at);
  }
  if (entry.name.find('\0') != std::string_view::npos) {
    return reader.malformed("a zero byte in the name " + name, at);
  }
  if (first_not_utf8(entry.name) < entry.name.size()) {
    return failure(ErrorCode::not_utf8, "the name " + name + " is not UTF-8", "names in UTF-8");
  }
  return {};
}

// ranges: local headers with their data.
Result<void> check_overlap(std::vector<std::span<const std::byte>> ranges) {
  std::sort(ranges.begin(), ranges.end(),
            [](const auto& a, const auto& b) { return a.data() < b.data(); });
  for (std::size_t i = 1; i < ranges.size(); ++i) {
    if (static_cast<std::size_t>(ranges[i].data() - ranges[i - 1].data()) >= ranges[i - 1].size()) {
      continue;
    }
    return failure(ErrorCode::overlapping_data, "two members of the zip archive share bytes",
                   "bytes of its own for each member");
  }
  return {};
}

Result<void> check_names(const std::vector<ZipMember>& members) {
  std::vector<std::string_view> names;
  names.reserve(members.size());
  for (const ZipMember& member : members) names.push_back(member.name);
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice == names.end()) return {};
  return failure(ErrorCode::duplicate_name, "two members have the name " + quoted_name(*twice),
                 "a name of its own for each member");
}

}  // namespace

Result<std::vector<ZipMember>> list_zip(std::span<const std::byte> file) {
  const Reader reader(file);
  const auto directory = reader.directory();
  if (!directory) return tl::unexpected(directory.error());
  std::vector<ZipMember> members;
  std::vector<std::span<const std::byte>> ranges;
  std::size_t at = directory->begin;
  for (std::size_t i = 0; i < directory->members; ++i) {
    const std::size_t begin = at;
    const auto entry = reader.entry(at, directory->end);
    if (!entry) return tl::unexpected(entry.error());
    if (auto checked = check_entry(reader, *entry, begin); !checked) {
      return tl::unexpected(std::move(checked.error()));
    }
    const auto range = reader.local(*entry, directory->begin);
    if (!range) return tl::unexpected(range.error());
    ranges.push_back(*range);
    members.push_back(
        {std::string(entry->name), range->last(entry->stored), entry->crc32, entry->method != 0});
  }
  if (at != directory->end) return reader.malformed("a directory longer than its members", at);
  if (auto apart = check_overlap(std::move(ranges)); !apart) {
    return tl::unexpected(std::move(apart.error()));
  }
  if (auto names = check_names(members); !names) return tl::unexpected(std::move(names.error()));
  return members;
}

}  // namespace exactblend
