import { statfs } from 'node:fs/promises';
import { defaultDataRoot } from '../../contract/names.ts';
import type { DataRootInput } from '../../contract/types.generated.ts';
import type { AgentSettings } from '../settings/settings.ts';

const mebibyte = 1024 * 1024;

/**
 * Measures the disk of each data root; `dataPath` is where the engine or `data_root` keeps the data of the default one. A root that this
 * process does not see is named without figures. Null where the operator names no further one.
 */
export async function measureRoots(
  { dataRoot, dataRoots }: Pick<AgentSettings, 'dataRoot' | 'dataRoots'>,
  dataPath: string,
): Promise<DataRootInput[] | null> {
  const further = Object.entries(dataRoots);
  if (further.length === 0) return null;
  return Promise.all([
    measure(defaultDataRoot, dataRoot ?? null, dataPath),
    ...further.map(([name, path]) => measure(name, path, path)),
  ]);
}

async function measure(name: string, path: string | null, measured: string): Promise<DataRootInput> {
  try {
    const { blocks, bavail, bsize } = await statfs(measured);
    const inMebibytes = (count: number) => Math.floor((count * bsize) / mebibyte);
    return { name, path, totalMiB: inMebibytes(blocks), freeMiB: inMebibytes(bavail) };
  } catch {
    // Not mounted, or not seen from within a container: the control plane shows it as that.
    return { name, path, totalMiB: null, freeMiB: null };
  }
}
