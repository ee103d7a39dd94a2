#!/bin/sh
# Builds Citus on Debian 12, as root, for the PostgreSQL that Debian has, and puts it beside that. The source is fetched, or
# cloned from the folder that EDGEWARD_CITUS_SOURCE names.
set -eu
version="${EDGEWARD_CITUS_VERSION:-v12.1.12}"
source="${EDGEWARD_CITUS_SOURCE:-https://github.com/citusdata/citus.git}"
folder="${EDGEWARD_CITUS_BUILD:-$HOME/.cache/edgeward/citus}"
export DEBIAN_FRONTEND=noninteractive
find /usr/lib/postgresql -name citus.so 2>/dev/null | grep -q . && exit 0
apt-get update
apt-get install -y --no-install-recommends postgresql-15 postgresql-server-dev-15 \
  build-essential git flex libcurl4-openssl-dev libicu-dev libkrb5-dev liblz4-dev libssl-dev libxml2-dev \
  libxslt1-dev libzstd-dev libpam0g-dev libselinux1-dev libreadline-dev zlib1g-dev
rm -rf "$folder"
mkdir -p "$(dirname "$folder")"
git clone --quiet --depth 1 --branch "$version" "$source" "$folder"
cd "$folder"
PG_CONFIG=/usr/lib/postgresql/15/bin/pg_config ./configure --quiet
make -s -j"$(nproc)" with_llvm=no extension
make -s with_llvm=no install-extension
