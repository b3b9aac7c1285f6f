#!/usr/bin/env bash
# Builds the container image of the home server and tries it: as a user without rights and with
# a file system that cannot be written to, by the tour of scripts/smoke, through kill -9 and a
# start with the same volume, and by stopping it. Needs docker or podman, or the program that
# CONTAINERS names.
set -euo pipefail
cd "$(dirname "$0")/.."
go=${GO:-go}
containers=${CONTAINERS:-$(command -v docker || command -v podman || true)}
export CONTAINERS=$containers IMAGE=stint-test-image
name=$IMAGE-$$
port=${PORT:-$((20000 + RANDOM % 20000))}
url=http://localhost:$port

fail() {
  echo "test-image: $*" >&2
  "$containers" logs "$name" >&2 || true
  exit 1
}

finish() {
  "$containers" rm -f -v "$name" >/dev/null 2>&1 || true
  "$containers" volume rm "$name" >/dev/null 2>&1 || true
  "$containers" image rm "$IMAGE" >/dev/null 2>&1 || true
}

# await_health waits until the container engine calls the container healthy.
await_health() {
  for _ in $(seq 60); do
    [ "$("$containers" inspect -f '{{.State.Health.Status}}' "$name")" != healthy ] || return 0
    sleep 1
  done
  fail "it is not healthy after a minute"
}

# send METHOD PATH [BODY] prints the answer of the service.
send() {
  curl -sS --fail-with-body -X "$1" "$url$2" -H 'Content-Type: application/json' -H "Authorization: Bearer ${token:-}" ${3:+-d "$3"} ||
    fail "$1 $2 was refused"
}

field() { grep -o "\"$1\":\"[^\"]*\"" | head -1 | cut -d'"' -f4; }

scripts/image.sh
trap finish EXIT
[ "$("$containers" image inspect -f '{{.Config.User}}' "$IMAGE")" = 65532:65532 ] || fail "it runs as root"
"$containers" run -d --name "$name" --read-only --cap-drop ALL --security-opt no-new-privileges \
  -v "$name:/data" -e PORT="$port" -p "127.0.0.1:$port:$port" "$IMAGE" >/dev/null
await_health
"$containers" logs "$name" | grep -q "ready at $url\$" || fail "it does not print its address"
if "$containers" exec -e PORT=1 "$name" /bin/stint -health 2>/dev/null; then fail "the health of a port where nothing listens is good"; fi

account='"email":"ada@example.com","password":"correct horse battery"'
token=$(send POST /api/auth/register "{$account,\"displayName\":\"Ada\"}" | field access_token)
timer=$(send POST /api/timers/start '{"description":"In a container"}' | field id)
$go build -o bin/smoke ./scripts/smoke
bin/smoke -url "$url"

"$containers" kill -s KILL "$name" >/dev/null
"$containers" start "$name" >/dev/null
await_health
token=$(send POST /api/auth/login "{$account}" | field access_token)
[ "$(send GET /api/timers/current | field id)" = "$timer" ] || fail "the timer is lost after kill -9"

began=$SECONDS
"$containers" stop "$name" >/dev/null
took=$((SECONDS - began))
[ "$("$containers" inspect -f '{{.State.ExitCode}}' "$name")" = 0 ] || fail "it did not end by itself"
[ "$took" -le 6 ] || fail "it took $took seconds to stop"
echo "test-image: passed: non-root, read-only, healthy, the tour, kill -9, stopped in $took seconds"
