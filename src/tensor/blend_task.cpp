#include "tensor/blend_task.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "tensor/bin_block.hpp"
#include "tensor/digit_block.hpp"
#include "tensor/exact_block.hpp"
#include "tensor/fast_block.hpp"
#include "tensor/flags.hpp"
#include "tensor/fp_environment.hpp"
#include "tensor/mass_block.hpp"
#include "tensor/pair_sum.hpp"
#include "tensor/residue_block.hpp"

namespace exactblend {
namespace {

constexpr std::size_t kFixedPerResidue = 16;  // times as long an entry takes in fixed point
constexpr std::size_t kKeysBetweenTelling = 512 * kFastKeys;

// Of a block's entries or a part's, those that `sums` could not decide.
template <class Sums>
std::size_t count_undecided(const Sums& sums, const Block& block, const Block& part) {
  std::size_t undecided = 0;
  for (std::size_t r = part.row - block.row; r < part.row - block.row + part.rows; ++r) {
    undecided +=
        count_flags(sums.undecided(r) + (part.component - block.component), part.components);
  }
  return undecided;
}

// One thread's scratch.
class Worker {
 public:
  // calling: whether its thread is the one that tells of the progress.
  Worker(const BlendJob& job, Progress& progress, bool calling)
      : job_(job),
        progress_(progress),
        calling_(calling),
        writer_(job),
        row_sum_(job.weights.type, job.kernel) {}

  // One task, whole.
  void do_task(const Operands& from, std::size_t lead, const Block& block, bool fast) {
    counted_ = 0;
    fast ? task(from, lead, block) : exact_task(from, lead, block);
    // What is summed twice was counted twice, and what needs no sums never.
    const std::size_t all = block.rows * block.components * from.keys;
    count(all - std::min(all, counted_));
  }

  // The same in steps, for keys that are shared among workers: each begins, adds what it gets, and
  // one takes in the others before it decides.
  void begin(std::size_t lead, const Block& block) {
    binned_ = takes_bins(job_, block.rows);
    if (binned_) return bins().begin(block);
    with_masses_ = lead_of_masses(lead, block).has_value();
    fast().begin(block, job_.layout.keys);
    if (with_masses_) masses().begin(block.rows);
  }
  void add_keys(const Operands& from, const Block& block, std::size_t begin, std::size_t end) {
    for (std::size_t key = begin; key < end; key += kKeysBetweenTelling) {
      const std::size_t stop = std::min(end, key + kKeysBetweenTelling);
      if (binned_) {
        bins().add_keys(from, block, key, stop);
      } else {
        fast().add_keys(from, block, key, stop, with_masses_ ? &masses() : nullptr);
      }
      count(block.rows * block.components * (stop - key));
    }
  }
  void join(const Block& block, Worker& other) {
    if (binned_) return bins().join(block, other.bins());
    fast().join(block, other.fast());
    for (std::size_t row = 0; with_masses_ && row < block.rows; ++row) {
      masses().join(row, other.masses());
    }
  }
  void decide(const Operands& from, std::size_t lead, const Block& block, std::size_t joins) {
    if (binned_) {
      put_rows(bins(), from, lead, block);
      return put_masses(from, lead, block,
                        [&](std::size_t row) { return row_sum_.of(from, block.row + row); });
    }
    fast().finish(joins);
    put_rows(fast(), from, lead, block);
    put_masses(from, lead, block,
               [&](std::size_t row) { return masses().take(from, block.row + row, row); });
  }
  // What the steps left undecided in a part of the block.
  [[nodiscard]] std::size_t count_left(const Block& block, const Block& part) const {
    return binned_ ? count_undecided(*bins_, block, part) : count_undecided(*fast_, block, part);
  }
  // Sums what `decided`'s steps left undecided in a part of the block.
  void recompute_left(const Worker& decided, const Operands& from, std::size_t lead,
                      const Block& block, const Block& part) {
    if (decided.binned_) return recompute(*decided.bins_, from, lead, block, part);
    recompute(*decided.fast_, from, lead, block, part);
  }

