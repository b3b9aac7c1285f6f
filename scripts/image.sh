#!/usr/bin/env bash
# Builds the container image of the home server, with docker or podman (CONTAINERS names
# another program). The programs are built here and copied into an image from scratch, so
# nothing is pulled. Settings: IMAGE is the name, ARCH the processor (amd64 or arm64), and
# DYNOXIDE the database engine for it, a static linux program. npm has one for amd64 only.
# With FILES=1 it makes the files alone, for make release, which makes the image without docker. LICENCES is a folder
# with the licences of what the home server links.
set -euo pipefail
cd "$(dirname "$0")/.."
go=${GO:-go}
image=${IMAGE:-stint}
folder=bin/image

fail() { echo "image: $*" >&2; exit 1; }

if [ -n "${FILES:-}" ]; then
  arch=amd64
else
  containers=${CONTAINERS:-$(command -v docker || command -v podman || true)}
  [ -n "$containers" ] || fail "neither docker nor podman is installed, and one of them builds the image"
  "$containers" info >/dev/null 2>&1 || fail "$(basename "$containers") does not answer: start it"
  arch=${ARCH:-$("$go" env GOARCH)}
fi

version=${STINT_VERSION:-development}
commit=${STINT_COMMIT:-}
engine=${DYNOXIDE:-}
if [ -z "$engine" ]; then
  [ "$arch" = amd64 ] || fail "npm has no database engine for linux on $arch: build one and set DYNOXIDE (docs/running.md)"
  engine=node_modules/@dynoxide/linux-x64/dynoxide
  if [ ! -f "$engine" ]; then # on other systems npm leaves the package out
    mkdir -p bin/image-engine
    cp package.json package-lock.json bin/image-engine
    (cd bin/image-engine && npm ci --omit=dev --os=linux --cpu=x64 --ignore-scripts --no-audit --no-fund --loglevel=error)
    engine=bin/image-engine/$engine
  fi
fi
# A program that is not static names its loader in its first bytes.
if head -c 4096 "$engine" | LC_ALL=C grep -aq '/ld-'; then
  fail "$engine is linked dynamically, and the image has no libraries: build it for $arch-unknown-linux-musl"
fi

rm -rf "$folder"
mkdir -p "$folder/bin" "$folder/data" "$folder/licences/dynoxide"
CGO_ENABLED=0 GOOS=linux GOARCH=$arch "$go" build -trimpath -buildvcs=false \
  -ldflags="-s -w -buildid= -X stint/shared/version.number=$version -X stint/shared/version.commit=$commit" \
  -o "$folder/bin/stint" ./scripts/local
cp "$engine" "$folder/bin/dynoxide"
cp LICENSE "$folder"
# The engine may be used under the licence of Stint. Its package says so, and whose it is.
cp LICENSE "$folder/licences/dynoxide/"
package=$(dirname "$engine")/package.json
[ ! -f "$package" ] || cp "$package" "$folder/licences/dynoxide/"
[ -z "${LICENCES:-}" ] || cp -r "$LICENCES"/. "$folder/licences/"
# The same commit makes the same files, so the layers have the same digests.
chmod -R u=rwX,go=rX "$folder"
chmod 755 "$folder"/bin/*
find "$folder" -exec touch -t 197001010000 {} +

[ -z "${FILES:-}" ] || exit 0
options=(-q -t "$image" -f scripts/image/Dockerfile --build-arg "VERSION=$version" --build-arg "COMMIT=$commit")
[ "$arch" = "$("$go" env GOHOSTARCH)" ] || options+=(--platform "linux/$arch")
if "$containers" --version | grep -qi podman; then
  options+=(--format docker --timestamp 0) # its own format has no health check
fi
"$containers" build "${options[@]}" "$folder" >/dev/null
echo "$image is the image for linux/$arch, $(("$("$containers" image inspect -f '{{.Size}}' "$image")" / 1000000)) MB: see docs/running.md"
