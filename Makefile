# Stint. make lists the targets. The comment above a target is its line there, up to the
# first full stop, and a line with ## begins a group.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
GO    ?= go
export GO
# Without the paths of this checkout, so that Go uses for it what it built for another one.
export GOFLAGS ?= -buildvcs=false -trimpath
# Without C, as the functions are built. So tests, checks and programs share what Go has compiled. The race detector
# needs C, and scripts/test.sh says so.
export CGO_ENABLED ?= 0

# One file of the pages of the API reference stands for all of them.
REFERENCE := functions/meta/reference/search.json

## Run it at home

# The whole service in one process, at http://localhost:8080. Settings: make run PORT=9000.
# LOG=debug prints one line for every request, with the reason of a refused one,
# and serves profiles at /_local/pprof/, as PPROF=1 does alone.
run: tools
	@mkdir -p bin
	$(GO) build -o bin/stint ./scripts/local
	@exec bin/stint

# The home server with a workspace full of data, and who can log in.
demo: tools
	@mkdir -p bin
	$(GO) build -o bin/stint ./scripts/local
	@STINT_DATA=$${STINT_DATA:-.stint/demo} bin/stint -demo

# A copy of the home server's data, also while it runs. For example: make backup FILE=stint.zip
backup: _home
	@bin/stint backup "$(FILE)"

# The data of such a copy, in a folder without any. STINT_DATA=folder make restore FILE=stint.zip
restore: _home
	@bin/stint restore "$(FILE)"

_home: tools reference
	@mkdir -p bin
	@$(GO) build -o bin/stint ./scripts/local

# The home server as a container image, by docker or podman. See docs/running.md. For arm64:
# make image ARCH=arm64 DYNOXIDE=…
image:
	@STINT_VERSION="$(STINT_VERSION)" STINT_COMMIT="$(STINT_COMMIT)" scripts/image.sh

# AWS's own DynamoDB Local, for the home server on a machine without dynoxide. It needs Java and Maven.
dynamodb-local:
	@scripts/dynamodb-local.sh
	@echo "bin/dynamodb-local has DynamoDB Local: make run uses it if dynoxide is not installed"

.PHONY: run demo backup restore _home image dynamodb-local

## Test

# What a change is likeliest to break, for 60 seconds. The packages that it touches come
# first, then those that import them. The change starts where the branch left main, or at a commit:
# make test-fast BASE=HEAD~3
test-fast:
	@echo "test-fast: for 60 seconds at most, with all that has to be compiled first"
	@export TEST_FAST_BEGAN=$$(date +%s); $(MAKE) -s --no-print-directory tools reference; exec $(GO) run ./scripts/testfast

# All tests. Some of them: make test PKG=./functions/timers RUN=TestStart.
# The tests of the pages need a browser, which scripts/chromium.sh brings. With PICTURES=1 they
# keep pictures in artifacts/.
test: tools
	@STINT_PICTURES=$(PICTURES) scripts/test.sh

# Pictures of all pages, mails and documents. They are in four languages, for a phone and a desktop, light and
# dark, in artifacts/. Those of documents need pdftoppm (poppler-utils). No part of the tests.
pictures: tools
	@STINT_PICTURES=1 $(GO) test -tags pictures -count=1 -timeout 30m -run TestPictures ./functions/pages

# The PDF of a timesheet under veraPDF, which checks what screen readers need (PDF/UA-1). Needs Java. Every night.
test-pdf:
	@scripts/test-pdf.sh

# All tests with the race detector, in random order and with large histories, as every night.
test-all: tools
	@ALL=1 scripts/test.sh

# The tests that use the database, on AWS's own DynamoDB Local. Needs Java and Maven.
# make test-reference RACES=1 runs those with races only.
test-reference: tools
	@scripts/test-reference.sh

# The tour of make smoke through the template in containers, under SAM and in LocalStack. In
# LocalStack it also makes two stages and deletes one. Says which of them is missing. One of them
# only: make test-cloud PART=localstack
test-cloud:
	@scripts/test-cloud.sh