  // The undecided entries of a part of the block whose sums `decided` has: one by one while they
  // are few, so that ordinary data pays for little more than those; the whole part at once
  // otherwise, so that hostile data costs no more than summing exactly from the start.
  template <class Sums>
  void recompute(const Sums& decided, const Operands& from, std::size_t lead, const Block& block,
                 const Block& part) {
    const std::size_t row = part.row - block.row;
    const std::size_t first = part.component - block.component;
    const std::size_t undecided = count_undecided(decided, block, part);
    if (undecided == 0) return;
    const bool whole = 4 * undecided > part.rows * part.components;
    if (whole) exact().sum(from, part);
    for (std::size_t r = 0; r < part.rows; ++r) {
      writer_.begin_row(from, lead, part.row + r);
      for (std::size_t i = 0; i < part.components; ++i) {
        if (decided.undecided(row + r)[first + i] == 0) continue;
        ++writer_.counts.recomputed;
        if (!whole && round_by_pair(from, part.row + r, part.component + i)) continue;
        if (!whole) exact().sum(from, {part.row + r, 1, part.component + i, 1});
        writer_.put_sum(part.component + i, whole ? exact().take(r, i) : exact().take(0, 0));
      }
    }
  }

  // An entry of the writer's row. False, and nothing was written, if a pair can't decide it.
  [[nodiscard]] bool round_by_pair(const Operands& from, std::size_t row, std::size_t component) {
    if (job_.kernel == nullptr || wants_sums(job_)) return false;
    if (!pair_) pair_ = std::make_unique<PairSum>(*job_.kernel);
    const auto bits = pair_->round(from, row, component, job_.rounded->type);
    if (bits) writer_.put_bits(component, *bits);
    return bits.has_value();
  }

  template <class Use>
  static void for_blocks(const Block& block, std::size_t rows, std::size_t components, Use&& use) {
    for (std::size_t row = 0; row < block.rows; row += rows) {
      for (std::size_t i = 0; i < block.components; i += components) {
        use(Block{block.row + row, std::min(rows, block.rows - row), block.component + i,
                  std::min(components, block.components - i)});
      }
    }
  }

  [[nodiscard]] TaskReport report() { return {writer_.counts, std::move(tally_)}; }

 private:
  // Products that are done.
  void count(std::size_t products) {
    counted_ += products;
    progress_.add(products);
    if (calling_) progress_.tell();
  }

  void exact_task(const Operands& from, std::size_t lead, const Block& block) {
    for_blocks(block, kExactRows, kExactComponents, [&](const Block& part) {
      exact().sum(from, part, [&](std::size_t keys) { count(part.rows * part.components * keys); });
      for (std::size_t row = 0; row < part.rows; ++row) {
        bool done[kExactComponents] = {};
        begin_row(from, lead, part, row, exact(), [&](std::size_t i) { done[i] = true; });
        for (std::size_t i = 0; i < part.components; ++i) {
          if (!done[i]) writer_.put_sum(part.component + i, exact().take(row, i));
        }
      }
    });
  }

  void fast_task(const Operands& from, std::size_t lead, const Block& block) {
    begin(lead, block);
    add_keys(from, block, 0, from.keys);
    decide(from, lead, block, 0);
    settle_by_residues(from, lead, block);
    recompute_all(fast(), from, lead, block);
  }

  // Whichever of them is likely to be faster.
  void task(const Operands& from, std::size_t lead, const Block& block) {
    const BlendMethod method = job_.options.method;
    if (takes_bins(job_, block.rows)) {
      begin(lead, block);
      add_keys(from, block, 0, from.keys);
      decide(from, lead, block, 0);
      return recompute_all(bins(), from, lead, block);
    }
    if (method == BlendMethod::digits ||
        (method == BlendMethod::automatic && digits_may_help(job_, block.rows, block.components))) {
      digits().look_at_values(from, block);
      if (method == BlendMethod::automatic && digits().may_be_exact_in_fp64(from, block)) {
        return fast_tasks(from, lead, block);
      }
      digits().prepare(from, block);
      if (!wants_sums(job_)) digits().take_levels_for(job_.rounded->type);
      if (method == BlendMethod::digits ||
          (digits().is_worth_while() &&
           digits_pay(job_, block.rows, block.components, digits().products(),
                      digits().residue_products()))) {
        return digit_task(from, lead, block);
      }
    }
    for_blocks(block, kResidueRows, kResidueComponents,
               [&](const Block& part) { residue_or_fast_task(from, lead, part); });
  }

