#!/usr/bin/env bash
# Several builds, each in a checkout of its own, in interleaved rounds (A B B A), each by its own program. For builds that `sfperf ab` cannot
# start, because their application has other parameters; needs python3:
#   eng/builds-in-turn.sh ROUNDS PARAMETERS FOLDER FOLDER ... [-- OPTION OF SFPERF RUN ...]
# It prints, for each folder, the medians of all runs: operations a second of each phase, and from the third second of the write phase to its last but
# one the writes a second (steady) and the processor time of a write (us), of each process that the run has observed.
set -eu
[ $# -ge 4 ] || { sed -n 2,6p "$0" >&2; exit 2; }
rounds=$1 parameters=$(realpath "$2")
shift 2
folders=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do folders+=("$(realpath "$1")"); shift; done
shift || true
for folder in "${folders[@]}"; do
  [ -x "$folder/artifacts/bin/SfPerf.Client/release/sfperf" ] || { echo "$folder has no Release build." >&2; exit 2; }
done
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
run() {
  (cd "${folders[$1]}" && artifacts/bin/SfPerf.Client/release/sfperf run "$parameters" "${@:2}" --quiet --out "$out/$1" > /dev/null)
}
for _ in $(seq "$rounds"); do
  for ((i = 0; i < ${#folders[@]}; i++)); do run "$i" "$@"; done
  for ((i = ${#folders[@]} - 1; i >= 0; i--)); do run "$i" "$@"; done
done
python3 - "$out" "${folders[@]}" << 'PYTHON'
import glob, json, statistics, sys
base = {}
for number, folder in enumerate(sys.argv[2:]):
    figures = {}
    for name in glob.glob(f'{sys.argv[1]}/{number}/*/run.json'):
        with open(name) as file:
            run = json.load(file)
        for phase in run['phases']:
            if phase['kind'] not in ('write', 'read'):
                continue
            figures.setdefault(phase['kind'] + 's/s', []).append(phase['opsPerSecond'])
            middle = [row['operations'] if isinstance(row, dict) else row for row in phase['perSecond']][2:-1]
            if phase['kind'] != 'write' or not middle:
                continue
            rate = statistics.mean(middle)
            figures.setdefault('steady writes/s', []).append(rate)
            for series in run['counters']:
                cores = series['perSecond'][2 - series['fromSecond']:-1]
                if series['phase'] == phase['name'] and series['counter'] == 'cpu' and cores:
                    figures.setdefault('us ' + series['process'], []).append(statistics.mean(cores) / rate * 1e6)
    print(f'{folder}: {len(figures.get("writes/s", []))} runs')
    for name, values in sorted(figures.items()):
        median = statistics.median(values)
        first = base.setdefault(name, median)
        print(f'  {name:32} {median:12,.2f}   {median / first:.3f}   ({min(values):,.2f} to {max(values):,.2f})')
PYTHON
