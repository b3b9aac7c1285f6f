# Stint. The two commands a newcomer needs: make run, make test. While changing
# something: make test-fast.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
GO    ?= go
export GO
export GOFLAGS ?= -buildvcs=false

.PHONY: run test test-fast test-reference test-cloud check tools

# The database engine, the CDK command line and the driver of browsers, pinned
# with their hashes.
node_modules/.package-lock.json: package.json package-lock.json
	npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

tools: node_modules/.package-lock.json

# Everything in one process at http://localhost:8080. Settings: make run PORT=9000.
# LOG=debug prints one line for every request, with the reason of a refused one,
# and serves profiles at /_local/pprof/, as PPROF=1 does alone.
run: tools
	@mkdir -p bin
	$(GO) build -o bin/stint ./scripts/local
	@exec bin/stint

# All tests, or some of them: make test PKG=./functions/timers RUN=TestStart.
# The tests of the pages need a browser, which scripts/chromium.sh brings, and
# keep pictures in artifacts/.
test: tools
	@scripts/test.sh

# What a change is likeliest to break, for 60 seconds: the packages it touches, then those
# that import them. The change starts where the branch left main, or at a commit:
# make test-fast BASE=HEAD~3
test-fast:
	@echo "test-fast: for 60 seconds at most, with all that has to be compiled first"
	@export TEST_FAST_BEGAN=$$(date +%s); $(MAKE) -s --no-print-directory tools; exec $(GO) run ./scripts/testfast

# The tests that use the database, on AWS's own DynamoDB Local. Needs Java and Maven.
# make test-reference RACES=1 runs those with races only.
test-reference:
	@scripts/test-reference.sh

# AWS's own DynamoDB Local, for the home server on a machine without dynoxide. Needs Java and Maven.
dynamodb-local:
	@scripts/dynamodb-local.sh
	@echo "bin/dynamodb-local has DynamoDB Local: make run uses it if dynoxide is not installed"

.PHONY: dynamodb-local

# The tour of make smoke through the template in containers, under SAM and in LocalStack, and
# two stages in LocalStack of which one is deleted. Says which of them is missing. One of them
# only: make test-cloud PART=localstack
test-cloud:
	@scripts/test-cloud.sh

# Clients in TypeScript, Python and Go, made from the OpenAPI document by four generators with
# their default settings. Each goes the README's tour at a service that runs here. Needs node.
test-clients:
	@scripts/test-clients.sh

# The OpenAPI document under the linters of two makers. Needs node.
lint-openapi:
	@scripts/lint-openapi.sh

# Generated requests against a service that runs here, by Schemathesis, with a session and two
# API keys. Every difference between the OpenAPI document and an answer is a failure. Needs
# Python 3.11 with venv, and takes ten minutes or more: make fuzz EXAMPLES=100 BY="session full"
fuzz: tools
	@EXAMPLES=$(EXAMPLES) scripts/fuzz.sh $(BY)

.PHONY: test-clients lint-openapi fuzz

# Everything but the tests. Without network it says what it skipped.
check:
	scripts/check.sh

# The home server as a container image, by docker or podman: docs/running.md. For arm64:
# make image ARCH=arm64 DYNOXIDE=…
image:
	@scripts/image.sh

# The image, built and tried: by the tour of make smoke, kill -9 and a restart. Needs docker or podman.
test-image:
	@scripts/test-image.sh

.PHONY: image test-image

# The software bill of materials, bin/sbom.cdx.json (CycloneDX): every module that the
# functions, the scripts and the tests link, and the version of Go. The same source makes the
# same bytes. The tool has a go.mod of its own, so that its modules are not among ours.
sbom:
	@mkdir -p bin
	@cd scripts/sbom && $(GO) tool cyclonedx-gomod mod -json -noserial -notimestamp -test -std -output ../../bin/sbom.cdx.json ../..
	@$(GO) run ./scripts/checksbom bin/sbom.cdx.json
	@echo "bin/sbom.cdx.json lists the modules"

.PHONY: sbom

# The command stint for this machine, bin/command/stint, as one static program.
STINT_VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo development)
STINT_BUILD = CGO_ENABLED=0 $(GO) build -trimpath -buildvcs=false -ldflags="-s -w -buildid= -X main.version=$(STINT_VERSION)"
stint:
	@$(STINT_BUILD) -o bin/command/stint ./scripts/stint
	@echo "bin/command/stint is the command: see docs/command.md"

# The command for linux, mac and windows, in bin/dist, with checksums, bills of materials and licences.
# The same commit makes the same bytes.
dist:
	@STINT_VERSION="$(STINT_VERSION)" scripts/dist.sh

