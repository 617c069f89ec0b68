import type { DesiredNode } from '../desired/desired-entry.ts';
import type { NodeRecord, ReindexRecord } from '../runtime/node-record.ts';
import { isUp } from '../runtime/workload.ts';
import type { ObservedContainer } from './engine/observed-container.ts';
import type { ReindexAct } from './steps/start-reindex.ts';
import type { DockerStep } from './steps.ts';

type Asked = Pick<DesiredNode, 'reindex'>;
type Recorded = Pick<NodeRecord, 'reindex'>;

/** The rebuild that is asked for and has not begun; null when there is none. */
export function dueReindex({ reindex: asked }: Asked, { reindex: record }: Recorded): ReindexAct | null {
  if (!asked || asked.hasBegun) return null;
  if (record?.id === asked.id && isSettled(record)) return null;
  return { id: asked.id, kind: asked.action };
}

const isSettled = ({ stage }: ReindexRecord): boolean => stage === 'running' || stage === 'done' || stage === 'failed';

/**
 * The step that a container waits for whose daemon was started with the option of a rebuild. Until then the engine must not start it by
 * itself, because that would begin anew; so a container that it does not start is one that waits. Null for any other container.
 */
export function settleReindex(
  desired: Asked,
  record: Recorded,
  main: ObservedContainer | undefined,
): DockerStep | null {
  if (main === undefined || main.restartsItself !== false) return null;
  const due = dueReindex(desired, record);
  const wasStarted = isUp(main) || record.reindex?.stage === 'starting';
  if (due !== null && !wasStarted) return null;
  const attempt = record.reindex !== undefined && record.reindex.id === due?.id ? record.reindex.attempts : 1;
  const why = due === null ? 'the engine must start the daemon again after a crash' : 'a reindex was asked for';
  return { kind: 'settle-reindex', containerId: main.id, startedAt: main.startedAt, act: due, attempt, why };
}

/** The start that begins a rebuild, for a container that is down. */
export function startReindex(act: ReindexAct, { reindex }: Recorded, main: ObservedContainer): DockerStep {
  const attempt = (reindex?.id === act.id ? reindex.attempts : 0) + 1;
  return {
    kind: 'start-reindex',
    containerId: main.id,
    was: main.startedAt,
    act,
    attempt,
    why: 'a reindex was asked for',
  };
}
