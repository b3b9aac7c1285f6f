#!/usr/bin/env bash
# Generates clients from the OpenAPI document of a running service, with four generators and
# their default settings, compiles them, and goes the tour of the README with each. The one
# for Python also has a setting for PDFs and pictures, of which it would warn.
# Everything is kept in bin/testclients. It needs node; without Python with venv, the Python
# client is left out. bin/test-clients.skipped says that a generator could not be installed.
set -euo pipefail
cd "$(dirname "$0")/.."
source=$PWD/scripts/testclients
work=$PWD/bin/testclients
mkdir -p "$work"
rm -f bin/test-clients.skipped

# install NAME FILE CMD... runs a command that installs what FILE pins, unless that is done.
install() {
  local name=$1 pins=$2
  shift 2
  cmp -s "$pins" "$work/$name.installed" && return
  "$@" || { echo "test-clients: the $name generators could not be installed: run 'make test-clients' once with network" | tee bin/test-clients.skipped >&2; exit 1; }
  cp "$pins" "$work/$name.installed"
}

install_python() {
  rm -rf "$work/venv"
  python3 -m venv "$work/venv" &&
    "$work/venv/bin/pip" install -q --disable-pip-version-check --require-hashes --only-binary :all: --timeout 20 --retries 1 -r "$source/python/requirements.txt"
}

# copy FOLDER copies the tour in one language to the folder where its client is generated.
copy() { mkdir -p "$work/$1" && cp "$source/$1"/* "$work/$1/"; }

copy typescript
install typescript "$source/typescript/package-lock.json" npm ci --prefix "$work/typescript" --ignore-scripts --no-audit --no-fund --loglevel=error
copy go
install go "$source/go/go.sum" bash -c "cd '$work/go' && ${GO:-go} mod download"
python=
if python3 -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
  python=yes
  copy python
  install python "$source/python/requirements.txt" install_python
else
  echo "test-clients: there is no Python 3.11 with venv, so the Python client is left out"
fi

${GO:-go} build -o "$work/stint" ./scripts/local
port=${PORT:-$((20000 + RANDOM % 20000))}
PORT=$port STINT_DATA=:memory: STINT_LIMITS=off "$work/stint" >"$work/stint.log" 2>&1 &
service=$!
trap 'kill -INT "$service" 2>/dev/null; wait "$service" 2>/dev/null || true' EXIT
export STINT_URL=http://localhost:$port
for _ in $(seq 300); do
  curl -sf "$STINT_URL/api/health" >/dev/null && break
  kill -0 "$service" 2>/dev/null || { cat "$work/stint.log"; exit 1; }
  sleep 0.1
done
curl -sf "$STINT_URL/api/openapi.json" >"$work/openapi.json"

typescript() {
  cd "$work/typescript"
  rm -rf hey schema.d.ts compiled
  node_modules/.bin/openapi-typescript ../openapi.json -o schema.d.ts
  node_modules/.bin/openapi-ts -i ../openapi.json -o hey
  node_modules/.bin/tsc
  node compiled/fetch.js
  node compiled/hey.js
}

golang() {
  cd "$work/go"
  mkdir -p api
  ${GO:-go} tool oapi-codegen -package api -o api/api.go ../openapi.json
  ${GO:-go} run .
}

python() {
  cd "$work/python"
  rm -rf client
  export PATH="$work/venv/bin:$PATH"
  openapi-python-client generate --path ../openapi.json --output-path client --config config.yaml --fail-on-warning
  "$work/venv/bin/python" -m compileall -q client
  PYTHONPATH=client "$work/venv/bin/python" tour.py
}

# try NAME runs one language; its output is shown if it fails. All together take a minute on
# two idle cores. The limit is for a machine with much else to do.
export -f typescript golang python
export work
try() {
  if timeout 900 bash -euo pipefail -c "$1" >"$work/$1.log" 2>&1; then
    grep 'the tour is complete' "$work/$1.log"
  else
    cat "$work/$1.log"
    echo "test-clients: $1 failed" >&2
    return 1
  fi
}

try golang &
jobs=$!
failed=
try typescript || failed=1
[ -z "$python" ] || try python || failed=1
wait "$jobs" || failed=1
[ -z "$failed" ]
