#!/bin/sh
# Installs Satrap @VERSION@ on this host, and can be run again at any time:
#   sh install.sh --from https://releases.example.com/satrap [-- --url URL --token-file FILE]
# What follows -- goes to `satrap agent install`, which makes the agent a service of this host.
set -eu

version='@VERSION@'
channel='@CHANNEL@'
# Public keys of minisign that a release may be signed with.
keys='@KEYS@'
from=
prefix=/opt/satrap
bin=/usr/local/bin
insecure=

say() { echo "satrap: $*"; }
fail() {
  echo "satrap: $*" >&2
  exit 1
}
usage() {
  cat <<USAGE
Usage: sh install.sh [--from URL|FOLDER] [--prefix /opt/satrap] [--bin /usr/local/bin] [--insecure-http] [-- OPTIONS]
Checks and unpacks Satrap $version below the prefix, and links the program into the folder of --bin. OPTIONS after -- go to
\`satrap agent install\`. Without --from, the release lies in the folder of this script.
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

case $(uname -s)-$(uname -m) in
Linux-x86_64) platform=linux-x64 ;;
Linux-aarch64) platform=linux-arm64 ;;
*) fail "there is no release for $(uname -sm); Satrap runs on Linux with glibc on x64 and arm64" ;;
esac
case ${from:=$(dirname "$0")} in
https://*) ;;
http://*) [ -n "$insecure" ] || fail "refusing to download over plain http; use https, or add --insecure-http" ;;
*://*) fail "--from takes an https URL or a folder, not $from" ;;
esac
[ -n "$keys" ] || fail "this install.sh knows no key: its release was not signed, so it cannot be checked"

archive=satrap-$version-$platform.tar.gz
# The watcher of an upgrade moves the same pointers.
if [ "$prefix" = /opt/satrap ]; then
  case $(systemctl is-active satrap-agent-upgrade.service 2>/dev/null) in
  active | activating) fail "an upgrade of the agent is under way; wait for its end: journalctl -fu satrap-agent-upgrade" ;;
  esac
fi

work=$(mktemp -d)
fresh=
trap 'rm -rf "$work" ${fresh:+"$fresh"}' EXIT
# Not every sh does at a signal what it does at its end.
trap 'exit 130' INT
trap 'exit 143' HUP TERM

# fetch FILE: puts a file of the release into the work folder.
fetch() {
  case $from in
  http://* | https://*)
    if command -v curl >/dev/null 2>&1; then
      curl -fsSL --proto "=https${insecure:+,http}" --retry 3 -o "$work/$1" "$from/$1" || fail "could not download $from/$1"
    elif command -v wget >/dev/null 2>&1; then
      # No wget can be told to follow no redirect to plain http, so that way leads nowhere: nobody answers on port 9.
      (
        [ -n "$insecure" ] || export http_proxy=http://127.0.0.1:9
        wget -q -O "$work/$1" "$from/$1"
      ) || fail "could not download $from/$1"
    else
      fail "neither curl nor wget is here; install one of them, or download the release and name its folder with --from"
    fi ;;
  *) cp "$from/$1" "$work/$1" || fail "there is no $1 in $from" ;;
  esac
}

# matches KEY FILE SIGNATURE: whether the file in the work folder has this signature (64 bytes) by this key.
matches() {
  { printf '\060\052\060\005\006\003\053\145\160\003\041\000'; tail -c 32 "$work/$1"; } >"$work/key.der"
  openssl pkeyutl -verify -pubin -inkey "$work/key.der" -keyform DER -rawin -in "$work/$2" -sigfile "$work/$3" \
    >/dev/null 2>&1
}

# verify: checks the signature of the archive, as `minisign -V` does, and prints its trusted comment.
verify() {
  command -v openssl >/dev/null 2>&1 || fail "openssl is missing, which checks the signature; install it (on Debian: apt-get install openssl)"
  sed -n 2p "$work/$archive.minisig" | base64 -d >"$work/first" 2>/dev/null || fail "the signature cannot be read"
  sed -n 4p "$work/$archive.minisig" | base64 -d >"$work/second" 2>/dev/null || fail "the signature cannot be read"
  tail -c 64 "$work/first" >"$work/signature"
  id=$(head -c 10 "$work/first" | tail -c 8 | od -An -tx1)
  comment=$(sed -n '3s/^trusted comment: //p' "$work/$archive.minisig")
  openssl dgst -blake2b512 -binary -out "$work/digest" "$work/$archive"
  { cat "$work/signature"; printf %s "$comment"; } >"$work/whole"
  for key in $keys; do
    printf %s "$key" | base64 -d >"$work/public"
    [ "$(head -c 10 "$work/public" | tail -c 8 | od -An -tx1)" = "$id" ] || continue
    matches public digest signature || fail "the signature is not of this file: $archive or its signature was changed"
    matches public whole second || fail "the comment of the signature was changed"
    printf %s "$comment"
    return
  done
  fail "the signature is by a key that this install.sh does not trust"
}

say "fetching $archive from $from"
for file in SHA256SUMS "$archive.minisig" "$archive"; do fetch "$file"; done
say "checking its hash and its signature"
(cd "$work" && grep "  $archive\$" SHA256SUMS | sha256sum -c --quiet -) >/dev/null 2>&1 ||
  fail "the hash of $archive is not the one in SHA256SUMS; fetch it again"
comment=$(verify)
tab=$(printf '\t')
wanted="satrap${tab}version:$version${tab}platform:$platform${tab}channel:$channel${tab}file:$archive"
[ "$comment" = "$wanted" ] || fail "the file is rightly signed, but it is not $archive of the channel $channel: $comment"

target=$prefix/versions/$version
if [ -x "$target/bin/satrap" ] && [ "$(cat "$target/.sha256" 2>/dev/null)" = "$(sha256sum <"$work/$archive")" ]; then
  say "$target is there already"
else
  say "unpacking into $target"
  mkdir -p "$prefix/versions"
  # What an installation that was killed has left.
  find "$prefix/versions" -mindepth 1 -maxdepth 1 -name '.new-*' -mmin +60 -exec rm -rf {} +
  fresh=$(mktemp -d "$prefix/versions/.new-XXXXXX")
  tar -xzf "$work/$archive" -C "$fresh" --strip-components=1 --no-same-owner || fail "$archive could not be unpacked; is the disk full?"
  sha256sum <"$work/$archive" >"$fresh/.sha256"
  chmod 755 "$fresh"
  if ! words=$("$fresh/bin/satrap" --version 2>&1); then
    case $words in
    *libatomic*) fail "its Node lacks a library; install it (on Debian: apt-get install libatomic1) and run this again" ;;
    *) fail "the program does not start on this host: $words" ;;
    esac
  fi
  # On the disk before it counts: a power cut else leaves half of a program that looks whole.
  sync -f "$fresh" 2>/dev/null || sync
  # Aside first: an agent that runs from there is without its program for two renames, and not while all of it is removed.
  old=$prefix/versions/.old-$version
  rm -rf "$old"
  [ ! -e "$target" ] || mv -T "$target" "$old"
  mv -T "$fresh" "$target"
  rm -rf "$old"
fi

say "linking $prefix/current and $bin/satrap"
# By rename, so that there is a pointer at every moment.
ln -sfn "versions/$version" "$prefix/.current-new" && mv -T "$prefix/.current-new" "$prefix/current"
mkdir -p "$bin"
ln -sfn "$prefix/current/bin/satrap" "$bin/.satrap-new" && mv -T "$bin/.satrap-new" "$bin/satrap"
if [ "$bin" = /usr/local/bin ]; then
  for place in man/man1/satrap.1 bash-completion/completions/satrap zsh/site-functions/_satrap fish/vendor_completions.d/satrap.fish; do
    mkdir -p "/usr/local/share/$(dirname "$place")" && ln -sfn "$prefix/current/share/$place" "/usr/local/share/$place"
  done
fi
say "Satrap $version is installed"

if [ $# -gt 0 ]; then
  say "starting: satrap agent install"
  "$bin/satrap" agent install "$@"
else
  say "next: satrap agent install --url https://YOUR-CONTROL-PLANE/graphql"
fi
