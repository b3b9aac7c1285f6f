#!/usr/bin/env bash
# Makes sure that the tests of code samples find curl and Python 3. Node comes with npm. On
# Debian or Ubuntu, root installs what is missing; on other systems this prints what to do,
# and those tests fail.
set -euo pipefail

missing=()
for name in curl python3; do
  command -v "$name" >/dev/null || missing+=("$name")
done
if [ ${#missing[@]} = 0 ]; then exit 0; fi

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "installing ${missing[*]} for the tests of code samples"
  export DEBIAN_FRONTEND=noninteractive
  log=$(mktemp)
  if { apt-get update -qq && apt-get install -y -qq --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
    rm -f "$log"
    exit 0
  fi
  tail -n 20 "$log" >&2
fi
echo "The tests of code samples need ${missing[*]}: install it (Debian: sudo apt-get install ${missing[*]})." >&2