  // A block of at most kResidueRows.
  void residue_or_fast_task(const Operands& from, std::size_t lead, const Block& block) {
    const bool forced = job_.options.method == BlendMethod::residues;
    if (forced || (decided_type(job_) == FloatType::f64 &&
                   residues_may_help(job_, block.rows, block.components))) {
      residues().prepare(from, block);
      if (forced || (residues().is_worth_while() && !residues().may_be_exact_in_fp64())) {
        residues().sum(from, block);
        put_rows(residues(), from, lead, block);
        put_masses(from, lead, block,
                   [&](std::size_t row) { return row_sum_.of(from, block.row + row); });
        return recompute_all(residues(), from, lead, block);
      }
    }
    fast_tasks(from, lead, block);
  }

  void fast_tasks(const Operands& from, std::size_t lead, const Block& block) {
    for_blocks(block, kFastBlockRows, kFastBlockComponents,
               [&](const Block& part) { fast_task(from, lead, part); });
  }

  // The block is prepared.
  void digit_task(const Operands& from, std::size_t lead, const Block& block) {
    const auto done = [&](std::size_t keys) { count(block.rows * block.components * keys); };
    digits().sum(from, block, lead_of_masses(lead, block).has_value(), done);
    put_rows(digits(), from, lead, block);
    put_masses(from, lead, block, [&](std::size_t row) {
      return digits().has_facts(row) ? digits().facts(row) : row_sum_.of(from, block.row + row);
    });
    if (!digits().is_exact() && kFixedPerResidue * count_undecided(digits(), block, block) >
                                    block.rows * block.components) {
      digits().take_all_levels();
      digits().sum(from, block, false);
      put_undecided(digits(), digits(), from, lead, block);
    }
    recompute_all(digits(), from, lead, block);
  }

  // What sums decide, and what is known without them.
  template <class Sums>
  void put_rows(Sums& sums, const Operands& from, std::size_t lead, const Block& block) {
    alignas(64) std::array<std::uint64_t, kSumComponents> bits = {};
    std::array<std::uint8_t, kSumComponents> skip;
    for (std::size_t row = 0; row < block.rows; ++row) {
      const bool sums_wanted = wants_sums(job_);
      if (sums_wanted) {
        sums.join(row);
      } else {
        sums.round(row, job_.rounded->type, bits.data());
      }
      std::copy_n(sums.undecided(row), block.components, skip.begin());
      begin_row(from, lead, block, row, sums, [&](std::size_t i) {
        skip[i] = 1;
        sums.settle(row, i);
      });
      if (!sums_wanted) {
        writer_.put_bits(block.component, block.components, bits, skip.data());
        continue;
      }
      for (std::size_t i = 0; i < block.components; ++i) {
        if (skip[i] == 0) writer_.put_sum(block.component + i, sums.magnitude(i));
      }
    }
  }

  // Those of the entries that `decided` left undecided which `sums` has.
  template <class Decided, class Sums>
  void put_undecided(Decided& decided, Sums& sums, const Operands& from, std::size_t lead,
                     const Block& block) {
    for (std::size_t row = 0; row < block.rows; ++row) {
      writer_.begin_row(from, lead, block.row + row);
      sums.join(row);
      for (std::size_t i = 0; i < block.components; ++i) {
        if (decided.undecided(row)[i] == 0 || !sums.takes_part(row, i)) continue;
        writer_.put_sum(block.component + i, sums.magnitude(i));
        decided.settle(row, i);
      }
    }
  }

