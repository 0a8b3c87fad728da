#!/usr/bin/env bash
# Build, test, main job, closing line. Exit code 0 only when everything passed.
set -u
cd "$(dirname "$0")/.."
export DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1 MSBUILDDISABLENODEREUSE=1
dotnet build SfPerf.sln -v q -nologo || { echo "0 passed, 1 failed"; exit 1; }

log=$(mktemp)
dotnet test --no-build --max-parallel-test-modules 1 2>&1 | tee "$log"
code=${PIPESTATUS[0]}
count() { sed -n "s/^ *$1: *\([0-9]*\).*/\1/p" "$log" | tail -n 1; }
passed=$(count succeeded) failed=$(count failed) skipped=$(count skipped)
passed=${passed:-0} failed=${failed:-1} skipped=${skipped:-0}
rm -f "$log"
[ "$code" -ne 0 ] && [ "$failed" -eq 0 ] && failed=1
if [ -n "${SFPERF_CI:-}" ] && [ "$skipped" -ne 0 ]; then
  echo "$skipped tests were skipped although everything they need is installed."
  failed=$((failed + skipped))
fi

# The README's first command, as its reader runs it.
if [ -n "${SFPERF_CI:-}" ]; then
  if dotnet run -c Release --project Client -- run; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
