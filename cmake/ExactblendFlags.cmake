# exactblend_flags(target): the warnings, and -Werror where asked for. Sanitizers apply to all targets.
function(exactblend_flags target)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast -Wcast-qual -Wcast-align
    -Wnon-virtual-dtor -Woverloaded-virtual -Wundef -Wunused -Wformat=2 -Wimplicit-fallthrough -Wdouble-promotion
    $<$<CXX_COMPILER_ID:GNU>:-Wduplicated-cond -Wduplicated-branches -Wlogical-op -Wuseless-cast>
    $<$<CXX_COMPILER_ID:Clang>:-Wnewline-eof -Wextra-semi -Wunreachable-code>
    $<$<BOOL:${EXACTBLEND_WERROR}>:-Werror>)
endfunction()

if(EXACTBLEND_SANITIZE)
  # -O1: as fast as sanitized code gets while its stack traces stay readable.
  set(sanitizers address,undefined)
  if(EXACTBLEND_SANITIZE STREQUAL "thread")
    set(sanitizers thread)
  endif()
  add_compile_options(-fsanitize=${sanitizers} -fno-sanitize-recover=all -fno-omit-frame-pointer -O1 -g)
  add_link_options(-fsanitize=${sanitizers})
endif()
if(EXACTBLEND_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "EXACTBLEND_FUZZ needs clang, since libFuzzer is part of it: pass -DCMAKE_CXX_COMPILER=clang++-19")
  endif()
  # All is instrumented for coverage, since all links the library; only the fuzz targets link libFuzzer's main.
  add_compile_options(-fsanitize=fuzzer-no-link)
  add_link_options(-fsanitize=fuzzer-no-link)
endif()
