#!/usr/bin/env bash
# Runs the test programs whose cases depend on what happens at once, again and again, half of the rounds beside two busy
# loops: what fails once in fifty runs does not fail in one. Builds nothing: "dotnet build SfPerf.sln -c Release" comes
# first.
#   eng/repeat-faults.sh [ROUNDS] [CONFIGURATION]      20 and release unless given
# Ends with "N of M runs failed"; the output of each run that failed is kept, and named. Exit code 1 if one failed.
set -u
cd "$(dirname "$0")/.."
rounds=${1:-20}
configuration=${2:-release}
suites=(Faults Fabric.Replication Fabric.ReliableState Fabric.Actors)
if ! [[ $rounds =~ ^[1-9][0-9]*$ ]]; then
    echo "repeat-faults.sh: '$rounds' is no number of rounds; allowed: 1 or more." >&2
    exit 2
fi
for suite in "${suites[@]}"; do
    program=artifacts/bin/SfPerf.$suite.Tests/$configuration/SfPerf.$suite.Tests
    if ! [ -x "$program" ]; then
        echo "repeat-faults.sh: $program is not there; dotnet build SfPerf.sln -c $configuration makes it." >&2
        exit 2
    fi
done

kept=$(mktemp -d)
busy=()
stop_busy() {
    for loop in "${busy[@]}"; do
        kill "$loop" && wait "$loop"
    done 2>/dev/null
    busy=()
}
trap stop_busy EXIT
trap 'exit 130' INT TERM

runs=0
failed=0
for ((round = 1; round <= rounds; round++)); do
    beside="alone"
    if ((round % 2 == 0)); then
        beside="beside two busy loops"
        for _ in 1 2; do
            while :; do :; done &
            busy+=("$!")
        done
    fi
    for suite in "${suites[@]}"; do
        log=$kept/$suite.$round.txt
        runs=$((runs + 1))
        if "artifacts/bin/SfPerf.$suite.Tests/$configuration/SfPerf.$suite.Tests" > "$log" 2>&1; then
            rm "$log"
            continue
        fi
        failed=$((failed + 1))
        echo "round $round, $beside: $suite failed, see $log"
        grep '^failed ' "$log"
    done
    stop_busy
    echo "round $round of $rounds, $beside: $failed of $runs runs failed so far"
done
[ "$failed" -gt 0 ] || rmdir "$kept"
echo "$failed of $runs runs failed"
[ "$failed" -eq 0 ]
