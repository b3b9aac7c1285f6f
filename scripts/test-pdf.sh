#!/usr/bin/env bash
# Checks the PDF of a timesheet against PDF/UA-1 (ISO 14289-1) with veraPDF, which it brings once from Maven Central into
# bin/verapdf. It needs Java 11 or later.
set -euo pipefail
cd "$(dirname "$0")/.."
version=1.28.2
sum=687d4d8bcfec48c9f7e931cf78ed061f1eeccfba55d4cdc000ba9b4d8aa46ce6
jar=bin/verapdf/greenfield-apps-$version.jar

if ! command -v java >/dev/null; then
  echo "test-pdf: java is not installed. veraPDF needs Java 11 or later." >&2
  exit 1
fi
if [ ! -f "$jar" ]; then
  mkdir -p bin/verapdf
  curl -fsS --retry 3 -o "$jar.partial" \
    "https://repo1.maven.org/maven2/org/verapdf/apps/greenfield-apps/$version/${jar##*/}"
  mv "$jar.partial" "$jar"
fi
if ! echo "$sum  $jar" | sha256sum --check --quiet -; then
  rm "$jar"
  exit 1
fi
exec env VERAPDF="$PWD/$jar" "${GO:-go}" test -count=1 -tags verapdf -run TestPDFUA ./shared/timesheetpdf
