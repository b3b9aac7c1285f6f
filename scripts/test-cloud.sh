#!/usr/bin/env bash
# Runs the synthesised template in containers and goes the tour of scripts/smoke through it:
# under the AWS SAM command line, and in LocalStack. In LocalStack it also makes a second stage
# and deletes it, and checks that the first one lost nothing. A part whose programs are missing
# (docs/local-cloud.md) says so. One part only: PART=sam or PART=localstack.
set -euo pipefail
cd "$(dirname "$0")/.."
port=${PORT:-3000}
localstack=${LOCALSTACK:-http://127.0.0.1:4566}
image=${LOCALSTACK_IMAGE:-localstack/localstack:3.8.1}
inside= # port of LocalStack in its container; empty is that of its address
stop=() # processes and containers to end
go=${GO:-go}

finish() {
  for each in ${stop[@]+"${stop[@]}"}; do
    case $each in
    container:*) docker stop "${each#container:}" >/dev/null || true ;;
    *) kill -INT "$each" 2>/dev/null && wait "$each" || true ;;
    esac
  done
  stop=()
}
trap finish EXIT

# wait_for URL PROCESS waits until an address answers, as long as the process runs.
wait_for() {
  for _ in $(seq 120); do
    curl -sf "$1" >/dev/null && return
    [ -z "$2" ] || kill -0 "$2" 2>/dev/null || return 1
    sleep 2
  done
  return 1
}

# What a part lacks, or nothing.
lacks_sam() {
  for program in docker sam; do
    command -v "$program" >/dev/null || { echo "$program is not installed"; return; }
  done
  docker info >/dev/null 2>&1 || echo "docker does not answer: start it"
}

lacks_localstack() {
  command -v docker >/dev/null || { echo "docker is not installed, and LocalStack runs functions in containers"; return; }
  docker info >/dev/null 2>&1 || { echo "docker does not answer: start it"; return; }
  curl -sf "$localstack/_localstack/health" >/dev/null || docker image inspect "$image" >/dev/null 2>&1 ||
    echo "LocalStack does not answer at $localstack, and there is no image: docker pull $image"
}

# SAM takes one request at a time and starts a container for each function, so it takes minutes.
# Containers share one address, and the tour signs in several times: hence the limit.
run_sam() {
  make --no-print-directory synth ARGS="-c limitPerAddress=1000"
  $go build -o bin/sam ./scripts/sam
  rm -rf .stint/sam
  bin/sam -port "$port" >artifacts/sam.log 2>&1 &
  stop+=($!)
  wait_for "http://127.0.0.1:$port/api/health" "$!" || { cat artifacts/sam.log; exit 1; }
  bin/smoke -url "http://127.0.0.1:$port" -inbox "http://127.0.0.1:$((port + 1))" -local sam
}

# The address of this machine from containers, and the one to listen on for them.
find_host() {
  host=host.docker.internal listen=127.0.0.1
  if [ "$(uname)" = Linux ]; then
    host=$(docker network inspect bridge -f '{{(index .IPAM.Config 0).Gateway}}')
    listen=$host
  fi
}

start_localstack() {
  curl -sf "$localstack/_localstack/health" >/dev/null && return
  inside=4566
  stop+=("container:$(docker run -d --rm -p "127.0.0.1:${localstack##*:}:4566" -e PROVIDER_OVERRIDE_APIGATEWAY=next_gen \
    -v /var/run/docker.sock:/var/run/docker.sock "$image")")
  wait_for "$localstack/_localstack/health" "" || { echo "test-cloud: LocalStack does not answer at $localstack" >&2; exit 1; }
}

stage() { bin/localstack -endpoint "$localstack" ${inside:+-port "$inside"} -template ".stint/cloud/$1/Stint-$1.template.json" "${@:2}"; }

# deploy_stage STAGE makes a stage, goes the tour through it, and leaves its address in $address.
deploy_stage() {
  stage "$1" -ses "http://$host:8025" | tee "artifacts/localstack-$1.txt"
  address=$(sed -n 's/^without DNS: //p' "artifacts/localstack-$1.txt")
  tour "$address"
}

tour() { bin/smoke -url "$1" -inbox "http://$listen:8025" -local localstack; }

run_localstack() {
  for name in live beta; do
    make --no-print-directory synth ARGS="-c limitPerAddress=1000 -c stage=$name -o .stint/cloud/$name"
  done
  for program in localstack inbox; do $go build -o "bin/$program" "./scripts/$program"; done
  find_host
  bin/inbox -listen "$listen:8025" >artifacts/inbox.log 2>&1 &
  stop+=($!)
  start_localstack
  stage beta -delete 2>/dev/null || true # of an earlier run
  deploy_stage live
  live=$address
  bin/localstack -endpoint "$localstack" -list >artifacts/localstack-before.txt
  deploy_stage beta
  stage beta -delete
  bin/localstack -endpoint "$localstack" -list >artifacts/localstack-after.txt
  compare_stages
  tour "$live"
}

# Keys are deleted some days later. Those of earlier runs are in both lists.
compare_stages() {
  lost=$(LC_ALL=C comm -23 <(LC_ALL=C sort artifacts/localstack-before.txt) <(LC_ALL=C sort artifacts/localstack-after.txt))
  left=$(LC_ALL=C comm -13 <(LC_ALL=C sort artifacts/localstack-before.txt) <(LC_ALL=C sort artifacts/localstack-after.txt) | grep -v '^key: .* PendingDeletion$' || true)
  if [ -n "$lost$left" ]; then
    printf 'test-cloud: deleting the stage beta changed what is there\nlost by live:\n%s\nleft by beta:\n%s\n' "$lost" "$left" >&2
    exit 1
  fi
  echo "the stage beta was made and deleted: live lost nothing, and nothing but keys to be deleted is left"
}

mkdir -p bin artifacts
ran=
for part in ${PART:-sam localstack}; do
  lacking=$("lacks_$part")
  if [ -n "$lacking" ]; then
    echo "test-cloud: not tried with $part: $lacking" >&2
    [ -z "${PART:-}" ] || exit 1
    continue
  fi
  $go build -o bin/smoke ./scripts/smoke
  "run_$part"
  finish
  ran="$ran $part"
done
[ -n "$ran" ] || { echo "test-cloud: nothing was tried" >&2; exit 1; }
echo "test-cloud: passed with$ran"
