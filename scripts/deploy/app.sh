#!/usr/bin/env bash
# Runs the program that makes the template, for this machine. cdk.json names it.
set -euo pipefail
case $(uname -s) in
  Linux) system=linux ;;
  Darwin) system=darwin ;;
  *) echo "stint: there is no program for $(uname -s): use Linux, macOS or WSL" >&2; exit 1 ;;
esac
case $(uname -m) in
  x86_64 | amd64) arch=amd64 ;;
  arm64 | aarch64) arch=arm64 ;;
  *) echo "stint: there is no program for $(uname -m)" >&2; exit 1 ;;
esac
program=app/stint-app-$system-$arch
[ -x "$program" ] || { echo "stint: this is the release for another machine: take the archive deploy-$system-$arch" >&2; exit 1; }
exec "$program"
