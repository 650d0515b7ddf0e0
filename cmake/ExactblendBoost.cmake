# Sets EXACTBLEND_BOOST_INCLUDE_DIR to Boost headers of at least 1.81: those the caller names, a copy unpacked
# privately under .deps, the system's, in this order. Older ones (1.74 is Debian 12's default) throw on a negative denominator.
function(exactblend_boost_version dir out)
  set(version 0)
  if(EXISTS ${dir}/boost/version.hpp)
    file(STRINGS ${dir}/boost/version.hpp line REGEX "^#define BOOST_VERSION [0-9]+")
    string(REGEX MATCH "[0-9]+" version "${line}")
  endif()
  set(${out} ${version} PARENT_SCOPE)
endfunction()

# Chosen anew at each configuration: what was found last time may have been removed since.
unset(EXACTBLEND_BOOST_INCLUDE_DIR)
foreach(dir ${Boost_INCLUDE_DIR} ${PROJECT_SOURCE_DIR}/.deps/boost/usr/include /usr/include /usr/local/include)
  exactblend_boost_version(${dir} version)
  if(version GREATER_EQUAL 108100)
    set(EXACTBLEND_BOOST_INCLUDE_DIR ${dir})
    message(STATUS "Boost headers: ${dir} (${version})")
    break()
  endif()
endforeach()
if(NOT EXACTBLEND_BOOST_INCLUDE_DIR)
  message(FATAL_ERROR "exactblend needs the Boost headers, 1.81 or newer, and found none: run ./exactblend once "
                      "(it unpacks them into .deps/boost), or pass -DBoost_INCLUDE_DIR=<folder that holds boost/>")
endif()
