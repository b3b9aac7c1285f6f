#!/usr/bin/env bash
# Lets apps of two languages get access to a service that runs here, by libraries of others: openid-client in TypeScript
# and Authlib in Python. Each finds the server by its metadata, gets a code with PKCE, refreshes, revokes, and connects
# a device. A script fills in the pages of the service.
# Everything is kept in bin/testagents. It needs node; without Python with venv, the app in Python is left out.
# bin/test-oauth.skipped says that something could not be installed.
set -euo pipefail
cd "$(dirname "$0")/.."
name=test-oauth
source=$PWD/scripts/testagents
work=$PWD/bin/testagents
. scripts/testprograms.sh

with_typescript
python=
with_python && python=yes
start_service

typescript() {
  cd "$work/typescript"
  rm -rf compiled
  node_modules/.bin/tsc
  node compiled/app.js
}

python() {
  cd "$work/python"
  "$work/venv/bin/python" app.py
}

export -f typescript python
failed=
try typescript '^openid-client' || failed=1
[ -z "$python" ] || try python '^Authlib' || failed=1
[ -z "$failed" ]