# Builds and tries the image. It takes the tour of make smoke, kill -9 and a restart. This needs docker or podman.
test-image:
	@scripts/test-image.sh

# Clients that four generators make from the OpenAPI document, in TypeScript, Python and Go.
# Their settings are the default ones. Each client goes the README's tour at a service that runs here. Needs node.
test-clients:
	@scripts/need.sh node scripts/testclients/typescript/package-lock.json
	@scripts/test-clients.sh

# Agents of others use the tools of a service that runs here. They are the conformance suite of the protocol, the command
# line of its Inspector, and clients of the SDKs for TypeScript and Python. Needs node 22.19, and Python 3.11 for one.
# Every night.
test-mcp:
	@scripts/need.sh node scripts/testagents/typescript/package-lock.json
	@scripts/test-mcp.sh

# Apps of others get access to a service that runs here. They are by openid-client in TypeScript and by Authlib in Python,
# find the server by its metadata, get a code with PKCE, refresh, revoke, and connect a device. Needs what test-mcp needs.
# Every night.
test-oauth:
	@scripts/need.sh node scripts/testagents/typescript/package-lock.json
	@scripts/test-oauth.sh

# An update. The last release and this source serve one table at the same time, under load, and each reads what the
# other writes. Every night. OLD is an archive of a release, a tag or a commit: make rollout-check OLD=v1.0.0 TIME=1m
rollout-check: tools
	@OLD="$(OLD)" NEW="$(NEW)" TIME="$(TIME)" scripts/rollout.sh

# Generated requests against a service that runs here, by Schemathesis. It has a session and
# two API keys. Every difference between the OpenAPI document and an answer is a failure. Needs
# Python 3.11 with venv, and takes ten minutes or more: make fuzz EXAMPLES=100 BY="session full"
fuzz: tools
	@EXAMPLES=$(EXAMPLES) scripts/fuzz.sh $(BY)

.PHONY: test-fast test test-all test-pdf test-reference test-cloud test-image pictures test-clients test-mcp test-oauth fuzz rollout-check

## Check

# All checks but the tests. Without network it says what it skipped.
check:
	scripts/check.sh

# The OpenAPI document under the linters of two makers. Needs node.
lint-openapi:
	@scripts/need.sh node scripts/lintopenapi/package-lock.json
	@scripts/lint-openapi.sh

# The software bill of materials, bin/sbom.cdx.json. It lists (in CycloneDX) every module that
# the functions, the scripts and the tests link, and the version of Go. The same source makes the
# same bytes. The tool has a go.mod of its own, so that its modules are not among ours.
sbom:
	@mkdir -p bin
	@cd scripts/sbom && $(GO) tool cyclonedx-gomod mod -json -noserial -notimestamp -test -std -output ../../bin/sbom.cdx.json ../..
	@$(GO) run ./scripts/check sbom bin/sbom.cdx.json
	@echo "bin/sbom.cdx.json lists the modules"

.PHONY: check lint-openapi sbom

## Measure

# Database calls and capacity units of every route, as a table.
budgets: tools
	@STINT_HISTORY=$${STINT_HISTORY:-100000} $(GO) test ./functions -run '^(TestBudgets|TestCostDoesNotGrowWithHistory)$$' -count=1 -v | grep '^|'

# The home server under load, as tables. They stand beside those of docs/benchmarks.md, after
# about ten minutes. Smaller: make bench ARGS="-people 4 -entries 500 -time 1s". To write the tables
# into the document: make bench RECORD=1. Beside other services, which it brings: make bench PEERS="traggo timetagger"
bench: tools
	@mkdir -p bin
	$(GO) build -o bin/stint ./scripts/local
	@$(if $(PEERS),scripts/peers.sh $(PEERS))
	@$(GO) run ./scripts/bench $(if $(RECORD),-record) $(if $(PEERS),-peers "$(PEERS)") $(ARGS)

# How long each function takes to start here, as a table.
coldstart: tools
	@$(GO) run ./scripts/coldstart $(ARGS)

