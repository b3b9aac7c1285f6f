#!/usr/bin/env bash
# Runs the tests that use the database on AWS's own DynamoDB Local instead of the
# embedded engine: all of them, or those that PKG (packages, separated by spaces) and RUN
# (a regular expression for names of tests) select. RACES=1 selects the store's tests and
# every test in a file with a race: they are where the engines differ most.
# It needs Java 17 or later and Maven. scripts/reference/pom.xml pins the version.
set -euo pipefail
cd "$(dirname "$0")/.."
go=${GO:-go}

for program in java mvn; do
  if ! command -v "$program" >/dev/null; then
    echo "test-reference: $program is not installed. DynamoDB Local needs Java 17 or later, and Maven brings it." >&2
    exit 1
  fi
done

# Maven checks what it downloads. The folder is named after the pinned versions.
jars=bin/dynamodb-local-$(sha256sum scripts/reference/pom.xml | cut -c1-12)
if [ ! -d "$jars" ]; then
  rm -rf "$jars.partial"
  mvn -q -B -f scripts/reference/pom.xml org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies \
    -DoutputDirectory="$PWD/$jars.partial"
  mv "$jars.partial" "$jars"
fi

packages=${PKG:-./shared/... ./functions/...}
run=${RUN:-}
if [ -n "${RACES:-}" ]; then
  run=$(grep -rl --include='*_test.go' 'testkit\.Race' functions shared | xargs grep -ho '^func Test[A-Za-z0-9_]*' | cut -d' ' -f2 | sort -u | paste -sd'|')
  run="^($run)\$"
fi

# shellcheck disable=SC2086 # packages are separated by spaces
exec "$go" run ./scripts/reference "$PWD/$jars" \
  "$go" test -count=1 -timeout 30m ${run:+-run "$run"} $packages
