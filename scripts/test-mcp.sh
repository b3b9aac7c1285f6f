#!/usr/bin/env bash
# Lets agents of others use the tools of a service that runs here: the conformance suite of the protocol, the command
# line of its Inspector, and clients of the SDKs for TypeScript and Python.
# Everything is kept in bin/testagents. It needs node; without Python with venv, the client in Python is left out.
# bin/test-mcp.skipped says that something could not be installed.
set -euo pipefail
cd "$(dirname "$0")/.."
name=test-mcp
source=$PWD/scripts/testagents
work=$PWD/bin/testagents
. scripts/testprograms.sh

with_typescript
python=
with_python && python=yes
start_service

compile() {
  cd "$work/typescript"
  rm -rf compiled
  node_modules/.bin/tsc
  echo "compiled"
}

conformance() {
  cd "$work/typescript"
  node compiled/conformance.js
}

# inspect ARG... runs the Inspector.
inspect() { node_modules/.bin/mcp-inspector --cli "$STINT_URL/mcp" --transport http --header "Authorization: Bearer $STINT_KEY" "$@"; }

inspector() {
  cd "$work/typescript"
  inspect --method tools/list | grep '"summarize_time"' >/dev/null
  inspect --method tools/call --tool-name start_timer --tool-arg project=difference | grep '"started"' >/dev/null
  inspect --method tools/call --tool-name stop_timer | grep '"stopped"' >/dev/null
  echo "Inspector: the tools are listed, and a timer is started and stopped"
}

typescript() {
  cd "$work/typescript"
  node compiled/mcp.js
}

python() {
  cd "$work/python"
  "$work/venv/bin/python" agent.py
}

export -f compile conformance inspect inspector typescript python
try compile compiled >/dev/null
STINT_KEY=$(cd "$work/typescript" && node compiled/key.js)
export STINT_KEY
failed=
try conformance ': passed$' || failed=1
try inspector '^Inspector' || failed=1
try typescript '^TypeScript SDK' || failed=1
[ -z "$python" ] || try python '^Python SDK' || failed=1
[ -z "$failed" ]