# What a team costs in AWS, from those budgets. For example: make cost PEOPLE=200 PRICES=eu-central-1.json
cost: tools
	@$(MAKE) --no-print-directory budgets STINT_HISTORY=200 | $(GO) run ./scripts/cost -people $${PEOPLE:-20} -prices "$${PRICES:-}"

# How the units and bytes of each partition key grow, as the tables of docs/scaling.md. A workspace of 100 and one of 500
# people are used for three days, in ten minutes or more. Others: make scale PEOPLE="50 100". What each purpose takes of
# some keys: make scale KEYS='WS\#<id>,by_change WS\#<id>'
scale: tools
	@STINT_SCALE="$${PEOPLE:-100 500}" STINT_SCALE_KEYS="$(KEYS)" $(GO) test ./internal/growth -run '^TestKeysGrowAsThePageSays$$' -count=1 -timeout 2h -v | grep '^|\|^$$'

.PHONY: budgets bench coldstart cost scale

## The command stint

STINT_VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo development)
STINT_COMMIT ?= $(shell git rev-parse HEAD 2>/dev/null)
STINT_BUILD = CGO_ENABLED=0 $(GO) build -trimpath -buildvcs=false \
  -ldflags="-s -w -buildid= -X stint/shared/version.number=$(STINT_VERSION) -X stint/shared/version.commit=$(STINT_COMMIT)"

# The command for this machine, bin/command/stint. It is one static program.
stint:
	@$(STINT_BUILD) -o bin/command/stint ./scripts/stint
	@echo "bin/command/stint is the command: see docs/command.md"

# The command for linux, mac and windows, in bin/dist. Checksums, bills of materials and
# licences are beside it. The same commit makes the same bytes.
dist:
	@STINT_VERSION="$(STINT_VERSION)" STINT_COMMIT="$(STINT_COMMIT)" scripts/dist.sh

# A release, in release/. The functions for both processors with the program that deploys them, the
# programs, the image, bills of materials and checksums: make release VERSION=1.0.0
release: tools
	@VERSION="$(VERSION)" scripts/release.sh

# The operator's command for this machine, bin/stint-operator. Its exit status is 0 when it is done, 1 when
# it is refused or fails, and 2 for wrong arguments.
operator:
	@CGO_ENABLED=0 $(GO) build -trimpath -buildvcs=false -ldflags="-s -w" -o bin/stint-operator ./scripts/operator
	@echo "bin/stint-operator is the operator's command: see docs/running.md"

.PHONY: stint dist release operator

## AWS

PROCESSOR ?= arm64
LAMBDA ?= bin/lambda-$(PROCESSOR)

