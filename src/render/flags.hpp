// Labels that stand off from what they name, each at the end of a vertical leader: no two labels
// overlap and no leader runs through a label. A label that finds no place is dropped and counted.
#pragma once

#include <cstddef>
#include <vector>

#include "render/figure_parts.hpp"

namespace exactblend::draw {

class Flags {
 public:
  static constexpr Hundredths kRow = units(17);

  struct Flag {
    Hundredths x;  // of the leader
    Hundredths left;
    Hundredths right;
    std::int64_t row;  // 0 is next to what is named
    Label label;
  };

  Flags(Hundredths left, Hundredths right, std::size_t rows)
      : left_(left), right_(right), rows_(static_cast<std::int64_t>(rows)) {}

  void add(Hundredths x, Label label) {
    const Hundredths width = label.width(kSmall);
    const Hundredths latest = right_ - width;
    const Hundredths left = x - units(2) < latest ? x - units(2) : latest;
    waiting_.push_back({x, left < left_ ? left_ : left, 0, 0, std::move(label)});
    waiting_.back().right = waiting_.back().left + width;
  }

  // From right to left, each in the lowest row that is free.
  void arrange() {
    for (std::size_t i = waiting_.size(); i-- > 0;) {
      Flag& flag = waiting_[i];
      while (flag.row < rows_ && !is_free(flag)) ++flag.row;
      if (flag.row == rows_) {
        ++dropped_;
        continue;
      }
      if (flag.row + 1 > used_) used_ = flag.row + 1;
      shown_.push_back(std::move(flag));
    }
    waiting_.clear();
  }

  [[nodiscard]] const std::vector<Flag>& shown() const { return shown_; }
  [[nodiscard]] std::size_t dropped() const { return dropped_; }
  [[nodiscard]] Hundredths height() const { return used_ == 0 ? 0 : used_ * kRow + units(6); }

 private:
  [[nodiscard]] bool is_free(const Flag& flag) const {
    constexpr Hundredths kGap = units(6);
    for (const Flag& other : shown_) {
      const bool beside = flag.right + kGap <= other.left || other.right + kGap <= flag.left;
      if (flag.row == other.row && !beside) return false;
      if (other.row > flag.row && other.x >= flag.left - kGap / 2 && other.x <= flag.right) {
        return false;  // its leader would run through this label
      }
      if (flag.row > other.row && flag.x >= other.left - kGap / 2 && flag.x <= other.right) {
        return false;
      }
    }
    return true;
  }

  Hundredths left_;
  Hundredths right_;
  std::int64_t rows_;
  std::int64_t used_ = 0;
  std::size_t dropped_ = 0;
  std::vector<Flag> waiting_;
  std::vector<Flag> shown_;
};

}  // namespace exactblend::draw
