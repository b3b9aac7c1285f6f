#!/usr/bin/env bash
# Sends generated requests to a service that runs here, and compares every answer with the
# OpenAPI document, with all checks of Schemathesis: by session (all addresses but /api/v1), by
# an API key of full access and by one that only reads. scripts/fuzz/stint_hooks.py says which
# findings are none, and why. Everything is kept in bin/fuzz. It needs Python 3.11 with venv.
#   scripts/fuzz.sh [session|full|read …]
# EXAMPLES is the number of requests for an operation in each of the phases that generate them.
set -euo pipefail
cd "$(dirname "$0")/.."
source=$PWD/scripts/fuzz
work=$PWD/bin/fuzz
mkdir -p "$work"

if ! python3 -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
  echo "fuzz: there is no Python 3.11 with venv, which Schemathesis needs: install python3 and python3-venv" >&2
  exit 1
fi
if ! cmp -s "$source/requirements.txt" "$work/installed"; then
  rm -rf "$work/venv"
  python3 -m venv "$work/venv" &&
    "$work/venv/bin/pip" install -q --disable-pip-version-check --require-hashes --only-binary :all: --timeout 20 --retries 1 -r "$source/requirements.txt" ||
    { echo "fuzz: Schemathesis could not be installed: run 'make fuzz' once with network" >&2; exit 1; }
  cp "$source/requirements.txt" "$work/installed"
fi

${GO:-go} build -o "$work/stint" ./scripts/local
service=
stop() { [ -z "$service" ] || { kill -INT "$service" 2>/dev/null; wait "$service" 2>/dev/null || true; service=; }; }
trap stop EXIT

# serve starts a service with the data of the demo, in memory and without limits.
serve() {
  local port=${PORT:-$((20000 + RANDOM % 20000))}
  PORT=$port STINT_DATA=:memory: STINT_LIMITS=off "$work/stint" -demo >"$work/stint.log" 2>&1 &
  service=$!
  export STINT_URL=http://localhost:$port
  for _ in $(seq 600); do
    grep -q '^Log in with' "$work/stint.log" && return
    kill -0 "$service" 2>/dev/null || break
    sleep 0.1
  done
  cat "$work/stint.log"
  return 1
}

# fuzz CREDENTIAL runs all phases and checks with one credential.
fuzz() {
  local addresses=(--include-path-regex '^/api/v1/')
  [ "$1" = session ] && addresses=(--exclude-path-regex '^/api/v1/')
  (
    cd "$work"
    STINT_FUZZ=$1 PYTHONPATH=$source PYTHONDONTWRITEBYTECODE=1 "$work/venv/bin/st" --config-file "$source/schemathesis.toml" \
      run "$STINT_URL/api/openapi.json" "${addresses[@]}" --checks all --phases examples,coverage,fuzzing,stateful \
      --max-examples "${EXAMPLES:-30}" --generation-database none --warnings off --no-color
  ) >"$work/$1.txt" 2>&1
}

[ $# -gt 0 ] || set -- session full read
failed=
for credential; do
  serve
  if fuzz "$credential"; then
    echo "fuzz: $credential: $(grep 'generated,' "$work/$credential.txt" | sed 's/^ *//')"
  else
    cat "$work/$credential.txt"
    echo "fuzz: $credential: there are differences between the document and the service (bin/fuzz/$credential.txt)" >&2
    failed=1
  fi
  stop
done
[ -z "$failed" ]
