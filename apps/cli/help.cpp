#include "help.hpp"

#include <CLI/CLI.hpp>
#include <utility>

namespace exactblend::cli {
namespace {

// What show, check and lesson share.
constexpr const char* kProblemHelp =
    R"help(The problem:
  FILE                 a problem file (JSON), or - for standard input
  --weights ROWS       assigned weights, one for each key: "1/4,1/4,1/2"; or a
                       ratio: "1:1:2"; or several rows: "(1/4,3/4) (1,0)"
  --values VECTORS     the values, one for each key: "(2,0) (0,3) (1,1)"
  --scores ROWS        scores, whose softmax is named and not computed
  --normalize          divide each row of weights by its sum, shown as a step
  --signed             allow negative weights: an affine blend, which may leave
                       the hull of the values
)help";

}  // namespace

std::string main_help() {
  return R"help(exactblend computes the value blend of attention, o = Σⱼ wⱼ·Vⱼ, exactly, by
weights that somebody assigned. Softmax is named and never computed.

Usage: exactblend                  show the founding example
       exactblend COMMAND ...

Commands:
  show     show every step of a blend
  lesson   make a lesson's page, or a site of several lessons
  check    check a learner's or a book's answers against the exact ones
  blend    blend a model's tensors exactly, the truth behind a kernel's output
  verify   find the false arithmetic in a page that somebody wrote

  -h, --help     this text; exactblend COMMAND --help says what a command takes
  --version      the version

Examples:
  exactblend show examples/three-queries.json
  exactblend show --weights "1/4,1/4,1/2" --values "(2,0) (0,3) (1,1)"
  exactblend lesson examples/assigned-weights.json -o lesson.html
  exactblend check examples/assigned-weights.json --output "(1,5/4)"
  exactblend verify README.md docs/

Exit codes: 0 done and true; 1 a claim is false; 2 the input can't be used;
3 a limit was hit.
)help";
}

std::string show_help() {
  return std::string(R"help(Shows every step of a blend: assign, scale, add, and the boundary beyond which
nothing is computed.

Usage: exactblend show FILE [OPTIONS]
       exactblend show --weights ROWS --values VECTORS [OPTIONS]
       exactblend show --jsonl [FILE] [--trace] [-o FILE]

)help") + kProblemHelp +
         R"help(
The result:
  --title TEXT         a title
  --as FORM            text (the default), markdown, latex or json; or the
                       figure alone: svg, png or pdf
  --step STEP          of a figure: the step that is highlighted, by its number
                       or name: 2, scale
  --query N            of a figure: which query, from 1
  --scale TIMES        of a png: pixels for each unit (2 unless given; at most
                       40); of a pdf: how many times its own size
  -o, --out FILE       write this file, whole or not at all
  --full               abbreviate no long sum, vector or list (json never does)
  --jsonl              read one problem a line, write one result a line; a bad
                       line becomes an error object in its place
  --trace              with --jsonl: write the whole trace of each problem
  -h, --help           this text

Examples:
  exactblend show examples/assigned-weights.json
  exactblend show --weights "1/4,1/4,1/2" --values "(2,0) (0,3) (1,1)"
  exactblend show --weights 1:1:2 --values "2, 0, 1" --as markdown
  exactblend show examples/scores.json --as latex -o scores.tex
  exactblend show examples/assigned-weights.json --as svg --step add -o add.svg
  exactblend show --jsonl examples/problems.jsonl -o results.jsonl
)help";
}

std::string check_help() {
  return std::string(R"help(Checks a learner's or a book's answers against the exact ones.

Usage: exactblend check FILE --output VECTOR [OPTIONS]

)help") + kProblemHelp +
         R"help(
The answers, as many of them as there are:
  --sum NUMBER         the sum of the weights
  --scaled VECTORS     the scaled values, one for each key:
                       "(1/2,0) (0,3/4) (1/2,1/2)"
  --output VECTOR      the output: "(1,5/4)"
  --query N            which query, from 1, where there are several

The result:
  --as FORM            text (the default) or json
  -h, --help           this text

Verdicts: correct; other form (the same value, not as a fraction in lowest
terms); wrong, with the usual slip behind it where it is one; unreadable.
Exit codes: 1 if anything is wrong, else 2 if anything is unreadable, else 0.

Examples:
  exactblend check examples/assigned-weights.json --output "(1,5/4)"
  exactblend check examples/assigned-weights.json --sum 1 \
      --scaled "(1/2,0) (0,3/4) (1/2,1/2)" --output "(1,1.25)"
  exactblend check examples/three-queries.json --query 2 --output "(1,3/2)"
)help";
}

