#!/usr/bin/env bash
# Makes the programs of other services that make bench PEERS="…" measures beside Stint, in bin/peers. They are only
# run: nothing of them is part of Stint. Each is pinned, and is made again when its pin changes.
#   traggo      GPL-3.0, from its source, without its pages. It needs git and a C compiler. TRAGGO_SOURCE is another place
#               of the source for git.
#   timetagger  GPL-3.0, from PyPI. It needs Python 3.11 with venv.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$PWD/bin/peers

fail() { echo "peers: $*" >&2; exit 1; }

# made NAME PIN reports whether a program is there. Else it makes room for it.
made() {
  [ "$(cat "$folder/$1/pin" 2>/dev/null)" = "$2" ] && return
  rm -rf "${folder:?}/$1"
  mkdir -p "$folder/$1"
  return 1
}

traggo() {
  local version=0.8.3 commit=6321119c3c2d55f04e2e4967f6492aabd6067b76 at=$folder/traggo
  ! made traggo "$commit" || return 0
  command -v git >/dev/null || fail "git is needed for the source of traggo"
  git clone -q -c advice.detachedHead=false --branch "v$version" "${TRAGGO_SOURCE:-https://github.com/traggo/server}" "$at/source"
  [ "$(git -C "$at/source" rev-parse HEAD)" = "$commit" ] || fail "v$version of traggo is not the commit that was tried"
  # The pages are built with node, and the server contains the result. Only the API is measured, so empty files are enough.
  mkdir -p "$at/source/ui/build"
  (
    cd "$at/source"
    for page in index.html manifest.json service-worker.js asset-manifest.json favicon.ico favicon-{16x16,32x32,192x192,256x256}.png; do
      : >"ui/build/$page"
    done
    export GOFLAGS=-mod=mod
    "${GO:-go}" run github.com/99designs/gqlgen generate
    CGO_ENABLED=1 "${GO:-go}" build -tags "netgo osusergo sqlite_omit_load_extension" \
      -ldflags "-X main.BuildMode=prod -X main.BuildVersion=$version" -o "$at/traggo" .
  )
  rm -rf "$at/source"
  echo "$commit" >"$at/pin"
}

timetagger() {
  local pins=scripts/peers/requirements.txt at=$folder/timetagger
  ! made timetagger "$(sha256sum <"$pins")" || return 0
  python3 -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null ||
    fail "there is no Python 3.11 with venv for timetagger"
  python3 -m venv "$at"
  "$at/bin/pip" install -q --disable-pip-version-check --require-hashes --only-binary :all: -r "$pins"
  sha256sum <"$pins" >"$at/pin"
}

for name in "$@"; do
  case $name in
  traggo | timetagger) "$name" ;;
  *) fail "there is no $name: there are traggo and timetagger" ;;
  esac
done
