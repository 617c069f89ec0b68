import { join } from 'node:path';
import { counted } from '../../../text/counted.ts';
import { refused } from '../../runtime/runtime-error.ts';
import { isSameContent, listFiles } from '../copy/copy-files.ts';
import { dataFolder } from '../engine/paths.ts';
import type { NodeVolume } from '../engine/volumes.ts';
import { type MoveAct, moveAt, moveStep } from './move-step.ts';

/** Compares the copy with the original and makes it the node's data. The original stays until a daemon has run on the copy. */
export const verifyRoot = moveStep<'verify-root'>({
  kind: 'verify-root',
  texts: ({ move }) => ['verify the copy', `Verified the copy in ${move.to}`],
  event: 'node.move_verified',
  async apply({ move }, { snapshot, signal }) {
    await verifyCopy(snapshot.observed.volumes, move, signal);
  },
  becomes: ({ move }, snapshot) => ({
    operations: { move: moveAt(move, snapshot, 'switched') },
    dataRoot: move.to,
    cause: `chain data moved to ${move.to}`,
  }),
});

/** Chain data, which the daemon checks itself and which would take hours to read again. */
const isChain = (path: string): boolean => /(^|\/)(blocks|chainstate|indexes)\//.test(path);

/** Compares a copy with the original: every file by size, and all but chain data, such as wallets, byte for byte. */
export async function verifyCopy(
  volumes: readonly NodeVolume[],
  { from, to }: Pick<MoveAct, 'from' | 'to'>,
  signal: AbortSignal,
): Promise<void> {
  const folderOf = (name: string): string => {
    const volume = volumes.find(({ dataRoot }) => dataRoot === name);
    if (volume === undefined) throw refused(`the volume in ${name} was not found`);
    return join(volume.path, dataFolder);
  };
  const source = folderOf(from);
  const target = folderOf(to);
  const [{ files }, copied] = await Promise.all([listFiles(source, ['']), listFiles(target, [''])]);
  // A hidden source must not pass as an empty one.
  if (files.length === 0) throw refused(`${source} is empty; check that its disk is mounted`);
  const sizes = new Map(copied.files.map(({ path, size }) => [path, size]));
  for (const { path, size } of files) {
    signal.throwIfAborted();
    const isSame =
      sizes.get(path) === size && (isChain(path) || (await isSameContent({ from: source, to: target, signal }, path)));
    if (!isSame) throw refused(`the copy of ${path} differs from the original; check the disk of ${to}`);
  }
  if (copied.files.length !== files.length) {
    throw refused(`the copy has ${counted(copied.files.length, 'file')}, but the original has ${files.length}`);
  }
}
