#include "render/html.hpp"

#include "exactblend/version.hpp"

namespace exactblend::html {

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
  out.append("<footer><p>Made by exactblend ").append(kVersion);
  out += ": every number is exact, none is rounded.</p></footer>\n</body>\n</html>\n";
}

void paragraph(std::string& out, std::string_view css_class, std::string_view text,
               std::span<const FilledNumber> numbers) {
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
}

}  // namespace exactblend::html
