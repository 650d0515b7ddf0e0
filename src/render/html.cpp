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

}  // namespace exactblend::html
