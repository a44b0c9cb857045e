#!/bin/sh
# Installs the dependencies of the lock file, only where they are missing or older than it.
set -eu

# npm writes its own lock file last: without it, an installation was cut off.
outdated() {
  [ ! -x node_modules/.bin/node ] || [ ! -f node_modules/.package-lock.json ] ||
    [ package-lock.json -nt node_modules/.package-lock.json ]
}

if outdated; then
  # Two installations at once delete each other's files. npm inherits this lock: it lasts as long as the installation does.
  # Some file systems lock only what is open for writing, and some nothing: then it goes on without a lock.
  if command -v flock >/dev/null && [ -w package-lock.json ]; then
    exec 9>>package-lock.json
    flock -n -E 75 9 || if [ $? -eq 75 ]; then
      echo "The dependencies are being installed by another start: waiting for it ..." >&2
      flock 9
    fi
  fi
fi
if outdated; then
  echo "Installing dependencies (package-lock.json); this takes a minute or two, once ..." >&2
  npm ci --no-audit --no-fund --loglevel=error >&2
  touch node_modules/.package-lock.json
fi
