#!/usr/bin/env bash
# Installs the foreign programs that tests check our files with. Needs root and a Debian package source.
set -eu
cd "$(dirname "$0")/.."
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends \
  default-jre-headless libhdrhistogram-java \
  nodejs npm \
  libbenchmark-tools python3-scipy \
  mono-mcs libmono-system-servicemodel4.0a-cil \
  chromium
npm install --prefix artifacts/npm --no-audit --no-fund hdr-histogram-js@3.0.1
