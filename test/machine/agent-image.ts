import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Box } from './box.ts';

const root = join(import.meta.dirname, '../..');

/** What a slim Debian has, as far as the image of the agent needs it. */
const packages = [
  ...[
    'base-files',
    'base-passwd',
    'coreutils',
    'dash',
    'grep',
    'libacl1',
    'libattr1',
    'libatomic1',
    'libc-bin',
    'libc6',
  ],
  ...['libgcc-s1', 'libgmp10', 'libpcre2-8-0', 'libpcre3', 'libselinux1', 'libssl3', 'libstdc++6'],
].join(' ');

/** Makes a base image on a machine from its own packages, as no registry can be reached, and builds the agent's image on it as the Dockerfile says. */
export async function buildAgentImage(box: Box, releaseFolder: string): Promise<string> {
  await box.do(
    `{ printf '%s\\n' /bin /sbin /lib /lib64 /etc/ld.so.cache /etc/passwd /etc/group /tmp
      dpkg -L ${packages} | sed -E 's#^/(bin|sbin|lib|lib64)/#/usr/\\1/#'; } | sort -u |
      while read -r path; do [ ! -e "$path" ] || echo ".$path"; done >/root/base-files
    tar -C / --no-recursion -c -T /root/base-files | docker import - base`,
  );
  const context = mkdtempSync(join(tmpdir(), 'satrap-context-'));
  try {
    for (const file of ['Dockerfile', '.dockerignore']) cpSync(join(root, file), join(context, file));
    mkdirSync(join(context, 'release'));
    await box.copyIn(context, '/root/context');
  } finally {
    rmSync(context, { recursive: true });
  }
  await box.copyIn(`${releaseFolder}/.`, '/root/context/release');
  return box.do('docker build --target agent --build-arg BASE_IMAGE=base -t satrap-agent /root/context 2>&1');
}
