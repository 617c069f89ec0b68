#!/bin/sh
# Installs Satrap @VERSION@ on this host. Safe to repeat:
#   sh install.sh --from https://releases.example.com/satrap [-- COMMAND]
# COMMAND is run by the new version, such as `agent install --url URL --token-file FILE` or `control-plane install --email YOU …`.
set -eu
# Hardened hosts give root a strict umask, under which the services' users could not run the program.
umask 022

version='@VERSION@'
channel='@CHANNEL@'
# Trusted minisign public keys.
keys='@KEYS@'
from=
prefix=/opt/satrap
bin=/usr/local/bin
insecure=
# Disk space for a version in the prefix, and for an archive in the temporary folder, in MiB.
version_mib=400
archive_mib=150

say() { echo "satrap: $*"; }
fail() {
  echo "satrap: $*" >&2
  exit 1
}
usage() {
  cat <<USAGE
Usage: sh install.sh [--from URL|FOLDER] [--prefix /opt/satrap] [--bin /usr/local/bin] [--insecure-http] [-- COMMAND]
Checks and unpacks Satrap $version below the prefix, and links the program into the folder of --bin. Then runs COMMAND:
  agent install --url URL --token-file FILE            makes this host run nodes; options alone are for this one
  agent rollback                                       takes an agent back to this version
  control-plane install --email YOU --organization NAME
  control-plane upgrade
  control-plane rollback                               takes a control plane back to the version before its upgrade
Without --from, the release lies in the folder of this script.
USAGE
}

while [ $# -gt 0 ]; do
  case $1 in
  --from) from=${2:?--from needs a URL or a folder}; shift 2 ;;
  --prefix) prefix=${2:?--prefix needs a folder}; shift 2 ;;
  --bin) bin=${2:?--bin needs a folder}; shift 2 ;;
  --insecure-http) insecure=yes; shift ;;
  --help) usage; exit 0 ;;
  --) shift; break ;;
  *) usage >&2; fail "unknown option $1" ;;
  esac
done

case $prefix in
[!/]* | *[!A-Za-z0-9/._+-]*) fail "--prefix must be an absolute path of letters, digits and . _ + -, as in systemd units; not $prefix" ;;
esac
case ${1:-} in
'' | agent | control-plane) ;;
-*) set -- agent install "$@" ;;
*) usage >&2; fail "unknown command $1" ;;
esac

case $(uname -s)-$(uname -m) in
Linux-x86_64) platform=linux-x64 ;;
Linux-aarch64) platform=linux-arm64 ;;
*) fail "no release for $(uname -sm); Satrap runs on Linux with glibc on x64 and arm64" ;;
esac
case ${from:=$(dirname "$0")} in
https://*) ;;
http://*) [ -n "$insecure" ] || fail "refusing to download over plain http; use https, or add --insecure-http" ;;
*://*) fail "--from must be an https URL or a folder, not $from" ;;
esac
[ -n "$keys" ] || fail "this install.sh has no key, because its release is not signed, so it cannot be verified"

archive=satrap-$version-$platform.tar.gz
# The upgrade watcher moves the same pointers.
if [ "$prefix" = /opt/satrap ]; then
  case $(systemctl is-active satrap-agent-upgrade.service 2>/dev/null) in
  active | activating) fail "an agent upgrade is in progress; wait for its end: journalctl -fu satrap-agent-upgrade" ;;
  esac
fi

# version_of POINTER: the version that a pointer leads to.
version_of() {
  pointed=$(readlink "$prefix/$1" 2>/dev/null || true)
  echo "${pointed##*/}"
}
older() { [ "$1" != "$2" ] && [ "$(printf '%s\n' "$1" "$2" | sed 's/-/~/' | sort -V | sed -n 1p)" = "$1" ]; }
current=$(version_of current)
serving=$(version_of control-plane)
# Only an installed agent has a watcher. It alone moves the agent's pointer: it judges a version, and goes back.
watcher=$(version_of watcher)
here() { fail "nothing was changed: this host$1, which is newer than $version. To go back, run: $2"; }
# The command of a version that hangs cannot roll back, so each rollback may be run by another version.
back="satrap control-plane rollback, or this again with -- control-plane rollback"
if [ "${1:-}" = control-plane ]; then
  if [ "${2:-}" != rollback ] && [ -n "$serving" ] && older "$version" "$serving"; then
    here "'s control plane is Satrap $serving" "$back"
  fi
elif [ "${1:-} ${2:-}" != 'agent rollback' ] && [ -n "$current" ] && older "$version" "$current"; then
  if [ -n "$watcher" ]; then here "'s agent is Satrap $current" 'satrap agent rollback, or install.sh of the version that you want with -- agent rollback'; fi
  if [ -n "$serving" ]; then here " has Satrap $current" "$back"; fi
  here " has Satrap $current" "rm $prefix/current, then this again"
