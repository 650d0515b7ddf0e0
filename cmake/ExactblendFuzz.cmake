# exactblend_add_fuzzer(name source): the libFuzzer program <name>_fuzz, and a ctest test fuzz.<name> that runs it briefly.
set(EXACTBLEND_FUZZ_SECONDS 10 CACHE STRING "How long each fuzz target runs as a test")

function(exactblend_add_fuzzer name source)
  set(target ${name}_fuzz)
  add_executable(${target} ${source})
  exactblend_flags(${target})
  target_compile_definitions(${target} PRIVATE EXACTBLEND_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  target_link_libraries(${target} PRIVATE exactblend::exactblend)
  target_link_options(${target} PRIVATE -fsanitize=fuzzer)

  # libFuzzer writes what it finds into the first folder and only reads the others, so the corpus under version control
  # stays as it is, and what earlier runs found in this build is built upon.
  set(found ${CMAKE_CURRENT_BINARY_DIR}/corpus/${name})
  set(artifacts ${CMAKE_CURRENT_BINARY_DIR}/artifacts/${name})
  file(MAKE_DIRECTORY ${found} ${artifacts})
  set(seeds ${CMAKE_CURRENT_SOURCE_DIR}/corpus/${name})
  if(NOT IS_DIRECTORY ${seeds})
    set(seeds)
  endif()
  set(dictionary ${CMAKE_CURRENT_SOURCE_DIR}/${name}.dict)
  if(EXISTS ${dictionary})
    set(dictionary -dict=${dictionary})
  else()
    set(dictionary)
  endif()
  add_test(NAME fuzz.${name}
           COMMAND ${target} -max_total_time=${EXACTBLEND_FUZZ_SECONDS} -timeout=10 -rss_limit_mb=2048
                   -artifact_prefix=${artifacts}/ ${dictionary} ${found} ${seeds})
  math(EXPR limit "${EXACTBLEND_FUZZ_SECONDS} + 120")
  set_tests_properties(fuzz.${name} PROPERTIES LABELS fuzz TIMEOUT ${limit})
endfunction()
