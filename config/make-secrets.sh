#!/bin/sh
# Makes the secrets that docker-compose.yml reads, in ./secrets or the folder given; what is there already stays.
# usage: config/make-secrets.sh [FOLDER]
#
# The folder is closed to everyone else (0700). The files in it are readable (0444): Compose mounts each of them as
# it is into containers whose users have other numbers than yours, and there only the containers can reach them.
set -eu
folder=${1:-secrets}
mkdir -p "$folder"
chmod 700 "$folder"
umask 077

# make NAME VALUE: into place in one step, so that a start cut short leaves no half secret.
make() {
  if [ -s "$folder/$1" ]; then
    echo "kept $folder/$1" >&2
    return
  fi
  # One that a start cut short has left is closed to writing.
  rm -f "$folder/$1.draft"
  printf '%s\n' "$2" >"$folder/$1.draft"
  chmod 444 "$folder/$1.draft"
  mv "$folder/$1.draft" "$folder/$1"
  echo "made $folder/$1" >&2
}
random() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }

make secret-key "$(random)"
make postgres-password "$(random)"
make service-password "$(random)"
# The owner makes and changes tables; the service connects as a user that owns none.
make database-owner-url "postgres://agent_email:$(cat "$folder/postgres-password")@postgres:5432/agent_email"
make database-url "postgres://agent_email_app:$(cat "$folder/service-password")@postgres:5432/agent_email"
