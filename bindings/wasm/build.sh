#!/usr/bin/env bash
# Builds OUTDIR/exactblend.wasm. Only what is older than its sources is built again. See --help.
set -euo pipefail

usage() {
  cat <<'END'
Usage: bindings/wasm/build.sh OUTDIR

Builds OUTDIR/exactblend.wasm: src/number, src/blend, src/lesson, src/render and the C interface
bindings/wasm/exactblend.h, with clang++-19 for wasm32-wasi. Quiet when there is nothing to do.

Needs clang-19, lld-19, wasi-libc, libclang-rt-19-dev-wasm32, libc++-19-dev-wasm32,
libc++abi-19-dev-wasm32, ninja-build, libexpected-dev, and Boost headers of 1.81 or newer.

  Boost_INCLUDE_DIR             the folder that holds boost/, if neither .deps/boost nor /usr/include will do
  CMAKE_CXX_COMPILER_LAUNCHER   put before the compiler, as CMake does: ccache, for example
END
}

fail() {
  printf 'bindings/wasm/build.sh: %s\n' "$*" >&2
  exit 2
}

case ${1-} in
  --help | -h)
    usage
    exit 0
    ;;
  '' | -*)
    usage >&2
    exit 2
    ;;
esac
(($# == 1)) || fail "one folder is wanted, $# arguments are given"

root=$(CDPATH='' cd -P -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/../.." && pwd)
mkdir -p "$1/include"
out=$(CDPATH='' cd -P -- "$1" && pwd)
compiler=/usr/bin/clang++-19
[[ -x $compiler ]] || fail "there is no $compiler; Debian's clang-19 has it"

# Older ones throw on a negative denominator and make the module three times larger.
find_boost() {
  local dir
  for dir in ${Boost_INCLUDE_DIR:+"$Boost_INCLUDE_DIR"} "$root/.deps/boost/usr/include" /usr/include; do
    if [[ -r $dir/boost/version.hpp && $(<"$dir/boost/version.hpp") =~ '#define BOOST_VERSION '([0-9]+) ]] &&
      ((BASH_REMATCH[1] >= 108100)); then
      printf '%s\n' "$dir"
      return
    fi
  done
  fail "no Boost headers of 1.81 or newer: ./test unpacks them into .deps/boost"
}
boost=$(find_boost)
[[ -r /usr/include/tl/expected.hpp ]] || fail "there is no tl/expected.hpp; Debian's libexpected-dev has it"

# Only these two: the host's C headers in /usr/include must not reach the wasm target.
ln -sfnT "$boost/boost" "$out/include/boost"
ln -sfnT /usr/include/tl "$out/include/tl"

# escape PATH: as Ninja wants paths written.
escape() {
  local path=${1//\$/\$\$}
  path=${path// /\$ }
  printf '%s' "${path//:/\$:}"
}

# quoted PATH: as the shell wants it, in a rule.
quoted() {
  local path
  printf -v path '%q' "$1"
  printf '%s' "${path//\$/\$\$}"
}

# The rules for Ninja, which builds in parallel and knows from the compiler which headers were read.
write_rules() {
  local source object objects=()
  cat <<END
ninja_required_version = 1.5
flags = --target=wasm32-wasi -std=c++20 -Oz -mbulk-memory -fno-exceptions -fno-rtti -DBOOST_NO_EXCEPTIONS -DNDEBUG
includes = -I$(quoted "$root/include") -I$(quoted "$root/src") -isystem include
warnings = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror
rule compile
  command = ${CMAKE_CXX_COMPILER_LAUNCHER-} $compiler \$flags \$warnings \$includes -MMD -MF \$out.d -c \$in -o \$out
  depfile = \$out.d
  deps = gcc
  description = \$out
rule link
  command = $compiler \$flags -mexec-model=reactor -Wl,--strip-all \$in -o \$out
  description = \$out
END
  cd "$root"
  for source in src/{number,blend,lesson,render}/*.cpp bindings/wasm/*.cpp; do
    object=${source//\//-}
    object=${object%.cpp}.o
    objects+=("$object")
    printf 'build %s: compile %s\n' "$object" "$(escape "$root/$source")"
  done
  printf 'build exactblend.wasm: link %s\n' "${objects[*]}"
  printf 'default exactblend.wasm\n'
}

write_rules >"$out/build.ninja.new"
if cmp -s "$out/build.ninja.new" "$out/build.ninja"; then
  rm "$out/build.ninja.new"
else
  mv "$out/build.ninja.new" "$out/build.ninja"
fi
# What Ninja says is wanted only if it failed.
said=$(/usr/bin/ninja -C "$out" --quiet 2>&1) || fail "$said"
