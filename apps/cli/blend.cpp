// exactblend blend: the exact blend of tensors in files.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <map>
#include <memory>
#include <new>
#include <utility>

#include "blend_output.hpp"
#include "blend_summary.hpp"
#include "cli.hpp"
#include "exactblend/io/tensor_file.hpp"
#include "exactblend/version.hpp"
#include "help.hpp"
#include "progress_bar.hpp"

namespace exactblend::cli {
namespace {

struct BlendCommand {
  std::string weights;
  std::string values;
  std::string mask;
  std::string output;
  std::string round = "f64";
  std::string weights_type;
  std::string values_type;
  std::string rows = "as-given";
  std::string empty_row = "error";
  unsigned threads = 0;
  bool exact = false;
};

const std::map<std::string, Rows> kRows = {{"as-given", Rows::as_given},
                                           {"sum-to-one", Rows::sum_to_one},
                                           {"normalized", Rows::normalized}};
const std::map<std::string, EmptyRow> kEmptyRow = {
    {"error", EmptyRow::error}, {"zero", EmptyRow::zero}, {"nan", EmptyRow::nan}};

std::optional<FloatType> carried_type(const std::string& name) {
  return name.empty() ? std::nullopt : float_type(name);
}

std::string shape_text(const std::vector<std::size_t>& shape) {
  return fmt::format("[{}]", fmt::join(shape, ", "));
}

std::size_t count(const std::vector<std::size_t>& shape) {
  std::size_t elements = 1;  // blend_shape() has seen to it that this does not overflow
  for (const std::size_t extent : shape) elements *= extent;
  return elements;
}

struct Done {
  BlendReport report;
  std::vector<std::size_t> shape;
};

Result<Done> blend_files(const BlendCommand& command) {
  const auto weights = open_tensor(command.weights, carried_type(command.weights_type));
  if (!weights) return tl::unexpected(weights.error());
  const auto values = open_tensor(command.values, carried_type(command.values_type));
  if (!values) return tl::unexpected(values.error());
  BlendOptions options;
  options.rows = kRows.at(command.rows);
  options.empty_row = kEmptyRow.at(command.empty_row);
  options.threads = command.threads;
  std::optional<MaskFile> mask;
  if (!command.mask.empty()) {
    auto opened = open_mask(command.mask);
    if (!opened) return tl::unexpected(std::move(opened.error()));
    mask.emplace(std::move(*opened));
    options.mask = mask->view;
  }
  auto shape = blend_shape(weights->view, values->view);
  if (!shape) return tl::unexpected(std::move(shape.error()));

  std::vector<std::size_t> mass_shape = weights->view.shape;
  mass_shape.pop_back();
  std::vector<ExactValue> masses(count(mass_shape));
  options.row_masses = masses;
  // The bar learns how much there is when it is first told.
  std::optional<ProgressBar> bar;
  options.progress = [&bar](std::size_t done, std::size_t all) {
    if (!bar) bar.emplace("weights", all);
    bar->at(done);
    if (done == all) bar.reset();
  };
  Metadata metadata = {{"exactblend", kVersion}, {"rows", command.rows}};
  const ExactTensor mass_tensor{mass_shape, masses};

  if (command.exact) {
    std::vector<ExactValue> entries(count(*shape));
    auto report = blend_exact(weights->view, values->view, entries, options);
    if (!report) return tl::unexpected(std::move(report.error()));
    metadata["round"] = "exact";
    auto written = write_exact(command.output, {*shape, entries}, mass_tensor, metadata);
    if (!written) return tl::unexpected(std::move(written.error()));
    return Done{std::move(*report), std::move(*shape)};
  }
  const FloatType type = *float_type(command.round);
  std::vector<std::byte> entries(count(*shape) * bytes_of(type));
  auto report = blend_rounded(weights->view, values->view,
                              contiguous_output(entries.data(), type, *shape), options);
  if (!report) return tl::unexpected(std::move(report.error()));
  metadata["round"] = command.round;
  auto written = write_rounded(command.output, {type, *shape, entries}, mass_tensor, metadata);
  if (!written) return tl::unexpected(std::move(written.error()));
  return Done{std::move(*report), std::move(*shape)};
}

int blend(const BlendCommand& command) {
  Result<Done> done = [&]() -> Result<Done> {
    try {
      return blend_files(command);
    } catch (const std::bad_alloc&) {
      return failure(ErrorCode::over_limit, "there is no memory for the output",
                     "fewer rows at a time, or more memory");
    }
  }();
  if (!done) return report(done.error());
  const std::string what =
      command.exact ? "each the exact sum" : command.round + ", each the exact sum rounded once";
  return write_output("",
                      fmt::format("{}: {} {}\n", command.output, shape_text(done->shape), what) +
                          blend_summary(done->report, kRows.at(command.rows)));
}

std::vector<std::string> float_names() {
  std::vector<std::string> names;
  for (const FloatType type : kFloatTypes) names.emplace_back(name(type));
  return names;
}

template <class Map>
std::vector<std::string> keys(const Map& map) {
  std::vector<std::string> names;
  for (const auto& [key, value] : map) names.push_back(key);
  return names;
}

}  // namespace

void add_blend(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<BlendCommand>();
  CLI::App* command = app.add_subcommand("blend", "Blend real tensors exactly, rounded once");
  set_help(*command, blend_help());
  command->add_option("--weights", options->weights, "The weights […, q, k]")->required();
  command->add_option("--values", options->values, "The values […, k, d]")->required();
  command->add_option("-o,--out", options->output, "The file to write")->required();
  CLI::Option* round = command->add_option("--round", options->round, "The type of the output")
                           ->check(CLI::IsMember(float_names()));
  command->add_flag("--exact", options->exact, "Write the exact sums")->excludes(round);
  command->add_option("--rows", options->rows, "What the rows of weights are")
      ->check(CLI::IsMember(keys(kRows)));
  command->add_option("--mask", options->mask, "True where a key is masked");
  command->add_option("--empty-row", options->empty_row, "What becomes of a fully masked row")
      ->check(CLI::IsMember(keys(kEmptyRow)));
  command->add_option("--weights-dtype", options->weights_type, "Of weights carried as integers")
      ->check(CLI::IsMember(float_names()));
  command->add_option("--values-dtype", options->values_type, "Of values carried as integers")
      ->check(CLI::IsMember(float_names()));
  command->add_option("--threads", options->threads, "Threads; one for each processor unless given")
      ->check(CLI::Range(1U, kMaxThreads));
  command->callback([options, &exit_code] { exit_code = blend(*options); });
}

}  // namespace exactblend::cli
