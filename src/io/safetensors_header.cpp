// The parser's events come without places, so an error names the tensor and its field. Its stack is
// on the heap, and what nests deeper than a header can is refused as it opens.

#include "io/safetensors_header.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "io/tensor_names.hpp"
#include "io/utf8_check.hpp"

namespace exactblend {
namespace {

constexpr std::string_view kEntryContent =
    R"(an object such as {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]})";

enum class Inside { document, header, metadata, entry, shape, offsets };
enum class Field : unsigned { dtype, shape, data_offsets };

std::string_view name(Field field) {
  switch (field) {
    case Field::dtype: return "\"dtype\"";
    case Field::shape: return "\"shape\"";
    case Field::data_offsets: return "\"data_offsets\"";
  }
  return "";
}

std::string_view content(Field field) {
  switch (field) {
    case Field::dtype: return "a string such as \"F32\"";
    case Field::shape: return "an array of whole numbers, the length of each axis";
    case Field::data_offsets:
      return "an array of two whole numbers, where the data begins and ends";
  }
  return "";
}

std::string known_types() {
  std::string text;
  for (unsigned type = 0; type <= static_cast<unsigned>(ElementType::u64); ++type) {
    if (!text.empty()) text += ", ";
    text += exactblend::name(static_cast<ElementType>(type));
  }
  return text;
}

class Handler {
 public:
  SafetensorsHeader header;
  std::optional<Error> error;

  // The library's interface.
  bool null() { return wrong_type("null"); }
  bool boolean(bool value) { return wrong_type(value ? "true" : "false"); }
  bool number_integer(std::int64_t /*value*/) { return wrong_type("a negative number"); }
  bool number_unsigned(std::uint64_t value);
  bool number_float(double /*value*/, const std::string& /*text*/) {
    return wrong_type("no whole number below 2^64");
  }
  bool string(std::string& text);
  bool binary(nlohmann::json::binary_t& /*value*/) { return false; }  // not in JSON
  bool start_object(std::size_t size);
  bool end_object();
  bool start_array(std::size_t size);
  bool end_array();
  bool key(std::string& text);
  bool parse_error(std::size_t byte, const std::string& token,
                   const nlohmann::json::exception& exception);

 private:
  bool refuse(ErrorCode code, std::string wrong, std::string right) {
    error = Error{code, std::move(wrong), std::move(right)};
    return false;
  }
  bool wrong_type(std::string_view kind);
  bool entry_key(std::string_view text);
  [[nodiscard]] HeaderTensor& tensor() { return header.tensors.back(); }
  [[nodiscard]] std::string of_tensor() { return " of the tensor " + quoted_name(tensor().name); }
  [[nodiscard]] static unsigned bit(Field field) { return 1U << static_cast<unsigned>(field); }

