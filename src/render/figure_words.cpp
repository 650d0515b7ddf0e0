// The figure in words, for those who do not see it.
#include <algorithm>

#include "exactblend/number/print.hpp"
#include "render/figure_parts.hpp"

namespace exactblend::draw {
namespace {

constexpr std::size_t kMostItems = 8;
constexpr std::size_t kDigits = 12;

// item(key) for the first keys and the last, and how many are left out.
template <class Item>
std::string listed(std::size_t count, Item item) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) text += ", ";
    if (count > kMostItems && i + 2 == kMostItems) {
      text += std::to_string(count - kMostItems + 1) + " more, ";
      i = count - 1;
    }
    text += item(i);
  }
  return text;
}

std::string words_of(std::span<const Rational> vector) {
  return vector.size() == 1 ? number_with(vector[0], kDigits).text
                            : vector_with(vector, kDigits).text;
}

std::string indexed(std::string_view letter, std::size_t key) {
  return std::string(letter) + std::to_string(key + 1);
}

std::string picture_words(const Plate& plate) {
  const std::size_t components = plate.problem.components();
  const std::string what = components == 1          ? "A number line"
                           : components == 2        ? "A plane"
                           : plate.blend == nullptr ? "A line for each component"
                                                    : "A bar for each component";
  std::string text =
      what + " shows the values " + listed(plate.problem.keys(), [&](std::size_t key) {
        return indexed("V", key) + " = " + words_of(plate.problem.values[key]);
      });
  if (components == 2) text += ", and their hull";
  if (plate.blend == nullptr) {
    return text + (plate.softmax->over_single_score()
                       ? ". Softmax over a single score is exactly 1, so the output is that value."
                       : ". The named blend is not evaluated.");
  }
  text += components <= 2 ? ". The scaled values " : ", as the scaled values ";
  text += listed(plate.problem.keys(), [&](std::size_t key) {
    return indexed("w", key) + "·" + indexed("V", key) + " = " +
           (plate.masked(key) ? "masked" : words_of(plate.blend->scaled[key]));
  });
  text += components <= 2 ? ", laid tip to tail from the origin, reach the output "
                          : ", stacked from zero; their sum is the output ";
  return text + words_of(plate.blend->output) + ".";
}

}  // namespace

std::string figure_words(const Plate& plate) {
  const std::size_t keys = plate.problem.keys();
  std::string text;
  if (plate.row != nullptr) {
    text =
        "A bar of length 1 is cut into the assigned weights " + listed(keys, [&](std::size_t key) {
          return indexed("w", key) +
                 (plate.masked(key) ? " masked"
                                    : " = " + number_with(plate.row->weights[key], kDigits).text);
        });
    text += "; they sum to 1 exactly. A table gives each key's weight, value and scaled value. ";
  } else {
    text =
        "A box holds the named weights " + listed(keys, [&](std::size_t key) {
          return "softmax of s " + std::to_string(key + 1) + (plate.masked(key) ? " masked" : "");
        });
    text += ", which are symbols. A table gives each key's score and value. ";
  }
  text += picture_words(plate);
  return text + " A dashed line is the boundary: softmax is named, not computed.";
}

}  // namespace exactblend::draw
