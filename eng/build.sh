#!/usr/bin/env bash
# Build, test, main job, closing line. Exit code 0 only when everything passed.
# With --install the programs that tests need are installed beside the build, which needs none of them.
set -u
cd "$(dirname "$0")/.."
installing=
if [ "${1:-}" = --install ]; then
  bash eng/ci-install.sh &
  installing=$!
fi
export DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1 MSBUILDDISABLENODEREUSE=1
compiler=
# One compiler for all projects, of this build alone: it ends with it and takes no processor from the tests.
build() {
  local pipe=sfperf-build-$$ code
  dotnet build "$@" -v q -nologo -p:UseSharedCompilation=true -p:SharedCompilationId=$pipe
  code=$?
  [ -n "$compiler" ] || compiler=$(dotnet msbuild Client -nologo -getProperty:RoslynTargetsPath)/bincore/VBCSCompiler.dll
  [ ! -f "$compiler" ] || dotnet "$compiler" -pipename:$pipe -shutdown > /dev/null
  return $code
}
# What is built and tested is what the README's first command runs.
build SfPerf.sln -c Release
built=$?
if [ -n "$installing" ]; then
  wait "$installing" || { echo "eng/ci-install.sh failed"; built=1; }
fi
[ "$built" -eq 0 ] || { echo "0 passed, 1 failed"; exit 1; }

log=$(mktemp)
# The build has analysed the code: where a test builds a part of it again, that is not done a second time.
RunAnalyzers=false dotnet test -c Release --no-build --max-parallel-test-modules 1 2>&1 | tee "$log"
code=${PIPESTATUS[0]}
count() { sed -n "s/^ *$1: *\([0-9]*\).*/\1/p" "$log" | tail -n 1; }
passed=$(count succeeded) failed=$(count failed) skipped=$(count skipped)
passed=${passed:-0} failed=${failed:-1} skipped=${skipped:-0}
echo "How long each assembly took, in seconds:"
sed -n 's/^  [^ ].*\/SfPerf\.\(.*\)\.dll (.*(\(.*\))$/\1 \2/p' "$log" | awk '
  { s = 0; for (i = 2; i <= NF; i++) s += $i * ($i ~ /ms$/ ? 0.001 : $i ~ /h$/ ? 3600 : $i ~ /m$/ ? 60 : 1) }
  { printf "%7.1f %s\n", s, $1 }' | sort -rn
# What failed, short: the first lines of each with all that its message says, and of its stack the frames that are ours.
failures=$(awk '
  /^failed / { left = 30 } /^(passed|skipped|Running|Exit code:|\/|[A-Z]:)/ && !/^failed / { left = 0 }
  left > 0 && !/^    (at (System|Xunit|Microsoft)\.|---)/ && NF { print substr($0, 1, 400); left-- }' "$log")
rm -f "$log"
[ "$code" -ne 0 ] && [ "$failed" -eq 0 ] && failed=1
if [ -n "${SFPERF_CI:-}" ] && [ "$skipped" -ne 0 ]; then
  echo "$skipped tests were skipped although everything they need is installed."
  failed=$((failed + skipped))
fi

if [ -n "${SFPERF_CI:-}" ]; then
  if ! dotnet format whitespace SfPerf.sln --no-restore --verify-no-changes; then
    echo "Lines are laid out otherwise than .editorconfig says: dotnet format whitespace SfPerf.sln mends them."
    failed=$((failed + 1))
  fi
fi

# The README's first command, as its reader runs it; what it builds is built here already.
if [ -n "${SFPERF_CI:-}" ]; then
  if dotnet run -c Release --project Client -- run; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
fi
[ -z "$failures" ] || printf 'What failed:\n%s\n' "$failures"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
