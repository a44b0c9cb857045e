#!/bin/sh
# Installs the dependencies of the lock file, only where they are missing or older than it.
set -eu
if [ ! -x node_modules/.bin/node ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
  echo "Installing dependencies (package-lock.json) ..." >&2
  npm ci --no-audit --no-fund --loglevel=error >&2
  touch node_modules/.package-lock.json
fi
