import { statfs } from 'node:fs/promises';
import { defaultDataRoot } from '../../contract/names.ts';
import type { DataRootInput } from '../../contract/types.generated.ts';
import type { AgentSettings } from '../settings/settings.ts';
import { findMissingMount, type MountTables } from './missing-mount.ts';

const mebibyte = 1024 * 1024;

interface Root {
  name: string;
  path: string | null;
  measured: string;
  mounts: MountTables | undefined;
}

/** Measures the disk of each data root; a root that is not visible or not mounted has no figures. Null without further roots. */
export async function measureRoots(
  { dataRoot, dataRoots }: Pick<AgentSettings, 'dataRoot' | 'dataRoots'>,
  dataPath: string,
  mounts?: MountTables,
): Promise<DataRootInput[] | null> {
  const further = Object.entries(dataRoots);
  if (further.length === 0) return null;
  return Promise.all([
    measure({ name: defaultDataRoot, path: dataRoot ?? null, measured: dataPath, mounts }),
    ...further.map(([name, path]) => measure({ name, path, measured: path, mounts })),
  ]);
}

async function measure({ name, path, measured, mounts }: Root): Promise<DataRootInput> {
  try {
    if ((await findMissingMount(measured, mounts)) !== null) return { name, path, totalMiB: null, freeMiB: null };
    const { blocks, bavail, bsize } = await statfs(measured);
    const inMebibytes = (count: number) => Math.floor((count * bsize) / mebibyte);
    return { name, path, totalMiB: inMebibytes(blocks), freeMiB: inMebibytes(bavail) };
  } catch {
    // Not mounted, or not seen from within a container: the control plane shows it as that.
    return { name, path, totalMiB: null, freeMiB: null };
  }
}
