#!/usr/bin/env bash
# Runs all checks except the tests: formatting, vet, staticcheck, generated files,
# the template, modules and known vulnerabilities.
#
# Without network some checks cannot run. On a developer's machine they are
# skipped, and the last lines say which ones and how to make them run.
# With CI=true a check that cannot run is a failure, except for cfn-lint and checkov:
# they need Python, which the project needs for nothing else.
#
# govulncheck reads the first of these vulnerability databases:
#   1. GOVULNDB, an address such as file:///home/ada/vulndb
#   2. the folder ../vulndb or ../shared/vulndb, a copy next to the checkout
#   3. https://vuln.go.dev
# https://vuln.go.dev/vulndb.zip, unpacked, is such a copy.
set -euo pipefail
cd "$(dirname "$0")/.."

step() { printf '== %s\n' "$*"; }

# What skip notes, and what the checks print that run beside others.
notes=$(mktemp -d)
trap 'kill -INT -- -"${products:-0}" 2>/dev/null || true; rm -rf "$notes"' EXIT

# skip CHECK REASON REMEDY notes a check that cannot run here. In CI it fails.
skip() {
  if [ -n "${CI:-}" ] && [ "$CI" != false ]; then
    printf 'check: %s cannot run: %s. CI skips nothing. %s\n' "$1" "$2" "$3" >&2
    exit 1
  fi
  printf 'skipped: %s\n' "$2"
  echo "- $1, because $2. $3" >>"$notes/skipped"
}

# inputs FILE... prints a hash of files and folders as they are now, of the commands of the checks, and of
# the versions of the programs that run them. Files that git ignores do not count. Where git does not know the
# folder, the hash is another one each time.
inputs() {
  git rev-parse --is-inside-work-tree >/dev/null 2>&1 || { echo "unknown-$$-$RANDOM$RANDOM"; return; }
  {
    git ls-files -z -co --exclude-standard -- Makefile scripts/check.sh "$@" | sort -z | xargs -0 sha256sum 2>/dev/null
    go env GOVERSION
    node --version 2>/dev/null
    python3 --version 2>/dev/null
    true
  } | sha256sum | cut -c 1-32
}

