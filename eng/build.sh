#!/usr/bin/env bash
# Build, test, closing line. Exit code 0 only when everything passed.
set -u
cd "$(dirname "$0")/.."
export DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1
dotnet build SfPerf.sln -v q -nologo || { echo "0 passed, 1 failed"; exit 1; }
log=$(mktemp)
dotnet test --solution SfPerf.sln --no-build 2>&1 | tee "$log"
code=${PIPESTATUS[0]}
passed=$(sed -n 's/^ *succeeded: *\([0-9]*\).*/\1/p' "$log" | tail -n 1)
failed=$(sed -n 's/^ *failed: *\([0-9]*\).*/\1/p' "$log" | tail -n 1)
rm -f "$log"
[ "$code" -ne 0 ] && [ "${failed:-0}" -eq 0 ] && failed=1
echo "${passed:-0} passed, ${failed:-1} failed"
exit "$code"
