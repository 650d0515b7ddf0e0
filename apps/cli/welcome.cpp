#include "cli.hpp"
#include "exactblend/lesson/trace.hpp"

namespace exactblend::cli {

int welcome() {
  ProblemOptions founding;
  founding.title = "Assigned weights, blended exactly";
  founding.weights = {"1/4,1/4,1/2"};
  founding.values = "(2,0) (0,3) (1,1)";
  auto problem = load_problem(founding);
  if (!problem) return report(problem.error());
  std::string text = trace_text(make_trace(std::move(*problem)), text_style(false));
  text +=
      "\n"
      "Try next:\n"
      "  exactblend show --weights 1:1:2 --values \"(2,0) (0,3) (1,1)\"\n"
      "  exactblend check examples/assigned-weights.json --output \"(1/2,5/4)\"\n"
      "  exactblend show --help\n";
  return write_output("", text);
}

}  // namespace exactblend::cli
