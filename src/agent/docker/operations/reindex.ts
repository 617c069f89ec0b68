import type { ReindexKind } from '../../../bitcoin/reindex.ts';
import { type DesiredNode, desiredOperation } from '../../desired/desired-entry.ts';
import type { NodeRecord } from '../../runtime/node-record.ts';
import { isUp } from '../../runtime/workload.ts';
import { isLostTask } from '../engine/lost-task.ts';
import type { ReindexAct } from '../steps/start-reindex.ts';
import { planOf, planStop } from '../steps.ts';
import type { DockerOperation } from './operation.ts';

const wasRequested = 'a reindex was requested';

export const reindex: DockerOperation = {
  kind: 'reindex',
  /**
   * A container started with the reindex option must not be restarted by the engine until the reindex is settled, or it
   * would start over. So a container without an engine restart policy is waiting to be settled.
   */
  planFirst({ main, desired, record }) {
    if (main === undefined || main.restartsItself !== false) return null;
    const due = dueReindex(desired, record);
    const { reindex: recorded } = record.operations;
    const wasStarted = isUp(main) || recorded?.stage === 'starting';
    if (due !== null && !wasStarted) return null;
    const attempt = recorded !== undefined && recorded.id === due?.id ? recorded.attempts : 1;
    const why = due === null ? 'restore the restart policy after the reindex' : wasRequested;
    return planOf({ kind: 'settle-reindex', containerId: main.id, startedAt: main.startedAt, act: due, attempt, why });
  },
  planContainer({ main, desired, record }) {
    const act = dueReindex(desired, record);
    if (act === null) return null;
    if (main.status === 'running' || main.status === 'restarting') return planOf(...planStop(main, wasRequested, null));
    if (!['created', 'exited'].includes(main.status) || isLostTask(record.failure)) return null;
    const { reindex: recorded } = record.operations;
    const attempt = (recorded?.id === act.id ? recorded.attempts : 0) + 1;
    return planOf({
      kind: 'start-reindex',
      containerId: main.id,
      was: main.startedAt,
      act,
      attempt,
      why: wasRequested,
    });
  },
};

/** Returns the requested reindex that has not started; null without one. */
function dueReindex(
  desired: Pick<DesiredNode, 'operations'>,
  { operations }: Pick<NodeRecord, 'operations'>,
): ReindexAct | null {
  const asked = desiredOperation(desired, 'reindex');
  if (asked === undefined || asked.hasStarted) return null;
  const recorded = operations.reindex;
  const isSettled = recorded?.id === asked.id && ['running', 'succeeded', 'failed'].includes(recorded.stage);
  const kind: ReindexKind = asked.params.chainstateOnly ? 'reindex_chainstate' : 'reindex';
  return isSettled ? null : { id: asked.id, kind };
}