elif [ $# = 0 ] && [ -n "$watcher" ] && [ "$version" != "$current" ]; then
  fail "nothing was changed: this host's agent and command line are Satrap $current. To upgrade them, use the console, or run this again with -- agent install"
fi
# A control plane has its own pointer too; an existing pointer of the agent and the command line stays.
points=yes
if [ -n "$watcher" ] || [ "${1:-}" = control-plane ]; then [ ! -e "$prefix/current/bin/satrap" ] || points=; fi
dry=
for word in "$@"; do [ "$word" != --dry-run ] || dry=yes; done

command -v openssl >/dev/null 2>&1 || fail "openssl is missing, which verifies the signature; install it (on Debian: apt-get install openssl)"
# requires FOLDER MIB: checks free space and write permission before the download.
requires() {
  at=$1
  until [ -d "$at" ]; do at=$(dirname "$at"); done
  [ -w "$at" ] || fail "cannot write to $1: run this as root, or choose another folder with --prefix and --bin"
  free=$(df -Pk "$at" | { read -r _; read -r _ _ _ free _; echo $((free / 1024)); })
  [ "$free" -ge "$2" ] || fail "the disk of $at has $free MiB free, and $2 MiB are needed; free space on it, and run this again"
}
temporary=${TMPDIR:-/tmp}
if [ -n "$dry" ]; then
  requires "$temporary" $((archive_mib + version_mib))
else
  requires "$prefix/versions" $version_mib
  requires "$bin" 1
  requires "$temporary" $archive_mib
fi

# Leftovers of killed installations by this user.
find "$temporary" -maxdepth 1 -type d -name 'satrap-install.*' -mmin +60 2>/dev/null | while read -r left; do
  [ ! -O "$left" ] || rm -rf "$left"
done
work=$(mktemp -d "$temporary/satrap-install.XXXXXX")
fresh=
trap 'rm -rf "$work" ${fresh:+"$fresh"}' EXIT
# Not every sh runs the EXIT trap on a signal.
trap 'exit 130' INT
trap 'exit 143' HUP TERM
# The other end of the output is gone, as after a lost ssh session.
trap 'exit 141' PIPE

missing() { fail "$1. This install.sh installs Satrap $version alone; each release has an install.sh of its own"; }

# fetch FILE: downloads a file of the release to the work folder.
fetch() {
  case $from in
  http://* | https://*)
    if command -v curl >/dev/null 2>&1; then
      curl -fsSL --proto "=https${insecure:+,http}" --retry 3 -o "$work/$1" "$from/$1" || missing "could not download $from/$1"
    elif command -v wget >/dev/null 2>&1; then
      # wget cannot refuse redirects to plain http, so they go through a proxy on port 9, which nobody serves.
      (
        [ -n "$insecure" ] || export http_proxy=http://127.0.0.1:9
        wget -q -O "$work/$1" "$from/$1"
      ) || missing "could not download $from/$1"
    else
      fail "neither curl nor wget is installed; install one of them, or download the release and set --from to its folder"
    fi ;;
  *) cp "$from/$1" "$work/$1" || missing "there is no $1 in $from" ;;
  esac
}

# matches KEY FILE SIGNATURE: whether the file in the work folder has this signature (64 bytes) by this key.
matches() {
  { printf '\060\052\060\005\006\003\053\145\160\003\041\000'; tail -c 32 "$work/$1"; } >"$work/key.der"
  openssl pkeyutl -verify -pubin -inkey "$work/key.der" -keyform DER -rawin -in "$work/$2" -sigfile "$work/$3" \
    >/dev/null 2>&1
}

# verify: verifies the archive's signature as `minisign -V` does, and prints its trusted comment.
verify() {
  sed -n 2p "$work/$archive.minisig" | base64 -d >"$work/first" 2>/dev/null || fail "cannot read the signature"
  sed -n 4p "$work/$archive.minisig" | base64 -d >"$work/second" 2>/dev/null || fail "cannot read the signature"
  tail -c 64 "$work/first" >"$work/signature"
  id=$(head -c 10 "$work/first" | tail -c 8 | od -An -tx1)
  comment=$(sed -n '3s/^trusted comment: //p' "$work/$archive.minisig")
  openssl dgst -blake2b512 -binary -out "$work/digest" "$work/$archive"
  { cat "$work/signature"; printf %s "$comment"; } >"$work/whole"
  for key in $keys; do
    printf %s "$key" | base64 -d >"$work/public"
    [ "$(head -c 10 "$work/public" | tail -c 8 | od -An -tx1)" = "$id" ] || continue
    matches public digest signature || fail "the signature does not match: $archive or its signature was changed"
    matches public whole second || fail "the comment of the signature was changed"
    printf %s "$comment"
    return
  done
  fail "the signature is by a key that this install.sh does not trust"
}

say "downloading $archive from $from"
for file in SHA256SUMS "$archive.minisig" "$archive"; do fetch "$file"; done
say "verifying hash and signature"
(cd "$work" && grep "  $archive\$" SHA256SUMS | sha256sum -c --quiet -) >/dev/null 2>&1 ||
  fail "the hash of $archive differs from SHA256SUMS; download it again"
comment=$(verify)
tab=$(printf '\t')
wanted="satrap${tab}version:$version${tab}platform:$platform${tab}channel:$channel${tab}file:$archive"
[ "$comment" = "$wanted" ] || fail "the signature is valid, but the file is not $archive of the channel $channel: $comment"

