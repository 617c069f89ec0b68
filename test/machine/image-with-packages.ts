import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { execa } from 'execa';
import { oneAtATime } from '../harness/one-at-a-time.ts';
import { boxImages, ensureBoxImage, type Suite } from './box-image.ts';

interface ImageWithPackages {
  suite: Suite;
  /** Change the name when the content changes. */
  name: string;
  /** What changes the image of the suite's machine. */
  script: string;
}

/** A machine that can install the packages of a database cluster without a network, and runs no engine. */
export const databaseImage: ImageWithPackages = {
  suite: 'bookworm',
  name: 'satrap/test-box:bookworm-database-1',
  script: `set -e
apt-get update -q
# As installers do. Otherwise PostgreSQL brings all locales, which take minutes.
apt-get install -q -y locales
apt-get install -q -y --download-only etcd-server haproxy patroni postgresql
echo force-unsafe-io >/etc/dpkg/dpkg.cfg.d/unsafe-io
for unit in docker.service docker.socket containerd.service; do ln -sf /dev/null /etc/systemd/system/$unit; done`,
};

/** A machine with the PgBouncer of Debian 13, which runs no engine. */
export const poolerImage: ImageWithPackages = {
  suite: 'trixie',
  name: 'satrap/test-box:trixie-pooler-1',
  script: `set -e
apt-get update -q
apt-get install -q -y --no-install-recommends pgbouncer
for unit in docker.service docker.socket containerd.service pgbouncer.service; do ln -sf /dev/null /etc/systemd/system/$unit; done`,
};

/** Makes an image, unless it is there. About a minute. */
export async function ensureImageWithPackages(image: ImageWithPackages, signal: AbortSignal): Promise<void> {
  await ensureBoxImage(image.suite, signal);
  await oneAtATime(image.name, () => makeImage(image, signal));
}

async function makeImage({ suite, name, script }: ImageWithPackages, signal: AbortSignal): Promise<void> {
  if (spawnSync('docker', ['image', 'inspect', name]).status === 0) return;
  const container = `satrap-image-${randomBytes(4).toString('hex')}`;
  const run = [
    'run',
    '--name',
    container,
    '--network',
    'host',
    '--tmpfs',
    '/tmp',
    '-e',
    'DEBIAN_FRONTEND=noninteractive',
  ];
  try {
    await execa('docker', [...run, boxImages[suite].name, 'sh', '-c', script], { cancelSignal: signal });
    await execa('docker', ['commit', '--change', 'CMD ["/usr/sbin/box-init"]', container, name]);
  } finally {
    await execa('docker', ['rm', '-f', container]);
  }
}
