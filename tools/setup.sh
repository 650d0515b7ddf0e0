# Sourced by ./exactblend and ./test, which set `root` (the tree, absolute) and `log` (a file that takes all chatter).
# Says what must be installed, installs it, builds.
# shellcheck shell=bash disable=SC2034,SC2154,SC2164

# One row each: a file (or glob) that proves it, the Debian package that brings it.
program_needs=(
  '/usr/bin/g++                              g++'
  '/usr/bin/cmake                            cmake'
  '/usr/bin/ninja                            ninja-build'
  '/usr/include/*/gmp.h                      libgmp-dev'
  '/usr/include/tl/expected.hpp              libexpected-dev'
  '/usr/include/CLI/CLI.hpp                  libcli11-dev'
  '/usr/include/nlohmann/json.hpp            nlohmann-json3-dev'
  '/usr/include/fmt/core.h                   libfmt-dev'
  '/usr/include/md4c.h                       libmd4c-dev'
  '/usr/include/gumbo.h                      libgumbo-dev'
  '/usr/bin/rsvg-convert                     librsvg2-bin'
)
llvm=/usr/lib/llvm-19/lib
test_needs=(
  '/usr/include/gtest/gtest.h                libgtest-dev'
  '/usr/include/rapidcheck.h                 librapidcheck-dev'
  '/usr/include/benchmark/benchmark.h        libbenchmark-dev'
  '/usr/include/flint/fmpq.h                 libflint-dev'
  '/usr/lib/*/libopenblas.so                 libopenblas-dev'
  '/usr/bin/python3                          python3'
  '/usr/lib/python3/dist-packages/jsonschema python3-jsonschema'
  '/usr/lib/python3/dist-packages/numpy      python3-numpy'
  '/usr/bin/pdflatex                         texlive-latex-base'
  '/usr/share/texlive/texmf-dist/tex/latex/booktabs texlive-latex-recommended'
  '/usr/bin/chromium                         chromium'
  '/usr/bin/w3m                              w3m'
  '/usr/bin/clang++-19                       clang-19'
  '/usr/bin/wasm-ld-19                       lld-19'
  "$llvm/clang/19/lib/linux/libclang_rt.fuzzer-*.a       libclang-rt-19-dev"
  "$llvm/clang/19/lib/wasi/libclang_rt.builtins-wasm32.a libclang-rt-19-dev-wasm32"
  "$llvm/wasm32-wasi/libc++.a                libc++-19-dev-wasm32"
  "$llvm/wasm32-wasi/libc++abi.a             libc++abi-19-dev-wasm32"
  '/usr/lib/wasm32-wasi/libc.a               wasi-libc'
)
boost_package=libboost1.81-dev
boost_least=108100

installed_something=no

say() { printf 'exactblend: %s\n' "$*" >&2; }
fail() {
  say "$*"
  exit 2
}

as_root() {
  if ((EUID == 0)); then
    "$@"
  else
    sudo "$@"
  fi
}

apt_update() { as_root apt-get -q update >>"$log" 2>&1; }

apt_install() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -qy -o DPkg::Lock::Timeout=300 \
    install --no-install-recommends "$@" >>"$log" 2>&1
}

