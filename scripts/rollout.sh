#!/usr/bin/env bash
# Tries an update: the home servers of the last release and of this source serve one table at the same time, under
# load (scripts/rollout). OLD is the archive of a release, stint-1.0.0-linux-amd64.tar.gz, or a commit or tag; without it
# the last tag, and before the first release this source under another version. For a commit, the API of the last release
# also answers from the records that this source writes (shared/store/testdata/releases). NEW is an archive or
# nothing. TIME is how long requests are sent.
set -euo pipefail
cd "$(dirname "$0")/.."
go=${GO:-go}
work=$PWD/bin/rollout
old=${OLD:-$(git describe --tags --abbrev=0 --match 'v[0-9]*' 2>/dev/null || echo HEAD)}
new=${NEW:-}
rm -rf "$work"
mkdir -p "$work/old" "$work/new"

# unpack ARCHIVE FOLDER puts the home server of an archive into a folder.
unpack() {
  case $1 in
  *.zip) unzip -q "$1" -d "$2" ;;
  *) tar xzf "$1" -C "$2" ;;
  esac
  find "$2" -type f -name stint-home -exec mv {} "$2/stint-home" \;
  [ -x "$2/stint-home" ] || { echo "rollout: $1 has no stint-home" >&2; exit 1; }
}

# build SOURCE FOLDER VERSION builds the home server of a source.
build() {
  (cd "$1" && CGO_ENABLED=0 "$go" build -trimpath -buildvcs=false \
    -ldflags="-s -w -X stint/shared/version.number=$3" -o "$2/stint-home" ./scripts/local)
}

# The API of the last release answers from the records of this source.
read_back() {
  local newest
  newest=$(find shared/store/testdata/releases -mindepth 1 -maxdepth 1 -type d -exec basename {} \; | sort -V | tail -1)
  rm -rf "$work/source/shared/store/testdata/releases"/*/
  cp -r "shared/store/testdata/releases/$newest" "$work/source/shared/store/testdata/releases/"
  echo "rollout: $old answers from the records that this source writes ($newest)"
  (cd "$work/source" && "$go" test -count=1 ./functions -run '^TestAPIAnswersFromTheRecordsOfEachRelease$')
}

if [ -f "$old" ]; then
  unpack "$old" "$work/old"
else
  echo "rollout: the last release is $old"
  git clone -q --shared . "$work/source"
  git -C "$work/source" checkout -q "$(git rev-parse "$old^{commit}")"
  make --no-print-directory -C "$work/source" tools reference
  build "$work/source" "$work/old" "${old#v}"
  read_back
fi
if [ -n "$new" ]; then unpack "$new" "$work/new"; else build . "$work/new" "$(git describe --tags --always --dirty)"; fi
"$go" run ./scripts/rollout -old "$work/old/stint-home" -new "$work/new/stint-home" -time "${TIME:-1m}"
