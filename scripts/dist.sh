#!/usr/bin/env bash
# Makes programs for linux, mac and windows in bin/dist: static, with the bill of materials of each,
# the licences of what they link, and checksums. The same commit makes the same bytes.
#   PROGRAMS  names and packages, by default the command alone: stint=./scripts/stint
#   DIST      another folder
#   BY_PLATFORM=1  a folder for each platform, without the platform in the names
set -euo pipefail
cd "$(dirname "$0")/.."
go=${GO:-go}
version=${STINT_VERSION:?run make dist, which says the version}
programs=${PROGRAMS:-stint=./scripts/stint}
dist=${DIST:-bin/dist}
flags=(-trimpath -buildvcs=false
  -ldflags="-s -w -buildid= -X stint/shared/version.number=$version -X stint/shared/version.commit=${STINT_COMMIT:-}")

rm -rf "$dist"
mkdir -p "$dist" bin/tools
"$go" build -C scripts/sbom -o ../../bin/tools/ github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod
packages=()
for program in $programs; do packages+=("${program#*=}"); done
scripts/licences.sh "$dist/licences" "linux darwin windows" "${packages[@]}"

# build SYSTEM ARCH NAME PACKAGE makes a program and its bill of materials.
build() {
  local name=$dist/$3-$1-$2
  [ -z "${BY_PLATFORM:-}" ] || { mkdir -p "$dist/$1-$2"; name=$dist/$1-$2/$3; }
  [ "$1" != windows ] || name+=.exe
  CGO_ENABLED=0 GOOS=$1 GOARCH=$2 "$go" build "${flags[@]}" -o "$name" "$4"
  (cd scripts/sbom && ../../bin/tools/cyclonedx-gomod bin -json -noserial -notimestamp -std -licenses -version "$version" \
    -output "../../$name.cdx.json" "../../$name" 2>"../../$name.log") || { cat "$name.log" >&2; exit 1; }
  rm -f "$name.log"
  echo "$name"
}

for system in linux darwin windows; do
  for arch in amd64 arm64; do
    for program in $programs; do build $system $arch "${program%%=*}" "${program#*=}"; done
    [ -z "${BY_PLATFORM:-}" ] || cp -r "$dist/licences" "$dist/$system-$arch/"
  done
done
if [ -n "${BY_PLATFORM:-}" ]; then rm -r "$dist/licences"; exit 0; fi

cd "$dist"
find . -type f ! -name SHA256SUMS -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sed 's#\./##' >SHA256SUMS
echo "$dist has the programs, their bills of materials, the licences and SHA256SUMS"
