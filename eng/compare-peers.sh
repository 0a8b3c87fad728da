#!/usr/bin/env bash
# The dictionary, Redis, PostgreSQL and etcd in interleaved rounds, each with three copies of which two are on disk:
#   eng/compare-peers.sh [ROUNDS [NAME=VALUE ...]]     3 rounds of 3 s a phase unless told otherwise; needs a Release build
set -eu
cd "$(dirname "$0")/.."
rounds=${1:-3}
shift || true
sfperf=artifacts/bin/SfPerf.Client/release/sfperf
settings=(--set PhaseSecondsMax=3 --set NumWriteOperationsTotal=100000000 --set NumReadOperationsTotal=100000000)
for setting in "$@"; do settings+=(--set "$setting"); done
folder=$(mktemp -d)
chmod 755 "$folder"
export PGUSER=postgres SFPERF_HOME=$folder/home
stop() {
  "$sfperf" cluster stop > /dev/null 2>&1 || true
  for peer in redis postgresql etcd; do [ -d "$folder/$peer" ] && eng/peers.sh stop "$folder/$peer"; done
  rm -rf "$folder"
}
trap stop EXIT
for peer in redis postgresql etcd; do eng/peers.sh start $peer "$folder/$peer"; done
"$sfperf" cluster start > /dev/null
for round in $(seq "$rounds"); do
  for target in sfdictionary redis postgresql etcd; do
    endpoints=$(cat "$folder/$target/endpoints" 2> /dev/null || true)
    "$sfperf" run Parameters/local1.json --target $target --peer-endpoint "$endpoints" "${settings[@]}" --quiet \
      --out "$folder/runs" > "$folder/table"
    sed -n -E "s/^ (op|write|read) +[^ ]+ +/$round $(printf %-12s $target) \1  /p" "$folder/table"
  done
done
