import { damagedFile } from '../../bitcoin/disposable-files.ts';
import type { DesiredNode } from '../desired/desired-entry.ts';
import type { NodeRecord } from '../runtime/node-record.ts';
import type { ObservedContainer } from './engine/observed-container.ts';
import { paths } from './engine/paths.ts';
import { type DockerPlan, planOf } from './steps.ts';

/** A file that is damaged more often has a cause that no repair removes, such as a failing disk. */
const maxRepairs = 3;
const withinMs = 24 * 3_600_000;

/**
 * Plans the repair of a disposable file whose damage ended the daemon. Null for every other exit, and once the file was
 * repaired too often.
 */
export function planRepair(
  { network }: Pick<DesiredNode, 'network'>,
  main: ObservedContainer,
  { exit, recentExits, repairs = [] }: Pick<NodeRecord, 'exit' | 'recentExits' | 'repairs'>,
): DockerPlan | null {
  const last = recentExits.at(-1);
  if (exit === null || last === undefined || last.workloadId !== main.id) return null;
  if (!['exited', 'running', 'restarting'].includes(main.status)) return null;
  const file = damagedFile(last.lastWords ?? '', network, paths.dataDir);
  if (file === null) return null;
  const earlier = repairs.filter((repair) => repair.file === file);
  const isRepaired = earlier.some(({ at }) => at === last.at);
  const recent = earlier.filter(({ at }) => Date.parse(last.at) - Date.parse(at) < withinMs);
  if (isRepaired || recent.length >= maxRepairs) return null;
  const why = 'the daemon ended because it is damaged';
  return planOf({ kind: 'set-aside-file', containerId: main.id, file, at: last.at, why });
}
