#!/usr/bin/env bash
# Runs the tests that use the database on AWS's own DynamoDB Local instead of the
# embedded engine: all of them, or those that PKG (packages, separated by spaces) and RUN
# (a regular expression for names of tests) select. RACES=1 selects the tests that
# do several things at the same time, with the race detector: they are where the engines differ most.
# It needs Java 17 or later and Maven. scripts/reference/pom.xml pins the version.
set -euo pipefail
cd "$(dirname "$0")/.."
go=${GO:-go}

scripts/dynamodb-local.sh
jars=bin/dynamodb-local

# The home server on this engine: its data survive kill -9, and it uses no data of the other one.
DYNAMODB_LOCAL=$PWD/$jars "$go" test -count=1 -timeout 10m -run 'Kill|OtherEngine' ./scripts/local

packages=${PKG:-./internal/testkit/awsrules ./shared/... ./functions/...}
run=${RUN:-}
if [ -n "${RACES:-}" ]; then
  { read -r run; read -r packages; } < <("$go" run ./scripts/races database)
fi

if [ -n "${RACES:-}" ]; then export CGO_ENABLED=1; fi # the race detector needs C
# shellcheck disable=SC2086 # packages are separated by spaces
exec "$go" run ./scripts/reference "$PWD/$jars" \
  "$go" test ${RACES:+-race} -vet=off -ldflags=-s -count=1 -timeout 60m ${run:+-run "$run"} $packages
