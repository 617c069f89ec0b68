#!/bin/sh
# Adds this host to the control plane at @URL@:
#   curl -fsSL @URL@/install | SATRAP_ENROLMENT_TOKEN=TOKEN sh
# Installs Satrap, whose signature it verifies, and joins with the token, which no process has in its arguments. Options of
# `satrap agent install` follow `sh -s --`. The function keeps a shell from running a script that was cut off.
set -eu

add_host() {
  url='@URL@'
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || { echo 'satrap: run this as root' >&2; exit 1; }
    echo 'satrap: running as root with sudo'
    # sudo drops what leads this shell to the control plane.
    kept=SATRAP_ENROLMENT_TOKEN,NODE_EXTRA_CA_CERTS,HTTP_PROXY,HTTPS_PROXY,NO_PROXY,http_proxy,https_proxy,no_proxy
    curl -fsSL "$url/install" | sudo --preserve-env=$kept sh -s -- "$@"
    exit
  fi
  if command -v apt-get >/dev/null; then
    needs=
    command -v openssl >/dev/null || needs="$needs openssl"
    ls /usr/lib/*/libatomic.so.1 /lib/*/libatomic.so.1 2>/dev/null | grep -q . || needs="$needs libatomic1"
    command -v docker >/dev/null || command -v podman >/dev/null || needs="$needs docker.io"
    if [ -n "$needs" ]; then
      echo "satrap: installing$needs with apt-get, which may take a few minutes"
      # shellcheck disable=SC2086
      { apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq -y install $needs; } </dev/null >/dev/null
    fi
  fi
  insecure=
  case $url in http://*) insecure=--insecure-http ;; esac
  # Standard input is this script.
  # shellcheck disable=SC2086
  install_release --from "$url/install" $insecure -- agent install --url "$url/graphql" $insecure "$@" </dev/null
}

install_release() {
@INSTALL@
}

add_host "$@"
