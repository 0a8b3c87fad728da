#!/usr/bin/env bash
# Installs the foreign programs that tests check our files with. Needs root and a Debian package source.
set -eu
cd "$(dirname "$0")/.."
export DEBIAN_FRONTEND=noninteractive
packages=(libhdrhistogram-java libbenchmark-tools python3-scipy chromium
  mono-mcs libmono-system-servicemodel4.0a-cil python3-azure redis-server postgresql etcd-server etcd-client rabbitmq-server libzmq5)
# What is there already stays: Debian's npm does not go with a Node.js from elsewhere.
command -v java > /dev/null || packages+=(default-jre-headless)
command -v cc > /dev/null || packages+=(gcc libc6-dev)
command -v npm > /dev/null || packages+=(nodejs npm)
# Installing a server must not start it: tests start their own, on free ports.
if [ ! -e /usr/sbin/policy-rc.d ]; then
  printf '#!/bin/sh\nexit 101\n' > /usr/sbin/policy-rc.d
  chmod +x /usr/sbin/policy-rc.d
  trap 'rm -f /usr/sbin/policy-rc.d' EXIT
fi
apt-get update -qq
apt-get install -y -qq --no-install-recommends "${packages[@]}" > /dev/null
npm install --prefix artifacts/npm --no-audit --no-fund hdr-histogram-js@3.0.1 azurite@3.37.0 azure-servicefabric@2.2.0
