import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Returns the path whose disk holds the volumes of an engine: its data folder, or the folder of the volumes if that is
 * elsewhere, a link to another disk, or one is mounted there. A user who may not look into the data folder still sees its
 * mounts.
 */
export async function volumesPath(
  rootDir: string,
  volumes = join(rootDir, 'volumes'),
  mountinfo = '/proc/self/mountinfo',
): Promise<string> {
  if (!volumes.startsWith(`${rootDir}/`)) return volumes;
  try {
    const [root, inside] = await Promise.all([stat(rootDir), stat(volumes)]);
    return root.dev === inside.dev ? rootDir : volumes;
  } catch {
    const mounts = await readFile(mountinfo, 'utf8').catch(() => '');
    return mounts.split('\n').some((line) => line.split(' ')[4] === volumes) ? volumes : rootDir;
  }
}
