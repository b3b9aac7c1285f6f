# For scripts that let programs of others talk to a service that runs here. They set name, source and work before they
# read this file: their target, the folder of their programs, and the folder in which everything is kept.
mkdir -p "$work"
rm -f "bin/$name.skipped"

# install NAME FILE CMD... runs a command that installs what FILE pins, unless that is done.
install() {
  local what=$1 pins=$2
  shift 2
  cmp -s "$pins" "$work/$what.installed" && return
  "$@" || { echo "$name: the programs in $what could not be installed: run 'make $name' once with network" | tee "bin/$name.skipped" >&2; exit 1; }
  cp "$pins" "$work/$what.installed"
}

install_python() {
  rm -rf "$work/venv"
  python3 -m venv "$work/venv" &&
    "$work/venv/bin/pip" install -q --disable-pip-version-check --require-hashes --only-binary :all: --timeout 20 --retries 1 -r "$source/python/requirements.txt"
}

# copy FOLDER copies the programs in one language to the folder in which they run.
copy() { mkdir -p "$work/$1" && cp "$source/$1"/* "$work/$1/"; }

# with_typescript installs the programs in TypeScript.
with_typescript() {
  copy typescript
  install typescript "$source/typescript/package-lock.json" npm ci --prefix "$work/typescript" --ignore-scripts --no-audit --no-fund --loglevel=error
}

# with_python installs the programs in Python. It fails where there is no Python for them.
with_python() {
  if ! python3 -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    echo "$name: there is no Python 3.11 with venv, so the programs in Python are left out"
    return 1
  fi
  copy python
  install python "$source/python/requirements.txt" install_python
}

# start_service starts the home server with an empty table, and sets STINT_URL. It ends with the script.
start_service() {
  ${GO:-go} build -o "$work/stint" ./scripts/local
  local port=${PORT:-$((20000 + RANDOM % 20000))}
  PORT=$port STINT_DATA=:memory: STINT_LIMITS=off "$work/stint" >"$work/stint.log" 2>&1 &
  service=$!
  trap 'kill -INT "$service" 2>/dev/null; wait "$service" 2>/dev/null || true' EXIT
  export STINT_URL=http://localhost:$port
  for _ in $(seq 300); do
    curl -sf "$STINT_URL/api/health" >/dev/null && return
    kill -0 "$service" 2>/dev/null || { cat "$work/stint.log"; exit 1; }
    sleep 0.1
  done
  echo "$name: the service did not start" >&2
  exit 1
}

# try FUNCTION TEXT runs one part, and prints the lines of its output that have the text; all of it if the part fails. All
# together take a minute on two idle cores. The limit is for a machine with much else to do.
try() {
  if timeout 900 bash -euo pipefail -c "$1" >"$work/$1.log" 2>&1; then
    grep "$2" "$work/$1.log"
  else
    cat "$work/$1.log"
    echo "$name: $1 failed" >&2
    return 1
  fi
}
export work
