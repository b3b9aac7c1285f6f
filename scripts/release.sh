#!/usr/bin/env bash
# Makes a release in release/: the service for AWS with the program that deploys it, the programs
# for linux, mac and windows, the image, the OpenAPI document, the bill of materials, and checksums.
# The tree must be clean, and the changelog must have the version. The same commit makes the same
# bytes on every machine. docs/verify.md says how others check that.
set -euo pipefail
cd "$(dirname "$0")/.."
go=${GO:-go}
version=${VERSION:?"make release VERSION=1.0.0"}

fail() { echo "release: $*" >&2; exit 1; }

[ -z "$(git status --porcelain)" ] || fail "the tree has changes that are not committed: $(git status --short | head -3)"
"$go" run ./scripts/release check "$version"
STINT_VERSION=$version
STINT_COMMIT=$(git rev-parse HEAD)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export STINT_VERSION STINT_COMMIT SOURCE_DATE_EPOCH
stamp="-s -w -buildid= -X stint/shared/version.number=$version -X stint/shared/version.commit=$STINT_COMMIT"

built=bin/release
rm -rf "$built" release
mkdir -p "$built/deploy/app" release

echo "release: the functions"
for processor in arm64 amd64; do
  make --no-print-directory build PROCESSOR=$processor LAMBDA="$built/lambda-$processor"
  "$go" run ./scripts/release functions "$built/lambda-$processor" "$built/deploy/functions/$processor"
done

echo "release: the program that deploys them"
platforms="linux-amd64 linux-arm64 darwin-amd64 darwin-arm64"
for platform in $platforms; do
  CGO_ENABLED=0 GOOS=${platform%-*} GOARCH=${platform#*-} "$go" build -trimpath -buildvcs=false -ldflags="$stamp" \
    -o "$built/deploy/app/stint-app-$platform" ./infra
done
cp scripts/deploy/deploy scripts/deploy/app.sh scripts/deploy/cdk.json LICENSE CHANGELOG.md "$built/deploy/"
mkdir -p "$built/deploy/stages"
cp stages/example.json stages/schema.json "$built/deploy/stages/"
"$go" run ./scripts/release cdkversion package.json >"$built/deploy/cdk-version"
scripts/licences.sh "$built/deploy/licences" "linux darwin" ./infra ./functions/*/lambda

echo "release: the programs"
PROGRAMS="stint=./scripts/stint stint-home=./scripts/local stint-operator=./scripts/operator" \
  DIST="$built/programs" BY_PLATFORM=1 scripts/dist.sh

echo "release: the image"
FILES=1 LICENCES=$built/programs/linux-amd64/licences scripts/image.sh
cp -r bin/image "$built/image"
# The home server of this platform has its database engine beside it.
cp bin/image/bin/dynoxide "$built/programs/linux-amd64/"
cp -r bin/image/licences/dynoxide "$built/programs/linux-amd64/licences/"
sed -e "s/^ARG VERSION=.*/ARG VERSION=$version/" -e "s/^ARG COMMIT=.*/ARG COMMIT=$STINT_COMMIT/" scripts/image/Dockerfile \
  >"$built/image/Dockerfile"

cp functions/meta/openapi.json "$built/"
make --no-print-directory sbom
cp bin/sbom.cdx.json "$built/"
cp -r "$built/deploy" "release/stint-$version"

# The archive for a platform has its own program only. Functions for amd64, which a stage must ask for, have one of their own.
for platform in $platforms; do
  folder=$built/deploy-$platform
  cp -r "$built/deploy" "$folder"
  rm -r "$folder/functions/amd64"
  find "$folder/app" -type f ! -name "stint-app-$platform" -delete
done
mkdir -p "$built/functions-amd64/functions"
cp -r "$built/deploy/functions/amd64" "$built/functions-amd64/functions/"
cp -r "$built/deploy/licences" "$built/functions-amd64/"
"$go" run ./scripts/release pack "$version" "$built" release/files
echo "release/files has the files of $version, and release/stint-$version/deploy deploys it"