std::string lesson_help() {
  return std::string(R"help(Makes a lesson's page from a problem: an introduction, the steps with their
formulas and their figure, the boundary, a summary. One HTML file that needs
neither a script nor a network; every number in it comes from the trace.

Usage: exactblend lesson FILE -o lesson.html [OPTIONS]
       exactblend lesson FILE FILE ... -o site/ [OPTIONS]

)help") + kProblemHelp +
         R"help(
The result:
  --title TEXT         a title
  -o, --out PATH       write this file, whole or not at all; or, for several
                       problems or a name that ends with /, the folder of a
                       site: a page each, an index, one style sheet. Only what
                       changed is written, and nothing if a problem is unusable
  --full               abbreviate no long sum, vector or list
  -h, --help           this text

A problem file may hold its author's own sentences, with names such as
{{output}} for which the exact numbers are filled in: docs/problem-format.md.

Examples:
  exactblend lesson examples/assigned-weights.json -o lesson.html
  exactblend lesson examples/*.json -o site/
  exactblend lesson --weights 1:1:2 --values "2, 0, 1" -o ratio.html
)help";
}

std::string blend_help() {
  return R"help(Blends a model's tensors exactly: each output is the exact sum Σⱼ wⱼ·Vⱼ over the
keys, rounded once to nearest, ties to even. The same bits for any number of
threads and any order of the keys.

Usage: exactblend blend --weights FILE[:NAME] --values FILE[:NAME] -o OUT

What goes in: safetensors, .npy or uncompressed .npz, by memory map; f64, f32,
f16, bf16, e4m3 and e5m2, mixed freely.
  --weights FILE[:NAME]    weights […, q, k]; NAME where the file holds several
  --values FILE[:NAME]     values […, k, d]. Leading axes broadcast; fewer heads
                           of values than of weights are shared among groups
  --mask FILE[:NAME]       BOOL or U8, true where a key is masked: it adds
                           nothing, whatever its weight and value are
  --weights-dtype TYPE     of weights that are carried as unsigned integers, as
  --values-dtype TYPE      numpy carries bf16

What comes out:
  -o, --out FILE           a safetensors file: the output, and the exact mass of
                           each row of weights; or a .npy file: the output alone
  --round TYPE             f64 (the default), f32, f16, bf16, e4m3 or e5m2
  --exact                  the exact sums: sign, integer, power of two
  --rows as-given          the weights as they are (the default),
         sum-to-one        only rows that sum to 1 exactly, else an error,
         normalized        or each row divided by its exact sum, rounded once
  --empty-row error        a row whose keys are all masked is an error (the
              zero, nan    default), or gives zeros, or NaN
  --threads N              one for each processor unless given
  -h, --help               this text

A NaN or an infinity that is not masked follows IEEE arithmetic and is reported
by its place; so is 0 times one. An exact zero is +0.

Examples:
  exactblend blend --weights layer.safetensors:weights \
      --values layer.safetensors:values --round f32 -o truth.safetensors
  exactblend blend --weights w.npy --values v.npy --weights-dtype bf16 \
      --values-dtype bf16 --exact -o exact.safetensors
)help";
}

std::string verify_help() {
  return R"help(Finds each arithmetic claim in a document, recomputes it exactly, and reports
the false ones like a compiler:

  lesson.md:41:7: 1/2 + 0 + 1/2 = 5/4 is false: the left side is 1

Usage: exactblend verify FILE ... [OPTIONS]

  FILE                 documents, folders of them, or patterns such as "*.md";
                       - for standard input. By the end of their names: .md,
                       .html, .tex, .ipynb; all else is plain text
  --from FORM          what they are, whatever their names say: text, markdown,
                       latex, html or notebook

The result:
  --format FORM        text (the default), json, sarif, junit, or github for
                       annotations in a workflow of GitHub
  --show-unread        list also what looks like a claim and can't be read
  --watch              verify again whatever changes, until interrupted
  -o, --out FILE       write this file, whole or not at all
  -h, --help           this text

Claims are equalities between expressions, alone or in chains; rounded values
after an approximation sign; sums and products in words; rows of attention
weights. Names have the values that the document gives them, by section. What
is not sure to be false is never called false: docs/verify.md says how.
A comment "exactblend: ignore" leaves the next paragraph alone.

Exit codes: 1 if any claim is false, else 2 if a file can't be read, else 0.

Examples:
  exactblend verify lesson.md
  exactblend verify --show-unread chapters/ "notes/*.tex"
  exactblend verify --format sarif docs/ -o verify.sarif
  echo "1/4 + 1/4 = 1/8" | exactblend verify -
)help";
}

void set_help(CLI::App& command, std::string text) {
  command.formatter_fn(
      [text = std::move(text)](const CLI::App* app, std::string, CLI::AppFormatMode) {
        std::string help = text;
        for (const CLI::Option* option : app->get_options()) {
          const std::string name = option->get_name();
          if (help.find(name) == std::string::npos) help += "undocumented: " + name + "\n";
        }
        return help;
      });
}

}  // namespace exactblend::cli
