#!/usr/bin/env bash
# Runs the tests that use the database on AWS's own DynamoDB Local instead of the
# embedded engine: all of them, or those that PKG (packages, separated by spaces) and RUN
# (a regular expression for names of tests) select. RACES=1 selects the store's tests and
# every test in a file with a race: they are where the engines differ most.
# It needs Java 17 or later and Maven. scripts/reference/pom.xml pins the version.
set -euo pipefail
cd "$(dirname "$0")/.."
go=${GO:-go}

scripts/dynamodb-local.sh
jars=bin/dynamodb-local

# The home server on this engine: its data survive kill -9, and it uses no data of the other one.
DYNAMODB_LOCAL=$PWD/$jars "$go" test -count=1 -timeout 10m -run 'Kill|OtherEngine' ./scripts/local

packages=${PKG:-./shared/... ./functions/...}
run=${RUN:-}
if [ -n "${RACES:-}" ]; then
  run=$(grep -rl --include='*_test.go' 'testkit\.Race' functions shared | xargs grep -ho '^func Test[A-Za-z0-9_]*' | cut -d' ' -f2 | sort -u | paste -sd'|')
  run="^($run)\$"
fi

# shellcheck disable=SC2086 # packages are separated by spaces
exec "$go" run ./scripts/reference "$PWD/$jars" \
  "$go" test -count=1 -timeout 30m ${run:+-run "$run"} $packages
