// The tile registers of AMX, all of 16 rows of 64 bytes, while one of these lives.
#pragma once

#include <immintrin.h>

#include <array>
#include <cstdint>

#define EXACTBLEND_AMX_TARGET                                                                   \
  __attribute__((                                                                               \
      target("avx2,fma,f16c,avx512f,avx512dq,avx512bw,avx512vl,avx512vnni,avx512vbmi,amx-tile," \
             "amx-int8")))

namespace exactblend {

struct alignas(64) AmxTileConfig {
  std::uint8_t palette = 1;
  std::uint8_t start_row = 0;
  std::array<std::uint8_t, 14> reserved = {};
  std::array<std::uint16_t, 16> row_bytes = {64, 64, 64, 64, 64, 64, 64, 64};
  std::array<std::uint8_t, 16> rows = {16, 16, 16, 16, 16, 16, 16, 16};
};

class AmxTiles {
 public:
  EXACTBLEND_AMX_TARGET AmxTiles() {
    static constexpr AmxTileConfig kConfig;
    _tile_loadconfig(&kConfig);
  }
  EXACTBLEND_AMX_TARGET ~AmxTiles() { _tile_release(); }
  AmxTiles(const AmxTiles&) = delete;
  AmxTiles& operator=(const AmxTiles&) = delete;
};

}  // namespace exactblend
