#!/usr/bin/env bash
# Puts the licences of what programs link into a folder, with the source of modules under the MPL, which asks for it.
#   scripts/licences.sh FOLDER "linux darwin" ./package…
# Licences that the tool finds are evidence: it reads the files, it does not judge them.
set -euo pipefail
cd "$(dirname "$0")/.."
go=${GO:-go}
folder=$1 systems=$2
shift 2

mkdir -p "$folder/go" bin/tools
"$go" build -C scripts/sbom -o ../../bin/tools/ github.com/google/go-licenses/v2
# The tool is built with -trimpath, so it does not know by itself which packages are Go's own: without GOROOT it takes
# all for them, and saves nothing.
goroot=$("$go" env GOROOT)
cp "$goroot/LICENSE" "$folder/go/"
cp LICENSE "$folder/"
for system in $systems; do
  texts=$(mktemp -d)
  GOROOT=$goroot GOOS=$system bin/tools/go-licenses save "$@" --ignore stint --save_path "$texts" --force 2>"$texts.log" ||
    { cat "$texts.log" >&2; exit 1; }
  [ -d "$texts" ] || { echo "licences: go-licenses found none" >&2; exit 1; }
  cp -r "$texts"/. "$folder/"
  rm -rf "$texts" "$texts.log"
done
chmod -R u+w "$folder"
