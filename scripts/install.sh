#!/bin/sh
# Installs the dependencies when they are missing or are not those of package-lock.json. Runs under whatever Node the machine has; among the
# dependencies is the Node that everything else runs under.
set -eu
cd "$(dirname "$0")/.."

if ! command -v npm >/dev/null 2>&1; then
  echo "satrap: npm is missing; install Node.js with npm first (on Debian: apt-get install nodejs npm)" >&2
  exit 1
fi

stamp=node_modules/.satrap-installed
want=$(cksum <package-lock.json)
if [ ! -f "$stamp" ] || [ "$(cat "$stamp")" != "$want" ]; then
  echo "satrap: installing the dependencies (npm ci, about a minute the first time)"
  rm -f "$stamp"
  npm ci --no-audit --no-fund --loglevel=error
  echo "$want" >"$stamp"
fi

major=$(node_modules/.bin/node -p 'process.versions.node.split(".")[0]' 2>/dev/null || echo 0)
if [ "$major" -lt 26 ]; then
  echo "satrap: the Node of the dependencies does not run here (found major version $major, need 26);" >&2
  echo "satrap: its install script may have been held back: run «npm rebuild node» and try again" >&2
  rm -f "$stamp"
  exit 1
fi