# A dry run leaves nothing: its program looks at this host from the work folder.
if [ -n "$dry" ]; then
  mkdir -p "$work/opt/versions"
  for kept in current former watcher control-plane control-plane-former; do
    [ ! -L "$prefix/$kept" ] || cp -P "$prefix/$kept" "$work/opt/$kept"
  done
  for kept in "$prefix/versions"/*; do
    [ ! -d "$kept" ] || [ "${kept##*/}" = "$version" ] || ln -s "$kept" "$work/opt/versions/${kept##*/}"
  done
  prefix=$work/opt
fi

target=$prefix/versions/$version
if [ -x "$target/bin/satrap" ] && [ "$(cat "$target/.sha256" 2>/dev/null)" = "$(sha256sum <"$work/$archive")" ]; then
  say "$target already exists"
else
  say "unpacking into $target"
  mkdir -p "$prefix/versions"
  # Leftovers of a killed installation.
  find "$prefix/versions" -mindepth 1 -maxdepth 1 -name '.new-*' -mmin +60 -exec rm -rf {} +
  fresh=$(mktemp -d "$prefix/versions/.new-XXXXXX")
  tar -xzf "$work/$archive" -C "$fresh" --strip-components=1 --no-same-owner 2>"$work/words" ||
    fail "cannot unpack $archive: $(sed -n 1p "$work/words")"
  sha256sum <"$work/$archive" >"$fresh/.sha256"
  chmod 755 "$fresh"
  if ! words=$("$fresh/bin/satrap" --version 2>&1); then
    case $words in
    *libatomic*) fail "its Node lacks a library; install it (on Debian: apt-get install libatomic1) and run this again" ;;
    *) fail "the program does not start on this host: $words" ;;
    esac
  fi
  # Sync first: a power cut could otherwise leave an incomplete program that looks complete.
  sync -f "$fresh" 2>/dev/null || sync
  # Move it aside first: an agent that runs from there misses its program for two renames only, not for the whole removal.
  old=$prefix/versions/.old-$version
  rm -rf "$old"
  [ ! -e "$target" ] || mv -T "$target" "$old"
  mv -T "$fresh" "$target"
  rm -rf "$old"
fi

if [ -n "$dry" ]; then
  [ -L "$prefix/current" ] || ln -s "versions/$version" "$prefix/current"
  say "would install Satrap $version"
  code=0
  "$target/bin/satrap" "$@" || code=$?
  exit "$code"
fi

# What the control plane gives to hosts that join: its own install.sh, with the URL of the release or its files.
if [ "${1:-}" != agent ] && [ -f "$0" ]; then
  kept=$target/share/satrap/install
  rm -rf "$kept"
  mkdir -p "$kept"
  cp "$0" "$kept/install.sh"
  case $from in
  http://* | https://*) echo "$from" >"$kept/from" ;;
  *) cp "$from/SHA256SUMS" "$from/satrap-$version-"*.tar.gz "$from/satrap-$version-"*.minisig "$kept" ;;
  esac
  # A copy has the mode of its source.
  chmod -R a+rX "$kept"
fi

[ -z "$points" ] || say "linking $prefix/current and $bin/satrap"
# By rename, so that the pointer always exists.
if [ -n "$points" ]; then ln -sfn "versions/$version" "$prefix/.current-new"; mv -T "$prefix/.current-new" "$prefix/current"; fi
mkdir -p "$bin"
ln -sfn "$prefix/current/bin/satrap" "$bin/.satrap-new" && mv -T "$bin/.satrap-new" "$bin/satrap"
if [ "$bin" = /usr/local/bin ]; then
  for place in man/man1/satrap.1 bash-completion/completions/satrap zsh/site-functions/_satrap fish/vendor_completions.d/satrap.fish; do
    mkdir -p "/usr/local/share/$(dirname "$place")" && ln -sfn "$prefix/current/share/$place" "/usr/local/share/$place"
  done
fi
# Repair the modes of an installation under a strict umask.
for folder in "$prefix" "$prefix/versions"; do [ ! -O "$folder" ] || chmod a+rx "$folder"; done
say "Satrap $version is installed"

if [ $# -gt 0 ]; then
  say "running: satrap $1 ${2:-}"
  "$target/bin/satrap" "$@" || {
    code=$?
    [ -e /etc/systemd/system/satrap-agent.service ] || [ -e "$prefix/control-plane" ] ||
      say "only the program remains, in $prefix with the link $bin/satrap" >&2
    exit $code
  }
elif [ -e /etc/systemd/system/satrap-agent.service ] || [ -e "$prefix/control-plane" ]; then
  [ ! -e /etc/systemd/system/satrap-agent.service ] || say "next, to restart the agent as $version: satrap agent install"
  [ ! -e "$prefix/control-plane" ] || say "next, to upgrade the control plane: satrap control-plane upgrade"
else
  say "next, on a host for nodes: satrap agent install --url https://YOUR-CONTROL-PLANE/graphql"
  say "or, for a control plane: satrap control-plane install --email YOU --organization NAME"
fi
