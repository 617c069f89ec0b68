import { readFile, realpath } from 'node:fs/promises';

/** Where a host says which disks are to be mounted, and which are. */
export interface MountTables {
  fstab: string;
  mountinfo: string;
}

const ofThisHost: MountTables = { fstab: '/etc/fstab', mountinfo: '/proc/self/mountinfo' };

/** Returns the mount point in fstab that holds a directory and is not mounted: data written there would land on the disk below. Null without one. */
export async function findMissingMount(directory: string, tables: MountTables = ofThisHost): Promise<string | null> {
  const [fstab, mountinfo] = await Promise.all([readIfThere(tables.fstab), readIfThere(tables.mountinfo)]);
  return missingMount(await realpath(directory).catch(() => directory), fstab, mountinfo);
}

/** The same from the texts of the tables. */
export function missingMount(directory: string, fstab: string, mountinfo: string): string | null {
  const mounted = new Set(rowsOf(mountinfo).map((fields) => fields[4]));
  const expected = rowsOf(fstab)
    .map((fields) => (fields[1] ?? '').replace(/(?<=.)\/+$/, ''))
    .filter((point) => point !== '/' && (directory === point || directory.startsWith(`${point}/`)));
  return expected.find((point) => point.startsWith('/') && !mounted.has(point)) ?? null;
}

/** Says what to do about it. */
export const describeMissingMount = (directory: string, point: string): string =>
  `the disk of ${directory} is not mounted: /etc/fstab names the mount point ${point}, and nothing is mounted there; mount it, so that no chain data lands on the disk below`;

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

/** A host without such a table, and a container, promise nothing. */
const readIfThere = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
