import { existsSync } from 'node:fs';
import { type InstallOptions, installPackages } from '../../src/devhost/debian-packages.ts';
import { errorMessage } from '../../src/text/error-message.ts';

/** Packages of the distribution by what they are for: package name to a file that it brings. */
export const packages = {
  tests: {
    'btrfs-progs': '/sbin/mkfs.btrfs',
    caddy: '/usr/bin/caddy',
    curl: '/usr/bin/curl',
    debootstrap: '/usr/sbin/debootstrap',
    haproxy: '/usr/sbin/haproxy',
    // Not only with the stand-in images, which outlive the package: tests start it without an engine as well.
    litecoind: '/usr/lib/litecoin/litecoind',
    minisign: '/usr/bin/minisign',
    'nginx-light': '/usr/sbin/nginx',
    pgbouncer: '/usr/sbin/pgbouncer',
    'python3-bitcoinlib': '/usr/lib/python3/dist-packages/bitcoin/rpc.py',
    strace: '/usr/bin/strace',
    wget: '/usr/bin/wget',
    xfsprogs: '/sbin/mkfs.xfs',
  },
  // Takes less than half the processor time of the whole browser, whose own windows and GPU process run without a screen as well.
  browser: {
    'chromium-headless-shell': '/usr/bin/chromium-headless-shell',
    'fonts-dejavu-core': '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf',
  },
} as const;

/** Installs the missing packages, all at once: two runs of apt-get lock each other out. A failure is only reported. */
export async function ensurePackages(use: keyof typeof packages, options: InstallOptions): Promise<void> {
  const missing = Object.entries(packages[use]).flatMap(([name, file]) => (existsSync(file) ? [] : [name]));
  if (missing.length === 0) return;
  await installPackages(missing, `what the tests (${use}) need`, options).catch((error: unknown) =>
    options.say(errorMessage(error)),
  );
}
