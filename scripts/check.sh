#!/usr/bin/env bash
# Everything but the tests: formatting, vet, staticcheck, known vulnerabilities.
set -euo pipefail
cd "$(dirname "$0")/.."

step() { printf '== %s\n' "$*"; }

step gofmt
unformatted=$(gofmt -l functions shared infra internal scripts)
[ -z "$unformatted" ] || { echo "not formatted:"; echo "$unformatted"; exit 1; }

step go vet
go vet ./...

step staticcheck
go tool staticcheck ./...

step openapi # the document and the reference are what the route table says
go run ./scripts/openapi -check

step template # CDK's own rules for CloudFormation pass, with every option on
make --no-print-directory tools build
assembly=$(mktemp -d)
trap 'rm -rf "$assembly"' EXIT
CDK_DISABLE_CLI_TELEMETRY=true AWS_EC2_METADATA_DISABLED=true node_modules/.bin/cdk synth --quiet --no-notices --strict \
  -o "$assembly" -c @aws-cdk/core:validateAgainstDefaultRules=true \
  -c waf=true -c tracing=true -c metrics=true -c alarmMail=ops@example.com -c mailFrom=stint@example.com

step go mod verify
go mod verify
go mod tidy -diff

step govulncheck # GOVULNDB names another database, for machines without network
database=${GOVULNDB:-https://vuln.go.dev}
go tool govulncheck -version -db="$database" | grep '^DB updated' # how old it is
known=$(go tool govulncheck -mode=query -json -db="$database" golang.org/x/text@v0.3.5)
grep -q GO-2021-0113 <<<"$known" || { echo "the database does not know what it must"; exit 1; }
go tool govulncheck -db="$database" ./...

echo "check: all passed"
