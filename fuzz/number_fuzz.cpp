// read_number on any bytes: what is read is printed and read again as the same value in its
// canonical form, alone and as a vector; what is refused says why and where.
#include <cstddef>
#include <cstdint>

#include "exactblend/number/print.hpp"
#include "exactblend/number/read.hpp"
#include "require.hpp"

using exactblend::NumberForm;
using exactblend::read_number;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto number = read_number(text);
  if (!number) {
    require_sound(number.error(), text);
    return 0;
  }
  const auto alone = exactblend::read_vector(text);
  require(alone && alone->size() == 1 && alone->front().value == number->value &&
              alone->front().form == number->form,
          "a number is a vector of one component");

  const std::string printed = to_text(number->value);
  if (printed.size() > static_cast<std::size_t>(exactblend::kMaxDigits)) return 0;  // 1e-10000
  for (const std::string& again : {printed, to_latex(number->value)}) {
    const auto reread = read_number(again);
    require(reread && reread->value == number->value, "what is printed is read as the same value");
    require(reread->form == NumberForm::canonical, "what is printed is canonical");
  }
  if (number->form == NumberForm::canonical) {
    require(to_text(read_number(printed)->value) == printed, "the canonical form is a fixed point");
  }
  return 0;
}
