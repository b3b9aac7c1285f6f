#!/usr/bin/env bash
# Says in one sentence what to install, if a tool is missing or too old.
#   need.sh go         Go, in the version of go.mod or later
#   need.sh node LOCK  Node.js with npm, as package.json wants it. A version older than that is
#                      refused only if packages of LOCK, a package-lock.json, cannot work with it
set -euo pipefail
cd "$(dirname "$0")/.."

fail() { echo "make: $*" >&2; exit 1; }

need_go() {
  local go=${GO:-go} wanted version where
  wanted=$(sed -n 's/^go //p' go.mod)
  where="Go $wanted or later is needed: install it from https://go.dev/dl/"
  command -v "$go" >/dev/null || fail "$where (there is no Go on the PATH)."
  # Since Go 1.21 an older version fetches the one that go.mod names.
  version=$("$go" env GOVERSION 2>/dev/null) || fail "$where (this one is older, and could not fetch it)."
  [ "$(printf '%s\n' "$wanted" "${version#go}" | sort -V | head -1)" = "$wanted" ] || fail "$where (this one is ${version#go})."
}

need_node() {
  local wanted
  wanted=$(sed -n 's/.*"node": ">=\([0-9.]*\)".*/\1/p' package.json)
  if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
    fail "Node.js $wanted or later with npm is needed: install it from https://nodejs.org/en/download (they are not on the PATH)."
  fi
  node scripts/nodeversion.js "$wanted" "${1:-package-lock.json}"
}

"need_$1" "${@:2}"
