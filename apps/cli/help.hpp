// Help texts, written by hand to be read at 80 columns.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace exactblend::cli {

// Makes `text` the command's help. An option that the text forgets is listed after it, and a test
// sees to it that there is none.
void set_help(CLI::App& command, std::string text);

[[nodiscard]] std::string main_help();
[[nodiscard]] std::string show_help();
[[nodiscard]] std::string check_help();
[[nodiscard]] std::string lesson_help();
[[nodiscard]] std::string blend_help();
[[nodiscard]] std::string verify_help();

}  // namespace exactblend::cli
