#!/usr/bin/env bash
# Prints what tests depend on that is installed on this machine, in one line: the versions of the programs that they
# start, the settings of these in the environment, and the fonts of pages. While it is the same, tests whose source is
# the same have the same results.
set -uo pipefail
for name in sh bash zsh grep cat curl node python3 chromium chromium-browser google-chrome google-chrome-stable "${CHROMIUM:-}"; do
  path=$(command -v "$name") || continue
  version=$("$path" --version 2>/dev/null </dev/null | sed -n 1p)
  [ -n "$version" ] || version=$(cksum <"$path")
  echo -n "$path $version; "
done
for name in NODE_OPTIONS NODE_PATH BASH_ENV ENV ZDOTDIR PYTHONPATH PYTHONSTARTUP CURL_HOME LANG LC_ALL TZ; do
  echo -n "$name=${!name:-} "
done
{ find /usr/share/fonts /usr/local/share/fonts "${HOME:-/}/.fonts" -type f 2>/dev/null || true; } | LC_ALL=C sort | cksum