  template <class Decided>
  void recompute_all(const Decided& decided, const Operands& from, std::size_t lead,
                     const Block& block) {
    for_blocks(block, kExactRows, kExactComponents,
               [&](const Block& part) { recompute(decided, from, lead, block, part); });
  }

  // Of the last fast block, if it left many entries undecided, those that residues give.
  void settle_by_residues(const Operands& from, std::size_t lead, const Block& block) {
    if (!residues_may_help(job_, block.rows, block.components)) return;
    const std::size_t undecided = count_undecided(fast(), block, block);
    if (kFixedPerResidue * undecided < block.rows * block.components) return;
    residues().prepare(from, block);
    if (!residues().is_worth_while()) return;
    residues().sum(from, block);
    put_undecided(fast(), residues(), from, lead, block);
  }

  // Scratch is made when it is first needed.
  ExactBlock& exact() {
    if (!exact_) exact_ = std::make_unique<ExactBlock>(job_.weights.type, job_.values.type);
    return *exact_;
  }
  FastBlock& fast() {
    if (!fast_) fast_ = std::make_unique<FastBlock>(*job_.kernel, decided_type(job_));
    return *fast_;
  }

  ResidueBlock& residues() {
    if (!residues_) residues_ = std::make_unique<ResidueBlock>(*job_.kernel, *job_.residues);
    return *residues_;
  }

  DigitBlock& digits() {
    if (!digits_) digits_ = std::make_unique<DigitBlock>(*job_.kernel, *job_.digits);
    return *digits_;
  }

  BinBlock& bins() {
    if (!bins_) {
      bins_ =
          std::make_unique<BinBlock>(job_.weights.type, job_.values.type, *job_.kernel, *job_.bins);
    }
    return *bins_;
  }

  MassBlock& masses() {
    if (!masses_) {
      masses_ = std::make_unique<MassBlock>(job_.weights.type, *job_.kernel, kFastBlockRows);
    }
    return *masses_;
  }
  // Whose masses the block finds, if any.
  [[nodiscard]] std::optional<std::size_t> lead_of_masses(std::size_t lead,
                                                          const Block& block) const {
    if (!job_.masses_from_blocks || block.component != 0) return std::nullopt;
    return first_weight_lead(job_.layout, lead);
  }
  // What facts_of(row) says of each row of a block that is not empty.
  template <class FactsOf>
  void put_masses(const Operands& from, std::size_t lead, const Block& block, FactsOf&& facts_of) {
    const std::optional<std::size_t> weight_lead = lead_of_masses(lead, block);
    for (std::size_t row = 0; weight_lead && row < block.rows; ++row) {
      if (job_.has_empty_rows && has_no_key(from, block.row + row)) continue;
      RowFacts facts = facts_of(row);
      tally_.add(facts);
      if (job_.options.row_masses.empty()) continue;
      job_.options.row_masses[*weight_lead * job_.layout.queries + block.row + row] =
          std::move(facts.mass);
    }
  }

  // Begins a row of the last block and writes what is known without its sums: all of an empty row,
  // and entries that are not finite. Calls done(i) for each, by component within the block.
  template <class Sums, class Done>
  void begin_row(const Operands& from, std::size_t lead, const Block& block, std::size_t row,
                 const Sums& sums, Done&& done) {
    writer_.begin_row(from, lead, block.row + row);
    if (!writer_.row_is_empty() && !sums.may_meet_not_finite(row)) return;
    to_look_at_.clear();
    for (std::size_t i = 0; i < block.components; ++i) {
      if (writer_.row_is_empty()) {
        writer_.put_empty(block.component + i);
        done(i);
      } else if (sums.met_not_finite(row, i)) {
        to_look_at_.push_back(block.component + i);
      }
    }
    writer_.put_ieee(to_look_at_, [&](std::size_t at) { done(to_look_at_[at] - block.component); });
  }

