#!/usr/bin/env bash
# Runs the tests with the race detector in random order: all tests, or those
# that PKG (packages, separated by spaces) and RUN (a regular expression for names of
# tests) select.
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
  tests=$("$go" test -race -list "${RUN%%/*}" $drivers)
  grep -q '^\(Test\|Fuzz\|Example\)' <<<"$tests"
}

if needs_browser; then scripts/chromium.sh; fi
scripts/languages.sh
# By default the race detector lets each test program sleep for a second when it ends.
export GORACE="${GORACE:-atexit_sleep_ms=0}"
# The tests use little memory, and would spend a seventh of their processor time on collecting it.
export GOGC="${GOGC:-400}" GOMEMLIMIT="${GOMEMLIMIT:-2GiB}"
# make check runs all analyzers of go vet on all packages, so the tests do not run some of them
# a second time.
# -w leaves out what only debuggers read, which takes a third of the time to link a test program.
set -x
exec "$go" test -race -vet=off -ldflags=-w -shuffle=on -timeout 30m ${RUN:+-run "$RUN"} "${packages[@]}"
