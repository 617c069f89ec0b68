import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
} from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { oneAtATime } from '../harness/one-at-a-time.ts';
import { quickFolder } from '../setup/quick-folder.ts';

/** A release of Debian that machines are made of. */
export type Suite = 'bookworm' | 'trixie';

interface BoxImage {
  /** Change the name when the content changes. */
  name: string;
  /** What debootstrap cannot set up, because it does so in no particular order. */
  laterPackages: readonly string[];
}

const rootless = ['uidmap', 'slirp4netns', 'dbus-user-session'];

/** The image of a machine, by its release of Debian. */
export const boxImages: Readonly<Record<Suite, BoxImage>> = {
  // Debian 12: systemd 252, Docker 20.10 with compose 1.29, and Podman 4.3.
  bookworm: {
    name: 'satrap/test-box:bookworm-4',
    laterPackages: ['curl', 'docker-compose', 'podman', 'crun', 'fuse-overlayfs', ...rootless],
  },
  // Debian 13: systemd 257, Docker 26.1 and Podman 5.4, both also for users without root.
  trixie: {
    name: 'satrap/test-box:trixie-1',
    laterPackages: ['docker-cli', 'rootlesskit', 'podman', 'crun', 'nftables', 'passt', ...rootless],
  },
};

const packages = [
  ...['systemd', 'systemd-sysv', 'dbus', 'libpam-systemd', 'ca-certificates', 'iptables', 'iproute2', 'procps', 'kmod'],
  ...['libatomic1', 'docker.io', 'openssl'],
];

/** Where the packages of the engine are kept, for a test that installs them again. */
export const enginePackages = '/opt/engine-packages';

/** What only a real machine can do, or what takes time at each boot. */
const masked = [
  ...['systemd-udevd.service', 'systemd-udev-trigger.service', 'systemd-udevd-control.socket'],
  ...['systemd-udevd-kernel.socket', 'systemd-modules-load.service', 'apt-daily.timer', 'apt-daily-upgrade.timer'],
  ...['e2scrub_all.timer', 'e2scrub_reap.service', 'fstrim.timer', 'systemd-pstore.service', 'console-getty.service'],
];

/** Makes the image of a machine with systemd and engines from Debian's packages, unless it is there. About a minute. */
export const ensureBoxImage = (suite: Suite, signal: AbortSignal, postgresUrl?: string): Promise<void> =>
  oneAtATime(boxImages[suite].name, () => makeBoxImage(suite, signal), postgresUrl);

async function makeBoxImage(suite: Suite, signal: AbortSignal): Promise<void> {
  const { name, laterPackages } = boxImages[suite];
  if (spawnSync('docker', ['image', 'inspect', name]).status === 0) return;
  // dpkg syncs each of 10,000 files, for which a busy disk takes minutes.
  const root = mkdtempSync(join(quickFolder(), 'satrap-box-'));
  try {
    const options = { cancelSignal: signal, stdin: 'ignore' } as const;
    await execa('debootstrap', ['--variant=minbase', `--include=${packages.join(',')}`, suite, root], options);
    const apt = ['apt-get', 'install', '-q', '-y', '--no-install-recommends', ...laterPackages];
    await execa('chroot', [root, ...apt], { ...options, env: { DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' } });
    keepEnginePackages(root);
    for (const path of ['var/cache/apt', 'var/lib/apt/lists', 'usr/share/doc', 'usr/share/man', 'usr/share/locale'])
      for (const entry of readdirSync(join(root, path))) rmSync(join(root, path, entry), { recursive: true });
    for (const unit of masked) {
      const path = join(root, 'etc/systemd/system', unit);
      rmSync(path, { force: true });
      symlinkSync('/dev/null', path);
    }
    rmSync(join(root, 'etc/systemd/system/getty.target.wants'), { recursive: true, force: true });
    truncateSync(join(root, 'etc/machine-id'));
    copyFileSync(join(import.meta.dirname, 'box-init'), join(root, 'usr/sbin/box-init'));
    const archive = execa('tar', ['-C', root, '-c', '.'], { ...options, buffer: false });
    const words = ['--change', 'ENV container=docker', '--change', 'CMD ["/usr/sbin/box-init"]', '-', name];
    await archive.pipe('docker', ['import', ...words], { cancelSignal: signal });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function keepEnginePackages(root: string): void {
  const downloaded = join(root, 'var/cache/apt/archives');
  mkdirSync(join(root, enginePackages));
  for (const file of readdirSync(downloaded))
    if (/^(docker\.io|containerd|runc)_/.test(file))
      renameSync(join(downloaded, file), join(root, enginePackages, file));
}