# once NAME HASH COMMAND... runs a check, unless it passed on this machine with the same hash of its
# inputs. CHECK_ALL=1 runs it anyway, as every night.
once() {
  local passed=${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/stint/passed/$1-$2
  if [ -z "${CHECK_ALL:-}" ] && [ -e "$passed" ]; then
    echo "passed before, and what it checks is the same"
    return
  fi
  "${@:3}" || return
  mkdir -p "${passed%/*}"
  touch "$passed"
}

# install_checkers installs cfn-lint and checkov into bin/checkers, unless they are there.
install_checkers() {
  local wanted=scripts/check/requirements.txt
  cmp -s $wanted bin/checkers/installed.txt && return
  rm -rf bin/checkers
  python3 -m venv bin/checkers &&
    bin/checkers/bin/pip install -q --disable-pip-version-check --require-hashes --only-binary :all: --timeout 20 --retries 1 -r $wanted &&
    cp $wanted bin/checkers/installed.txt
}

# check_template FOLDER runs cfn-lint and checkov on the template in a folder.
check_template() {
  # W3005: CDK lets a function depend on its role, to which it refers anyway.
  bin/checkers/bin/cfn-lint --ignore-checks W3005 -- "$1"/*.template.json &&
    bin/checkers/bin/checkov --framework cloudformation -f "$1"/*.template.json --quiet --compact --skip-download --soft-fail \
      -o json >"$1/checkov.json" &&
    go run ./scripts/check template "$1/checkov.json"
}

# modules CMD... runs a go command about modules. The command is skipped where
# modules are neither in the module cache nor downloadable: then it still asks
# for the network when it may not use it.
modules() {
  if "$@"; then return; fi
  local offline
  offline=$(GOPROXY=off "$@" 2>&1) || true
  if grep -q 'GOPROXY=off' <<<"$offline"; then
    skip "$*" "some modules are not on this machine and could not be downloaded" \
      "Run '$*' once with network, or set GOPROXY to a proxy that this machine reaches."
    return
  fi
  exit 1
}

# database prints the address of the vulnerability database.
database() {
  if [ -n "${GOVULNDB:-}" ]; then
    echo "$GOVULNDB"
    return
  fi
  local folder
  for folder in ../vulndb ../shared/vulndb; do
    if [ -d "$folder" ]; then
      echo "file://$(cd "$folder" && pwd)"
      return
    fi
  done
  echo https://vuln.go.dev
}

# npm_check TARGET WHAT FILE... runs a make target whose tools npm installs, and skips it where they
# cannot be installed. What it checks is in the files.
npm_check() {
  if ! node --version >/dev/null 2>&1; then
    skip "$1" "there is no node" "Install it: the project needs npm anyway."
  elif ! once "$1" "$(inputs "${@:3}")" make --no-print-directory "$1"; then
    [ -f "bin/$1.skipped" ] || exit 1
    CI='' skip "$1" "$2 could not be installed" "Run 'make $1' once with network."
  fi
}

# check_sbom makes the bill of materials twice.
check_sbom() {
  make --no-print-directory sbom || return
  local made
  made=$(sha256sum <bin/sbom.cdx.json)
  make --no-print-directory sbom >/dev/null || return
  [ "$made" = "$(sha256sum <bin/sbom.cdx.json)" ] || { echo "make sbom makes another file from the same source"; return 1; }
}

# check_source checks the Go code and its modules.
check_source() {
  step gofmt
  unformatted=$(gofmt -l functions shared infra internal scripts)
  [ -z "$unformatted" ] || { echo "not formatted:"; echo "$unformatted"; exit 1; }

  step go vet
  go vet ./...

  step staticcheck
  go tool staticcheck ./...

  step stint # the command compiles for the other systems, too
  go run ./scripts/check types ./scripts/stint darwin windows

  step go mod verify
  modules go mod verify
  modules go mod tidy -diff

  step govulncheck
  database=$(database)
  # The date of the database is printed only where it can be read.
  if updated=$(go tool govulncheck -version -db="$database" 2>&1 | grep '^DB updated'); then
    echo "$updated"
    # A database that does not know this old finding cannot be trusted with new ones.
    known=$(go tool govulncheck -mode=query -json -db="$database" golang.org/x/text@v0.3.5)
    grep -q GO-2021-0113 <<<"$known" || { echo "the database at $database lacks the known entry GO-2021-0113"; exit 1; }
    once govulncheck "$(inputs go.mod go.sum '*.go')-$(tr -dc 0-9 <<<"$database$updated")" go tool govulncheck -db="$database" ./...
  elif [ "$database" = https://vuln.go.dev ]; then
    skip govulncheck "the vulnerability database at $database is out of reach" \
      "Unpack $database/vulndb.zip, fetched with network, into ../vulndb, or name another copy: make check GOVULNDB=file:///path/to/vulndb"
  else # it was put there on purpose, so that it cannot be read is a mistake
    echo "the vulnerability database at $database cannot be read"
    exit 1
  fi
}

# check_products checks what is made from the code: the document, clients, the template, and the bill of materials.
check_products() {
  document=functions/meta/openapi.json

  step client # oapi-codegen makes the Go client in shared/client/api from the document, which a test compares with the routes
  if (cd scripts/testclients/go && go mod download 2>/dev/null); then
    go run ./scripts/openapi -check -client
  else
    go run ./scripts/openapi -check
    skip client "the modules of its generator are not on this machine and could not be downloaded" "Run 'make check' once with network."
  fi

  step lint-openapi # two linters find nothing in the OpenAPI document
  npm_check lint-openapi "the linters" "$document" scripts/lintopenapi scripts/lint-openapi.sh

  step test-clients # clients of four generators compile and go the tour
  npm_check test-clients "the generators" "$document" scripts/testclients scripts/test-clients.sh scripts/testprograms.sh

  step template # CDK's own rules for CloudFormation pass, with every option on
  if make --no-print-directory tools; then
    processor=$(go env GOARCH) # of this machine: the tests have built these functions
    make --no-print-directory build PROCESSOR="$processor"
    assembly=$notes/assembly
    mkdir "$assembly"
    CDK_DISABLE_CLI_TELEMETRY=true AWS_EC2_METADATA_DISABLED=true node_modules/.bin/cdk synth --quiet --no-notices --strict \
      -o "$assembly" -c @aws-cdk/core:validateAgainstDefaultRules=true \
      -c processor="$processor" -c waf=true -c tracing=true -c metrics=true -c alarmMail=ops@example.com -c mailFrom=stint@example.com

    step cfn-lint and checkov # no problems of the template, but those of checkov that were reviewed and accepted
    if ! python3 -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
      CI='' skip "cfn-lint and checkov" "there is no Python 3.10 with venv" "Install it, for example with apt install python3-venv."
    elif ! install_checkers; then
      CI='' skip "cfn-lint and checkov" "they could not be installed" "Run 'make check' once with network."
    else
      # The hash of a function's code is no matter of these tools.
      template=$(sed -E 's/[0-9a-f]{64}//g' "$assembly"/*.template.json | sha256sum | cut -c 1-16) || true
      once template "$template-$(inputs scripts/check)" check_template "$assembly"
    fi
  else
    skip template "npm could not install the CDK command line" "Run 'make tools' once with network."
  fi

  step sbom # it is made, twice the same, and lists what go.mod requires
  if (cd scripts/sbom && go mod download 2>/dev/null); then
    once sbom "$(inputs go.mod go.sum scripts/sbom scripts/check)" check_sbom
  else
    skip sbom "the modules of its tool are not on this machine and could not be downloaded" "Run 'make sbom' once with network."
  fi
}

# The checks of the source and of what is made from it run at the same time, because each often uses one processor only.
set -m # a process group of its own, which the end of this script ends
check_products >"$notes/products" 2>&1 &
products=$!
set +m
check_source
status=0
wait "$products" || status=$?
cat "$notes/products"
[ "$status" = 0 ] || exit "$status"

if [ -s "$notes/skipped" ]; then
  echo "check: the checks that ran passed. Skipped:"
  cat "$notes/skipped"
  exit 0
fi
echo "check: all passed"
