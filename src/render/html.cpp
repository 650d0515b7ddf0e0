#include "render/html.hpp"

#include "exactblend/version.hpp"

namespace exactblend::html {

void mark_numbers(std::string& out, std::size_t begin) {
  const std::size_t content = out.find('>', begin);
  std::string runs;
  bool in_run = false;
  char until = 0;  // the end of a tag, or of a character reference
  for (std::size_t i = content + 1; i < out.size(); ++i) {
    const char c = out[i];
    if (until != 0) {
      if (c == until) until = 0;
    } else if (c >= '0' && c <= '9') {
      if (!in_run && !runs.empty()) runs += ' ';
      runs += c;
      in_run = true;
      continue;
    } else if (c == '<' || c == '&') {
      until = c == '<' ? '>' : ';';
    }
    in_run = false;
  }
  if (!runs.empty()) out.insert(content, " data-eb-numbers=\"" + runs + "\"");
}

void begin_document(std::string& out, std::string_view title, std::string_view description,
                    std::string_view stylesheet) {
  out +=
      "<!DOCTYPE html>\n"
      "<html lang=\"en\" xml:lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\">\n"
      "<head>\n"
      "<meta charset=\"utf-8\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
      "<meta name=\"color-scheme\" content=\"light dark\"/>\n";
  out.append("<meta name=\"generator\" content=\"exactblend ").append(kVersion).append("\"/>\n");
  out += "<meta name=\"description\" content=\"";
  append_markup(out, description);
  out += "\"/>\n";
  element(out, "title", {}, title);
  if (stylesheet.empty()) {
    out.append("<style>\n").append(page_style()).append("</style>\n");
  } else {
    out += "<link rel=\"stylesheet\" href=\"";
    append_markup(out, stylesheet);
    out += "\"/>\n";
  }
  out += "</head>\n<body>\n";
}

void end_document(std::string& out) {
  out += "<footer>";
  element(
      out, "p", {},
      "Made by exactblend " + std::string(kVersion) + ": every number is exact, none is rounded.");
  out += "</footer>\n</body>\n</html>\n";
}

void paragraph(std::string& out, std::string_view css_class, std::string_view text,
               std::span<const FilledNumber> numbers) {
  const std::size_t begin = out.size();
  open(out, "p", css_class);
  std::size_t at = 0;
  for (const FilledNumber& number : numbers) {
    append_markup(out, text.substr(at, number.begin - at));
    const std::string_view value = text.substr(number.begin, number.end - number.begin);
    out += "<data class=\"eb-value\" value=\"";
    append_markup(out, value);
    out += "\">";
    append_markup(out, value);
    out += "</data>";
    at = number.end;
  }
  append_markup(out, text.substr(at));
  close(out, "p");
  mark_numbers(out, begin);
}

}  // namespace exactblend::html
