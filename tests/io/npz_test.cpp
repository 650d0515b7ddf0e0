// .npz archives: what is read, and each contradiction in one with an error of its own.
#include "exactblend/io/npz.hpp"

#include "io/zip_making.hpp"

namespace exactblend {
namespace {

const std::string kArray = npy("{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }", "1234");

std::string error_of(std::string_view file) { return code_of(list_npz(bytes_of(file))); }

// An archive of one member, with some bytes replaced.
std::string changed(std::size_t at, std::string_view bytes, bool zip64 = false) {
  std::string file = zip({{"a.npy", kArray}}, zip64);
  return file.replace(at, bytes.size(), bytes);
}
const std::size_t kDirectory = 30 + 5 + kArray.size();
const std::size_t kEnd = kDirectory + 46 + 5;

TEST(Crc32, agrees_with_its_published_check_value) {
  EXPECT_EQ(crc32(bytes_of("123456789")), 0xCBF43926U);  // the check value of CRC-32/ISO-HDLC
  EXPECT_EQ(crc32({}), 0U);
  EXPECT_EQ(crc32(bytes_of("The quick brown fox jumps over the lazy dog")), 0x414FA339U);
}

TEST(Npz, members_are_arrays) {
  for (const bool zip64 : {false, true}) {
    const std::string file = zip({{"weights.npy", kArray},
                                  {"note.txt", "not an array"},
                                  {"v/values.npy", kArray, 0x800, 0, true},
                                  {"streamed.npy", kArray, 8}},
                                 zip64);
    const auto members = list_npz(bytes_of(file));
    ASSERT_TRUE(members) << to_text(members.error());
    ASSERT_EQ(members->size(), 3U);
    EXPECT_EQ((*members)[0].name, "weights");
    EXPECT_EQ((*members)[1].name, "v/values");
    EXPECT_EQ((*members)[2].name, "streamed");
    for (const NpzMember& member : *members) {
      const auto entry = read_npz(member);
      ASSERT_TRUE(entry) << to_text(entry.error());
      EXPECT_EQ(entry->name, member.name);
      EXPECT_EQ(text_of(entry->bytes), "1234");
    }
  }
  EXPECT_EQ(error_of(zip({})), "no error");
}

TEST(Npz, a_compressed_member_is_listed_and_refused_with_the_way_out) {
  const std::string file = zip({{"a.npy", kArray, 0, 8}, {"b.npy", kArray}});
  const auto members = list_npz(bytes_of(file));
  ASSERT_TRUE(members) << to_text(members.error());
  EXPECT_EQ(message_of_result(read_npz((*members)[0])),
            "the member \"a\" is compressed; an archive that numpy.savez has written, not "
            "numpy.savez_compressed");
  EXPECT_EQ(code_of(read_npz((*members)[0])), "compressed");
  EXPECT_EQ(code_of(read_npz((*members)[1])), "no error");
}

TEST(Npz, a_damaged_member_is_refused) {
  std::string file = zip({{"a.npy", kArray}});
  file[kDirectory - 1] ^= 1;
  const auto members = list_npz(bytes_of(file));
  ASSERT_TRUE(members);
  EXPECT_EQ(code_of(read_npz(members->front())), "wrong-checksum");
}

TEST(Npz, an_error_inside_a_member_names_it) {
  const std::string file = zip({{"a.npy", "x"}});
  const auto members = list_npz(bytes_of(file));
  ASSERT_TRUE(members);
  EXPECT_EQ(message_of_result(read_npz(members->front())),
            "in the member \"a\": not a .npy file: it does not begin with \\x93NUMPY; a file that "
            "numpy.save has written");
}

TEST(Npz, the_archive_ends_with_its_directory) {
  const std::string file = zip({{"a.npy", kArray}});
  EXPECT_EQ(error_of(file + "x"), "trailing-bytes");
  EXPECT_EQ(error_of("x" + file), "malformed-zip");
  EXPECT_EQ(error_of(""), "truncated-file");
  EXPECT_EQ(error_of("PK\3\4"), "truncated-file");
  EXPECT_EQ(error_of(changed(kEnd + 20, "\1")), "malformed-zip");  // a comment of one byte
}

TEST(Npz, a_part_of_an_archive_in_several_parts_is_refused) {
  EXPECT_EQ(error_of(changed(kEnd + 4, "\1")), "malformed-zip");
  EXPECT_EQ(error_of(changed(kEnd + 6, "\1")), "malformed-zip");
  EXPECT_EQ(error_of(changed(kEnd + 8, "\2")), "malformed-zip");
  EXPECT_EQ(error_of(changed(kDirectory + 34, "\1")), "malformed-zip");
}

TEST(Npz, numbers_in_the_directory_agree_with_the_file) {
  EXPECT_EQ(error_of(changed(kEnd + 8, "\2\0\2")), "malformed-zip");       // members
  EXPECT_EQ(error_of(changed(kEnd + 12, "\1")), "malformed-zip");          // size of the directory
  EXPECT_EQ(error_of(changed(kEnd + 16, "\1")), "malformed-zip");          // its place
  EXPECT_EQ(error_of(changed(kDirectory, "X")), "malformed-zip");          // its signature
  EXPECT_EQ(error_of(changed(kDirectory + 28, "\6")), "malformed-zip");    // length of the name
  EXPECT_EQ(error_of(changed(kDirectory + 30, "\1")), "malformed-zip");    // of the extra field
  EXPECT_EQ(error_of(changed(kDirectory + 32, "\xFF")), "malformed-zip");  // of the comment
  EXPECT_EQ(error_of(changed(kDirectory + 20, "\1")), "malformed-zip");    // bytes stored
  EXPECT_EQ(error_of(changed(kDirectory + 24, "\1")), "malformed-zip");    // bytes uncompressed
  EXPECT_EQ(error_of(changed(kDirectory + 42, "\1")), "malformed-zip");    // the local header
  EXPECT_EQ(error_of(changed(kDirectory + 42, "\xFF\xFF\xFF\x7F")), "malformed-zip");
  EXPECT_EQ(error_of(changed(kDirectory + 20, "\xFF\xFF\xFF\xFF")), "malformed-zip");  // no zip64
  EXPECT_EQ(error_of(changed(kDirectory + 20, "\xFF\xFF\xFF\x7F\xFF\xFF\xFF\x7F")),
            "malformed-zip");
}

TEST(Npz, a_local_header_says_what_the_directory_says) {
  EXPECT_EQ(error_of(changed(0, "X")), "malformed-zip");
  EXPECT_EQ(error_of(changed(6, "\1")), "malformed-zip");    // encrypted
  EXPECT_EQ(error_of(changed(6, "\x08")), "malformed-zip");  // sizes behind the data
  EXPECT_EQ(error_of(changed(8, "\x08")), "malformed-zip");  // the method
  EXPECT_EQ(error_of(changed(14, "X")), "malformed-zip");    // the checksum
  EXPECT_EQ(error_of(changed(18, "\1")), "malformed-zip");
  EXPECT_EQ(error_of(changed(22, "\1")), "malformed-zip");
  EXPECT_EQ(error_of(changed(26, "\4")), "malformed-zip");  // length of the name
  EXPECT_EQ(error_of(changed(28, "\xFF\xFF")), "malformed-zip");
  EXPECT_EQ(error_of(changed(30, "b")), "malformed-zip");  // the name
  EXPECT_EQ(error_of(zip({{"a.npy", kArray, 1}})), "malformed-zip");
}

TEST(Npz, large_archives_have_large_numbers) {
  EXPECT_EQ(error_of(changed(0, "PK", true)), "no error");
  for (const std::size_t at : {0U, 4U, 16U, 20U, 24U, 32U, 40U, 48U, 56U, 60U, 64U, 72U}) {
    EXPECT_EQ(error_of(changed(kEnd + at, "\x07", true)), "malformed-zip") << at;
  }
  EXPECT_EQ(error_of(end_record(0xFFFF, 0, 0)), "malformed-zip");
}

TEST(Npz, members_have_names_and_bytes_of_their_own) {
  EXPECT_EQ(error_of(zip({{"a.npy", kArray}, {"a.npy", kArray}})), "duplicate-name");
  EXPECT_EQ(error_of(zip({{"\xFF.npy", kArray}})), "not-utf8");
  EXPECT_EQ(error_of(zip({{std::string("a\0.npy", 6), kArray}})), "malformed-zip");
  // Two entries for one local header.
  const ZipPart part{"a.npy", kArray};
  const std::string local = local_header(part) + kArray;
  const std::string twice = directory_entry(part, 0) + directory_entry(part, 0);
  EXPECT_EQ(error_of(local + twice + end_record(2, twice.size(), local.size())),
            "overlapping-data");
  // A member inside of another's data.
  const ZipPart outer{"b.npy", local};
  const std::string both = local_header(outer) + local;
  const std::string directory = directory_entry(outer, 0) + directory_entry(part, 30 + 5);
  EXPECT_EQ(error_of(both + directory + end_record(2, directory.size(), both.size())),
            "overlapping-data");
}

TEST(Npz, members_stop_at_their_limit) {
  std::vector<ZipPart> parts(kMaxTensors);
  for (std::size_t i = 0; i < parts.size(); ++i) parts[i].name = std::to_string(i) + ".npy";
  EXPECT_EQ(error_of(zip(parts, true)), "no error");
  parts.push_back({"x.npy", ""});
  EXPECT_EQ(error_of(zip(parts, true)), "over-limit");
}

TEST(Npz, an_archive_cut_or_changed_anywhere_is_never_a_crash) {
  for (const bool zip64 : {false, true}) {
    const std::string file = zip({{"a.npy", kArray, 0, 0, zip64}, {"b.npy", kArray}}, zip64);
    for (std::size_t size = 0; size < file.size(); ++size) {
      const std::vector<char> part(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size));
      const auto read = list_npz(std::as_bytes(std::span(part)));
      ASSERT_FALSE(read) << size;
      EXPECT_EQ(code_of(read), "truncated-file") << size;
    }
    for (std::size_t at = 0; at < file.size(); ++at) {
      for (int byte = 0; byte < 256; ++byte) {
        std::string other = file;
        other[at] = static_cast<char>(byte);
        const auto members = list_npz(bytes_of(other));
        code_of(members);
        if (!members) continue;
        for (const NpzMember& member : *members) code_of(read_npz(member));
      }
    }
  }
}

}  // namespace
}  // namespace exactblend
