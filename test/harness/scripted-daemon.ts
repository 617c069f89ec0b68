import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import Docker from 'dockerode';
import { pack } from 'tar-stream';
import { inject } from 'vitest';
import { followProgress } from '../../src/agent/docker/engine/engine-progress.ts';
import { sharedLibraries } from '../../src/devhost/stand-in-archive.ts';

const programs = { 'bin/sh': '/bin/dash', 'bin/mkdir': '/bin/mkdir', 'bin/sleep': '/bin/sleep' };

/**
 * Behaves at startup like a version of bitcoind, measured with 27.0 and 28.1: from 28 on, new data directories are
 * obfuscated, and earlier versions report such block files as corrupted. On a full disk it exits with the same message,
 * and continues to do so if a file `damaged` is beside its blocks. Any content of peers.dat is damaged to it. It has no RPC, so a node with it stays `starting`.
 */
const script = (version: string): string => `#!/bin/sh
for argument; do
  case $argument in -datadir=*) blocks=\${argument#-datadir=}/regtest/blocks ;; esac
done
peers=\${blocks%/blocks}/peers.dat
if [ -s "$peers" ]; then
  echo "Error: Invalid or corrupt peers.dat (Invalid network magic number). If you believe this is a bug, please report it to https://github.com/bitcoin/bitcoin/issues. As a workaround, you can move the file (\\"$peers\\") out of the way (rename, move, or delete) to have a new one created on the next start." >&2
  exit 1
fi
corrupted() {
  echo ': Corrupted block database detected.'
  echo 'Please restart with -reindex or -reindex-chainstate to recover.'
  exit 1
}
echo "Bitcoin Core version v${version}.0"
major=${Number.parseInt(version, 10)}
if [ "$major" -lt 28 ] && [ -s "$blocks/xor.dat" ]; then
  echo 'ReadBlockFromDisk: Deserialize or I/O error - ReadCompactSize(): size too large at FlatFilePos(nFile=0, nPos=8)'
  corrupted
fi
if [ "$major" -ge 28 ] && [ ! -d "$blocks" ]; then
  mkdir -p "$blocks"
  printf '\\001\\002\\003\\004\\005\\006\\007\\010' > "$blocks/xor.dat"
fi
mkdir -p "$blocks"
trap 'exit 0' TERM
while :; do
  if [ -e "$blocks/damaged" ] || ! printf '%9000s' block >> "$blocks/growth"; then corrupted; fi
  sleep 1 & wait $!
done
`;

/** Builds an image of the scripted daemon for each version, and returns their references by version. */
export async function scriptedDaemons(versions: readonly string[]): Promise<Record<string, string>> {
  const docker = new Docker({ socketPath: inject('dockerSocket') });
  const signal = AbortSignal.timeout(60_000);
  const images: Record<string, string> = {};
  for (const version of versions) {
    const [repo, tag] = ['satrap/scripted-daemon', version];
    const stream = await docker.importImage(Readable.from([await archiveOf(version, signal)]), {
      ...{ repo, tag, changes: ['ENV PATH=/bin', 'CMD ["bitcoind"]'], abortSignal: signal },
    });
    await followProgress(stream, { onEvent: () => {}, signal });
    images[version] = `${repo}:${tag}`;
  }
  return images;
}

async function archiveOf(version: string, signal: AbortSignal): Promise<Buffer> {
  const archive = pack();
  const bytes = buffer(archive);
  const mtime = new Date(0);
  for (const [name, path] of Object.entries(programs)) {
    archive.entry({ name, mode: 0o755, mtime }, await readFile(path));
  }
  for (const path of await sharedLibraries(Object.values(programs), signal)) {
    archive.entry({ name: path.slice(1), mode: 0o755, mtime }, await readFile(path));
  }
  archive.entry({ name: 'bin/bitcoind', mode: 0o755, mtime }, script(version));
  archive.finalize();
  return bytes;
}
