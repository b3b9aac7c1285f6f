#!/usr/bin/env bash
# Prints the versions of the programs of this machine that tests start, in one line. With the same programs, tests
# whose source is the same have the same results.
set -uo pipefail
for name in bash curl node python3 chromium chromium-browser google-chrome google-chrome-stable "${CHROMIUM:-}"; do
  path=$(command -v "$name") || continue
  echo -n "$path $("$path" --version 2>/dev/null | sed -n 1p); "
done
