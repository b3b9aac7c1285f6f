# Stint. The two commands a newcomer needs: make run, make test.

SHELL := /bin/bash
GO    ?= go
export GOFLAGS ?= -buildvcs=false

.PHONY: run test check tools

# The database engine and the CDK command line, pinned with their hashes.
node_modules/.package-lock.json: package.json package-lock.json
	npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

tools: node_modules/.package-lock.json

# Everything in one process at http://localhost:8080. Settings: make run PORT=9000
run: tools
	@mkdir -p bin
	$(GO) build -o bin/stint ./scripts/local
	@exec bin/stint

test: tools
	$(GO) test -race -shuffle=on ./...

check:
	scripts/check.sh