.PHONY: stint dist

# Database calls and capacity units of every route, as a table.
budgets: tools
	@STINT_HISTORY=$${STINT_HISTORY:-100000} $(GO) test ./functions -run '^(TestBudgets|TestCostDoesNotGrowWithHistory)$$' -count=1 -v | grep '^|'

# The home server under load, as tables beside those of docs/benchmarks.md, in about ten
# minutes. Smaller: make bench ARGS="-people 4 -entries 500 -time 1s". To write the tables
# into the document: make bench RECORD=1
bench: tools
	@mkdir -p bin
	$(GO) build -o bin/stint ./scripts/local
	@$(GO) run ./scripts/bench $(if $(RECORD),-record) $(ARGS)

# What a team costs in AWS, from those budgets: make cost PEOPLE=200 PRICES=eu-central-1.json
cost: tools
	@$(MAKE) --no-print-directory budgets STINT_HISTORY=200 | $(GO) run ./scripts/cost -people $${PEOPLE:-20} -prices "$${PRICES:-}"

# The home server with a workspace full of data, and who can log in.
demo: tools
	@mkdir -p bin
	$(GO) build -o bin/stint ./scripts/local
	@STINT_DATA=$${STINT_DATA:-.stint/demo} bin/stint -demo

.PHONY: bench budgets cost demo

# The functions as AWS runs them: bin/lambda/<family>/bootstrap. The same source
# makes the same bytes, so that only what changed is deployed.
build:
	@for main in functions/*/lambda/main.go; do \
	  family=$${main#functions/}; family=$${family%/lambda/main.go}; \
	  CGO_ENABLED=0 GOOS=linux GOARCH=arm64 $(GO) build -tags lambda.norpc -trimpath -buildvcs=false -ldflags="-s -w" \
	    -o bin/lambda/$$family/bootstrap ./functions/$$family/lambda; \
	done

# The CloudFormation template, in cdk.out. Needs no AWS account. Settings: make synth ARGS="-c stage=beta"
synth: tools build
	@CDK_VALIDATION=false CDK_DISABLE_CLI_TELEMETRY=true AWS_EC2_METADATA_DISABLED=true \
	  node_modules/.bin/cdk synth --quiet --no-notices $(ARGS)
	@echo "cdk.out holds the template and the functions"

# Into the AWS account whose credentials are in the environment. Settings as for
# synth; options of the tool itself: CDK="--require-approval never".
deploy: synth
	@CDK_DISABLE_CLI_TELEMETRY=true node_modules/.bin/cdk deploy --app cdk.out --all --no-notices $(CDK)

# What would make a deployment fail, or the service lack something, as a table: reads the
# template and the account, changes nothing. Settings as for synth.
deploy-check: synth
	@$(GO) run ./scripts/deploycheck $(if $(TEMPLATE),-template $(TEMPLATE))

# How long each function takes to start here, as a table.
coldstart: tools
	@$(GO) run ./scripts/coldstart $(ARGS)

# A sample API Gateway event for every route, from the route tables, and beside
# it what its function answers.
events: tools
	@$(GO) run ./scripts/events
	@$(GO) run ./scripts/answers

# One event through its function, as Lambda runs it: make invoke EVENT=events/timers/timers.start.json
invoke: tools
	@$(GO) run ./scripts/invoke $(EVENT)

# The template under the AWS SAM command line, at http://127.0.0.1:3000. Needs
# sam, docker and a template (make synth). Settings: make sam ARGS="-port 3001"
sam: tools
	@$(GO) run ./scripts/sam $(if $(TEMPLATE),-template $(TEMPLATE)) $(ARGS)

# A replacement of SES for LocalStack, which shows the mails that were sent:
# make inbox ARGS="-listen 172.17.0.1:8025"
inbox:
	@$(GO) run ./scripts/inbox $(ARGS)

# The template in a LocalStack that runs on this machine. Needs a template
# (make synth). Settings: make localstack ARGS="-endpoint http://localhost:4567 -ses http://172.17.0.1:8025"
localstack:
	@$(GO) run ./scripts/localstack $(if $(TEMPLATE),-template $(TEMPLATE)) $(ARGS)

# A deployed service from outside: registers people, tracks and approves time, provokes
# refusals, and deletes the people again. Settings: make smoke URL=https://… ARGS="-stack Stint-live -load 5m"
smoke:
	@$(GO) run ./scripts/smoke $(if $(URL),-url $(URL)) $(ARGS)

.PHONY: build synth deploy deploy-check smoke coldstart events invoke sam inbox localstack
