#!/usr/bin/env bash
# Writes requirements.txt beside each requirements.in: all Python packages that the programs in it need, with the
# hashes of their files, so that pip installs nothing else. Needs uv (https://docs.astral.sh/uv/) and network.
set -euo pipefail
cd "$(dirname "$0")"
lock() {
  {
    echo "# Made by scripts/requirements.sh from requirements.in: the versions of all packages, with the hashes of their files."
    uv pip compile -q --universal --python-version "$2" --generate-hashes --no-header --no-annotate "$1/requirements.in"
  } >"$1/requirements.new"
  mv "$1/requirements.new" "$1/requirements.txt"
}
lock check 3.10
lock fuzz 3.11
lock testclients/python 3.11
lock testagents/python 3.11
lock peers 3.11
