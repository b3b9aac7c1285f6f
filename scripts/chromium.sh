#!/usr/bin/env bash
# Makes sure that the tests of pages find Chromium. If there is none, root on Debian
# or Ubuntu installs it; on other systems this prints what to do.
set -euo pipefail

if [ -n "${CHROMIUM:-}" ]; then exit 0; fi
for name in chromium chromium-browser google-chrome google-chrome-stable; do
  if command -v "$name" >/dev/null; then exit 0; fi
done

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "installing chromium for the tests of the pages"
  export DEBIAN_FRONTEND=noninteractive
  log=$(mktemp)
  if { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core; } >"$log" 2>&1; then
    rm -f "$log"
    exit 0
  fi
  tail -n 20 "$log" >&2
fi
echo "The tests of pages need Chromium or Chrome: install one (Debian: sudo apt-get install chromium), or set CHROMIUM to its path." >&2
exit 1
