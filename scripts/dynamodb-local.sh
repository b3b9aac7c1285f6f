#!/usr/bin/env bash
# Brings AWS's DynamoDB Local by Maven into bin/dynamodb-local, where the home server finds it if
# dynoxide is not installed. scripts/reference/pom.xml pins the version, and Maven checks what
# it downloads. It needs Java 17 or later and Maven.
set -euo pipefail
cd "$(dirname "$0")/.."
jars=bin/dynamodb-local
pins=scripts/reference/pom.xml

for program in java mvn; do
  if ! command -v "$program" >/dev/null; then
    echo "dynamodb-local: $program is not installed. DynamoDB Local needs Java 17 or later, and Maven brings it." >&2
    exit 1
  fi
done
if cmp -s "$pins" "$jars/pom.xml"; then exit 0; fi
rm -rf "$jars" "$jars.partial"
mvn -q -B -f "$pins" org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory="$PWD/$jars.partial"
cp "$pins" "$jars.partial/pom.xml"
mv "$jars.partial" "$jars"
