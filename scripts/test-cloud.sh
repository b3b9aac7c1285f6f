#!/usr/bin/env bash
# Runs the synthesised template under the AWS SAM command line, in containers, and goes the
# tour of scripts/smoke through it. It needs docker and sam (docs/local-cloud.md). SAM
# takes one request at a time and starts a container for each function, so it takes minutes.
set -euo pipefail
cd "$(dirname "$0")/.."
port=${PORT:-3000}

for program in docker sam; do
  if ! command -v "$program" >/dev/null; then
    echo "test-cloud: $program is not installed. The template runs in containers of the AWS SAM command line." >&2
    exit 1
  fi
done
docker info >/dev/null || { echo "test-cloud: docker does not answer: start it" >&2; exit 1; }

# Containers share one address, and the tour signs in several times.
make --no-print-directory synth ARGS="-c limitPerAddress=1000"
mkdir -p bin artifacts
${GO:-go} build -o bin/sam ./scripts/sam
rm -rf .stint/sam
bin/sam -port "$port" >artifacts/sam.log 2>&1 &
sam=$!
trap 'kill -INT "$sam" 2>/dev/null; wait "$sam" || true' EXIT

for _ in $(seq 120); do
  curl -sf "http://127.0.0.1:$port/api/health" >/dev/null && break
  kill -0 "$sam" 2>/dev/null || { cat artifacts/sam.log; exit 1; }
  sleep 2
done
${GO:-go} run ./scripts/smoke -url "http://127.0.0.1:$port" -inbox "http://127.0.0.1:$((port + 1))" -sam
