#!/usr/bin/env bash
# Three members of a peer on loopback, each write on two disks before it is acknowledged:
#   eng/peers.sh start redis|postgresql|etcd DIR    starts them in the new folder DIR; DIR/endpoints is for --peer-endpoint
#   eng/peers.sh stop DIR                           stops them, by process id, and removes DIR
# Needs Debian's packages redis-server, postgresql, or etcd-server and etcd-client. Ports are free ones.
set -eu
fail() { echo "peers.sh: $*" >&2; exit 1; }
PATH=$PATH:/usr/sbin:/usr/local/sbin

# A free port of each call; the range lies below the one outgoing connections take.
declare -A taken=()
port() {
  while :; do
    port=$((20000 + RANDOM % 12000))
    [ -n "${taken[$port]:-}" ] && continue
    taken[$port]=1
    (exec 3<> "/dev/tcp/127.0.0.1/$port") 2> /dev/null || return 0
  done
}

until_ok() {  # WHAT COMMAND...: for at most five minutes, as a busy machine may take
  local what=$1; shift
  for _ in $(seq 3000); do "$@" > /dev/null 2>&1 && return; sleep 0.1; done
  fail "$what did not come up; see $dir"
}

start_redis() {
  command -v redis-server > /dev/null || fail "needs redis-server"
  local ports=() primary=()
  for i in 1 2 3; do
    port; ports+=("$port"); mkdir "$dir/$i"
    redis-server --port "$port" --bind 127.0.0.1 --dir "$dir/$i" --daemonize yes --pidfile "$dir/$i.pid" \
      --logfile "$dir/$i.log" --appendonly yes --appendfsync always --save "" \
      --repl-diskless-sync yes --repl-diskless-sync-delay 0 "${primary[@]}" > /dev/null
    primary=(--replicaof 127.0.0.1 "${ports[0]}")
    until_ok redis-server redis-cli -p "$port" ping
  done
  replicated() { [ "$(redis-cli -p "${ports[0]}" info replication | grep -c state=online)" = 2 ]; }
  until_ok "Redis's replicas" replicated
  endpoints "${ports[@]}"
}

start_postgresql() {
  bin=$(ls -d /usr/lib/postgresql/*/bin 2> /dev/null | sort -V | tail -n 1)
  [ -n "$bin" ] || fail "needs postgresql"
  as=()
  if [ "$(id -u)" = 0 ]; then
    as=(runuser -u postgres --)
    chown postgres "$dir"
  fi
  local ports=()
  port; ports+=("$port")
  pg initdb -D "$dir/1" -A trust -U postgres -N > "$dir/initdb.log"
  cat >> "$dir/1/postgresql.conf" << END
listen_addresses = '127.0.0.1'
unix_socket_directories = '$dir'
wal_level = replica
max_connections = 400
END
  pg pg_ctl -D "$dir/1" -l "$dir/1.log" -o "-p ${ports[0]}" -w start > /dev/null
  for i in 2 3; do
    port; ports+=("$port")
    pg pg_basebackup -h 127.0.0.1 -p "${ports[0]}" -U postgres -D "$dir/$i" -R -X stream -C -S "s$i" -c fast
    echo "primary_conninfo = 'host=127.0.0.1 port=${ports[0]} user=postgres application_name=s$i'" \
      >> "$dir/$i/postgresql.auto.conf"
    pg pg_ctl -D "$dir/$i" -l "$dir/$i.log" -o "-p $port" -w start > /dev/null
  done
  sql() { pg psql -h 127.0.0.1 -p "${ports[0]}" -U postgres -Atqc "$1"; }
  sql "ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (s2,s3)'"
  sql "SELECT pg_reload_conf()" > /dev/null
  quorum() { [ "$(sql "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'quorum'")" = 2 ]; }
  until_ok "PostgreSQL's standbys" quorum
  for i in 1 2 3; do head -n 1 "$dir/$i/postmaster.pid" > "$dir/$i.pid"; done
  endpoints "${ports[@]}"
}
pg() { (cd "$dir" && "${as[@]}" env LC_ALL=C PGCTLTIMEOUT=300 "$bin/$1" "${@:2}"); }

start_etcd() {
  command -v etcd > /dev/null || fail "needs etcd-server"
  command -v etcdctl > /dev/null || fail "needs etcd-client"
  local ports=() peers=() cluster=""
  for i in 1 2 3; do
    port; ports+=("$port")
    port; peers+=("$port")
    cluster+="${cluster:+,}n$i=http://127.0.0.1:$port"
  done
  for i in 1 2 3; do
    local client="http://127.0.0.1:${ports[i - 1]}" peer="http://127.0.0.1:${peers[i - 1]}"
    setsid etcd --name "n$i" --data-dir "$dir/$i" --listen-client-urls "$client" --advertise-client-urls "$client" \
      --listen-peer-urls "$peer" --initial-advertise-peer-urls "$peer" --initial-cluster "$cluster" \
      --initial-cluster-state new --initial-cluster-token "$dir" --log-level error --logger zap \
      --quota-backend-bytes 4294967296 --auto-compaction-mode revision --auto-compaction-retention 1000 \
      > "$dir/$i.log" 2>&1 < /dev/null &
    echo $! > "$dir/$i.pid"
  done
  # Healthy is a member that can reach the leader.
  local all; all=$(printf 'http://127.0.0.1:%s,' "${ports[@]}")
  until_ok etcd env ETCDCTL_API=3 etcdctl --endpoints "${all%,}" endpoint health
  endpoints "${ports[@]}"
}

endpoints() { printf '127.0.0.1:%s,' "$@" | sed 's/,$//' > "$dir/endpoints"; }

# PostgreSQL waits for its clients on TERM and ends them on INT. Killed, it would leave its shared memory behind; the
# others leave nothing, and etcd takes seconds to end otherwise.
stop() {
  local signal=KILL
  [ -d "$dir/1/base" ] && signal=INT
  for file in "$dir"/*.pid; do
    [ -f "$file" ] && kill -$signal "$(cat "$file")" 2> /dev/null || true
  done
  for file in "$dir"/*.pid; do
    [ -f "$file" ] || continue
    for _ in $(seq 100); do kill -0 "$(cat "$file")" 2> /dev/null || break; sleep 0.1; done
    kill -9 "$(cat "$file")" 2> /dev/null || true
  done
  rm -rf "$dir"
}

case "${1:-} $#" in
  "start 3")
    mkdir "$3"
    dir=$(cd "$3" && pwd)
    case $2 in redis | postgresql | etcd) ;; *) fail "no such peer: $2" ;; esac
    ("start_$2") || { stop; exit 1; } ;;
  "stop 2") [ -d "$2" ] || fail "no such folder: $2"; dir=$(cd "$2" && pwd); stop ;;
  *) sed -n '2,5s/^# \?//p' "$0"; exit 2 ;;
esac
