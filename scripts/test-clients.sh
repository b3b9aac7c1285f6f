#!/usr/bin/env bash
# Generates clients from the OpenAPI document of a running service, with four generators and
# their default settings, compiles them, and goes the tour of the README with each. The one
# for Python also has a setting for PDFs and pictures, of which it would warn.
# Everything is kept in bin/testclients. It needs node; without Python with venv, the Python
# client is left out. bin/test-clients.skipped says that a generator could not be installed.
set -euo pipefail
cd "$(dirname "$0")/.."
name=test-clients
source=$PWD/scripts/testclients
work=$PWD/bin/testclients
. scripts/testprograms.sh

with_typescript
copy go
install go "$source/go/go.sum" bash -c "cd '$work/go' && ${GO:-go} mod download"
python=
with_python && python=yes
start_service
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

export -f typescript golang python
try golang 'the tour is complete' &
jobs=$!
failed=
try typescript 'the tour is complete' || failed=1
[ -z "$python" ] || try python 'the tour is complete' || failed=1
wait "$jobs" || failed=1
[ -z "$failed" ]