  const BlendJob& job_;
  Progress& progress_;
  bool calling_;
  std::size_t counted_ = 0;  // of the task
  EntryWriter writer_;
  RowSum row_sum_;
  std::vector<std::size_t> to_look_at_;
  std::unique_ptr<ExactBlock> exact_;
  std::unique_ptr<FastBlock> fast_;
  std::unique_ptr<ResidueBlock> residues_;
  std::unique_ptr<DigitBlock> digits_;
  std::unique_ptr<BinBlock> bins_;
  bool binned_ = false;  // the steps are those of bins_
  std::unique_ptr<PairSum> pair_;
  std::unique_ptr<MassBlock> masses_;
  bool with_masses_ = false;  // of the fast block
  RowTally tally_;
};

static_assert(kBinComponents == kSumComponents && kFastBlockRows <= kResidueRows &&
              kFastBlockRows <= kDigitRows && kFastBlockComponents == kSumComponents &&
              kResidueComponents == kSumComponents);

// Where one task lies.
struct TaskPlace {
  std::size_t lead;
  Block block;
  Operands from;
};

TaskPlace place_of(const BlendJob& job, const Cut& cut, std::size_t task) {
  const Layout& layout = job.layout;
  const std::size_t row_parts = parts(layout.queries, cut.rows);
  const std::size_t column_parts = parts(layout.components, cut.components);
  const std::size_t component = task % column_parts * cut.components;
  const std::size_t row = task / column_parts % row_parts * cut.rows;
  const std::size_t lead = task / column_parts / row_parts;
  return {lead,
          {row, std::min(cut.rows, layout.queries - row), component,
           std::min(cut.components, layout.components - component)},
          job.operands(lead)};
}

}  // namespace

TaskReport do_tasks(const BlendJob& job, const Cut& cut, TaskCounter& tasks, Progress& progress,
                    bool calling) {
  Worker worker(job, progress, calling);
  for (std::size_t task = 0; tasks.next(task);) {
    const TaskPlace at = place_of(job, cut, task);
    const NearestEnvironment environment;
    worker.do_task(at.from, at.lead, at.block, cut.fast);
  }
  return worker.report();
}

TaskReport do_split_tasks(const BlendJob& job, const Cut& cut, Progress& progress) {
  const std::size_t keys = job.layout.keys;
  const unsigned threads = thread_count(job.options.threads, keys / kFastKeys);
  const std::size_t some = parts(keys, kTasksPerThread * threads * kFastKeys) * kFastKeys;
  std::vector<Worker> workers;
  workers.reserve(threads);
  for (unsigned i = 0; i < threads; ++i) workers.emplace_back(job, progress, i == 0);
  const std::size_t tasks = task_count(job, cut);
  for (std::size_t task = 0; task < tasks; ++task) {
    const TaskPlace at = place_of(job, cut, task);
    TaskCounter ranges(parts(keys, some));
    std::vector<std::uint8_t> began(threads);
    run_threads(threads, ranges, [&](unsigned thread) {
      const NearestEnvironment environment;
      workers[thread].begin(at.lead, at.block);
      began[thread] = 1;
      for (std::size_t range = 0; ranges.next(range);) {
        workers[thread].add_keys(at.from, at.block, range * some,
                                 std::min(keys, (range + 1) * some));
      }
    });
    const NearestEnvironment environment;
    for (unsigned i = 1; i < threads; ++i) {
      if (began[i] != 0) workers[0].join(at.block, workers[i]);
    }
    workers[0].decide(at.from, at.lead, at.block, threads);
    std::vector<Block> undecided;
    Worker::for_blocks(at.block, kExactRows, kExactComponents, [&](const Block& part) {
      if (workers[0].count_left(at.block, part) != 0) undecided.push_back(part);
    });
    TaskCounter rest(undecided.size());
    run_threads(thread_count(threads, undecided.size()), [&](unsigned thread) {
      const NearestEnvironment here;
      for (std::size_t i = 0; rest.next(i);) {
        workers[thread].recompute_left(workers[0], at.from, at.lead, at.block, undecided[i]);
      }
    });
  }
  TaskReport all;
  for (Worker& worker : workers) all.join(worker.report());
  return all;
}

}  // namespace exactblend
