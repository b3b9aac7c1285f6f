#!/usr/bin/env bash
# Checks functions/meta/openapi.json with the linters of two makers: Redocly and Spectral. Both
# must pass without a warning. Accepted exceptions are in scripts/lintopenapi, each with its
# reason. It needs node. bin/lint-openapi.skipped says that the linters could not be installed.
set -euo pipefail
cd "$(dirname "$0")/.."
pins=scripts/lintopenapi/package-lock.json
work=$PWD/bin/linters
rm -f bin/lint-openapi.skipped
if ! cmp -s $pins "$work/installed"; then
  mkdir -p "$work"
  cp scripts/lintopenapi/package.json $pins "$work/"
  npm ci --prefix "$work" --ignore-scripts --no-audit --no-fund --loglevel=error ||
    { echo "lint-openapi: the linters could not be installed: run 'make lint-openapi' once with network" | tee bin/lint-openapi.skipped >&2; exit 1; }
  cp $pins "$work/installed"
fi
export REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true
"$work/node_modules/.bin/redocly" lint functions/meta/openapi.json --config scripts/lintopenapi/redocly.yaml --format stylish
"$work/node_modules/.bin/spectral" lint functions/meta/openapi.json --ruleset scripts/lintopenapi/spectral.yaml --fail-severity hint
