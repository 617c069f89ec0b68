import { readFile, realpath } from 'node:fs/promises';

export interface MountTables {
  fstab: string;
  mountinfo: string;
}

const ofThisHost: MountTables = { fstab: '/etc/fstab', mountinfo: '/proc/self/mountinfo' };

/** Returns the unmounted mount point in fstab above a directory, whose data would land on the disk below. */
export async function findMissingMount(directory: string, tables: MountTables = ofThisHost): Promise<string | null> {
  const [fstab, mountinfo] = await Promise.all([readIfThere(tables.fstab), readIfThere(tables.mountinfo)]);
  return missingMount(await realpath(directory).catch(() => directory), fstab, mountinfo);
}

/** The same from the contents of the tables. */
export function missingMount(directory: string, fstab: string, mountinfo: string): string | null {
  const mounted = new Set(rowsOf(mountinfo).map((fields) => fields[4]));
  const expected = rowsOf(fstab)
    .map((fields) => (fields[1] ?? '').replace(/(?<=.)\/+$/, ''))
    .filter((point) => point !== '/' && (directory === point || directory.startsWith(`${point}/`)));
  return expected.find((point) => point.startsWith('/') && !mounted.has(point)) ?? null;
}

export const describeMissingMount = (directory: string, point: string): string =>
  `the disk of ${directory} is not mounted: nothing is mounted at ${point} of /etc/fstab; mount it`;

const rowsOf = (table: string): string[][] =>
  table
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) =>
      line
        .split(/\s+/)
        .map((field) =>
          field.replace(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8))),
        ),
    );

/** Hosts without such a table, and containers, have no expected mounts. */
const readIfThere = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