# install_missing ROW...: installs the packages whose proof is not there. Lists are refreshed only if the first try
# fails, which a fresh machine needs (it has none) and most others don't.
install_missing() {
  local row proof package missing=()
  for row in "$@"; do
    read -r proof package <<<"$row"
    compgen -G "$proof" >/dev/null || missing+=("$package")
  done
  ((${#missing[@]})) || return 0
  [[ -x /usr/bin/apt-get ]] ||
    fail "there is no apt-get here: install what these Debian packages hold, then try again: ${missing[*]}"
  if ((EUID != 0)) && ! command -v sudo >/dev/null; then
    fail "root is needed once, to install packages; as root, run: apt-get install --no-install-recommends ${missing[*]}"
  fi
  say "installing ${missing[*]}"
  apt_install "${missing[@]}" || { apt_update && apt_install "${missing[@]}"; } ||
    fail "could not install ${missing[*]}; what apt-get said is in $log"
  installed_something=yes
}

boost_is_new_enough() { # an include folder
  local header=$1/boost/version.hpp
  [[ -r $header && $(<"$header") =~ '#define BOOST_VERSION '([0-9]+) ]] && ((BASH_REMATCH[1] >= boost_least))
}

# Debian 12's default Boost is too old, and its newer package would remove the default one. Only headers are needed, so
# they are unpacked privately, without root, and whatever uses the default Boost keeps it.
ensure_boost() {
  local unpacked=$root/.deps/boost fresh=$root/.deps/boost.new
  if boost_is_new_enough /usr/include || boost_is_new_enough "$unpacked/usr/include"; then
    return 0
  fi
  say "unpacking the headers of $boost_package into .deps/boost"
  rm -rf "$unpacked" "$fresh"
  mkdir -p "$fresh/download"
  cd "$fresh/download"
  apt-get -q download "$boost_package" >>"$log" 2>&1 ||
    { apt_update && apt-get -q download "$boost_package" >>"$log" 2>&1; } ||
    fail "could not download $boost_package; what apt-get said is in $log"
  dpkg-deb -x ./*.deb "$fresh" >>"$log" 2>&1 || fail "could not unpack $boost_package; see $log"
  cd "$root"
  rm -rf "$fresh/download"
  mv "$fresh" "$unpacked" # last, so that an interrupted run leaves nothing that looks finished
  installed_something=yes
}

# What drives the browser, as tests/browser/package-lock.json pins it, in .deps/browser. Where npm reaches no registry
# the tests in the browser are skipped, and say so.
ensure_browser_packages() {
  local wanted=$root/tests/browser unpacked=$root/.deps/browser
  if cmp -s "$wanted/package-lock.json" "$unpacked/package-lock.json"; then
    return 0
  fi
  say "unpacking the packages of tests/browser into .deps/browser"
  rm -rf "$unpacked" "$unpacked.new"
  mkdir -p "$unpacked.new"
  cp "$wanted"/{package.json,package-lock.json,.npmrc} "$unpacked.new"
  (cd "$unpacked.new" && npm ci --ignore-scripts --no-audit --no-fund >>"$log" 2>&1) || {
    say "could not unpack the packages of tests/browser, so nothing is tested in a browser; what npm said is in $log"
    return 0
  }
  mv "$unpacked.new" "$unpacked" # last, so that an interrupted run leaves nothing that looks finished
}

# lock NAME: one run at a time in this tree; the file descriptor is in lock_fd.
lock() {
  mkdir -p "$root/build" 2>/dev/null || true
  [[ -d $root/build && -w $root/build ]] || fail "can't write to $root/build: make it yours, or copy the tree elsewhere"
  exec {lock_fd}>"$root/build/$1.lock"
  flock -n "$lock_fd" || {
    say "waiting for another run in this tree to finish"
    flock "$lock_fd"
  }
}

# drop_foreign_build DIR: a tree that was copied or moved together with its build would build the old tree's sources.
drop_foreign_build() {
  local line
  [[ -e $1/CMakeCache.txt ]] || return 0
  while read -r line; do
    if [[ $line == CMAKE_HOME_DIRECTORY:* && ${line#*=} != "$root" ]]; then
      rm -rf "$1"
      break
    fi
  done <"$1/CMakeCache.txt"
}

# configure DIR COMPILER [CMAKE ARGUMENT]...
configure() {
  local dir=$1 compiler=$2
  shift 2
  /usr/bin/cmake -S "$root" -B "$dir" -G Ninja -DCMAKE_MAKE_PROGRAM=/usr/bin/ninja \
    -DCMAKE_CXX_COMPILER="$compiler" "$@" >>"$log" 2>&1
}

# build DIR [NINJA ARGUMENT]...: on a terminal shows how far it is, in one line.
build() {
  local dir=$1 line status=0
  shift
  if [[ -t 2 ]]; then
    NINJA_STATUS='[%f/%t] ' /usr/bin/ninja -C "$dir" "$@" 2>&1 | while IFS= read -r line; do
      printf '%s\n' "$line" >>"$log"
      if [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]]; then
        printf '\r\e[Kexactblend: building %s of %s' "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}" >&2
      fi
    done || status=$?
    printf '\r\e[K' >&2
  else
    /usr/bin/ninja -C "$dir" "$@" >>"$log" 2>&1 || status=$?
  fi
  return "$status"
}
