import { readFile, realpath, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A disk on which data of nodes is. */
export interface DataPlace {
  /** What people know it by. */
  name: string;
  disk: MeasuredDisk;
}

export interface MeasuredDisk {
  device: number;
  totalMiB: number;
  freeMiB: number;
}

export interface DataFolder {
  /** The host directory of its data; null if the engine keeps it. */
  directory: string | null;
  /** Where the engine keeps it; null if unknown, or in a directory. */
  volume: string | null;
}

/** Measures the disk of a path. Undefined if this user cannot see it. */
export type Measure = (path: string) => Promise<MeasuredDisk | undefined>;

/** The mount points of this process, as the kernel lists them. */
export async function readMountPoints(mountinfo = '/proc/self/mountinfo'): Promise<string[]> {
  const text = await readFile(mountinfo, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const point = line.split(' ')[4];
    return point === undefined
      ? []
      : [point.replace(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8)))];
  });
}

/**
 * Returns the disks of a node's data: of its own folder, which may be a link or a mount, and of each mount below it, such
 * as one for the blocks. `byDefault`: that of the engine's volumes, for a folder that this user cannot see.
 */
export async function placesOf(
  { directory, volume }: DataFolder,
  { byDefault, mounts, measure }: { byDefault: DataPlace | undefined; mounts: readonly string[]; measure: Measure },
): Promise<DataPlace[]> {
  const folder = directory ?? volume;
  const disk = folder === null ? undefined : await measure(folder);
  // The volume of a node that starts only now.
  if (folder === null || disk === undefined) return directory === null && byDefault !== undefined ? [byDefault] : [];
  const name = directory === null ? folder : dirname(directory);
  const real = await realpath(folder).catch(() => folder);
  const below = mounts.filter((point) => point.startsWith(`${real}/`));
  const mounted = await Promise.all(below.map(async (point) => ({ name: point, disk: await measure(point) })));
  return [
    { name, disk },
    ...mounted.flatMap((place) => (place.disk === undefined ? [] : [{ ...place, disk: place.disk }])),
  ];
}

const mebibyte = 1024 * 1024;

/** Measures the disk of a path, or of its parent while it does not exist. */
export async function measureDisk(path: string): Promise<MeasuredDisk | undefined> {
  return (await measureHere(path)) ?? ((await isMissing(path)) ? measureHere(dirname(path)) : undefined);
}

/** Undefined if the agent cannot see it, such as from within a container: it may be on another disk than its parent. */
async function measureHere(path: string): Promise<MeasuredDisk | undefined> {
  try {
    const [{ dev: device }, { blocks, bavail, bsize }] = await Promise.all([stat(path), statfs(path)]);
    return { device, totalMiB: (blocks * bsize) / mebibyte, freeMiB: (bavail * bsize) / mebibyte };
  } catch {
    // The host's resources log this, with the reason.
    return undefined;
  }
}

const isMissing = (path: string): Promise<boolean> =>
  stat(path).then(
    () => false,
    ({ code }: NodeJS.ErrnoException) => code === 'ENOENT',
  );
