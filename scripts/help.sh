#!/usr/bin/env bash
# Lists the targets of the Makefile in their groups, each with its comment up to the first
# full stop.
set -euo pipefail
cd "$(dirname "$0")/.."
awk '
  /^## / { printf "\n%s\n", substr($0, 4); comment = ""; next }
  /^# / { comment = comment (comment ? " " : "") substr($0, 3); next }
  /^[a-z][a-z-]*:/ && comment {
    sub(/:.*/, "")
    sub(/\.( .*)?$/, "", comment)
    match(comment, /[.] /)
    if (RSTART) comment = substr(comment, 1, RSTART - 1)
    printf "  make %-16s %s\n", $0, comment
  }
  { comment = "" }
' Makefile
echo
echo "Settings and examples are in the comments of the Makefile. Which test command is for what: CONTRIBUTING.md"