  Inside inside_ = Inside::document;
  Field field_ = Field::dtype;
  unsigned given_ = 0;        // bits of fields
  unsigned offsets_ = 0;      // how many numbers of data_offsets there were
  bool in_metadata_ = false;  // the last name in the header was __metadata__
  bool had_metadata_ = false;
  std::string metadata_key_;
};

bool Handler::wrong_type(std::string_view kind) {
  std::string what;
  std::string_view right;
  switch (inside_) {
    case Inside::document:
      what = "the header";
      right = "a JSON object with an entry for each tensor";
      break;
    case Inside::header:
      what = in_metadata_ ? "\"__metadata__\"" : "the tensor " + quoted_name(tensor().name);
      right = in_metadata_ ? "an object of strings" : kEntryContent;
      break;
    case Inside::metadata:
      what = quoted_name(metadata_key_) + " in \"__metadata__\"";
      right = "a string: metadata holds nothing else";
      break;
    case Inside::entry:
      what = std::string(name(field_)) + of_tensor();
      right = content(field_);
      break;
    case Inside::shape:
    case Inside::offsets:
      what = "a number in " + std::string(name(field_)) + of_tensor();
      right = content(field_);
      break;
  }
  return refuse(ErrorCode::wrong_type, what.append(" is ").append(kind), std::string(right));
}

bool Handler::number_unsigned(std::uint64_t value) {
  if (inside_ == Inside::shape) {
    if (tensor().shape.size() == kMaxAxes) {
      return refuse(ErrorCode::over_limit,
                    "more than " + std::to_string(kMaxAxes) + " axes" + of_tensor(),
                    "a tensor of at most " + std::to_string(kMaxAxes) + " axes");
    }
    tensor().shape.push_back(value);
    return true;
  }
  if (inside_ == Inside::offsets) {
    if (offsets_ < 2) (offsets_ == 0 ? tensor().begin : tensor().end) = value;
    ++offsets_;
    return offsets_ <= 2 ||
           refuse(ErrorCode::wrong_type, "more than two numbers in \"data_offsets\"" + of_tensor(),
                  std::string(content(field_)));
  }
  return wrong_type("a number");
}

bool Handler::string(std::string& text) {
  if (inside_ == Inside::metadata) {
    header.metadata[metadata_key_] = std::move(text);
    return true;
  }
  if (inside_ != Inside::entry || field_ != Field::dtype) return wrong_type("a string");
  const std::optional<ElementType> type = element_type(text);
  if (!type) {
    return refuse(ErrorCode::unknown_dtype,
                  "the dtype " + quoted_name(text) + of_tensor() + " is not known here",
                  "one of " + known_types());
  }
  tensor().type = *type;
  return true;
}

bool Handler::start_object(std::size_t /*size*/) {
  if (inside_ == Inside::document) {
    inside_ = Inside::header;
  } else if (inside_ == Inside::header) {
    inside_ = in_metadata_ ? Inside::metadata : Inside::entry;
    given_ = 0;
  } else {
    return wrong_type("an object");
  }
  return true;
}

bool Handler::end_object() {
  if (inside_ == Inside::entry) {
    for (const Field field : {Field::dtype, Field::shape, Field::data_offsets}) {
      if ((given_ & bit(field)) != 0) continue;
      return refuse(ErrorCode::missing_field,
                    "there is no " + std::string(name(field)) + of_tensor(),
                    std::string(kEntryContent));
    }
  }
  inside_ = inside_ == Inside::header ? Inside::document : Inside::header;
  return true;
}

bool Handler::start_array(std::size_t /*size*/) {
  if (inside_ != Inside::entry || field_ == Field::dtype) return wrong_type("an array");
  inside_ = field_ == Field::shape ? Inside::shape : Inside::offsets;
  offsets_ = 0;
  return true;
}

bool Handler::end_array() {
  if (inside_ == Inside::offsets && offsets_ < 2) {
    return refuse(ErrorCode::wrong_type, "fewer than two numbers in \"data_offsets\"" + of_tensor(),
                  std::string(content(field_)));
  }
  inside_ = Inside::entry;
  return true;
}

bool Handler::key(std::string& text) {
  if (inside_ == Inside::entry) return entry_key(text);
  if (inside_ == Inside::metadata) {
    if (header.metadata.size() == kMaxMetadata) {
      return refuse(ErrorCode::over_limit,
                    "more than " + std::to_string(kMaxMetadata) + " entries in \"__metadata__\"",
                    "metadata of at most so many");
    }
    if (!header.metadata.emplace(text, "").second) {
      return refuse(ErrorCode::duplicate_field,
                    quoted_name(text) + " is given twice in \"__metadata__\"", "each key once");
    }
    metadata_key_ = text;
    return true;
  }
  in_metadata_ = text == kMetadataName;
  if (in_metadata_) {
    if (std::exchange(had_metadata_, true)) {
      return refuse(ErrorCode::duplicate_field, "\"__metadata__\" is given twice", "metadata once");
    }
    return true;
  }
  if (header.tensors.size() == kMaxTensors) {
    return refuse(ErrorCode::over_limit, "more than " + std::to_string(kMaxTensors) + " tensors",
                  "a file of at most " + std::to_string(kMaxTensors) + " tensors");
  }
  header.tensors.emplace_back().name = text;
  return true;
}

bool Handler::entry_key(std::string_view text) {
  for (const Field field : {Field::dtype, Field::shape, Field::data_offsets}) {
    const std::string_view quoted = name(field);
    if (quoted.substr(1, quoted.size() - 2) != text) continue;
    if ((given_ & bit(field)) != 0) {
      return refuse(ErrorCode::duplicate_field,
                    std::string(quoted) + of_tensor() + " is given twice", "each field once");
    }
    given_ |= bit(field);
    field_ = field;
    return true;
  }
  return refuse(ErrorCode::unknown_field, "there is no field " + quoted_name(text) + of_tensor(),
                R"(the fields are "dtype", "shape" and "data_offsets")");
}

bool Handler::parse_error(std::size_t byte, const std::string& /*token*/,
                          const nlohmann::json::exception& exception) {
  constexpr int kNumberOverflow = 406;  // the library's code for a number beyond a double
  if (exception.id == kNumberOverflow) return wrong_type("no whole number below 2^64");
  return refuse(ErrorCode::syntax,
                "the header is not JSON, near byte " + std::to_string(kHeaderLengthBytes + byte),
                "a file that was written whole by a writer of safetensors");
}

}  // namespace

Result<SafetensorsHeader> parse_safetensors_header(std::string_view text) {
  if (const std::size_t at = first_not_utf8(text); at < text.size()) {
    return failure(ErrorCode::not_utf8,
                   "the header is not UTF-8 at byte " + std::to_string(kHeaderLengthBytes + at + 1),
                   "a header of JSON, which is UTF-8");
  }
  // A zero byte would be the end for the library, whatever stands behind it, and a byte order mark
  // nothing at all.
  if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos) {
    return failure(
        ErrorCode::syntax,
        "the header has a zero byte at byte " + std::to_string(kHeaderLengthBytes + zero + 1),
        "a header of JSON, padded with spaces");
  }
  if (!text.starts_with('{')) {
    return failure(ErrorCode::wrong_type, "the header does not begin with {",
                   "a JSON object with an entry for each tensor");
  }
  Handler handler;
  if (!nlohmann::json::sax_parse(text.begin(), text.end(), &handler)) {
    return tl::unexpected(std::move(*handler.error));
  }
  return std::move(handler.header);
}

}  // namespace exactblend
