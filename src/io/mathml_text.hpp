// A formula in MathML as one line of text, in the TeX that the grammar of claims reads.
#pragma once

#include <gumbo.h>

#include <string>
#include <string_view>
#include <vector>

#include "exactblend/verify/document.hpp"

namespace exactblend {

// The element's name, in lower case and without a prefix: "mfrac".
[[nodiscard]] std::string element_name(const GumboNode& node);

// The bytes of a text node with their places, its character references resolved.
void append_html_text(verify::MappedText& out, const GumboNode& node, std::string_view source);

// math: the element <math>. Annotations in TeX are texts of their own.
void append_mathml(verify::MappedText& out, const GumboNode& math, std::string_view source,
                   std::vector<verify::MappedText>& annotations);

}  // namespace exactblend