# The functions as AWS runs them, in bin/lambda-arm64/<family>/bootstrap. The same source
# makes the same bytes, so that only what changed is deployed. For another processor than arm64:
# make build PROCESSOR=amd64
build:
	@printf '%s\n' functions/*/lambda/main.go | cut -d / -f 2 | CGO_ENABLED=0 GOOS=linux GOARCH=$(PROCESSOR) \
	  xargs -P "$$(getconf _NPROCESSORS_ONLN)" -I FAMILY $(GO) build -tags lambda.norpc -trimpath -buildvcs=false -ldflags="-s -w" \
	    -o $(LAMBDA)/FAMILY/bootstrap ./functions/FAMILY/lambda

# The CloudFormation template, in cdk.out. This needs no AWS account. Settings: make synth ARGS="-c stage=beta"
synth: tools build
	@CDK_VALIDATION=false CDK_DISABLE_CLI_TELEMETRY=true AWS_EC2_METADATA_DISABLED=true \
	  node_modules/.bin/cdk synth --quiet --no-notices $(ARGS)
	@echo "cdk.out holds the template and the functions"

# What would make a deployment fail, or the service lack something, as a table. It reads the
# template and the account, and changes nothing. Settings as for synth.
deploy-check: synth
	@$(GO) run ./scripts/deployment check $(if $(TEMPLATE),-template $(TEMPLATE))

# What an update would replace or remove, by two templates. It marks what holds data. For example:
# make upgrade-check OLD=deployed.json NEW=cdk.out/Stint-live.template.json
upgrade-check: tools
	@$(GO) run ./scripts/deployment upgrade "$(OLD)" "$(NEW)"

# What a deployment from GitHub's workflows needs, as a CloudFormation template. For example:
# make deploy-role REPOSITORY=owner/stint ENVIRONMENT=production STAGE=live >deploy-role.json
deploy-role:
	@$(GO) run ./scripts/deployment role -repository "$(REPOSITORY)" $(if $(ENVIRONMENT),-environment "$(ENVIRONMENT)") $(if $(STAGE),-stage "$(STAGE)")

# Deploys to the AWS account whose credentials are in the environment. Settings as for
# synth; options of the tool itself: CDK="--require-approval never".
deploy: synth
	@CDK_DISABLE_CLI_TELEMETRY=true node_modules/.bin/cdk deploy --app cdk.out --all --no-notices $(CDK)

# Checks a deployed service from outside. It registers people, tracks and approves time,
# provokes refusals, and deletes the people again. Settings: make smoke URL=https://… ARGS="-stack Stint-live -load 5m"
smoke:
	@$(GO) run ./scripts/smoke $(if $(URL),-url $(URL)) $(ARGS)

# A sample API Gateway event for every route, and what its function answers. They come from
# the route tables.
events: tools
	@$(GO) run ./scripts/events write
	@$(GO) run ./scripts/events answer

# One event through its function, as Lambda runs it. For example: make invoke EVENT=events/timers/timers.start.json
invoke: tools
	@$(GO) run ./scripts/events invoke $(EVENT)

# The template under the AWS SAM command line, at http://127.0.0.1:3000. This needs
# sam, docker and a template (make synth). Settings: make sam ARGS="-port 3001"
sam: tools
	@$(GO) run ./scripts/sam $(if $(TEMPLATE),-template $(TEMPLATE)) $(ARGS)

# The template in a LocalStack that runs on this machine. Needs a template
# (make synth). Settings: make localstack ARGS="-endpoint http://localhost:4567 -ses http://172.17.0.1:8025"
localstack:
	@$(GO) run ./scripts/localstack $(if $(TEMPLATE),-template $(TEMPLATE)) $(ARGS)

# A replacement of SES for LocalStack, which shows the mails that were sent. For example:
# make inbox ARGS="-listen 172.17.0.1:8025"
inbox:
	@$(GO) run ./scripts/inbox $(ARGS)

.PHONY: build synth deploy-check upgrade-check deploy-role deploy smoke events invoke sam localstack inbox

## Other

# The pages of the API reference, which the functions and the home server contain. They are made again
# when what they are made of has changed.
reference: $(REFERENCE)

# go.mod has the versions of the libraries that render Markdown and colour code.
$(REFERENCE): go.mod functions/meta/openapi.json $(wildcard functions/meta/reference.*) \
$(wildcard docs/clients.md docs/interface-changes.md CHANGELOG.md) functions/meta/favicon.svg package-lock.json \
$(shell find docs/guides docs/command events scripts/openapi scripts/internal/reference scripts/internal/samples -type f -not -name '*_test.go') | _go node_modules/.package-lock.json
	@echo "reference: making its pages"
	@$(GO) run ./scripts/openapi -pages
	@touch $@

# Installs what npm has: the database engine, the CDK command line, the driver of browsers.
# They are pinned with their hashes.
tools: node_modules/.package-lock.json

node_modules/.package-lock.json: package.json package-lock.json | _node
	npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

# This list.
help:
	@scripts/help.sh

.PHONY: reference tools help

# One sentence about what is missing on this machine.
_go:
	@scripts/need.sh go

_node:
	@scripts/need.sh node

.PHONY: _go _node

run demo backup restore image dynamodb-local stint operator dist budgets bench coldstart cost scale check sbom fuzz \
test test-fast test-all test-pdf test-reference test-cloud test-clients test-mcp test-oauth rollout-check release \
build synth deploy deploy-check upgrade-check deploy-role smoke events invoke sam inbox localstack: | _go

# What runs or contains the function meta.
run demo image budgets bench coldstart cost scale check fuzz test test-all test-reference test-clients test-mcp test-oauth \
rollout-check build events invoke release: | reference
