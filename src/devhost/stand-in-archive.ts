import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pack } from 'tar-stream';
import { runCommand } from './run-command.ts';

/** The contents of a stand-in image by path; see templates/client-image/README.md. */
const programs = {
  'usr/local/bin/bitcoind': '/usr/lib/litecoin/litecoind',
  'usr/local/bin/bitcoin-cli': '/usr/bin/litecoin-cli',
};

const textFiles = {
  'etc/passwd': 'root:x:0:0:root:/:/bin/false\nbitcoin:x:101:101:bitcoin:/:/bin/false\n',
  'etc/group': 'root:x:0:\nbitcoin:x:101:\n',
  'etc/nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files dns\n',
};

/** The daemon itself; /usr/bin/litecoind is a shell wrapper. */
export const standInDaemon = programs['usr/local/bin/bitcoind'];

export const standInClient = programs['usr/local/bin/bitcoin-cli'];

/** Packs the image's root file system as a reproducible archive, whose digest shows whether it is up to date. */
export async function packStandIn(signal: AbortSignal): Promise<Buffer> {
  const archive = pack();
  const bytes = buffer(archive);
  const mtime = new Date(0);
  for (const name of ['etc', 'usr', 'usr/local', 'usr/local/bin'])
    archive.entry({ name, type: 'directory', mode: 0o755, mtime });
  archive.entry({ name: 'tmp', type: 'directory', mode: 0o1777, mtime });
  for (const [name, text] of Object.entries(textFiles)) archive.entry({ name, mode: 0o644, mtime }, text);
  for (const [name, path] of Object.entries(programs)) {
    archive.entry({ name, mode: 0o755, mtime }, await readFile(path, { signal }));
  }
  for (const path of await sharedLibraries(Object.values(programs), signal)) {
    archive.entry({ name: path.slice(1), mode: 0o755, mtime }, await readFile(path, { signal }));
  }
  archive.finalize();
  return bytes;
}

/** Parses the output of `ldd` into the paths of the libraries and the loader. The kernel's own library (vdso) has no path. */
export function parseLdd(output: string): string[] {
  const missing = /^\s*(\S+) => not found/m.exec(output);
  if (missing) throw new Error(`shared library ${missing[1]} is not installed`);
  return [...output.matchAll(/^\s*(?:\S+ => )?(\/\S+) \(0x[0-9a-f]+\)$/gm)].map((match) => match[1] as string);
}

/**
 * Returns the sorted paths of the programs' shared libraries, and of the C library's NSS modules, which ldd does not
 * list because it opens them at run time.
 */
export async function sharedLibraries(programs: readonly string[], signal: AbortSignal): Promise<string[]> {
  const linked = new Set<string>();
  for (const program of programs)
    for (const path of parseLdd(await runCommand('ldd', [program], { signal }))) linked.add(path);
  const libc = [...linked].find((path) => path.includes('/libc.so.'));
  const nameModules = libc
    ? (await readdir(dirname(libc)))
        .filter((name) => /^libnss_(files|dns)\.so\.\d+$/.test(name))
        .map((name) => join(dirname(libc), name))
    : [];
  return [...linked, ...nameModules].sort();
}
