#!/bin/sh
# Installs the dependencies when they are missing or differ from package-lock.json. Runs under any Node of the machine; among the
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
  # Without --legacy-peer-deps npm 10, which comes with Node 20, refuses the lock file: it misses the optional peers that npm 11 leaves out.
  # Of all install scripts only that of the package node is needed; another would compile an addon that nothing uses.
  if ! npm ci --legacy-peer-deps --ignore-scripts --no-audit --no-fund --loglevel=error ||
    ! npm rebuild node --ignore-scripts=false --loglevel=error >/dev/null; then
    echo "satrap: cannot install the dependencies; see npm’s message above. Fix the cause and run the same command again" >&2
    exit 1
  fi
  echo "$want" >"$stamp"
fi

# Prints the major version of the Node of the dependencies, or the loader's words about why it does not start.
node_major() { node_modules/.bin/node -p 'process.versions.node.split(".")[0]' 2>&1; }

if ! major=$(node_major); then
  case $major in *libatomic.so.1*)
    # The one library that Node needs and a minimal Debian lacks.
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
      echo "satrap: installing libatomic1, which Node needs (apt-get)"
      apt-get install -qq -y libatomic1 >/dev/null 2>&1 ||
        { apt-get update -qq && apt-get install -qq -y libatomic1; } >/dev/null || true
    fi ;;
  esac
fi
if ! major=$(node_major); then
  echo "satrap: the Node of the dependencies does not start: $major" >&2
  case $major in
  *libatomic.so.1*)
    echo "satrap: install the library (on Debian: apt-get install libatomic1) and run the same command again" >&2 ;;
  *'shared libraries'*)
    echo "satrap: install the library that it names and run the same command again" >&2 ;;
  *)
    echo "satrap: run the same command again to reinstall it. It needs Linux with glibc on x64 or arm64; this is $(uname -sm)" >&2
    rm -f "$stamp" ;;
  esac
  exit 1
fi
if [ "$major" -lt 26 ]; then
  echo "satrap: the Node of the dependencies is too old (found major version $major, need 26);" >&2
  echo "satrap: run the same command again to reinstall it" >&2
  rm -f "$stamp"
  exit 1
fi
# Builds the console or the site, unless it was built from these very files.
build_unless_fresh() {
  name=$1
  stamp=build/$name/.satrap-built
  shift
  want=$(find "$@" "scripts/$name-build.ts" scripts/index-files.ts package-lock.json -type f | LC_ALL=C sort | xargs cksum | cksum)
  if [ ! -f "$stamp" ] || [ "$(cat "$stamp")" != "$want" ]; then
    echo "satrap: building the $name (a few seconds)"
    node_modules/.bin/node "scripts/build-$name.ts" ||
      { echo "satrap: cannot build the $name; see the message above" >&2; exit 1; }
    echo "$want" >"$stamp"
  fi
}
build_unless_fresh console src/console src/client src/contract src/bitcoin src/text src/timing
build_unless_fresh site docs

# Compiled now and under the flags that it runs with, the first start of a program is as quick and as small as any later one.
export NODE_COMPILE_CACHE="$PWD/node_modules/.satrap-compiled"
for program in agent control-plane; do
  # shellcheck disable=SC2046
  node_modules/.bin/node $(cat "scripts/$program-flags") scripts/compile.ts $program >/dev/null
  scripts/satrap $program --help >/dev/null
done
