#include "exactblend/io/tensor_file.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "exactblend/io/npy.hpp"
#include "exactblend/io/npz.hpp"
#include "exactblend/io/safetensors.hpp"
#include "io/little_endian.hpp"
#include "io/tensor_names.hpp"

namespace exactblend {
namespace {

struct Where {
  std::string path;
  std::optional<std::string> name;
};

bool exists(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0;
}

Where split(const std::string& where) {
  if (exists(where)) return {where, std::nullopt};
  const auto parts = [&](std::size_t colon) {
    return Where{where.substr(0, colon), where.substr(colon + 1)};
  };
  const std::size_t last = where.rfind(':');
  for (std::size_t colon = last; colon != std::string::npos && colon > 0;
       colon = where.rfind(':', colon - 1)) {
    if (exists(where.substr(0, colon))) return parts(colon);
  }
  // Nothing exists: the error is about what a person most likely took for the file.
  return last == std::string::npos ? Where{where, std::nullopt} : parts(last);
}

enum class Format { safetensors, npy, npz };

Result<Format> format_of(std::span<const std::byte> file) {
  const std::string_view text = text_of(file);
  if (text.starts_with("\x93NUMPY")) return Format::npy;
  // The header's length, then the header, which begins with a brace: before zip, since a length may
  // look like that (67,324,752 does), and where a brace is, zip has a method that there is not.
  if (text.size() > 8 && text[8] == '{') return Format::safetensors;
  if (text.starts_with("PK\3\4") || text.starts_with("PK\5\6")) return Format::npz;
  std::string wrong = "neither a safetensors file nor .npy nor .npz";
  if (text.empty()) wrong = "an empty file";
  if (text.starts_with("\x80\2") || text.starts_with("\x80\4") || text.starts_with("\x80\5")) {
    wrong = "a pickle, which can run any code when it is read";
  }
  return failure(ErrorCode::unknown_format, std::move(wrong),
                 "a file that safetensors, numpy.save or numpy.savez has written");
}

// Which of these names is meant. Of one tensor the name need not be said.
Result<std::size_t> choose(const std::vector<std::string>& names,
                           const std::optional<std::string>& wanted) {
  if (wanted) {
    const auto found = std::find(names.begin(), names.end(), *wanted);
    if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
    return failure(ErrorCode::unknown_name, "there is no tensor " + quoted_name(*wanted),
                   suggest_name(*wanted, names));
  }
  if (names.size() == 1) return 0U;
  if (names.empty()) {
    return failure(ErrorCode::unknown_name, "the file holds no tensor", "a file that holds one");
  }
  return failure(ErrorCode::name_needed, std::to_string(names.size()) + " tensors in the file",
                 "FILE:NAME with one of " + listed_names(names));
}

template <class Item>
Result<Item> chosen(Result<std::vector<Item>> items, const std::optional<std::string>& wanted) {
  if (!items) return tl::unexpected(std::move(items.error()));
  std::vector<std::string> names;
  names.reserve(items->size());
  for (const Item& item : *items) names.push_back(item.name);
  const auto index = choose(names, wanted);
  if (!index) return tl::unexpected(index.error());
  return std::move((*items)[*index]);
}

Result<TensorEntry> find_entry(std::span<const std::byte> file,
                               const std::optional<std::string>& wanted) {
  const auto format = format_of(file);
  if (!format) return tl::unexpected(format.error());
  switch (*format) {
    case Format::npy:
      if (wanted && !wanted->empty()) {
        return failure(
            ErrorCode::unknown_name,
            "there is no tensor " + quoted_name(*wanted) + ": the array of a .npy file has no name",
            "FILE alone");
      }
      return read_npy(file);
    case Format::npz: return chosen(list_npz(file), wanted).and_then(read_npz);
    case Format::safetensors: break;
  }
  auto read = read_safetensors(file);
  if (!read) return tl::unexpected(std::move(read.error()));
  return chosen(Result<std::vector<TensorEntry>>(std::move(read->tensors)), wanted);
}

Result<MaskView> mask_of(const TensorEntry& entry) {
  if (entry.type != ElementType::boolean && entry.type != ElementType::u8) {
    return failure(ErrorCode::unsupported_dtype,
                   "a mask of " + std::string(name(entry.type)) + " elements",
                   "BOOL, or U8 in which 0 is false");
  }
  MaskView view = contiguous_mask(entry.bytes.data(), entry.shape);
  if (!entry.fortran_order) return view;
  std::ptrdiff_t stride = 1;
  for (std::size_t axis = 0; axis < view.shape.size(); ++axis) {
    view.strides[axis] = stride;
    stride *= static_cast<std::ptrdiff_t>(view.shape[axis]);
  }
  return view;
}

// view: from an entry to the view of it.
template <class File, class View>
Result<File> open_as(const std::string& where, View view_of_entry) {
  const Where place = split(where);
  auto file = MappedFile::open(place.path);
  if (!file) return tl::unexpected(std::move(file.error()));
  auto entry = find_entry(file->bytes(), place.name);
  auto view = entry.and_then(view_of_entry);
  if (!view) {
    view.error().place.source = place.path;
    return tl::unexpected(std::move(view.error()));
  }
  return File{std::move(*file), std::move(*view), std::move(entry->name)};
}

}  // namespace

Result<TensorFile> open_tensor(const std::string& where, std::optional<FloatType> as) {
  return open_as<TensorFile>(where, [as](const TensorEntry& found) { return view_of(found, as); });
}

Result<MaskFile> open_mask(const std::string& where) { return open_as<MaskFile>(where, mask_of); }

}  // namespace exactblend
