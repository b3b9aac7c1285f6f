#!/usr/bin/env bash
# Makes the command for linux, mac and windows in bin/dist: static programs, the bill of
# materials of each, the licences of what they link, and checksums. The same commit makes
# the same bytes.
#
# Licences that the tools find are evidence: they read the files, they do not judge them.
set -euo pipefail
cd "$(dirname "$0")/.."
go=${GO:-go}
version=${STINT_VERSION:?run make dist, which says the version}

rm -rf bin/dist
mkdir -p bin/dist bin/tools
for tool in github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod github.com/google/go-licenses/v2; do
  "$go" build -C scripts/sbom -o ../../bin/tools/ "$tool"
done

# The licence texts, and the source of modules under the MPL, which asks for it.
mkdir -p bin/dist/licences/go
cp "$("$go" env GOROOT)/LICENSE" bin/dist/licences/go/
cp LICENSE bin/dist/licences/
for system in linux darwin windows; do
  texts=$(mktemp -d)
  GOOS=$system bin/tools/go-licenses save ./scripts/stint --ignore stint --save_path "$texts" --force 2>"$texts.log" ||
    { cat "$texts.log" >&2; exit 1; }
  cp -r "$texts"/. bin/dist/licences/
  rm -rf "$texts" "$texts.log"
done
chmod -R u+w bin/dist/licences

for system in linux darwin windows; do
  for arch in amd64 arm64; do
    name=bin/dist/stint-$system-$arch
    [ $system != windows ] || name+=.exe
    CGO_ENABLED=0 GOOS=$system GOARCH=$arch "$go" build -trimpath -buildvcs=false \
      -ldflags="-s -w -buildid= -X main.version=$version" -o "$name" ./scripts/stint
    (cd scripts/sbom && ../../bin/tools/cyclonedx-gomod bin -json -noserial -notimestamp -std -licenses -version "$version" \
      -output "../../$name.cdx.json" "../../$name" 2>"../../$name.log") || { cat "$name.log" >&2; exit 1; }
    rm -f "$name.log"
    echo "$name"
  done
done

cd bin/dist
find . -type f ! -name SHA256SUMS -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sed 's#\./##' >SHA256SUMS
echo "bin/dist has the command, its bills of materials, the licences and SHA256SUMS"
