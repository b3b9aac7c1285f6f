#!/usr/bin/env bash
# Runs the tests. What does several things at the same time runs with the race detector, and all else
# without it (scripts/races lists which is which). Results that are still valid come from Go's cache.
#   PKG, RUN  some of the tests: packages, separated by spaces, and a regular expression of names.
#             They run without the race detector, or with it for RACE=1
#   ALL=1     all tests with the race detector, in random order, in their large sizes
set -euo pipefail
cd "$(dirname "$0")/.."
go=${GO:-go}

packages=()
for package in ${PKG:-./...}; do
  case $package in
    ./* | stint | stint/*) packages+=("$package") ;;
    *) packages+=("./$package") ;; # functions/timers means ./functions/timers
  esac
done

# needs_browser reports whether a selected test is in a package that drives a
# browser. A run of everything does. It compiles only packages that do.
needs_browser() {
  [ -n "${PKG:-}${RUN:-}" ] || return 0
  local drivers tests
  drivers=$("$go" list -f '{{range $i := .TestImports}}{{if eq $i "stint/internal/browser"}}{{$.ImportPath}}{{end}}{{end}}{{range $i := .XTestImports}}{{if eq $i "stint/internal/browser"}}{{$.ImportPath}}{{end}}{{end}}' "${packages[@]}")
  [ -n "$drivers" ] || return 1
  [ -n "${RUN:-}" ] || return 0
  # -list knows no subtests, so only the part of RUN before the first slash counts.
  # shellcheck disable=SC2086 # one package a line
  tests=$("$go" test -list "${RUN%%/*}" $drivers)
  grep -q '^\(Test\|Fuzz\|Example\)' <<<"$tests"
}

if needs_browser; then scripts/chromium.sh; fi
scripts/languages.sh
# The engine's name has its hash, so that Go knows for which one a result is.
STINT_DYNOXIDE=${STINT_DYNOXIDE-$(scripts/engine.sh)}
export STINT_DYNOXIDE
# Tests that start programs of the machine ask for their versions: programs.KeepResultsOf. Tests that start
# other programs ask for the run, so that their results are not kept: programs.KeepNoResults.
STINT_INSTALLED=$(scripts/installed.sh)
export STINT_INSTALLED
export STINT_RUN=$$-$SECONDS-$RANDOM
# By default the race detector lets each test program sleep for a second when it ends.
export GORACE="${GORACE:-atexit_sleep_ms=0}"
# The tests use little memory, and would spend a seventh of their processor time on collecting it.
export GOGC="${GOGC:-1000}" GOMEMLIMIT="${GOMEMLIMIT:-1GiB}"

# run prints and runs a go test. make check runs all analyzers of go vet on all packages, so the tests
# do not run some of them a second time. -s leaves out what only debuggers read, which takes a third of
# the time to link a test program.
# The race detector needs C.
run() {
  local flags=(-vet=off -ldflags=-s -timeout 30m)
  echo "+ go test ${flags[*]} $*" | cut -c 1-200
  case " $* " in *" -race "*) local -x CGO_ENABLED=1 ;; esac
  "$go" test "${flags[@]}" "$@"
}

if [ -n "${ALL:-}" ]; then
  export STINT_PICTURES=1 STINT_LARGE=1 STINT_HISTORY="${STINT_HISTORY:-100000}"
  run -race -shuffle=on -timeout 90m "${packages[@]}"
elif [ -n "${PKG:-}${RUN:-}" ]; then
  run ${RACE:+-race} ${RUN:+-run "$RUN"} "${packages[@]}"
else
  { read -r names; read -r racing; read -r whole; } < <("$go" run ./scripts/races)
  # shellcheck disable=SC2086 # packages are separated by spaces
  calm=$("$go" list ./... | grep -vxF "$("$go" list $whole)")
  # Both runs at the same time, because each often uses one processor only. What the first one prints follows at the end.
  raced=$(mktemp)
  set -m # a process group of its own, which an interrupt of this script ends
  # shellcheck disable=SC2086
  run -race -run "$names" $racing >"$raced" 2>&1 &
  set +m
  trap 'kill -INT -- -$! 2>/dev/null || true; rm -f "$raced"' EXIT
  failed=
  # shellcheck disable=SC2086
  run -skip "$names" $calm || failed=1
  wait $! || failed=1
  cat "$raced"
  [ -z "$failed" ]
fi
